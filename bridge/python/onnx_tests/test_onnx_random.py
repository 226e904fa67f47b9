"""Random models, evaluated tile by tile in the passes that the library gives."""

import os

import onnx.printer
from hypothesis import given, note, settings
from hypothesis import strategies as st
from random_models import models
from verification import Verification


@settings(max_examples=20_000 if "FORCEDSPLIT_SOAK" in os.environ else 300, deadline=None, database=None)
@given(models(), st.integers(1, 7))
def test_random_model(case, count):
    proto, axis = case
    note(onnx.printer.to_text(proto))
    verification = Verification(proto, {"x": axis})
    assert verification.differing(count) == []
    for reader, operand in verification.violable():
        # The largest of some numbers may be the largest of all.
        if verification.tiling.roles[operand] == "LoopCarried":
            assert verification.shows((reader, operand), (3, 2, 5, 4, 7)), (reader, operand)
