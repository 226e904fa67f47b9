"""What the tests share: the graphs of the repository, and both forms of a predicate that records what it is asked."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

# No test is about time, and none leaves files behind.
settings.register_profile("forcedsplit", deadline=None, database=None, print_blob=True)
settings.load_profile("forcedsplit")

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "engine" / "testdata" / "golden"
DATA = ROOT / "examples" / "data"


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


SMALL = load(GOLDEN / "hand.json") + load(GOLDEN / "random.json")
REAL = load(GOLDEN / "real.json")


class Recorder:
    """A predicate that answers yes for some pairs and remembers every question, in both forms."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = []
        self.calls = 0

    def inside(self, reader, source):
        self.calls += 1
        self.asked.append((reader, source))
        return self.answer(reader, source)

    def inside_batch(self, readers, sources):
        self.calls += 1
        pairs = list(zip(readers.tolist(), sources.tolist()))
        self.asked += pairs
        return np.array([self.answer(*pair) for pair in pairs], dtype=bool)

    def as_keyword(self, form):
        return {form: getattr(self, form)}


@pytest.fixture(params=["inside", "inside_batch"])
def form(request):
    """The predicate's two forms."""
    return request.param


@pytest.fixture
def asking():
    """A graph with two questions, (2, 1) and (3, 1)."""
    import forcedsplit

    builder = forcedsplit.GraphBuilder()
    builder.add_value(1, ["Reduction"])
    builder.add_value(2, [])
    builder.add_value(3, [])
    builder.add_operands(2, [1])
    builder.add_operands(3, [1])
    return builder.finish()
