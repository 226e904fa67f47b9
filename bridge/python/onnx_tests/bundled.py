"""The light models that come with onnx, made fit to be verified: constant weights would hide a mistake.

Every weight is a random number of a fixed seed, in double precision, scaled so that values stay finite and alive. The
batch has more than one element, and images have 96 x 64 instead of 224 x 224 pixels. Except when the tests soak, models
have an eighth of the channels, ShuffleNet half of them, which its groups need.
"""

import os
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.backend.test import __file__ as _backend

DATA = Path(_backend).parent / "data"
LIGHT = DATA / "light"
NAMES = sorted(path.stem.removeprefix("light_") for path in LIGHT.glob("*.onnx"))
BATCH, HEIGHT, WIDTH = 3, 96, 64
_SOAK = "FORCEDSPLIT_SOAK" in os.environ


def load(name):
    """Returns a model and the name of its image input."""
    proto = onnx.load(LIGHT / f"light_{name}.onnx")
    graph, original = proto.graph, _shapes(proto)
    parameters = {it.name for it in graph.initializer}
    image = next(info.name for info in graph.input if info.name not in parameters)
    weights = _thinned(proto, _weights(proto, original), 1 if _SOAK else 2 if name == "shufflenet" else 8)
    proto.ir_version = 4  # from here on an initializer need not be an input as well
    _replace(graph.node, [node for node in graph.node if node.op_type != "ConstantOfShape"])
    _replace(graph.initializer, [it for it in graph.initializer if it.name not in weights])
    _replace(graph.output, [_declared(output.name, None) for output in graph.output])
    _replace(graph.value_info, [])
    inputs = {image: (BATCH, original[image][1], HEIGHT, WIDTH)}
    while _fit(proto, original, inputs, weights):
        pass
    shapes = _shapes(proto)
    _replace(graph.input, [_declared(image, inputs[image])])
    _replace(graph.output, [_declared(output.name, shapes[output.name]) for output in graph.output])
    graph.initializer.extend(_filled(proto, weights, np.random.default_rng(1)))
    return proto, image


def _replace(field, items):
    items = list(items)
    del field[:]
    field.extend(items)


def _declared(name, shape):
    return helper.make_tensor_value_info(name, TensorProto.DOUBLE, shape)


def _shapes(proto):
    graph = onnx.shape_inference.infer_shapes(proto).graph
    infos = [*graph.input, *graph.value_info, *graph.output]
    shapes = {info.name: tuple(dim.dim_value for dim in info.type.tensor_type.shape.dim) for info in infos}
    return {**shapes, **{it.name: tuple(it.dims) for it in graph.initializer}}


def _weights(proto, shapes):
    """The shapes of the weights by name: initializers of real numbers, and constants that have a shape alone."""
    made = [node.output[0] for node in proto.graph.node if node.op_type == "ConstantOfShape"]
    given = [it.name for it in proto.graph.initializer if it.data_type == TensorProto.FLOAT]
    return {name: shapes[name] for name in made + given}


def _thinned(proto, weights, factor):
    """The shapes of the weights with so many times fewer channels; channels of the image, and one a group, stay."""
    for node in proto.graph.node:
        for attribute in node.attribute:
            if attribute.name == "group" and attribute.i == weights[node.input[1]][0]:
                attribute.i //= factor  # as many groups as channels
    return {name: _thin(shape, factor) for name, shape in weights.items()}


def _thin(shape, factor):
    channels, spatial = (shape, ()) if len(shape) < 4 or shape[:2] == (1, 1) else (shape[:2], shape[2:])
    return (*(n if n in (1, 3) else n // factor for n in channels), *spatial)


def _filled(proto, weights, random):
    """Random weights, scaled for the operator that reads them."""
    reader = {name: (node.op_type, i) for node in proto.graph.node for i, name in enumerate(node.input)}
    return [
        numpy_helper.from_array(_random(random, reader[name], shape), name)
        for name, shape in weights.items()
        if name in reader
    ]


def _random(random, reader, shape):
    """Numbers that keep the magnitude of what they are multiplied with, or are small beside it."""
    operator, index = reader
    if operator in ("Conv", "Gemm", "Reshape") and index < 2:
        return random.standard_normal(shape) * np.sqrt(2 / np.prod(shape[1:]))
    if operator in ("Conv", "Gemm") or (operator == "BatchNormalization" and index in (2, 3)):
        return random.standard_normal(shape) / 10
    return random.uniform(0.5, 1.5, shape)


def _fit(proto, original, inputs, weights):
    """Fits the first node that does not suit its new operands yet; returns whether there was one."""
    graph = proto.graph
    _replace(graph.input, [_declared(*it) for it in {**inputs, **weights}.items()])
    shapes = _shapes(proto)
    for node in graph.node:
        if node.op_type == "AveragePool" and _covers_all(node, original, shapes):
            return True
        if node.op_type == "Reshape" and node.input[1] != f"{node.output[0]} shape":
            target = _target(original[node.input[0]], original[node.output[0]], shapes[node.input[0]])
            node.input[1] = f"{node.output[0]} shape"
            graph.initializer.append(numpy_helper.from_array(np.array(target, np.int64), node.input[1]))
            return True
        if node.op_type == "Gemm" and node.input[1] in weights:
            fitting = weights[node.input[1]][0], shapes[node.input[0]][1]
            if weights[node.input[1]] != fitting:
                weights[node.input[1]] = fitting
                return True
    return False


def _covers_all(node, original, shapes):
    """Makes a pool that took all of the original image, as the last one does, take all of the new one; returns whether
    it did not do so yet."""
    kernel = next(it for it in node.attribute if it.name == "kernel_shape")
    before, now = original[node.input[0]][2:], shapes[node.input[0]][2:]
    if original[node.output[0]][2:] != (1, 1) or tuple(kernel.ints) == now or len(before) != len(now):
        return False
    _replace(kernel.ints, now)
    _replace(node.attribute, [it for it in node.attribute if it.name != "pads"])
    return True


def _target(source, result, shape):
    """What a reshaping of `source` to `result` becomes for an operand of another shape: dimensions are taken in groups
    of the same product; one that stays, or is merged, gets its new length, one that is split keeps all but the last.
    """
    target, i, j = [], 0, 0
    while j < len(result):
        old, group, first_i, first_j = source[i], result[j], i, j
        while old != group:
            if old < group:
                i += 1
                old *= source[i]
            else:
                j += 1
                group *= result[j]
        i, j = i + 1, j + 1
        new = int(np.prod(shape[first_i:i]))
        parts = list(result[first_j:j])
        parts[-1] = new // int(np.prod(parts[:-1]))
        target += parts
        while j == len(result) and i < len(source):
            target[-1] *= shape[i]  # trailing ones
            i += 1
    return target


# Texts, sequences of tensors, roots of negative numbers, and pooling that takes the evaluator's loops long.
_NOT_TESTED = ("strnorm", "sequence", "operator_pow", "operator_sqrt", "MaxPool2d_stride_padding_dilation")
_FOLDERS = [path for name in ("pytorch-converted", "pytorch-operator", "simple") for path in (DATA / name).iterdir()]
OPERATOR_TESTS = sorted(
    f"{path.parent.name}/{path.name}" for path in _FOLDERS if not any(word in path.name for word in _NOT_TESTED)
)
# All that is there, as it is.
FILES = sorted([*LIGHT.glob("*.onnx"), *(path / "model.onnx" for path in _FOLDERS)])


def operator_test(name):
    """Returns a model of an operator, and the inputs that come with it."""
    proto = onnx.load(DATA / name / "model.onnx")
    parameters = {it.name for it in proto.graph.initializer}
    inputs = [info.name for info in proto.graph.input if info.name not in parameters]
    feeds = {}
    for i, input_name in enumerate(inputs):
        tensor = onnx.load_tensor(DATA / name / "test_data_set_0" / f"input_{i}.pb")
        feeds[input_name] = numpy_helper.to_array(tensor)
    return proto, feeds
