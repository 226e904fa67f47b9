"""The suites that look for what tests alone do not see: races, leaks, and memory that is not anybody's."""

import os
import re
from concurrent.futures import ThreadPoolExecutor

from suite import JOBS, OUT, ROOT, configure_and_build, ctest, go_test

SANITIZE = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
SOAK = "FORCEDSPLIT_SOAK" in os.environ


def race(suite):
    """Go's race detector, on a crowd of goroutines that compute on shared graphs and ask within predicates."""
    packages = ("./...",) if SOAK else ("./bridge/handle",)
    ran = go_test(suite, "-race", "-count=1", *packages)
    suite.check("the crowd ran", "forcedsplit/bridge/handle" in ran)


def sanitized(suite, c, cxx, target, *which):
    """Tests, and the library's own C, under the address, leak and undefined-behaviour sanitizers, as C++17."""
    configure_and_build(
        *(suite, ROOT, OUT / suite.name, f"-DCMAKE_C_COMPILER={c}", f"-DCMAKE_CXX_COMPILER={cxx}"),
        *(f"-DCMAKE_C_FLAGS={SANITIZE}", f"-DCMAKE_CXX_FLAGS={SANITIZE}", "-DCMAKE_BUILD_TYPE=Debug"),
        *("-DFORCEDSPLIT_TOOL=OFF", "-DFORCEDSPLIT_STATIC=OFF"),
        target=target,
        env={"CGO_CFLAGS": f"-g -O1 {SANITIZE}", "CGO_LDFLAGS": "-fsanitize=address,undefined"},
    )
    ctest(suite, OUT / suite.name, *which)


def sanitize_gcc(suite):
    """The tests in C: those in C++ take minutes to compile so, and are the next suite's."""
    sanitized(suite, "gcc", "g++", "tests_in_c", "-R", "^c_")


def sanitize_clang(suite):
    sanitized(suite, "clang", "clang++", "all")


# The programs that valgrind runs, and those that it runs in `make soak` only, for their time. It does not run what is
# about signals, which it delivers in its own way; what forks, since it takes for leaked what the threads had that are
# gone; what loads libraries without Go's valgrind tag; what measures memory or time.
VALGRIND_ALWAYS = ("answers", "answers_calls", "arguments", "bad_graph", "golden", "handles", "lookup", "predicate")
VALGRIND_ALWAYS += ("sessions", "threads")
VALGRIND_SOAKING = ("bytes_graphs", "bytes", "corpus", "older_host", "struct_size")


def valgrind(suite):
    """The tests of the release build, with the library built for valgrind. Leaks count; .ci/valgrind.supp says which
    do not. Go's collector is off: memcheck 3.19 stumbles over what Go tells it of memory that is used again."""
    configure_and_build(
        *(suite, ROOT, OUT / "valgrind", "-DCMAKE_BUILD_TYPE=Debug"),
        *("-DFORCEDSPLIT_CPP=OFF", "-DFORCEDSPLIT_TOOL=OFF", "-DFORCEDSPLIT_STATIC=OFF"),
        env={"GOFLAGS": "-tags=valgrind"},
    )
    programs = OUT / "release" / "capi" / "tests"
    commands = [(programs / "cpp_tests", "--gtest_filter=*" if SOAK else "--gtest_filter=-*Random*")]
    for name in VALGRIND_ALWAYS + (VALGRIND_SOAKING if SOAK else ()):
        commands.append((programs / f"c_{name}_test", *arguments_of(name, programs)))
    with ThreadPoolExecutor(int(JOBS)) as pool:
        for command, (code, printed) in zip(commands, pool.map(lambda c: under_valgrind(suite, c), commands)):
            counted = re.search(r"^(\d+) passed, 0 failed$|^\[  PASSED  \] (\d+) tests", printed, re.MULTILINE)
            suite.passed += int(counted[1] or counted[2]) if counted else 0
            summary = re.search(r"ERROR SUMMARY: 0 errors", printed)
            suite.check(f"valgrind {command[0].name}", code and counted and summary)


def arguments_of(name, programs):
    """What a test program is started with, as in capi/tests/CMakeLists.txt."""
    files = {
        "bytes_graphs": ROOT / "examples" / "data",
        "corpus": ROOT / "capi" / "tests" / "corpus",
        "golden": programs / "golden.dump",
    }
    return (files[name],) if name in files else ()


def under_valgrind(suite, command):
    """Runs a program, with the library that was built for it before the one it was linked with.

    Valgrind runs one thread at a time; unless it is told to be fair, one that slept may wait for its turn for ever.
    """
    leaks = ("--leak-check=full", "--show-leak-kinds=definite,indirect,possible")
    leaks += ("--errors-for-leak-kinds=definite,indirect,possible", f"--suppressions={ROOT / '.ci' / 'valgrind.supp'}")
    return suite.run(
        *("valgrind", *leaks, "--fair-sched=try", "--error-exitcode=99", *command),
        env={"LD_LIBRARY_PATH": str(OUT / "valgrind" / "lib"), "GOGC": "off", "FORCEDSPLIT_BRIEF": "1"},
    )
