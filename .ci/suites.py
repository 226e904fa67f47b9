"""The suites, in the order in which they run: later ones build on what earlier ones built and installed."""

import os
import re
import shlex
import shutil
import venv

from abi_suites import abi_, faults
from bench_suite import bench
from browser_suite import browser
from docs_suite import docs
from memory_suites import race, sanitize_clang, sanitize_gcc, valgrind
from onnx_suite import onnx
from packages_suite import packages, recipes, wheel
from suite import OUT, PREFIX, ROOT, TOOLS, VENV, configure_and_build, ctest, go_test, pytest

STATICCHECK = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"


def sources(*suffixes):
    """The files of the tree with one of these suffixes."""
    found = []
    for directory in (".ci", "bridge", "capi", "engine", "examples", "include"):
        found += [p for p in (ROOT / directory).rglob("*") if p.suffix in suffixes and p.is_file()]
    return sorted(found)


def lint(suite):
    """Formatters and linters find nothing to say; the generated code is what the pinned flatc makes."""
    formatted, unformatted = suite.run("gofmt", "-l", "engine", "bridge", "capi", "examples")
    suite.check("gofmt", formatted and not unformatted)
    suite.check("go vet", suite.run("go", "vet", "./...")[0])
    suite.check("staticcheck", suite.run("go", "run", STATICCHECK, "./...")[0])
    c_family = sources(".c", ".h", ".cpp", ".hpp")
    suite.check("clang-format", suite.run(TOOLS / "clang-format", "--dry-run", "-Werror", *c_family)[0])
    suite.check("ruff check", suite.run(TOOLS / "ruff", "check", *sources(".py"))[0])
    suite.check("ruff format", suite.run(TOOLS / "ruff", "format", "--check", *sources(".py"))[0])
    generated_is_current(suite)


def generated_is_current(suite):
    """`make generate` gives the committed bytes. Where flatc is another than the pinned one, only CI must notice."""
    fresh = OUT / "generated"
    shutil.rmtree(fresh, ignore_errors=True)
    succeeded, printed = suite.run(".ci/generate", fresh)
    if not succeeded and "needs flatc" in printed and not os.environ.get("CI"):
        print(f"    not checked: generated code ({printed.strip()})")
        return
    committed = ROOT / "bridge" / "wire" / "fslg"
    names = sorted(p.name for p in committed.glob("*.go"))
    same = succeeded and names == sorted(p.name for p in (fresh / "fslg").glob("*.go"))
    same = same and all((fresh / "fslg" / n).read_bytes() == (committed / n).read_bytes() for n in names)
    suite.check("generated code is what `make generate` makes", same)


def go(suite):
    """go test of every package."""
    packages = go_test(suite, "./...")
    suite.check("engine and wire have tests", {"forcedsplit/engine", "forcedsplit/bridge/wire"} <= packages)


def release(suite):
    """The project itself, as most people build it: the default compiler, C++17, Release; then installed."""
    configure_and_build(suite, ROOT, OUT / "release", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_INSTALL_LIBDIR=lib")
    shutil.rmtree(PREFIX, ignore_errors=True)
    suite.must("cmake", "--install", OUT / "release", "--prefix", PREFIX)
    ctest(suite, OUT / "release")


def against_installed(suite, c, cxx, standard):
    """The tests in C++ against the installed library, with another compiler and standard."""
    directory = OUT / suite.name
    configure_and_build(
        *(suite, ROOT / "capi" / "tests", directory, f"-DCMAKE_PREFIX_PATH={PREFIX}"),
        *(f"-DCMAKE_C_COMPILER={c}", f"-DCMAKE_CXX_COMPILER={cxx}", f"-DCMAKE_CXX_STANDARD={standard}"),
        target="tests_in_cpp",
    )
    ctest(suite, directory, "-E", "^c_")


def gcc20(suite):
    against_installed(suite, "gcc", "g++", 20)


def clang20(suite):
    against_installed(suite, "clang", "clang++", 20)


def installed(suite):
    """What is installed is what a stranger relies on."""
    library = PREFIX / "lib" / "libforcedsplit.so"
    dynamic = suite.must("readelf", "-d", library)
    suite.check("the SONAME has the ABI's major version", "soname: [libforcedsplit.so.1]" in dynamic)
    suite.check("the library says that it must not be unloaded", "NODELETE" in dynamic)
    symbols = [
        line.split()[-1].split("@")[0] for line in suite.must("nm", "-D", "--defined-only", library).splitlines()
    ]
    suite.check("only fsl_* is exported", symbols and all(s.startswith("fsl_") for s in symbols))
    header = (PREFIX / "include" / "forcedsplit" / "forcedsplit.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"^FSL_API .*?(fsl_\w+)\(", header, re.MULTILINE))
    suite.check("exactly what forcedsplit.h declares is exported", declared == set(symbols))
    elf_asks_little_of_its_process(suite, library, dynamic)
    tool = suite.must("readelf", "-d", PREFIX / "bin" / "fslevels")
    suite.check("the tool is a static binary", "NEEDED" not in tool)
    expected = ["fslg_generated.h", "forced_split_levels.hpp", "forcedsplit.h"]
    suite.check("headers", all((PREFIX / "include" / "forcedsplit" / name).is_file() for name in expected))
    suite.check("the schema", (PREFIX / "share" / "forcedsplit" / "fslg.fbs").is_file())
    contents = [p.read_bytes() for p in PREFIX.rglob("*") if p.is_file()]
    suite.check("no installed file names the source tree", not any(bytes(ROOT) in c for c in contents))


def elf_asks_little_of_its_process(suite, library, dynamic):
    """HAZARDS, loading: static TLS is a few bytes of what every process has left; no code is written at load."""
    segments = suite.must("readelf", "-lW", library)
    tls = [int(size, 16) for size in re.findall(r"^ *TLS +\S+ +\S+ +\S+ +\S+ +(0x[0-9a-f]+)", segments, re.MULTILINE)]
    suite.check("the library has at most 8 bytes of TLS", len(tls) == 1 and 0 < tls[0] <= 8)
    stack = re.search(r"^ *GNU_STACK .* (RW?E?) +0x\w+$", segments, re.MULTILINE)
    suite.check("the library asks for no executable stack", stack and stack[1] == "RW")
    writable_code = re.search(r"^ *LOAD .* RWE +0x\w+$", segments, re.MULTILINE)
    suite.check("the library has no writable code", "TEXTREL" not in dynamic and not writable_code)


def consumers(suite):
    """Strangers' projects find the library in each way that the README names, and run."""
    programs = ROOT / "capi" / "tests" / "consumers"
    version = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
    expected = f"{version}: pass 0, pass 1\n"

    for name, option in (
        ("find_package", f"-DCMAKE_PREFIX_PATH={PREFIX}"),
        ("add_subdirectory", f"-DFORCEDSPLIT_SOURCE_DIR={ROOT}"),
        ("fetch_content", f"-DFETCHCONTENT_SOURCE_DIR_FORCEDSPLIT={ROOT}"),
    ):
        directory = OUT / "consumers" / name
        configure_and_build(suite, programs / name, directory, option)
        suite.check(name, suite.must(directory / "scheduler") == expected)

    pkg_config(suite, programs / "pkg_config" / "scheduler.c", version)
    other_flatbuffers(suite, programs)


def pkg_config(suite, source, version):
    """Plain cc with pkg-config, after the installed tree was moved."""
    moved = OUT / "consumers" / "moved there"
    shutil.rmtree(moved, ignore_errors=True)
    shutil.copytree(PREFIX, moved, symlinks=True)
    program = OUT / "consumers" / "pkg_config"
    search = {"PKG_CONFIG_PATH": str(moved / "lib" / "pkgconfig")}
    flags = shlex.split(suite.must("pkg-config", "--cflags", "--libs", "forcedsplit", env=search))
    suite.must("cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, *flags, "-o", program)
    graph = ROOT / "examples" / "data" / "energy_aux.fslg"
    printed = suite.must(program, graph, env={"LD_LIBRARY_PATH": str(moved / "lib")})
    suite.check("pkg-config", printed == f"{version}: 28 values, 1 passes\n")


def other_flatbuffers(suite, programs):
    """FlatBuffers of another version is refused when the host is configured, with both versions in the message."""
    headers = OUT / "consumers" / "other flatbuffers"
    (headers / "flatbuffers").mkdir(parents=True, exist_ok=True)
    parts = zip(("MAJOR", "MINOR", "REVISION"), (1, 2, 3))
    text = "".join(f"#define FLATBUFFERS_VERSION_{part} {number}\n" for part, number in parts)
    (headers / "flatbuffers" / "base.h").write_text(text, encoding="utf-8")

    installed, source = f"-DCMAKE_PREFIX_PATH={PREFIX}", f"-DFORCEDSPLIT_SOURCE_DIR={ROOT}"
    ours = re.search(r"\d+\.\d+\.\d+", suite.must("flatc", "--version"))[0]
    for name, project, *options in (
        ("headers found by find_package", "find_package", installed, "-Dforcedsplit_FLATBUFFERS_INCLUDE_DIR={}"),
        ("headers found by add_subdirectory", "add_subdirectory", source, "-DFORCEDSPLIT_FLATBUFFERS_INCLUDE_DIR={}"),
        ("the host's target beside find_package", "own_flatbuffers", installed, "-DHOST_FLATBUFFERS={}"),
        ("the host's target beside add_subdirectory", "own_flatbuffers", source, "-DHOST_FLATBUFFERS={}"),
    ):
        build = OUT / "consumers" / "refused"
        shutil.rmtree(build, ignore_errors=True)
        options = [option.format(headers) for option in options]
        succeeded, printed = suite.run("cmake", "-S", programs / project, "-B", build, *options)
        named = "1.2.3" in printed and ours in printed and "FlatBuffers" in printed
        suite.check(f"another version is refused, and both are named: {name}", not succeeded and named)


def python(suite):
    """`pip install .` in a new virtual environment, then the package's tests."""
    venv.create(VENV, clear=True, with_pip=True)
    pip = (VENV / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check")
    suite.must(*pip, ROOT)
    suite.must(*pip, "-r", ROOT / ".ci" / "packaging" / "test-requirements.txt")
    pytest(suite, "bridge/python/tests", "--ignore", "bridge/python/tests/test_readme.py")


def readme(suite):
    """The README's code blocks are run as they stand."""
    pytest(suite, "bridge/python/tests/test_readme.py", skips_fail=True)


# One after the other: these use all processors.
SUITES = (lint, go, race, release, installed, packages, gcc20, clang20, sanitize_gcc, sanitize_clang, valgrind)

# Then these rows side by side: hardly a suite of them uses more than one.
SIDE_BY_SIDE = (
    (python, onnx, readme, docs),
    (abi_, faults, consumers, wheel, recipes, browser, bench),
)
