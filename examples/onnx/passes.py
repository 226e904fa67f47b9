"""Which passes a tiled evaluation of an ONNX model needs, and why.

    python passes.py MODEL.onnx --axis INPUT:DIMENSION [--size NAME=LENGTH] [--out GRAPH.fslg]

For every pass it prints what forced it, with the reason in the table of rules, and what is evaluated in it.
INPUT:DIMENSION is the axis that is tiled, a batch or sequence or spatial dimension; --axis is repeated where several
inputs have it. --size tells the length of a dimension that the model only names, and is repeated for others.
MODEL.onnxtxt is ONNX's text form.
"""

import argparse
import signal
import textwrap
from pathlib import Path

import forcedsplit
from tiled import model, roles, rules


def main():
    arguments = _arguments()
    try:
        tiling = _tiling(arguments)
    except OSError as fault:
        raise SystemExit(f"passes.py: {fault}") from None
    except model.ModelError as fault:
        raise SystemExit(f"passes.py: {arguments.model}: {fault}") from None
    if arguments.out:
        _write(arguments.out, tiling.graph)
    count = tiling.levels.max_pass + 1
    print(f"{Path(arguments.model).name} in tiles of {tiling.axis}: {count} pass{'es' * (count > 1)}")
    for number in range(count):
        _print_pass(tiling, number)
    for operator, names in tiling.program.unknown.items():
        print(f"needed whole, for want of a rule or a shape: {operator} ({len(names)}): {_shortened(names)}")


def _tiling(arguments):
    axis, sizes = _once(arguments.axis, "--axis"), _once(arguments.size, "--size")
    read = model.read(arguments.model, sizes)
    _check(read, axis)
    called = ", ".join(f"{name}:{dimension}" for name, dimension in axis.items())
    return roles.tiling(rules.apply(read, axis), called)


def _write(path, graph):
    try:
        Path(path).write_bytes(graph)
    except OSError as fault:
        raise SystemExit(f"passes.py: {fault}") from None


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
    parser.add_argument("--axis", metavar="INPUT:DIMENSION", action="append", required=True, type=_dimension)
    parser.add_argument("--size", metavar="NAME=LENGTH", action="append", default=[], type=_size)
    parser.add_argument("--out", metavar="GRAPH.fslg")
    return parser.parse_args()


def _dimension(text):
    return _pair(text, ":", "INPUT:DIMENSION, as in x:0")


def _size(text):
    return _pair(text, "=", "NAME=LENGTH, as in batch=8")


def _pair(text, separator, form):
    """A name and a number that is not negative, as ONNX holds it: in 64 bits."""
    name, _, number = text.rpartition(separator)
    if not name or not number.isdecimal() or int(number) >= 2**63:
        raise argparse.ArgumentTypeError(f"{text} is not {form}")
    return name, int(number)


def _once(pairs, option):
    """The numbers by name, each of which is there once."""
    numbers = dict(pairs)
    if len(numbers) < len(pairs):
        twice = next(name for i, (name, _) in enumerate(pairs) if name in dict(pairs[:i]))
        raise SystemExit(f"passes.py: {option} tells {twice} twice")
    return numbers


def _check(read, axis):
    """Ends the program unless these are dimensions of inputs whose shapes are known."""
    inputs = {it.name: it for it in read.inputs}
    for name, dimension in axis.items():
        if name not in inputs:
            raise SystemExit(f"passes.py: no input is called {name}; there is {', '.join(inputs) or 'none'}")
        if inputs[name].shape is None:
            raise SystemExit(f"passes.py: {_missing(read, name)}")
        if dimension >= len(inputs[name].shape):
            raise SystemExit(f"passes.py: {name} has {len(inputs[name].shape)} dimensions, from 0 on")


def _missing(read, name):
    """What is not known of an input's shape, and whether --size can tell it."""
    dims = read.dimensions(name)
    if dims is None:
        return f"{name} has no shape that could be tiled"
    named = dict.fromkeys(dim for dim in dims if isinstance(dim, str))
    unnamed = [str(i) for i, dim in enumerate(dims) if dim is None]
    told = [f"--size tells {', '.join(named)}"] if named else []
    untold = [f"without a name, which --size needs: dimension {', '.join(unnamed)}"] if unnamed else []
    return "; ".join([f"not all lengths of {name} are known", *told, *untold])


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends it, without a traceback
    main()
