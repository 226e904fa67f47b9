"""What callers gave comes back in messages short, and so that it can be printed anywhere."""

import pytest
from forcedsplit import GraphBuilder, graph_from_arrays

NESTED = [[["x" * 100] * 100] * 100] * 100


@pytest.mark.parametrize(
    "call",
    [
        lambda: GraphBuilder().add_value(1, ["x" * 1_000_000]),
        lambda: GraphBuilder().add_value(1, "x" * 1_000_000),
        lambda: GraphBuilder().add_value(1, ["\x9b31m\u202e"]),
        lambda: GraphBuilder().add_value(1, [NESTED]),
        lambda: GraphBuilder().add_value(1, [("Reduction", *NESTED)]),
        lambda: GraphBuilder().add_value(10**10_000, []),
        lambda: GraphBuilder().add_value([10**10_000], []),
        lambda: GraphBuilder().add_value("x" * 1_000_000, []),
        lambda: graph_from_arrays(1, ids=["x" * 1_000_000]),
        lambda: graph_from_arrays(1, names=[NESTED]),
        lambda: graph_from_arrays(1, loops=[NESTED]),
    ],
)
def test_a_message_is_short_and_printable(call):
    with pytest.raises((TypeError, ValueError)) as raised:
        call()
    assert len(str(raised.value)) < 300
    assert str(raised.value).isprintable()
