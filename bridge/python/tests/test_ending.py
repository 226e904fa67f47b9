"""The end of the interpreter while daemon threads compute: it waits for those that may call back, and for no others."""

import os
import subprocess
import sys
import textwrap

SETUP = """
    import signal, sys, threading, time
    import forcedsplit
    from forcedsplit import _ending
    graph = forcedsplit.GraphBuilder()
    graph.add_value(0, ["Reduction"])
    graph.add_value(1, [])
    graph.add_operands(1, [0])
    graph = graph.finish()
    yes = lambda *_: True
"""


def run(script):
    """What a process of its own prints, which ends by itself and says nothing on standard error."""
    text = textwrap.dedent(SETUP) + textwrap.dedent(script)
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, env=dict(os.environ), timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_call_inside_another_one_lets_that_one_end():
    """The end has begun: a nested call goes on, and nothing is under way when the end is over."""
    out = run("""
        inside, ended = threading.Event(), threading.Event()
        def nested(*_):
            inside.set()
            while not _ending.calls_with_predicate._ending:
                time.sleep(0.001)
            return forcedsplit.compute(graph, inside=yes).max_pass == 1
        threading.Thread(target=lambda: (forcedsplit.compute(graph, inside=nested), ended.set()), daemon=True).start()
        inside.wait()
        _ending.calls_with_predicate.end()
        print(_ending.calls_with_predicate._under_way, ended.wait(10))
    """)
    assert out == "0 True\n"


def test_no_new_call_of_a_daemon_thread_begins():
    out = run("""
        began = []
        def work():
            while True:
                forcedsplit.compute(graph, inside=lambda *_: began.append(1) is None)
        threading.Thread(target=work, daemon=True).start()
        while not began:
            time.sleep(0.001)
        _ending.calls_with_predicate.end()
        before = len(began)
        time.sleep(0.05)
        print(len(began) == before, forcedsplit.compute(graph, inside=yes).max_pass)  # the main thread may
    """)
    assert out == "True 1\n"


def test_signals_leave_nothing_counted():
    """An exception that a handler raises anywhere in the main thread's calls does not make the end wait."""
    out = run("""
        class Alarm(Exception): pass
        def handler(*_): raise Alarm
        signal.signal(signal.SIGALRM, handler)
        alarms = 0
        for k in range(500):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.0002 + k % 50 * 1e-5)
                while True:
                    forcedsplit.compute(graph, inside=yes)
            except Alarm:
                alarms += 1
        print(alarms, _ending.calls_with_predicate._under_way)
    """)
    assert out == "500 0\n"
