"""Rules of operators that go along a sequence. Along it each trip goes on from the state that the trip before has left:
what is made of a step is a slice; the state itself is complete only after the loop has closed. Trips are in order.
"""

from .operators import part_of
from .values import Way


def scan(it):
    """Along the scanned dimension, forwards; the body is not looked into."""
    node = it.node
    if node.opset < 9:
        return None  # it had a batch, and lengths
    scanned = node.attribute("num_scan_inputs")
    states = len(node.inputs) - scanned
    in_axes = node.attribute("scan_input_axes", [0] * scanned)
    in_axes = [it.dimension(axis, operand.shape) for axis, operand in zip(in_axes, it.operands[states:])]
    results = node.outputs[states:]
    out_axes = node.attribute("scan_output_axes", [0] * len(results))
    out_axes = [it.dimension(axis, out.shape) if out else 0 for axis, out in zip(out_axes, results)]
    backwards = any(node.attribute("scan_input_directions", [])) or any(node.attribute("scan_output_directions", []))
    sequences = dict(zip(range(states, states + scanned), in_axes))
    on_sequence = all(it.operands[i].axis in (None, dim) for i, dim in sequences.items())
    if backwards or not on_sequence or all(it.operands[i].axis is None for i in sequences):
        return it.whole()
    return _along(it, sequences, list(range(states)), [None] * states + out_axes, node.call)


def recurrent(it):
    """RNN, GRU, LSTM: forwards along the sequence (dimension 0); along the batch (dimension 1) each by itself."""
    node, axis = it.node, it.only_on()
    if axis is None or axis > 1 or node.attribute("layout"):
        return None
    if axis == 1:
        return it.sliced([2, 1, 1], {0: 1, 4: 0, 5: 1, 6: 1})
    if node.attribute("direction", "forward") != "forward":
        return it.whole()
    if node.given(4):
        return None  # sequences of several lengths
    results = 3 if node.op == "LSTM" else 2

    def call(operands):
        return node.call(operands + [None] * (4 + results - len(operands)), results)

    return _along(it, {0: 0}, [5, 6][: results - 1], [0, None, None][:results], call)


def _along(it, sequences, states, axes, call):
    """The results of a node that is run on each part of its sequences, from where it stopped.

    sequences: the dimension that is gone along, by the operand's index
    states:    indices of the operands that are initial states; what they become are the results without an axis
    axes:      where the axis lies in each result; None for a state
    """
    finals = [k for k, axis in enumerate(axes) if axis is None]

    def run(k):
        def step(given, trip):
            operands = it.arrays(given)
            operands += [None] * (max(states, default=-1) + 1 - len(operands))
            for index, state in zip(states, trip.memory.get("states", [operands[i] for i in states])):
                operands[index] = state
            results = call(operands)
            trip.memory["states"] = [results[final] for final in finals]
            return results[k]

        return step

    return [
        it.result(k, Way.CARRIED if axes[k] is None else Way.SLICED, axes[k], it.reads(sequences), run(k))
        for k, output in enumerate(it.node.outputs)
        if output is not None
    ]


def cumulative_sum(it):
    """The state is the sum so far."""
    node, axis = it.node, it.only_on()
    own = node.constant(1)
    if axis is None or own is None or own.size != 1:
        return None
    if axis != it.dimension(own.item(), it.operands[0].shape):
        return it.sliced(axis, {0: axis})
    if node.attribute("exclusive") or node.attribute("reverse"):
        return it.whole([axis])

    def run(given, trip):
        sums = node.call(given)[0] + trip.memory.get("sum", 0)
        trip.memory["sum"] = part_of(sums, axis, slice(sums.shape[axis] - 1, None))
        return sums

    return [it.result(0, Way.SLICED, axis, it.reads({0: axis}), run)]
