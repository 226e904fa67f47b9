"""onnx's reference evaluator, with corrections.

Where it is wrong otherwise, models are to be avoided: pooling over one axis alone, with padding that is not the same on
all sides, with ceil_mode or SAME_LOWER, and AveragePool and LpPool with dilations; negative pads.
"""

import numpy as np
from onnx import NodeProto
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun
from onnx.reference.ops import op_scan


class LRN(OpRun):
    """The evaluator's own normalizes only as many channels as the batch has elements."""

    op_domain = ""

    def _run(self, x, alpha=None, beta=None, bias=None, size=None):
        channels = x.shape[1]
        before, after = (size - 1) // 2, size // 2
        squares = [
            np.sum(np.square(x[:, max(c - before, 0) : c + after + 1]), axis=1, keepdims=True) for c in range(channels)
        ]
        total = np.concatenate(squares, axis=1)
        return ((x / (bias + alpha / size * total) ** beta).astype(x.dtype),)


class BatchNormalization(OpRun):
    """Up to version 13, when it trained if it had results beside the first. The evaluator's own always takes statistics
    of its operand."""

    op_domain = ""

    def _run(self, x, scale, bias, mean, variance, epsilon=None, momentum=None, **_):
        if len(self.onnx_node.output) == 1:
            return (_normalized(x, scale, bias, mean, variance + epsilon),)
        others = tuple(dim for dim in range(x.ndim) if dim != 1)
        own_mean, own_variance = x.mean(others), x.var(others)
        running = [
            (momentum * before + (1 - momentum) * own).astype(x.dtype)
            for before, own in ((mean, own_mean), (variance, own_variance))
        ]
        return (_normalized(x, scale, bias, own_mean, own_variance + epsilon), *running, own_mean, own_variance)


def _normalized(x, *parameters):
    scale, bias, mean, variance = (it.reshape(-1, *(1,) * (x.ndim - 2)) for it in parameters)
    return ((x - mean) / np.sqrt(variance) * scale + bias).astype(x.dtype)


class Softmax(OpRun):
    """Up to version 12, when it was over all dimensions from its own on, the second one by default."""

    op_domain = ""

    def _run(self, x, axis=None):
        below, total = self._exponents(x)
        return (np.exp(below) / total,)

    def _exponents(self, x):
        """The differences to the largest element, and the sum of their exponentials."""
        given = [attribute.i for attribute in self.onnx_node.attribute]  # `axis` has a later version's default
        axes = tuple(range((given or [1])[0] % x.ndim, x.ndim))
        below = x - x.max(axis=axes, keepdims=True)
        return below, np.exp(below).sum(axis=axes, keepdims=True)


class LogSoftmax(Softmax):
    """As Softmax; the evaluator's own takes a logarithm of that of later versions."""

    def _run(self, x, axis=None):
        below, total = self._exponents(x)
        return (below - np.log(total),)


class LpNormalization(OpRun):
    """The evaluator's own sums elements up as they are, with their signs, if p is 1."""

    op_domain = ""

    def _run(self, x, axis=None, p=None):
        norm = np.linalg.norm(x, ord=p, axis=axis, keepdims=True)
        return (np.where(norm == 0, 0, x / norm).astype(x.dtype),)


class Scan(op_scan.Scan):
    """The evaluator's own goes along the first dimension only."""

    op_domain = ""

    def __init__(self, node, run_params):
        plain = NodeProto()
        plain.CopyFrom(node)
        axes = {it.name: list(it.ints) for it in node.attribute if it.name in ("scan_input_axes", "scan_output_axes")}
        for attribute in [it for it in plain.attribute if it.name in axes]:
            plain.attribute.remove(attribute)
        super().__init__(plain, run_params)
        self.axes = axes

    def _run(self, *operands, **attributes):
        states = len(operands) - self.num_scan_inputs
        operands = self._moved(operands, "scan_input_axes", states, lambda x, axis: np.moveaxis(x, axis, 0))
        results = super()._run(*operands, **attributes)
        return tuple(self._moved(results, "scan_output_axes", states, lambda x, axis: np.moveaxis(x, 0, axis)))

    def _moved(self, arrays, name, states, move):
        scanned = arrays[states:]
        return [*arrays[:states], *map(move, scanned, self.axes.get(name, [0] * len(scanned)))]


def evaluator(proto):
    """Returns the evaluator of a ModelProto."""
    version = max((it.version for it in proto.opset_import if it.domain in ("", "ai.onnx")), default=0)
    corrections = [LRN, LpNormalization, Scan]
    if version < 14:
        corrections.append(BatchNormalization)
    if version < 13:
        corrections += [Softmax, LogSoftmax]
    return ReferenceEvaluator(proto, new_ops=corrections)
