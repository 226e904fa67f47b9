"""A graph is any contiguous buffer: read in place, wherever it lies, and let go after the call."""

import array
import ctypes
import mmap
import struct

import numpy as np
import pytest
from conftest import DATA, REAL
from forcedsplit import Error, Status, compute, graph_from_arrays
from hypothesis import given
from hypothesis import strategies as st

GRAPH = (DATA / "energy_aux.fslg").read_bytes()
PASSES = next(answer["passes"] for answer in REAL if answer["name"] == "energy_aux")


def mapped():
    with open(DATA / "energy_aux.fslg", "rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def words():
    padded = GRAPH + bytes(-len(GRAPH) % 8)
    return np.frombuffer(padded, np.uint64)


KINDS = {
    "bytes": lambda: GRAPH,
    "bytearray": lambda: bytearray(GRAPH),
    "memoryview": lambda: memoryview(GRAPH),
    "uint8 array": lambda: np.frombuffer(GRAPH, np.uint8),
    "uint64 array": words,
    "array of two dimensions": lambda: words().reshape(1, -1),
    "structured array": lambda: words().view([("a", "u4"), ("b", "u4")]),
    "array.array": lambda: array.array("B", GRAPH),
    "ctypes": lambda: (ctypes.c_uint8 * len(GRAPH)).from_buffer_copy(GRAPH),
    "mmap": mapped,
}


@pytest.mark.parametrize("kind", KINDS)
def test_any_kind_of_buffer_will_do(kind):
    assert compute(KINDS[kind]()).passes.tolist() == PASSES


@pytest.mark.parametrize("offset", range(9))
def test_any_alignment_will_do(offset):
    shifted = memoryview(bytes(offset) + GRAPH)[offset:]
    assert compute(shifted).passes.tolist() == PASSES


@pytest.mark.parametrize("offset", range(4))
def test_a_size_prefix_will_do(offset):
    prefixed = bytes(offset) + struct.pack("<I", len(GRAPH)) + GRAPH
    assert compute(memoryview(prefixed)[offset:]).passes.tolist() == PASSES


@pytest.mark.parametrize(
    "buffer", [memoryview(GRAPH)[::2], words()[::-1], np.asfortranarray(words()[:4].reshape(2, 2))]
)
def test_a_buffer_with_gaps_is_a_buffer_error(buffer):
    with pytest.raises(BufferError, match="not contiguous"):
        compute(buffer)


@pytest.mark.parametrize("graph", [None, "text", 5, object(), [1, 2]])
def test_what_is_no_buffer_is_a_type_error_that_names_it(graph):
    with pytest.raises(TypeError, match=f"buffer protocol.*, not {type(graph).__name__}$"):
        compute(graph)


def test_the_buffer_is_held_during_the_call_and_let_go_after_it(form, asking):
    graph = bytearray(asking)

    def predicate(readers, _sources):
        with pytest.raises(BufferError):
            graph.append(0)
        return np.ones(len(readers), bool) if form == "inside_batch" else True

    levels = compute(graph, **{form: predicate})
    graph.append(0)
    graph[:] = bytes(len(graph))
    assert levels.pass_of == {1: 0, 2: 1, 3: 1}


def test_the_buffer_is_let_go_after_an_error_too(asking):
    def fails(*_):
        raise ZeroDivisionError

    for graph, predicate in ((bytearray(b"garbage"), None), (bytearray(asking), None), (bytearray(asking), fails)):
        with pytest.raises((Error, ZeroDivisionError)) as raised:
            compute(graph, predicate)
        assert raised.value.__traceback__, "which keeps the frames"
        graph.append(0)


def test_reading_a_graph_makes_no_copy_in_python():
    import tracemalloc

    count = 1_000_000
    graph = graph_from_arrays(count, operand_offsets=np.zeros(count + 1, int), axis_offsets=np.zeros(count + 1, int))
    compute(GRAPH)
    tracemalloc.start()
    try:
        compute(graph)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("garbage", [b"", b"\0", b"FSLG", bytes(7), bytes(64), b"\xff" * 64, GRAPH[4:], GRAPH[:40]])
def test_garbage_is_an_error_and_no_crash(garbage):
    with pytest.raises(Error) as raised:
        compute(garbage)
    assert raised.value.status == Status.MALFORMED_GRAPH
    assert raised.value.message


def outcome(graph):
    """The passes, or the status of the error."""
    try:
        return compute(graph).passes.tolist()
    except Error as error:
        return error.status


@given(st.integers(0, len(GRAPH) - 1))
def test_a_graph_that_is_cut_short_is_an_error_or_has_lost_only_padding(length):
    assert outcome(GRAPH[:length]) in (Status.MALFORMED_GRAPH, PASSES)


@given(st.lists(st.tuples(st.integers(0, len(GRAPH) - 1), st.integers(0, 255)), min_size=1, max_size=4))
def test_a_damaged_graph_is_an_answer_or_an_error_and_no_crash(damage):
    graph = bytearray(GRAPH)
    for position, byte in damage:
        graph[position] = byte
    ended = outcome(graph)
    if isinstance(ended, Status):
        assert ended in (Status.MALFORMED_GRAPH, Status.CYCLE, Status.PREDICATE_REQUIRED)
    else:
        assert all(level >= -1 for level in ended)
