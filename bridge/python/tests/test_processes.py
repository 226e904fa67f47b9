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
