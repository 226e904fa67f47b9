"""configure_runtime (HAZARDS: too many threads, memory that only grows). What the options do is tested in C."""

import numpy as np
import pytest
from forcedsplit import configure_runtime
from test_processes import run


def test_options_are_set_before_the_first_compute_and_refused_afterwards():
    out = run("""
        forcedsplit.configure_runtime(max_threads=2, gc_percent=-1, memory_limit=1 << 40)
        forcedsplit.configure_runtime()
        print(passes(0))
        try:
            forcedsplit.configure_runtime(max_threads=1)
        except forcedsplit.Error as error:
            print(error.status.name, "in use" in error.message)
    """)
    assert out == "{1: 0, 2: 1}\nINVALID_ARGUMENT True\n"


def test_a_value_out_of_its_range_is_refused_by_name():
    out = run("""
        for options in ({"max_threads": -1}, {"max_threads": 1025}, {"gc_percent": -2}, {"memory_limit": -1}):
            try:
                forcedsplit.configure_runtime(**options)
            except forcedsplit.Error as error:
                (name, value), = options.items()
                print(error.status.name, f"options.{name} is {value}," in error.message)
    """)
    assert out == "INVALID_ARGUMENT True\n" * 4


def test_a_child_forked_afterwards_is_told():
    out = run("""
        forcedsplit.configure_runtime(max_threads=1)
        def configure():
            try:
                forcedsplit.configure_runtime(max_threads=1)
            except forcedsplit.Error as error:
                assert error.status == forcedsplit.Status.FORKED
        print(child(configure))
    """)
    assert out == "0\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [("max_threads", 1 << 32), ("gc_percent", 1 << 31), ("memory_limit", 1 << 63), ("memory_limit", -(1 << 63) - 1)],
)
def test_a_value_with_too_many_bits_is_not_cut(name, value):
    with pytest.raises(OverflowError, match=f"{name} is {value}"):
        configure_runtime(**{name: value})


def test_integers_of_numpy_are_integers_and_others_are_not():
    out = run("""
        import numpy
        forcedsplit.configure_runtime(max_threads=numpy.int64(1), memory_limit=numpy.uint8(200))
    """)
    assert out == ""
    with pytest.raises(TypeError):
        configure_runtime(max_threads=1.5)
    with pytest.raises(TypeError):
        configure_runtime(memory_limit=np.float64(1))
