"""onnx's reference evaluator, with corrections.

Where it is wrong otherwise, models are to be avoided: pooling over one axis alone, or with padding that is not the same
on all sides.
"""

import numpy as np
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun


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
    """Up to version 13. The evaluator's own normalizes with the statistics of its operand, as in training."""

    op_domain = ""

    def _run(self, x, scale, bias, mean, variance, epsilon=None, **_):
        scale, bias, mean, variance = (it.reshape(-1, *(1,) * (x.ndim - 2)) for it in (scale, bias, mean, variance))
        return (((x - mean) / np.sqrt(variance + epsilon) * scale + bias).astype(x.dtype),)


class Softmax(OpRun):
    """Up to version 12, when it was over all dimensions from its own on, the second one by default."""

    op_domain = ""

    def _run(self, x, axis=None):
        given = [attribute.i for attribute in self.onnx_node.attribute]  # `axis` has a later version's default
        axes = tuple(range((given or [1])[0] % x.ndim, x.ndim))
        exponentials = np.exp(x - x.max(axis=axes, keepdims=True))
        return (exponentials / exponentials.sum(axis=axes, keepdims=True),)


def evaluator(proto):
    """Returns the evaluator of a ModelProto."""
    version = max((it.version for it in proto.opset_import if it.domain in ("", "ai.onnx")), default=0)
    corrections = [LRN] + [BatchNormalization] * (version < 14) + [Softmax] * (version < 13)
    return ReferenceEvaluator(proto, new_ops=corrections)
