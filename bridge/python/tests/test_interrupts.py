"""A signal that arrives while the library works raises from `compute`, whenever it comes, and nothing is printed
(HAZARDS: an interrupt at the entry of a ctypes callback is lost)."""

import ctypes
import functools
import operator
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from forcedsplit import compute
from forcedsplit._handle import ErrorSlot, Handle, SessionSlot
from forcedsplit._library import LevelsArgs, library
from forcedsplit.predicate import Predicate

TRIES = 2000 if os.environ.get("FORCEDSPLIT_SOAK") else 60
ENVIRONMENT = {**os.environ, "TRIES": str(TRIES)}

# At any moment: in a process of its own, whose predicate goes on until the signal comes.
PRELUDE = textwrap.dedent("""
    import itertools, os, signal, sys, threading, time
    import numpy as np
    import forcedsplit

    count = 50_000
    graph = forcedsplit.graph_from_arrays(
        operand_offsets=np.r_[0, np.arange(count)], operands=np.arange(count - 1),
        axis_offsets=np.arange(count + 1), axis_roles=np.ones(count, np.uint8))
    small = forcedsplit.graph_from_arrays(
        operand_offsets=[0, 0, 1], operands=[0], axis_offsets=[0, 1, 1], axis_roles=[1])
    TRIES = int(os.environ["TRIES"])

    def until_interrupted():
        end = time.monotonic() + 30
        while time.monotonic() < end:
            pass

    def inside(reader, source):
        if reader == count - 1:
            until_interrupted()
        return True

    def inside_batch(readers, sources):
        answers = np.empty(len(readers), bool)
        for i, reader in enumerate(readers.tolist()):
            answers[i] = reader % 2
        until_interrupted()
        return answers

    def inside_that_computes(reader, source):
        levels = forcedsplit.compute(small, inside_batch=lambda readers, sources: readers == 1)
        return inside(reader, source) and levels.max_pass == 1

    predicate = {"inside": {"inside": inside}, "inside_batch": {"inside_batch": inside_batch},
                 "nested": {"inside": inside_that_computes}}[sys.argv[1]]
""")

FROM_ANOTHER_PROCESS = """
    arrived = 0
    for _ in range(TRIES):
        try:
            print("ready", flush=True)
            forcedsplit.compute(graph, **predicate)
        except KeyboardInterrupt:
            arrived += 1
        print("over", flush=True)
    print(arrived, "of", TRIES)
"""


@pytest.mark.parametrize("kind", ["inside", "inside_batch", "nested"])
def test_sigint_from_another_process_is_a_keyboard_interrupt_whenever_it_comes(kind):
    moments = random.Random(kind)
    program = [sys.executable, "-c", PRELUDE + textwrap.dedent(FROM_ANOTHER_PROCESS), kind]
    child = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    lines = iter(child.stdout.readline, "")
    try:
        for line in lines:
            if line != "ready\n":
                break
            time.sleep(0.04 * moments.random() ** 2)  # more of them early, where the callback is entered
            child.send_signal(signal.SIGINT)
            assert next(lines) == "over\n"
        _, errors = child.communicate(timeout=60)
    finally:
        child.kill()
        child.wait()
    assert (line, errors) == (f"{TRIES} of {TRIES}\n", "")


BESIDE_OTHER_THREADS = """
    stop = threading.Event()
    wrong = []

    def computes():
        try:
            while not stop.is_set():
                levels = forcedsplit.compute(small, inside=lambda reader, source: True)
                if levels.passes.tolist() != [0, 1]:
                    wrong.append(levels)
        except BaseException as failure:  # an interrupt is the main thread's
            wrong.append(failure)

    def interrupts():
        for k in range(TRIES):
            ready.wait()
            ready.clear()
            time.sleep(0.0005 * (k % 60 + 1))
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    ready = threading.Event()
    threads = [threading.Thread(target=computes), threading.Thread(target=interrupts)]
    for thread in threads:
        thread.start()
    arrived = 0
    for _ in range(TRIES):
        try:
            ready.set()
            forcedsplit.compute(graph, **predicate)
        except KeyboardInterrupt:
            arrived += 1
    stop.set()
    for thread in threads:
        thread.join()
    print(arrived, wrong)
"""

ANOTHER_HANDLER = """
    timeout = TimeoutError("the host's own")

    def handler(number, frame):
        raise timeout

    signal.signal(signal.SIGALRM, handler)
    arrived = 0
    for k in range(TRIES):
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.0005 * (k % 60 + 1))
            forcedsplit.compute(graph, **predicate)
        except TimeoutError as raised:
            arrived += raised is timeout
    print(arrived, [])
"""


@pytest.mark.parametrize("script", [BESIDE_OTHER_THREADS, ANOTHER_HANDLER])
def test_sixty_signals_of_the_process_itself_raise_sixty_times(form, script):
    program = [sys.executable, "-c", PRELUDE + textwrap.dedent(script), form]
    done = subprocess.run(program, capture_output=True, text=True, timeout=1200, env=ENVIRONMENT)
    assert (done.stdout, done.stderr) == (f"{TRIES} []\n", "")


# At the moments that chance hardly hits: there the signal is raised by C code, with no bytecode in between.
def in_c(*calls):
    """Makes the calls one after the other, where none of them is a Python function no bytecode runs in between."""
    return [*map(operator.methodcaller("__call__"), calls)]


def signals(*numbers):
    raise_in_c = ctypes.CDLL(None)["raise"]
    return [functools.partial(raise_in_c, number) for number in numbers]


@pytest.fixture
def unraisable(monkeypatch):
    """What Python would print, because it cannot be raised."""
    seen = []
    monkeypatch.setattr(sys, "unraisablehook", lambda hooked: seen.append(hooked.exc_value))
    return seen


@pytest.fixture
def host_handlers():
    """Handlers of SIGUSR1 and SIGUSR2 that raise these two exceptions."""
    failures = {signal.SIGUSR1: TimeoutError("1"), signal.SIGUSR2: KeyError("2")}

    def handler(number, _frame):
        raise failures[number]

    before = {number: signal.signal(number, handler) for number in failures}
    yield failures
    for number, old in before.items():
        signal.signal(number, old)


def interrupted_at_the_entry(graph, form, *numbers):
    """As `compute` does it, with signals that come after its last bytecode and before the predicate's first."""
    lib = library()
    predicate = Predicate(**{"inside": None, "inside_batch": None, form: must_not_be_asked})
    handle, slot = Handle(lib), ErrorSlot(lib)
    octets = np.frombuffer(graph, np.uint8)
    args = LevelsArgs(struct_size=ctypes.sizeof(LevelsArgs), graph=octets.ctypes.data, graph_size=octets.size)
    predicate.put_into(args)
    references = [ctypes.byref(it) for it in (args, handle.token, slot.pointer)]
    in_c(*signals(*numbers), functools.partial(lib.fsl_levels_create, *references))
    predicate.raise_failure()


def must_not_be_asked(*_):
    pytest.fail("asked after the signal")


def test_an_interrupt_at_the_entry_of_the_callback_is_raised(asking, form, unraisable):
    with pytest.raises(KeyboardInterrupt):
        interrupted_at_the_entry(asking, form, signal.SIGINT)
    assert unraisable == []
    assert compute(asking, lambda *_: True).max_pass == 1


def test_the_exception_of_any_handler_at_the_entry_is_raised_itself(asking, form, unraisable, host_handlers):
    with pytest.raises(TimeoutError) as raised:
        interrupted_at_the_entry(asking, form, signal.SIGUSR1)
    assert raised.value is host_handlers[signal.SIGUSR1]
    assert unraisable == []


@pytest.mark.skipif(sys.version_info < (3, 11), reason="before, Python ran handlers at nearly every instruction")
def test_two_signals_at_the_entry_print_nothing(asking, form, unraisable, host_handlers):
    with pytest.raises(tuple(map(type, host_handlers.values()))):
        interrupted_at_the_entry(asking, form, *host_handlers)
    assert unraisable == []


@pytest.mark.parametrize("owner", [Handle, ErrorSlot, SessionSlot])
def test_an_interrupt_while_a_result_is_released_is_raised(owner, unraisable):
    owners = [owner(library())]
    with pytest.raises(KeyboardInterrupt):
        in_c(*signals(signal.SIGINT), functools.partial(owners.clear))
    assert owners == []
    assert unraisable == []


def test_a_predicate_that_is_never_asked_ends_quietly(unraisable):
    Predicate(must_not_be_asked, None)
    assert unraisable == []


def test_an_interrupt_is_the_main_threads(asking, form):
    """A predicate in another thread is not interrupted: Python runs handlers in the main thread alone."""
    outcome, waits = [], threading.Event()

    def predicate(readers, _sources):
        if np.max(readers) == 3:  # once in both forms: a second signal would come after the first was caught
            waits.wait()
            os.kill(os.getpid(), signal.SIGINT)
        return np.ones(len(readers), bool) if form == "inside_batch" else True

    def work():
        outcome.append(compute(asking, **{form: predicate}).max_pass)

    def wait_for_the_signal():
        waits.set()
        for _ in range(3000):  # one long sleep would not end for a signal that comes on the way into it
            time.sleep(0.01)

    thread = threading.Thread(target=work)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        wait_for_the_signal()
    thread.join()
    assert outcome == [1]
