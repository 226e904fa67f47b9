"""Processes: importing loads nothing, fork before use works, fork after use is a clear error (HAZARDS: fork)."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from forcedsplit import _library

PRELUDE = textwrap.dedent("""
    import multiprocessing, os, sys, warnings
    import forcedsplit
    warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of forks beside threads

    builder = forcedsplit.GraphBuilder()
    builder.add_value(1, ["LoopCarried"])
    builder.add_value(2, [])
    builder.add_operands(2, [1])
    graph = builder.finish()

    def passes(_):
        return dict(forcedsplit.compute(graph).pass_of)

    def child(action):
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                action()
                code = 0
            finally:
                os._exit(code)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def is_mapped():
        return "libforcedsplit" in open("/proc/self/maps").read()
""")


def run(script, **environment):
    """Runs a script after the prelude in a new process and returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_importing_and_building_graphs_loads_no_library():
    assert run("print(is_mapped()); passes(0); print(is_mapped())") == "False\nTrue\n"


def test_children_forked_before_the_first_use_compute():
    out = run("""
        with multiprocessing.get_context("fork").Pool(2) as pool:
            print(pool.map(passes, range(6)) == [{1: 0, 2: 1}] * 6)
        print(passes(0))
    """)
    assert out == "True\n{1: 0, 2: 1}\n"


def test_children_forked_after_the_first_use_get_an_error_with_advice():
    out = run("""
        passes(0)
        with multiprocessing.get_context("fork").Pool(1) as pool:
            try:
                pool.map(passes, [0])
            except forcedsplit.Error as error:
                print(error.status.name, "spawn" in error.message and "forkserver" in error.message)
        print(passes(0))
    """)
    assert out == "FORKED True\n{1: 0, 2: 1}\n"


def test_children_of_a_spawn_pool_compute(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(
        PRELUDE
        + textwrap.dedent("""
            if __name__ == "__main__":
                passes(0)
                with multiprocessing.get_context("spawn").Pool(1) as pool:
                    print(pool.map(passes, [0, 1]))
        """)
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.returncode) == ("[{1: 0, 2: 1}, {1: 0, 2: 1}]\n", 0), done.stderr


EXECUTORS = """
    from concurrent.futures import ProcessPoolExecutor

    if __name__ == "__main__":
        method, used = sys.argv[1], sys.argv[2] == "used"
        if used:
            passes(0)
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as executor:
            try:
                print(list(executor.map(passes, range(8))) == [{1: 0, 2: 1}] * 8)
            except forcedsplit.Error as error:
                print(error.status.name, "spawn" in error.message and "forkserver" in error.message)
        with multiprocessing.get_context(method).Pool(2) as pool:
            try:
                print(pool.map(passes, range(8)) == [{1: 0, 2: 1}] * 8)
            except forcedsplit.Error as error:
                print(error.status.name, "spawn" in error.message and "forkserver" in error.message)
        print(passes(0))
"""


@pytest.mark.parametrize("used", ["unused", "used"])
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_process_pools_compute_or_say_what_to_do_instead(tmp_path, method, used):
    script = tmp_path / "program.py"
    script.write_text(PRELUDE + textwrap.dedent(EXECUTORS))
    done = subprocess.run([sys.executable, script, method, used], capture_output=True, text=True, timeout=120)
    expected = "FORKED True\n" if (method, used) == ("fork", "used") else "True\n"
    assert (done.stdout, done.stderr) == (2 * expected + "{1: 0, 2: 1}\n", "")


def test_a_child_reads_and_drops_results_of_its_parent():
    out = run("""
        levels = forcedsplit.compute(graph)
        def read():
            global levels
            assert dict(levels.pass_of) == {1: 0, 2: 1} and levels.pass_(2) == 1
            view = levels.passes
            del levels
            assert view.tolist() == [0, 1]
            del view
        print(child(read), levels.pass_(2), levels.passes.tolist())
    """)
    assert out == "0 1 [0, 1]\n"


def test_the_interpreter_of_a_child_ends_quietly_with_results_of_its_parent():
    out = run("""
        levels = forcedsplit.compute(graph)
        view, cycle = levels.passes[:], []
        cycle.append((cycle, forcedsplit.compute(graph)))
        pid = os.fork()
        if pid == 0:
            sys.exit(0 if levels.pass_(2) == 1 and view.tolist() == [0, 1] else 1)  # all of the interpreter's own exit
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), levels.pass_(2), view.tolist())
    """)
    assert out == "0 1 [0, 1]\n"


def test_a_fork_beside_a_first_use_in_another_thread_never_hangs():
    out = run("""
        import threading
        codes = set()
        thread = threading.Thread(target=passes, args=(0,))
        def either():
            try:
                assert passes(0) == {1: 0, 2: 1}
            except forcedsplit.Error as error:
                assert error.status == forcedsplit.Status.FORKED
        thread.start()
        for _ in range(20):
            codes.add(child(either))
        thread.join()
        print(codes)
    """)
    assert out == "{0}\n"


def test_the_interpreter_ends_quietly_while_results_are_alive():
    out = run("""
        import atexit
        levels = forcedsplit.compute(graph)
        view, cycle = levels.passes[:], []
        cycle.append((cycle, levels))
        atexit.register(lambda: print(view.tolist(), levels.pass_(2)))
    """)
    assert out == "[0, 1] 1\n"


@pytest.mark.parametrize("form", ["inside", "inside_batch"])
def test_the_interpreter_ends_quietly_while_threads_compute(form):
    """Daemon threads are wherever they happen to be: in Go, in the predicate, or on the way between them."""
    script = """
        import threading, time
        import numpy as np

        count = 20_000
        asking = forcedsplit.graph_from_arrays(
            operand_offsets=np.r_[0, np.arange(count)], operands=np.arange(count - 1),
            axis_offsets=np.arange(count + 1), axis_roles=np.ones(count, np.uint8))
        form = os.environ["FORM"]
        answer = {"inside": lambda *_: True, "inside_batch": lambda readers, _: readers > 0}[form]
        kept = []

        def work():
            while True:
                kept.append(forcedsplit.compute(asking, **{form: answer}))
                del kept[:-3]

        for _ in range(4):
            threading.Thread(target=work, daemon=True).start()
        while not kept:
            time.sleep(0.001)
        time.sleep(float(os.environ["MOMENT"]))
        view = kept[-1].passes
    """
    for k in range(5):
        assert run(script, FORM=form, MOMENT=str(0.007 * k)) == ""


@pytest.fixture
def bare(tmp_path):
    """A directory with the package alone, without a library in it."""
    package = tmp_path / "forcedsplit"
    package.mkdir()
    for file in Path(_library.__file__).parent.glob("*.py"):
        shutil.copy(file, package)
    return tmp_path


FAILURE = """
    try:
        passes(0)
    except ImportError as error:
        print(error)
"""


def test_a_library_that_is_missing_is_an_import_error_that_says_where_it_was_looked_for(bare):
    missing = str(bare / "nowhere.so")
    out = run(FAILURE, PYTHONPATH=str(bare), FORCEDSPLIT_LIBRARY=missing)
    assert f"{missing}: cannot open shared object file" in out
    assert "FORCEDSPLIT_LIBRARY" in out
    assert str(bare / "forcedsplit" / "libforcedsplit.so") in out


def test_without_any_hint_the_loader_is_asked_for_the_soname(bare):
    out = run(FAILURE, PYTHONPATH=str(bare), FORCEDSPLIT_LIBRARY="")
    assert "libforcedsplit.so.1" in out
    (bare / "libforcedsplit.so.1").symlink_to(library_file())
    out = run("print(passes(0))", PYTHONPATH=str(bare), FORCEDSPLIT_LIBRARY="", LD_LIBRARY_PATH=str(bare))
    assert out == "{1: 0, 2: 1}\n"


def test_the_library_in_the_package_comes_first(bare):
    (bare / "forcedsplit" / "libforcedsplit.so").symlink_to(library_file())
    out = run("print(passes(0))", PYTHONPATH=str(bare), FORCEDSPLIT_LIBRARY=str(bare / "nowhere.so"))
    assert out == "{1: 0, 2: 1}\n"


def test_another_library_is_an_import_error_that_names_it(bare):
    out = run(FAILURE, PYTHONPATH=str(bare), FORCEDSPLIT_LIBRARY="libm.so.6")
    assert "libm.so.6 is no library of forcedsplit" in out


def library_file():
    """The library that these tests run with."""
    return Path(_library.library()._name).resolve()


def test_another_abi_is_an_import_error(monkeypatch):
    monkeypatch.setattr(_library, "ABI_MAJOR", 2)
    with pytest.raises(ImportError, match="has ABI 1, expected 2"):
        _library._load()
