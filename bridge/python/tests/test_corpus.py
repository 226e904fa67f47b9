"""What fuzzing found is tried again: every buffer is refused in words or answered."""

import pytest
from conftest import ROOT
from forcedsplit import Error, Status, compute

CORPUS = sorted((ROOT / "capi" / "tests" / "corpus").iterdir())
REFUSALS = {Status.MALFORMED_GRAPH, Status.CYCLE, Status.TOO_LARGE}


def levels_or_error(graph):
    try:
        return compute(graph, inside=lambda reader, source: reader > source)
    except Error as error:
        return error


def test_the_corpus_has_graphs_and_others():
    errors = [isinstance(levels_or_error(path.read_bytes()), Error) for path in CORPUS]
    assert 10 < sum(errors) < len(CORPUS) - 10


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name[:8])
def test_a_buffer_is_refused_in_words_or_answered(path):
    answer = levels_or_error(path.read_bytes())
    if isinstance(answer, Error):
        assert answer.status in REFUSALS
        assert answer.message
    else:
        assert answer.max_pass == max([0, *answer.passes.tolist()])
