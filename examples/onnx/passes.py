"""Which passes a tiled evaluation of an ONNX model needs, and why.

    python passes.py MODEL.onnx --axis INPUT:DIMENSION [--size NAME=LENGTH ...] [--out GRAPH.fslg]

For every pass it prints what forced it, with the reason in the table of rules, and what is evaluated in it.
INPUT:DIMENSION is the axis that is tiled, a batch or sequence or spatial dimension; more than one where several inputs
have it. --size tells the length of a dimension that the model only names. MODEL.onnxtxt is ONNX's text form.
"""

import argparse
import signal
import textwrap
from pathlib import Path

import forcedsplit
from google.protobuf.message import DecodeError
from onnx.parser import ParseError
from tiled import model, roles, rules


def main():
    arguments = _arguments()
    read = _read(arguments)
    tiling = roles.tiling(rules.apply(read, _checked(read, arguments.axis)), _called(arguments.axis))
    count = tiling.levels.max_pass + 1
    print(f"{Path(arguments.model).name} in tiles of {tiling.axis}: {count} pass{'es' * (count > 1)}")
    for number in range(count):
        _print_pass(tiling, number)
    for operator, names in tiling.program.unknown.items():
        print(f"needed whole, for want of a rule or a shape: {operator} ({len(names)}): {_shortened(names)}")
    if arguments.out:
        Path(arguments.out).write_bytes(tiling.graph)


def _read(arguments):
    try:
        return model.read(arguments.model, dict(arguments.size))
    except (OSError, DecodeError, ParseError) as fault:
        raise SystemExit(f"passes.py: {arguments.model}: {fault}") from None


def _print_pass(tiling, number):
    values = list(tiling.program.values.values())
    if number == 0:
        print("\npass 0")
    else:
        forced = forcedsplit.explain_pass(tiling.graph, number).chain[-1]
        reader, operand = values[forced.reader], values[forced.operand]
        print(f"\npass {number}: {_named(reader)} reads {_named(operand)}, which only pass {number - 1} completes")
        _print_wrapped(f"{tiling.roles[operand.name]}: {tiling.why[operand.name]}")
        _print_wrapped(f"{reader.op}: {reader.rule.reason}")
    made = [value for value in values if value.run is not None and tiling.passes[value.name] == number]
    for role in ("LoopLocal", "Reduction", "LoopCarried", "LoopInvariant", None):
        members = [_named(value) for value in made if tiling.roles[value.name] == role]
        if members:
            print(f"  {role or 'after the loop'}: {_shortened(members)}")


def _print_wrapped(text):
    print(textwrap.fill(text, 110, initial_indent="  ", subsequent_indent="    "))


def _named(value):
    return f"{value.op} {value.name}" if value.op else value.name


def _shortened(names):
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", metavar="MODEL.onnx")
    parser.add_argument("--axis", metavar="INPUT:DIMENSION", nargs="+", required=True, type=_dimension)
    parser.add_argument("--size", metavar="NAME=LENGTH", nargs="+", default=[], type=_size)
    parser.add_argument("--out", metavar="GRAPH.fslg")
    return parser.parse_args()


def _dimension(text):
    name, _, dimension = text.rpartition(":")
    return name, int(dimension)


def _size(text):
    name, _, length = text.partition("=")
    return name, int(length)


def _called(axis):
    return ", ".join(f"{name}:{dimension}" for name, dimension in axis)


def _checked(read, axis):
    """The dimension by input, or the end of the program."""
    inputs = {it.name: it for it in read.inputs}
    for name, dimension in axis:
        if name not in inputs:
            raise SystemExit(f"passes.py: no input is called {name}; there is {', '.join(inputs)}")
        if inputs[name].shape is None:
            raise SystemExit(f"passes.py: not all lengths of {name} are known; --size tells them")
        if not 0 <= dimension < len(inputs[name].shape):
            raise SystemExit(f"passes.py: {name} has {len(inputs[name].shape)} dimensions, from 0 on")
    return dict(axis)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends it, without a traceback
    main()
