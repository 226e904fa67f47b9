"""Sessions: small ones by hand, their errors, their owners, and what they are to threads, processes and memory."""

import contextlib
import copy
import pickle
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest
from conftest import Recorder
from forcedsplit import Change, Error, GraphBuilder, Role, Session, Status, compute


class HostError(Exception):
    """An exception that only these tests know."""


def graph_of(cells, edges, loops=()):
    builder = GraphBuilder()
    for loop in loops:
        builder.add_loop(*loop)
    for id, roles in cells.items():
        builder.add_value(id, roles)
    for reader, operand in edges:
        builder.add_operands(reader, [operand])
    return builder.finish()


@pytest.fixture
def chain():
    """9 reads 8 reads 7, and 7 is carried: passes 0, 1, 1."""
    return graph_of({7: ["LoopCarried"], 8: [], 9: []}, [(8, 7), (9, 8)])


@pytest.fixture
def error():
    """A context in which an Error of a status, about these values, must be raised."""

    @contextlib.contextmanager
    def expected(status, *values):
        with pytest.raises(Error) as raised:
            yield raised
        assert (raised.value.status, raised.value.values) == (status, values)

    return expected


def by_value(changes):
    """value -> (before, after, carried before and after, pinned before and after)."""
    assert len({change.value for change in changes.changes}) == len(changes.changes)
    return {change.value: change[1:] for change in changes.changes}


def test_a_changed_role_changes_what_it_held_apart(chain):
    with Session(chain) as session:
        assert session.levels().pass_of == {7: 0, 8: 1, 9: 1}
        session.set_roles(7, ["LoopLocal"])
        changes = session.update()
        assert changes.max_pass == 0
        assert by_value(changes) == {
            7: (0, 0, True, False, True, False),
            8: (1, 0, False, False, False, False),
            9: (1, 0, False, False, False, False),
        }
        assert changes.changes[0] == Change(*changes.changes[0])
        assert session.levels().pass_of == {7: 0, 8: 0, 9: 0}
        assert session.update().changes == ()


def test_values_come_and_go(chain):
    with Session(chain) as session:
        session.add_value(2**64 - 1, [Role.LoopCarried])
        session.add_operands(2**64 - 1, [8, 7, 8])
        session.remove_operand(9, 8)
        session.remove_value(9)
        changes = session.update()
        assert by_value(changes) == {
            2**64 - 1: (None, 1, False, True, False, True),
            9: (1, None, False, False, False, False),
        }
        assert changes.max_pass == 1
        levels = session.levels()
        assert levels.pass_of == {7: 0, 8: 1, 2**64 - 1: 1}
        assert (levels.carried, levels.max_pass) == ({7, 2**64 - 1}, 1)


def test_a_value_without_a_cell_is_none_before_and_after(chain):
    with Session(chain) as session:
        session.set_roles(8, None)
        assert by_value(session.update()) == {8: (1, None, False, False, False, False)}
        assert session.levels().pass_of == {7: 0, 9: 1}
        session.add_value(1, None)
        assert session.update().changes == ()
        session.set_roles(8, [])
        assert by_value(session.update()) == {8: (None, 1, False, False, False, False)}


def test_a_value_that_goes_and_comes_back_is_told_once(chain):
    with Session(chain) as session:
        session.remove_value(9)
        session.add_value(9, ["LoopCarried"])
        assert by_value(session.update()) == {9: (1, 0, False, True, False, True)}
        session.remove_value(9)
        session.add_value(9, ["LoopCarried"])
        assert session.update().changes == ()


def test_only_new_questions_are_asked(asking, form):
    recorder = Recorder(lambda *_: True)
    with Session(asking, **recorder.as_keyword(form)) as session:
        assert recorder.asked == [(2, 1), (3, 1)]
        assert session.levels().pass_of == {1: 0, 2: 1, 3: 1}
        assert session.levels().pinned == {1}
        recorder.asked.clear()
        assert session.update(**recorder.as_keyword(form)).changes == ()
        session.add_value(4, [])
        session.add_operands(4, [1])
        session.set_roles(3, ["LoopLocal"])
        assert by_value(session.update(**recorder.as_keyword(form))) == {4: (None, 1) + (False,) * 4}
        assert recorder.asked == [(3, 1), (4, 1)]
        assert session.update().changes == ()  # nothing is left to ask


def test_inside_can_be_set_and_asked_again(asking, form):
    recorder = Recorder(lambda *_: True)
    with Session(asking, lambda *_: False) as session:
        session.set_inside(3, 1, True)
        assert by_value(session.update()) == {
            1: (0, 0, False, False, False, True),
            3: (0, 1, False, False, False, False),
        }
        session.set_inside(3, 1, np.False_)
        session.set_inside(2, 1, None)
        assert by_value(session.update(**recorder.as_keyword(form))) == {
            2: (0, 1, False, False, False, False),
            3: (1, 0, False, False, False, False),
        }
        assert recorder.asked == [(2, 1)]


def test_loop_facts_answer_where_no_predicate_does():
    cells = {1: [("Reduction", "K", 0)], 2: [("LoopLocal", "K", 1)], 3: [("LoopLocal", "K", -1)]}
    graph = graph_of(cells, [(2, 1), (3, 1)], loops=[("K", 0, 0), ("K", 1, 0)])
    with Session(graph) as session:
        assert session.levels().pass_of == {1: 0, 2: 1, 3: 0}
        session.set_roles(2, [("LoopLocal", None, -1)])
        session.set_roles(3, [("LoopLocal", 7, 0)])
        session.update()
        assert session.levels().pass_of == {1: 0, 2: 0, 3: 1}


def test_levels_stay_as_they_are_when_the_session_goes_on_and_ends(chain):
    session = Session(chain)
    levels = session.levels()
    passes = levels.passes
    session.set_roles(7, [])
    session.update()
    session.close()
    assert passes.tolist() == levels.passes.tolist() == [0, 1, 1]
    assert levels.pass_(9) == 1


def test_faults_of_the_graph_are_those_of_compute(asking, error):
    with error(Status.PREDICATE_REQUIRED, 2, 1):
        Session(asking)
    with error(Status.CYCLE, 5):
        Session(graph_of({5: []}, [(5, 5)]))
    with pytest.raises(TypeError, match="buffer protocol"):
        Session(None)
    with pytest.raises(TypeError, match="only one of them"):
        Session(asking, lambda *_: True, lambda readers, _: readers > 0)


def test_edits_that_are_none_say_which_values_and_change_nothing(chain, error):
    with Session(chain) as session:
        unknown = 5
        for edit, values in (
            (lambda: session.add_value(8, []), (8,)),
            (lambda: session.add_value(unknown, [("LoopLocal", None, 0)]), (unknown,)),
            (lambda: session.set_roles(unknown, []), (unknown,)),
            (lambda: session.set_roles(8, [("LoopLocal", None, 0)]), (8,)),
            (lambda: session.remove_value(unknown), (unknown,)),
            (lambda: session.remove_value(7), (7, 8)),
            (lambda: session.add_operands(9, [unknown]), (unknown,)),
            (lambda: session.remove_operand(9, 7), (9, 7)),
            (lambda: session.set_inside(9, 7, True), (9, 7)),
            (lambda: session.set_inside(8, 7, True), (8, 7)),
        ):
            with error(Status.INVALID_ARGUMENT, *values):
                edit()
        assert session.levels().pass_of == {7: 0, 8: 1, 9: 1}


def test_an_edge_that_would_close_a_cycle_is_refused(chain, error):
    with Session(chain) as session:
        with error(Status.CYCLE, 8):
            session.add_operands(8, [8])
        with pytest.raises(Error) as raised:
            session.add_operands(7, [9])
        assert raised.value.status == Status.CYCLE
        circle = raised.value.values
        assert {(v, o) for v, o in zip(circle, circle[1:] + circle[:1])} == {(9, 8), (8, 7), (7, 9)}
        assert session.levels().pass_of == {7: 0, 8: 1, 9: 1}


def test_of_several_operands_those_before_a_wrong_one_are_read(chain, error):
    with Session(chain) as session:
        session.add_value(1, [])
        with error(Status.INVALID_ARGUMENT, 5):
            session.add_operands(1, [7, 5, 8])
        session.update()
        session.remove_operand(1, 7)
        with error(Status.INVALID_ARGUMENT, 1, 8):
            session.remove_operand(1, 8)


@pytest.mark.parametrize(
    ("edit", "failure"),
    [
        (lambda s: s.add_value("8", []), TypeError),
        (lambda s: s.add_value(-1, []), ValueError),
        (lambda s: s.add_value(2**64, []), ValueError),
        (lambda s: s.add_value(1, "LoopLocal"), TypeError),
        (lambda s: s.add_value(1, ["Sliced"]), ValueError),
        (lambda s: s.add_value(1, [("LoopLocal", 1.5, 0)]), TypeError),
        (lambda s: s.set_roles(8, [("LoopLocal", "K", 2**31)]), ValueError),
        (lambda s: s.set_roles(8, 1), TypeError),
        (lambda s: s.remove_value(7.0), TypeError),
        (lambda s: s.add_operands(9, 7), TypeError),
        (lambda s: s.add_operands(9, [7, "8"]), TypeError),
        (lambda s: s.add_operands(True, [7]), TypeError),
        (lambda s: s.remove_operand(9, 2**64 + 8), ValueError),
        (lambda s: s.set_inside(8, 7, 1), TypeError),
        (lambda s: s.set_inside(8, -7, True), ValueError),
        (lambda s: s.update(inside=1), TypeError),
        (lambda s: s.update(lambda *_: True, lambda readers, _: readers > 0), TypeError),
    ],
)
def test_wrong_types_and_numbers_change_nothing(chain, edit, failure):
    with Session(chain) as session:
        with pytest.raises(failure):
            edit(session)
        assert session.levels().pass_of == {7: 0, 8: 1, 9: 1}  # not even an edit that waits for its update


def test_edits_wait_for_their_update(chain, error):
    with Session(chain) as session:
        session.set_roles(7, [])
        with error(Status.INVALID_ARGUMENT):
            session.levels()


@pytest.mark.parametrize("failure", [HostError("x"), KeyboardInterrupt(), SystemExit(3), GeneratorExit()])
def test_a_predicate_that_raises_leaves_the_session_with_its_edits(asking, form, failure, capfd):
    def fails(readers, _sources):
        if form == "inside" and readers == 2:
            return True  # an answer that must not be kept
        raise failure

    recorder = Recorder(lambda *_: True)
    with Session(asking, lambda *_: False) as session:
        session.set_roles(1, ["Reduction", "Reduction"])
        for _ in range(2):
            with pytest.raises(type(failure)) as raised:
                session.update(**{form: fails})
            assert raised.value is failure
        with pytest.raises(Error) as refused:
            session.update()
        assert (refused.value.status, refused.value.values) == (Status.PREDICATE_REQUIRED, (2, 1))
        changes = session.update(**recorder.as_keyword(form))
        assert recorder.asked == [(2, 1), (3, 1)]
        assert by_value(changes) == {
            1: (0, 0, False, False, False, True),
            2: (0, 1, False, False, False, False),
            3: (0, 1, False, False, False, False),
        }
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("answer", [1, None, "yes"])
def test_an_answer_that_is_no_bool_is_a_type_error_and_no_answer(asking, form, answer):
    with Session(asking, lambda *_: False) as session:
        session.set_inside(2, 1, None)
        with pytest.raises(TypeError, match="must return a bool"):
            session.update(**{form: lambda *_: answer})
        assert by_value(session.update(lambda *_: True)).keys() == {1, 2}


def test_a_predicate_cannot_use_its_own_session_but_any_other(asking, chain, form):
    refused = []

    def predicate(readers, _sources):
        for use in (session.levels, session.update, lambda: session.set_roles(1, [])):
            with pytest.raises(Error) as raised:
                use()
            refused.append(raised.value.status)
        with Session(chain) as other:
            other.set_roles(7, [])
            inner = other.update().max_pass == 0 and compute(asking, lambda *_: True).max_pass == 1
        return np.full(len(readers), inner) if form == "inside_batch" else inner

    with Session(asking, lambda *_: False) as session:
        session.set_inside(2, 1, None)
        assert by_value(session.update(**{form: predicate})).keys() == {1, 2}
    assert refused == [Status.INVALID_ARGUMENT] * 3


def test_a_closed_session_is_a_value_error(chain):
    with Session(chain) as session:
        pass
    session.close()
    for use in (
        session.levels,
        session.update,
        lambda: session.add_value(1, []),
        lambda: session.set_roles(7, []),
        lambda: session.remove_value(9),
        lambda: session.add_operands(9, [7]),
        lambda: session.remove_operand(9, 8),
        lambda: session.set_inside(8, 7, True),
    ):
        with pytest.raises(ValueError, match="the session is closed"):
            use()


def test_a_session_is_closed_by_a_failing_block(chain):
    with pytest.raises(HostError), Session(chain) as session:
        raise HostError
    with pytest.raises(ValueError, match="closed"):
        session.levels()


@pytest.mark.parametrize("take", [copy.copy, copy.deepcopy, pickle.dumps])
def test_sessions_are_not_copied(chain, take):
    with Session(chain) as session, pytest.raises(TypeError, match="cannot be copied or pickled"):
        take(session)


def test_changes_can_be_copied_compared_and_shown(chain):
    with Session(chain) as session:
        session.set_roles(8, ["LoopCarried"])
        changes = session.update()
    assert pickle.loads(pickle.dumps(changes)) == copy.deepcopy(changes) == changes
    assert repr(changes).startswith("Changes(max_pass=2, changes=(Change(value=")


def test_threads_on_one_session_get_an_error_or_their_work_done():
    count = 200
    graph = graph_of({v: ["Reduction"] for v in range(count)}, [(v + 1, v) for v in range(count - 1)])
    refused, wrong = [], []

    def work(session, k):
        for turn in range(300):
            uses = [
                lambda: session.set_roles(k, ["Reduction"]),
                lambda: session.update(lambda *_: True),
                lambda: session.set_inside(k + 1, k, True),
            ]
            try:
                uses[turn % len(uses)]()
            except Error as failure:
                (refused if failure.status == Status.INVALID_ARGUMENT else wrong).append(failure)
            except BaseException as failure:
                wrong.append(failure)

    with Session(graph, lambda *_: True) as session:
        threads = [threading.Thread(target=work, args=(session, 10 * k)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []
        session.update(lambda *_: True)
        assert session.levels().passes.tolist() == list(range(count))
    assert all("in a call" in failure.message for failure in refused)


@pytest.mark.parametrize("in_thread", [False, True], ids=["predicate", "thread"])
def test_a_session_that_is_closed_in_a_call_ends_with_it(asking, in_thread):
    session = Session(asking, lambda *_: False)
    session.set_inside(2, 1, None)

    def predicate(*_):
        if in_thread:
            thread = threading.Thread(target=session.close)
            thread.start()
            thread.join()
        else:
            session.close()
        with pytest.raises(ValueError, match="closed"):
            session.levels()
        return True

    assert session.update(predicate).max_pass == 1
    with pytest.raises(ValueError, match="closed"):
        session.update()
    session.close()


def run(script):
    """Runs a script in a process of its own, which says nothing on standard error, and returns what it printed."""
    prelude = """
        import os, sys, warnings
        import numpy as np
        import forcedsplit
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of forks beside threads
        count = 2_000
        graph = forcedsplit.graph_from_arrays(
            operand_offsets=np.r_[0, np.arange(count)], operands=np.arange(count - 1),
            axis_offsets=np.arange(count + 1), axis_roles=np.ones(count, np.uint8))
        yes = {"inside_batch": lambda readers, _: readers > 0}
    """
    program = textwrap.dedent(prelude) + textwrap.dedent(script)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_forked_child_gets_an_error_and_ends_quietly():
    out = run("""
        with forcedsplit.Session(graph, **yes) as session:
            pid = os.fork()
            if pid == 0:
                refused = []
                for use in (session.update, session.levels, lambda: session.remove_value(count - 1)):
                    try:
                        use()
                    except forcedsplit.Error as error:
                        refused.append(error.status.name)
                sys.exit(0 if refused == ["FORKED"] * 3 else 1)  # all of the interpreter's own exit, and the block's
            print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), session.levels().max_pass == count - 1)
    """)
    assert out == "0 True\n"


def test_the_interpreter_ends_quietly_with_sessions_that_are_alive():
    assert run("""
        session, cycle = forcedsplit.Session(graph, **yes), []
        cycle.append((cycle, forcedsplit.Session(graph, **yes)))
        session.set_roles(0, [])
    """) == ""  # fmt: skip


MEMORY = """
    KEPT = {kept}
    leak = []

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def plateau():
        moments = []
        for k in range({rounds}):
            session = forcedsplit.Session(graph, **yes)
            session.set_roles(0, ["LoopLocal"])
            changes = session.update(**yes)
            if KEPT:
                leak.append(session)
            elif k % 2:
                session.close()
            if k % 20 == 0:
                moments.append(resident())
        return min(moments)

    plateau()
    first = plateau()
    print(plateau() - first)
"""


@pytest.mark.parametrize("kept", [False, True])
def test_a_thousand_sessions_keep_no_memory(kept):
    """Of three rounds the last one, so that what the process needs anyway is there; sessions that are kept are seen."""
    rounds = 100 if kept else 400
    grown = int(run(MEMORY.format(kept=kept, rounds=rounds)))
    size = rounds * 2_000 * 100  # 100 bytes a value, and edges on top
    assert grown > size * 2 / 3 if kept else grown < size / 10


ALARMS = """
    import signal, time

    class Alarm(Exception):
        pass

    def handler(*_):
        raise Alarm

    signal.signal(signal.SIGALRM, handler)
    session = forcedsplit.Session(graph, **yes)
    alarms = 0
    for k in range(200):
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.0002 + k % 50 * 2e-5)
            end = time.monotonic() + 10
            while time.monotonic() < end:
                session.set_roles(k, ["Reduction"])
                session.update(lambda reader, source: True)
        except Alarm:
            alarms += 1
    session.update(lambda reader, source: True)
    print(alarms, session.levels().passes.tolist() == list(range(count)))
"""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="before, Python ran handlers at nearly every instruction")
def test_a_signal_never_leaves_a_wrong_answer_in_a_session():
    assert run(ALARMS) == "200 True\n"
