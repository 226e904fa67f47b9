"""Rules of operators that treat every element by itself."""


def elementwise(it):
    """Broadcast by numpy's rules; the first operand that has the axis says where it lies in the result."""
    shape = it.node.outputs[0].shape
    if it.node.opset < 7 and any(operand and operand.shape != shape for operand in it.operands):
        return None  # operands were aligned in another way
    axis = next((axis for axis in (_axis_from(operand, shape) for operand in it.operands) if axis is not None), None)
    if axis is None:
        return it.whole()
    dims = {i: it.aligned(i, axis, shape) for i, operand in enumerate(it.operands) if operand is not None}
    return it.sliced(axis, dims)


def _axis_from(operand, shape):
    if operand is None or operand.axis is None:
        return None
    axis = operand.axis + len(shape) - len(operand.shape)
    return axis if operand.length == shape[axis] else None


def dropout(it):
    """The identity when it is not training."""
    if it.node.given(2) and (it.node.constant(2) is None or it.node.constant(2)):
        return None
    axis = it.only_on()
    return it.sliced(axis, {0: axis})


def _trains(node):
    """Whether a BatchNormalization takes the statistics of its operand. Up to version 13 what it declares as results
    says so, whether something reads them or not; up to version 6 an attribute as well."""
    if node.opset >= 14:
        return bool(node.attribute("training_mode"))
    return len(node.proto.output) > 1 or (node.opset < 7 and not node.attribute("is_test"))


def channelwise(it):
    """The parameters have one element a channel, which is dimension 1 of the first operand."""
    axis = it.only_on()
    if axis is None or _trains(it.node):
        return None
    if len(it.operands[1].shape) > 1:
        return None  # an old form, with parameters for every element
    return it.sliced(axis, {0: axis} if axis != 1 else {i: 1 if i == 0 else 0 for i in range(len(it.operands))})
