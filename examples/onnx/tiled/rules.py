"""The table: what each operator makes of the tiled axis.

A row's rule is given an operator one of whose operands has the axis, and returns its values; None where the row's
reason does not hold. Then, as for an operator that is not in the table, all operands are needed whole, for another
reason, and the result is made at once and has no axis any more.
"""

from dataclasses import dataclass
from typing import Callable, NamedTuple

from .contractions import einsum, gemm, matmul
from .elementwise import channelwise, dropout, elementwise
from .movements import blocks, concat, expand, lookup, pad, reshape, resize, slice_, split, tile, transpose
from .operators import Operator
from .recurrences import cumulative_sum, recurrent, scan
from .reductions import (
    global_pooling,
    instance_normalization,
    layer_normalization,
    lp_normalization,
    position,
    reduction,
    softmax,
)
from .values import Value, Way
from .windows import convolution, local_response, pooling, transposed_convolution


class Row(NamedTuple):
    operators: tuple[str, ...]
    rule: Callable
    reason: str


def _row(operators, rule, reason):
    return Row(tuple(operators.split()), rule, reason)


def needs_whole(it):
    """The rule of what is not known to keep any slice."""
    return it.whole()


TABLE = {
    "elementwise": _row(
        "Abs Acos Acosh Add And Asin Asinh Atan Atanh BitShift BitwiseAnd BitwiseNot BitwiseOr BitwiseXor Cast Ceil "
        "Celu Clip Cos Cosh Div Elu Equal Erf Exp Floor Gelu Greater GreaterOrEqual HardSigmoid HardSwish Identity "
        "IsInf IsNaN LeakyRelu Less LessOrEqual Log Max Mean Min Mish Mod Mul Neg Not Or PRelu Pow Reciprocal Relu "
        "Round Selu Shrink Sigmoid Sign Sin Sinh Softplus Softsign Sqrt Sub Sum Tan Tanh ThresholdedRelu Where Xor",
        elementwise,
        "each element comes from the elements at its own place: the slice is kept; an operand that is broadcast along "
        "the axis, or has it in another place, is needed whole",
    ),
    "dropout": _row("Dropout", dropout, "it is the identity when not training: the slice is kept"),
    "channelwise": _row(
        "BatchNormalization",
        channelwise,
        "its statistics are operands, one a channel: every element by itself, so the slice is kept",
    ),
    "product": _row(
        "MatMul",
        matmul,
        "a row, column or batch of the result comes from that of one operand and needs the other one whole; over the "
        "summed index each trip adds its product of slices",
    ),
    "gemm": _row(
        "Gemm",
        gemm,
        "like MatMul; the addend comes once, to the complete sum",
    ),
    "einsum": _row(
        "Einsum",
        einsum,
        "an index that the result has is kept; over one that it does not have each trip adds its part",
    ),
    "convolution": _row(
        "Conv",
        convolution,
        "over a spatial axis a slice needs the rows around its own (the halo), so the input is needed beyond its slice "
        "unless the window is one element; over input channels it is a sum, to which the bias comes once",
    ),
    "pooling": _row(
        "AveragePool LpPool MaxPool",
        pooling,
        "over a spatial axis windows cross the borders of slices, even windows that do not overlap: no number of tiles "
        "must divide the lengths; batch and channels keep their slice",
    ),
    "transposed convolution": _row(
        "ConvTranspose",
        transposed_convolution,
        "an element of the input spreads over several of the result: over a spatial axis and channels it needs the "
        "whole input; the batch keeps its slice",
    ),
    "local response": _row(
        "LRN",
        local_response,
        "the window lies along the channels: they are needed beyond the slice, every other axis keeps it",
    ),
    "reduction": _row(
        "ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum "
        "ReduceSumSquare",
        reduction,
        "each trip adds its slice's part; what follows the sum (division, root, logarithm) is not linear and needs the "
        "complete one. Over other dimensions the slice is kept",
    ),
    "global pooling": _row(
        "GlobalAveragePool GlobalMaxPool",
        global_pooling,
        "a reduction over the spatial dimensions",
    ),
    "softmax": _row(
        "Hardmax LogSoftmax Softmax",
        softmax,
        "over the axis it is a pair of reductions, the largest element and then the sum of exponentials below it, and "
        "a quotient that needs both complete (Hardmax: whole); over other dimensions the slice is kept",
    ),
    "layer normalization": _row(
        "LayerNormalization",
        layer_normalization,
        "over the axis it is a sum, then a sum of squared deviations from the complete mean, then a slice that needs "
        "both",
    ),
    "instance normalization": _row(
        "InstanceNormalization",
        instance_normalization,
        "like LayerNormalization, over the spatial dimensions; batch and channels keep their slice",
    ),
    "norm": _row(
        "LpNormalization",
        lp_normalization,
        "over the axis a sum of powers, then a quotient that needs it complete",
    ),
    "position": _row(
        "ArgMax ArgMin TopK",
        position,
        "positions are positions in the whole: along its own dimension it needs the whole, along others the slice is "
        "kept",
    ),
    "reshape": _row(
        "Flatten Reshape Squeeze Unsqueeze",
        reshape,
        "the slice is kept where the axis stays a dimension with as many elements before it; where it is merged or "
        "split, slices mix",
    ),
    "transpose": _row("Transpose", transpose, "the slice is kept, in another dimension"),
    "expand": _row("Expand", expand, "broadcasting along other dimensions keeps the slice"),
    "concat": _row(
        "Concat",
        concat,
        "along the axis the tiles of the result are not those of its operands: they are needed beyond their slice; "
        "along another dimension each slice joins the operands' slices",
    ),
    "split": _row("Split", split, "like Concat: along the axis the parts have other tiles than the whole"),
    "slice": _row("Slice", slice_, "cut along the axis, what is left has other tiles; along others the slice is kept"),
    "pad": _row("Pad", pad, "padded along the axis, the result has other tiles; along others the slice is kept"),
    "tile": _row("Tile", tile, "repeated along the axis, a slice needs other slices; along others it is kept"),
    "resize": _row(
        "Resize Upsample", resize, "a length that changes needs elements from other slices; one that stays keeps them"
    ),
    "blocks": _row(
        "DepthToSpace SpaceToDepth",
        blocks,
        "blocks mix channels and both spatial dimensions; the batch keeps its slice",
    ),
    "lookup": _row(
        "Gather",
        lookup,
        "every slice of the indices looks up its own, anywhere in the data, which is needed whole along the dimension "
        "that is looked up; along others the data keep their slice",
    ),
    "cumulative sum": _row(
        "CumSum",
        cumulative_sum,
        "each trip goes on from the sum so far: the slice is kept, from the first to the last; backwards or "
        "exclusively it needs the whole",
    ),
    "recurrent": _row(
        "GRU LSTM RNN",
        recurrent,
        "forwards along the sequence each trip goes on from the state that the trip before has left: what is made of a "
        "step is a slice, the state is complete only after the loop; backwards it needs the whole; the batch keeps its "
        "slice",
    ),
    "scan": _row(
        "Scan",
        scan,
        "forwards along the scanned dimension each trip goes on from the state: scanned results are slices, the state "
        "is complete only after the loop; any other axis is needed whole, the body is not looked into",
    ),
    "subgraph": _row(
        "If Loop",
        needs_whole,
        "the body is not looked into: its operands and what it captures are needed whole, so a state that it carries "
        "is one of complete values",
    ),
}

BY_OPERATOR = {operator: row for row in TABLE.values() for operator in row.operators}
UNKNOWN = Row((), needs_whole, "not in the table, so it is taken to need all of its operands whole")
NO_SHAPE = Row((), needs_whole, "the shape is not known, so it is taken to need all of its operands whole")
UNTOUCHED = Row((), needs_whole, "no operand has the axis")
OTHERWISE = (
    "what the table says of it does not hold for these operands and attributes, so all operands are needed whole"
)


@dataclass(frozen=True)
class Program:
    """The values of a model's tiled evaluation, operands before readers.

    values:  by name
    outputs: the names of the model's outputs
    unknown: by operator that meets the axis and is not in the table, or whose shapes are not known, the nodes' first
             results
    """

    values: dict
    outputs: list
    unknown: dict


def apply(model, axes):
    """Returns the Program of a model. axes: the dimension that is tiled, by the names of inputs that have it."""
    made = {it.name: _given(it, axes.get(it.name)) for it in model.inputs}
    made.update({name: _given(model.tensors[name], None) for name in model.constants})
    unknown = {}
    for node in model.nodes:
        if all(output is None or output.name in made for output in node.outputs):
            continue  # constants, or results that nothing reads
        row, values = _values(node, made)
        if row in (UNKNOWN, NO_SHAPE):
            unknown.setdefault(node.op, []).append(node.proto.output[0])
        made.update({value.name: value for value in values})
    return Program(made, model.outputs, unknown)


def _given(tensor, axis):
    return Value(tensor.name, Way.WHOLE, axis, tensor.shape, tensor.dtype)


def _values(node, made):
    read = [made[name] for name in [*node.inputs, *node.captured] if name]
    row = BY_OPERATOR.get(node.op, UNKNOWN)
    if all(it.axis is None for it in read):
        row = UNTOUCHED
    elif row is not UNKNOWN and any(it.shape is None for it in [*read, *filter(None, node.outputs)]):
        row = NO_SHAPE
    values = row.rule(Operator(node, made, row))
    return row, values or Operator(node, made, row._replace(reason=OTHERWISE)).whole()
