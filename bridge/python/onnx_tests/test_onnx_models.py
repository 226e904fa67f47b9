"""Whole models: tile by tile, in the passes that the library gives, every value is what it is in the whole model; and
an edge that needs a later pass, and does not get it, makes a wrong number.
"""

import bundled
import pytest
from small_models import COMPOSED
from verification import Verification, tile

COMPOSED_CASES = [pytest.param(it, axis, id=f"{it.row} along {axis}") for it in COMPOSED for axis in it.axes]

# An image has batch, channels, height and width.
BATCH, HEIGHT = 0, 2


@pytest.fixture(scope="module")
def light():
    """The bundled models with random weights, each of them made once."""
    made = {}

    def load(name):
        return made.setdefault(name, bundled.load(name))

    return load


def test_the_models_are_there():
    assert len(bundled.NAMES) == 9
    assert len(bundled.OPERATOR_TESTS) > 100


@pytest.mark.parametrize("name", bundled.NAMES)
def test_light_model_along_the_batch(light, name):
    proto, image = light(name)
    verification = Verification(proto, {image: BATCH})
    assert_is_alive(verification)
    assert verification.tiling.levels.max_pass == 0  # every image by itself
    assert verification.tiling.program.unknown == {}
    assert verification.differing(2) == []


@pytest.mark.parametrize("name", bundled.NAMES)
def test_light_model_along_the_height(light, name):
    proto, image = light(name)
    verification = Verification(proto, {image: HEIGHT})
    assert_is_alive(verification)
    assert verification.tiling.levels.max_pass > 0
    assert verification.tiling.program.unknown == {}
    assert verification.differing(3) == []
    assert_wrong_passes_show(verification)


@pytest.mark.parametrize(("small", "axis"), COMPOSED_CASES)
def test_composed_model(small, axis):
    verification = Verification(small.model, {"x": axis})
    assert_is_alive(verification)
    tiling = verification.tiling
    assert {name: (tiling.roles[name], tiling.passes[name]) for name in small.expected} == small.expected
    assert tiling.program.unknown == {}
    for count in (1, 2, 3, 9):
        assert verification.differing(count) == []
    assert_wrong_passes_show(verification)


@pytest.mark.parametrize("name", bundled.OPERATOR_TESTS)
def test_operator_model(name):
    """Along every dimension of its first input, with the input that comes with it."""
    proto, feeds = bundled.operator_test(name)
    for input_name, array in list(feeds.items())[:1]:
        for axis in [axis for axis, length in enumerate(array.shape) if length > 1]:
            verification = Verification(proto, {input_name: axis}, feeds)
            assert verification.differing(3) == [], axis
            assert_wrong_passes_show(verification)


@pytest.mark.parametrize("path", bundled.FILES, ids=lambda path: f"{path.parent.name} {path.name}")
def test_every_bundled_model_is_read(path):
    """Texts, sequences of tensors and tensors of unknown shape too; what meets the axis and has no shape is listed."""
    model, tiling = tile(path, {})
    first = next((it for it in model.inputs if it.shape), None)
    if first:
        model, tiling = tile(path, {first.name: 0})
    assert set(tiling.program.values) >= {*model.outputs, *(it.name for it in model.inputs)}
    unknown = {name for names in tiling.program.unknown.values() for name in names}
    shapeless = [node for node in model.nodes for out in node.outputs if out and out.shape is None]
    met = {node.proto.output[0] for node in shapeless if _meets_the_axis(node, tiling)}
    assert met <= unknown


def _meets_the_axis(node, tiling):
    return any(tiling.program.values[name].axis is not None for name in node.inputs if name)


def assert_is_alive(verification):
    """No value is so large that it is no number, and none is the same everywhere."""
    assert verification.is_finite()
    for name, value in verification.tiling.program.values.items():
        array = verification.right[name]
        assert value.run is None or array.size < 2 or array.min() < array.max(), name


def assert_wrong_passes_show(verification):
    pairs = verification.violable()
    assert verification.tiling.levels.max_pass == 0 or pairs
    assert [pair for pair in pairs if not verification.shows(pair)] == []
