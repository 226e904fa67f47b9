"""Reads an ONNX model: nodes in order, the static shape of every tensor, and what is constant."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import numpy as np
import onnx
import onnx.checker
import onnx.inliner
import onnx.parser
import onnx.shape_inference
from google.protobuf.message import DecodeError
from onnx import helper, numpy_helper

from .reference import evaluator

# What targets of Reshape, axes and the like are computed with in models; that far they are computed beforehand.
_FOLDED = {
    *("Add", "Cast", "Concat", "Constant", "Div", "Gather", "Identity", "Mul", "ReduceProd", "Shape", "Size", "Slice"),
    *("Squeeze", "Sub", "Unsqueeze"),
}
_SMALL = 64


class ModelError(ValueError):
    """What is wrong with a model, in one line."""

    def __init__(self, text):
        super().__init__(" ".join(str(text).split()))


@dataclass
class Tensor:
    """What is known of a tensor before anything is evaluated; shape is None where shape inference did not find it."""

    name: str
    shape: Optional[tuple] = None
    dtype: Any = None


@dataclass
class Model:
    """A model whose functions are inlined.

    proto:     the model, with the shapes that were inferred
    nodes:     in an order in which operands come before readers
    inputs:    tensors that the caller feeds
    constants: initializers and what follows from constants, by name
    tensors:   by name
    """

    proto: onnx.ModelProto
    nodes: list
    inputs: list
    constants: dict
    tensors: dict

    @property
    def outputs(self):
        return [output.name for output in self.proto.graph.output]

    def dimensions(self, name):
        """Of each dimension of an input the length, or the name, or None if it has neither; None without a shape."""
        kind = next(info.type.tensor_type for info in self.proto.graph.input if info.name == name)
        return _dimensions(kind)


def read(source, sizes=None):
    """Returns the Model of a file or ModelProto; a ModelError says what is wrong with it.

    sizes: lengths of symbolic dimensions by their name
    """
    proto = source if isinstance(source, onnx.ModelProto) else _loaded(Path(source))
    proto = _inferred(proto, sizes or {})
    graph = proto.graph
    constants = {it.name: numpy_helper.to_array(it) for it in graph.initializer}
    infos = [*graph.input, *graph.value_info, *graph.output]
    tensors = {info.name: _tensor(info) for info in infos}
    for name, array in constants.items():
        tensors[name] = Tensor(name, array.shape, array.dtype)
    opsets = {_domain(it.domain): it.version for it in proto.opset_import}
    nodes = [Node(node, opsets, constants, tensors) for node in graph.node]
    read_names = {name for node in nodes for name in [*node.inputs, *node.captured]} | {it.name for it in graph.output}
    for node in nodes:
        node.drop_unread(read_names)
        node.fold()
    inputs = [tensors[info.name] for info in graph.input if info.name not in constants]
    return Model(proto, nodes, inputs, constants, tensors)


def _loaded(path):
    """A model from a file, which may be in ONNX's text form."""
    try:
        if path.suffix == ".onnxtxt":
            return onnx.parser.parse_model(path.read_text(encoding="utf-8"))
        return onnx.load(path)
    except onnx.parser.ParseError as fault:
        raise ModelError(fault.args[0].decode(errors="replace")) from None
    except (DecodeError, UnicodeDecodeError, onnx.checker.ValidationError) as fault:
        raise ModelError(fault) from None


def _inferred(proto, sizes):
    """The model, found to be a right one, with its functions inlined, lengths set, and the shapes that follow."""
    try:
        onnx.checker.check_model(proto)
        proto = onnx.inliner.inline_local_functions(proto)
        for name in _sparse(proto.graph):
            raise ModelError(f"{name} is sparse, which is not supported")
        _set_sizes(proto.graph, sizes)
        return onnx.shape_inference.infer_shapes(proto, strict_mode=True, data_prop=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as fault:
        raise ModelError(fault) from None


def _sparse(graph):
    """Names of constants that are sparse."""
    constants = [node for node in graph.node if any(it.HasField("sparse_tensor") for it in node.attribute)]
    return [*(it.values.name for it in graph.sparse_initializer), *(node.output[0] for node in constants)]


def _set_sizes(graph, sizes):
    infos = [*graph.input, *graph.output, *graph.value_info]
    named = [dim for info in infos for dim in info.type.tensor_type.shape.dim if dim.dim_param]
    names = dict.fromkeys(dim.dim_param for dim in named)
    for name in sizes:
        if name not in names:
            raise ModelError(f"no dimension is called {name}; there is {', '.join(names) or 'none with a name'}")
    for dim in named:
        if dim.dim_param in sizes:
            dim.dim_value = sizes[dim.dim_param]


def _tensor(info):
    kind = info.type.tensor_type
    if not info.type.HasField("tensor_type") or not kind.elem_type:
        return Tensor(info.name)
    dims = _dimensions(kind)
    known = dims is not None and all(isinstance(dim, int) for dim in dims)
    return Tensor(info.name, tuple(dims) if known else None, helper.tensor_dtype_to_np_dtype(kind.elem_type))


def _dimensions(kind):
    """As Model.dimensions; some files have a negative number where a length is not known."""
    if not kind.HasField("shape"):
        return None
    lengths = [dim.dim_value if dim.HasField("dim_value") else -1 for dim in kind.shape.dim]
    return [n if n >= 0 else dim.dim_param or None for n, dim in zip(lengths, kind.shape.dim)]


class Node:
    """One node of the graph, and how to run it alone.

    inputs:   names of its operands, "" where an optional one is left out
    captured: names of outer tensors that its subgraphs read
    outputs:  its results as tensors, up to the last that something reads; None where nothing reads one
    """

    def __init__(self, proto, opsets, constants, tensors):
        self.proto, self._opsets, self._constants, self._tensors = proto, opsets, constants, tensors
        self.op = f"{proto.domain}.{proto.op_type}" if _domain(proto.domain) else proto.op_type
        self.opset = opsets.get(_domain(proto.domain), 0)
        self.attributes = {it.name: helper.get_attribute_value(it) for it in proto.attribute}
        self.inputs = list(proto.input)
        self.captured = sorted(_captured(proto))
        self.outputs = [tensors.setdefault(name, Tensor(name)) if name else None for name in proto.output]

    def attribute(self, name, default=None):
        value = self.attributes.get(name, default)
        return value.decode() if isinstance(value, bytes) else value

    def fresh(self, name):
        """That name, with primes where a tensor of the model has it."""
        while name in self._tensors:
            name += "'"
        return name

    def constant(self, index):
        """The value of an operand as an array; None if it is left out, or not known before the evaluation."""
        return self._constants.get(self.inputs[index]) if index < len(self.inputs) else None

    def given(self, index):
        """Whether an optional operand is given."""
        return index < len(self.inputs) and self.inputs[index] != ""

    def drop_unread(self, names):
        """Forgets the results that are not among `names`."""
        outputs = [output if output and output.name in names else None for output in self.outputs]
        while outputs and outputs[-1] is None:
            outputs.pop()
        self.outputs = outputs

    def fold(self):
        """Computes what is known before the evaluation: constants, shapes, and small integers that follow from them."""
        if self.op not in _FOLDED or not self.outputs or not self._is_folded(self.outputs[0]):
            return
        operands = [self._folded(name) for name in self.inputs]
        if all(array is not None for array in operands):
            with np.errstate(all="ignore"):
                self._constants.update(zip(self.proto.output, self.call(operands)))

    def _is_folded(self, output):
        if self.op == "Constant":
            return True
        return output.dtype in (np.int64, np.int32) and output.shape is not None and np.prod(output.shape) <= _SMALL

    def _folded(self, name):
        """A constant; for an operator that asks for the shape alone, anything of that shape."""
        tensor = self._tensors.get(name)
        if self.op in ("Shape", "Size") and tensor and tensor.shape is not None:
            return np.broadcast_to(np.zeros((), tensor.dtype), tensor.shape)
        return self._constants.get(name)

    def call(self, operands, outputs: Optional[int] = None, **attributes: Any):
        """Runs the node with onnx's reference evaluator; returns its first `outputs` results, all of them by default.

        operands:   arrays, None where one is left out; those of `captured` come last
        attributes: to be used instead of the node's own
        """
        explicit = operands[: len(operands) - len(self.captured)]
        names = [self.fresh(f"operand {i}") if array is not None else "" for i, array in enumerate(explicit)]
        names += self.captured
        results = [self.fresh(f"result {i}") for i in range(outputs or len(self.proto.output))]
        node = onnx.NodeProto()
        node.CopyFrom(self.proto)
        del node.input[:], node.output[:], node.attribute[:]
        node.input.extend(names[: len(explicit)])
        node.output.extend(results)
        node.attribute.extend(it for it in self.proto.attribute if it.name not in attributes)
        node.attribute.extend(helper.make_attribute(name, it) for name, it in attributes.items() if it is not None)
        fed = {name: array for name, array in zip(names, operands) if name}
        infos = [helper.make_tensor_value_info(name, _element(array), None) for name, array in fed.items()]
        wanted = [helper.make_empty_tensor_value_info(name) for name in results]
        opsets = [helper.make_opsetid(domain, version) for domain, version in self._opsets.items()]
        graph = helper.make_graph([node], "one node", infos, wanted)
        return evaluator(helper.make_model(graph, opset_imports=opsets)).run(None, fed)


def _element(array):
    return helper.np_dtype_to_tensor_dtype(array.dtype)


def _captured(node):
    """The names that a node's subgraphs read from outside."""
    names = set()
    for attribute in node.attribute:
        for graph in [attribute.g] if attribute.HasField("g") else attribute.graphs:
            own = {it.name for it in [*graph.input, *graph.initializer]}
            own |= {it.values.name for it in graph.sparse_initializer}
            for inner in graph.node:
                names |= ({name for name in inner.input if name} | _captured(inner)) - own
                own |= set(inner.output)
            names |= {it.name for it in graph.output} - own
    return names


def _domain(name):
    """ONNX's own domain has two names."""
    return "" if name == "ai.onnx" else name
