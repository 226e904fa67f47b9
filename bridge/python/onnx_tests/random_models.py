"""Random small models out of the table's operators, for hypothesis. Numbers stay near 1, and their rounding small."""

import numpy as np
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper

_LARGEST = 600  # elements


class Model:
    """A model that grows by one node at a time."""

    def __init__(self, draw):
        self.draw = draw
        self.nodes, self.initializers = [], []
        shape = tuple(draw(st.lists(st.integers(2, 6), min_size=2, max_size=3)))
        self.shapes = {"x": shape}

    def add(self, op, inputs, shape, **attributes):
        """Adds a node with one result."""
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, inputs, [name], **attributes))
        self.shapes[name] = tuple(int(n) for n in shape)

    def constant(self, array):
        """Adds a constant and returns its name."""
        name = f"c{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(array, name))
        return name

    def weights(self, *shape):
        return self.constant(np.random.default_rng(len(self.nodes)).uniform(-1, 1, shape))

    def integers(self, *numbers):
        return self.constant(np.array(numbers, np.int64))

    def pick(self, fits=lambda shape: True):
        """A value whose shape fits, with its shape; (None, None) if there is none."""
        names = [name for name, shape in self.shapes.items() if fits(shape)]
        name = self.draw(st.sampled_from(names)) if names else None
        return name, self.shapes.get(name)

    def axis(self, shape):
        return self.draw(st.integers(0, len(shape) - 1))

    def proto(self):
        read = {name for node in self.nodes for name in node.input}
        outputs = [name for name in self.shapes if name not in read]
        infos = [
            [helper.make_tensor_value_info(n, TensorProto.DOUBLE, self.shapes[n]) for n in its]
            for its in (["x"], outputs)
        ]
        graph = helper.make_graph(self.nodes, "random", *infos, self.initializers)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)


def unary(model):
    name, shape = model.pick()
    model.add(model.draw(st.sampled_from(["Tanh", "Neg", "Relu", "Sigmoid"])), [name], shape)


def binary(model):
    first, shape = model.pick()
    second, other = model.pick(lambda other: _broadcast(shape, other) is not None)
    op = model.draw(st.sampled_from(["Add", "Sub", "Max"]))
    model.add(op, [first, second], _broadcast(shape, other))


def _broadcast(*shapes):
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        return None
    return shape if np.prod(shape) <= _LARGEST else None


def transpose(model):
    name, shape = model.pick()
    order = model.draw(st.permutations(range(len(shape))))
    model.add("Transpose", [name], [shape[dim] for dim in order], perm=order)


def product(model):
    first, shape = model.pick(lambda shape: len(shape) >= 2)
    second, other = model.pick(lambda other: len(other) == 2 and other[0] == shape[-1])
    if second is None or model.draw(st.booleans()):
        second, other = model.weights(shape[-1], 3), (shape[-1], 3)
    model.add("MatMul", [first, second], [*shape[:-1], other[-1]])
    model.add("Tanh", [f"v{len(model.nodes) - 1}"], [*shape[:-1], other[-1]])


def gemm(model):
    name, shape = model.pick(lambda shape: len(shape) == 2)
    if name:
        operands = [name, model.weights(3, shape[0]), model.weights(3)]
        model.add("Gemm", operands, [shape[1], 3], transA=1, transB=1, alpha=0.5)


def reduction(model):
    name, shape = model.pick()
    axes = sorted(model.draw(st.sets(st.integers(0, len(shape) - 1), min_size=1)))
    keep = len(axes) == len(shape) or model.draw(st.booleans())
    op = model.draw(st.sampled_from(["ReduceMean", "ReduceMax", "ReduceMin", "ReduceLogSumExp", "ReduceL2"]))
    left = [1 if dim in axes else n for dim, n in enumerate(shape) if keep or dim not in axes]
    model.add(op, [name, model.integers(*axes)], left, keepdims=int(keep))


def softmax(model):
    name, shape = model.pick()
    model.add(model.draw(st.sampled_from(["Softmax", "LogSoftmax"])), [name], shape, axis=model.axis(shape))


def layer_normalization(model):
    name, shape = model.pick()
    axis = model.axis(shape)
    model.add("LayerNormalization", [name, model.weights(*shape[axis:])], shape, axis=axis, epsilon=0.1)


def concat(model):
    first, shape = model.pick(lambda shape: 2 * np.prod(shape) <= _LARGEST)
    if first:
        second, _ = model.pick(lambda other: other == shape)
        axis = model.axis(shape)
        joined = [n * (1 + (dim == axis)) for dim, n in enumerate(shape)]
        model.add("Concat", [first, second], joined, axis=axis)


def slice_(model):
    name, shape = model.pick(lambda shape: max(shape, default=0) > 1)
    if name:
        axis = model.draw(st.sampled_from([dim for dim, n in enumerate(shape) if n > 1]))
        left = [n - (dim == axis) for dim, n in enumerate(shape)]
        operands = [name, model.integers(1), model.integers(shape[axis]), model.integers(axis)]
        model.add("Slice", operands, left)


def pad(model):
    name, shape = model.pick(lambda shape: 2 * np.prod(shape) <= _LARGEST)
    if name:
        axis = model.axis(shape)
        pads = [int(dim == axis) for dim in range(len(shape))]
        model.add("Pad", [name, model.integers(*pads, *[0] * len(shape))], np.add(shape, pads))


def reshape(model):
    name, shape = model.pick(lambda shape: len(shape) >= 2)
    if name:
        at = model.draw(st.integers(0, len(shape) - 2))
        merged = [*shape[:at], shape[at] * shape[at + 1], *shape[at + 2 :]]
        target = model.draw(st.sampled_from([merged, [*shape[: at + 1], 1, *shape[at + 1 :]]]))
        if len(target) <= 4:
            model.add("Reshape", [name, model.integers(*target)], target)


def gather(model):
    name, shape = model.pick()
    axis = model.axis(shape)
    left = [2 if dim == axis else n for dim, n in enumerate(shape)]
    model.add("Gather", [name, model.integers(shape[axis] - 1, 0)], left, axis=axis)


def cumulative_sum(model):
    name, shape = model.pick()
    axis = model.constant(np.array(model.axis(shape)))
    model.add("CumSum", [name, axis], shape, reverse=model.draw(st.integers(0, 1)))


def convolution(model):
    name, shape = model.pick(lambda shape: len(shape) == 3 and shape[2] > 2)
    if name:
        stride = model.draw(st.integers(1, 2))
        operands = [name, model.weights(3, shape[1], 3), model.weights(3)]
        model.add("Conv", operands, [shape[0], 3, (shape[2] - 1) // stride + 1], pads=[1, 1], strides=[stride])


def unknown(model):
    name, shape = model.pick(lambda shape: len(shape) >= 2)
    if name:
        model.add("Trilu", [name], shape)


_STEPS = [
    *(unary, binary, transpose, product, gemm, reduction, softmax, layer_normalization, concat, slice_, pad, reshape),
    *(gather, cumulative_sum, convolution, unknown),
]


@st.composite
def models(draw):
    """A model, and a dimension of its input x."""
    model = Model(draw)
    for step in draw(st.lists(st.sampled_from(_STEPS), min_size=1, max_size=10)):
        step(model)
    if not model.nodes:
        unary(model)
    return model.proto(), model.axis(model.shapes["x"])
