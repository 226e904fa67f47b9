"""Every code block of the README is run as it stands, or is part of a program that the tests run."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PREFIX = os.environ.get("FORCEDSPLIT_PREFIX")  # where the library is installed
BENCH_PYTHON = ROOT / "build" / "venv" / "bin" / "python"  # has the competitors in Python
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(m[1], m[2]) for m in BLOCK.finditer((ROOT / "README.md").read_text(encoding="utf-8"))]
NAMES = [f"{language}-{text.splitlines()[0]}" for language, text in BLOCKS]

# Run by `make test` itself, which also runs this file.
RUN_ALREADY = {"make test", "pip install ."}

needs_installation = pytest.mark.skipif(PREFIX is None, reason="run by `make test`, which sets FORCEDSPLIT_PREFIX")


def run(command, **options):
    """Runs a command where a reader would, and returns what it printed."""
    succeeded, printed, errors = attempt(command, **options)
    assert succeeded, printed + errors
    return printed


def attempt(command, **options):
    """Whether a command succeeded, and what it printed to both streams."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    environment.update(options.pop("env", {}))
    done = subprocess.run(command, **{"cwd": ROOT, **options}, env=environment, capture_output=True, text=True)
    return done.returncode == 0, done.stdout, done.stderr


def check_bash(text, directory):
    for line in text.splitlines():
        if line not in RUN_ALREADY:
            run(["bash", "-euc", line], env={"HOME": str(directory), **go_directories()})


def go_directories():
    """Go's own directories, which would otherwise move with HOME."""
    names = ("GOPATH", "GOMODCACHE", "GOCACHE")
    return dict(zip(names, run(["go", "env", *names]).splitlines()))


def check_console(text, _directory):
    """A command goes on in the lines that begin with >, as bash shows it."""
    for command, more, expected in re.findall(r"^\$ (.*\n)((?:> .*\n)*)((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        assert run(["bash", "-euc", command + re.sub("^> ", "", more, flags=re.MULTILINE)]) == expected


def check_c(text, directory):
    build_and_run(["cc", "-std=c11"], text, directory / "readme.c")


def check_cpp(text, directory):
    options = ["-fno-exceptions", "-fno-rtti"] if "try_" in text else []
    build_and_run(["c++", "-std=c++17", *options], text, directory / "readme.cpp")


def build_and_run(compiler, text, source):
    source.write_text(text, encoding="utf-8")
    program = source.with_suffix("")
    run([*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, *library_flags(), "-o", program])
    run([program], env={"LD_LIBRARY_PATH": f"{PREFIX}/lib"})


def library_flags():
    search = {"PKG_CONFIG_PATH": f"{PREFIX}/lib/pkgconfig"}
    return shlex.split(run(["pkg-config", "--cflags", "--libs", "forcedsplit"], env=search))


def check_python(text, directory):
    source = directory / "readme.py"
    source.write_text(text, encoding="utf-8")
    run([sys.executable, source])


def check_cmake(text, _directory):
    consumer = ROOT / "capi" / "tests" / "consumers" / "find_package" / "CMakeLists.txt"
    assert f"# README: find_package\n{text}# README: end\n" in consumer.read_text(encoding="utf-8")


def check_diff(text, directory):
    """A diff of the examples, each in its own way, on a copy of them."""
    examples = directory / "examples"
    for name in ("bench", "data", "drop-in"):
        shutil.copytree(ROOT / "examples" / name, examples / name)
    if "/drop-in/" in text:
        check_drop_in(text, examples)
    else:
        check_competitors(text, examples)


def patch(text, examples):
    """Applies a diff exactly where it says."""
    printed = run(["patch", "-p1", "--fuzz=0"], cwd=examples.parent, input=text)
    assert "offset" not in printed, printed


# Worked out by hand: softmax reads a sum over the loop that it is in, and result reads what is stored whole.
DROP_IN_PASSES = {"scores": 0, "exp": 0, "sum": 0, "scale": 1, "softmax": 1, "stored": 1, "result": 2}


def check_drop_in(text, examples):
    """A scheduler prints the same passes before and after five lines, and is linked with the library after them."""
    assert len(re.findall(r"^[+-](?!\+\+ |-- )", text, re.MULTILINE)) == 5
    for linked in (False, True):
        if linked:
            patch(text, examples)
        build = examples / f"build-{linked}"
        run(["cmake", "-S", examples / "drop-in", "-B", build, f"-DCMAKE_PREFIX_PATH={PREFIX}"])
        run(["cmake", "--build", build])
        printed = run([build / "scheduler"])
        assert printed == "".join(f"{value}: pass {number}\n" for value, number in DROP_IN_PASSES.items())
        assert ("libforcedsplit" in run(["readelf", "-d", build / "scheduler"])) == linked


def check_competitors(text, examples):
    """The new competitors are checked and measured; one whose answer is wrong is told."""
    patch(text, examples)
    bench = examples / "bench"
    graph = run([BENCH_PYTHON, "-c", WRITE_GRAPH, examples], env=bench_environment(bench)).strip()
    wrong = examples / "wrong"
    shutil.copytree(bench, wrong)
    replace(wrong / "competitors.hpp", "mine.flags, max_pass}", "mine.flags, max_pass + 1}")
    replace(wrong / "python_doors.py", ".static_order()]", ".static_order()][::-1]")

    right_program, wrong_program = compile_both(bench, wrong)
    arguments = (examples / f"{graph}.fslg", "--passes", examples / f"{graph}.passes")
    run([right_program, *arguments, "--verify"])
    timed = run([right_program, *arguments, "--benchmark_filter=mine", "--benchmark_min_time=0.01"])
    assert re.findall(r"^(\w+) .* ns ", timed, re.MULTILINE) == ["mine"]
    succeeded, _, errors = attempt([wrong_program, *arguments, "--verify"])
    assert not succeeded
    assert errors.startswith("answers differ: mine, graph 0, value 0: max_pass ")

    succeeded, printed, _ = agrees(bench, graph)
    assert succeeded, printed
    assert "1 passed" in printed
    succeeded, printed, _ = agrees(wrong, graph)
    assert not succeeded
    assert "1 failed" in printed
    shown = run([BENCH_PYTHON, "-c", "from doors import DOORS; print(*DOORS)"], env=bench_environment(bench))
    assert {"mine", "graphlib"} <= set(shown.split())


# A small graph with questions, into a directory; prints its name.
WRITE_GRAPH = """
import sys, pathlib, graphs
print(graphs.write("reductions-100", pathlib.Path(sys.argv[1]))["name"])
"""


def bench_environment(bench):
    path = os.pathsep.join([str(bench), str(ROOT / "bridge" / "python")])
    return {
        "PYTHONPATH": path,
        "PYTHONDONTWRITEBYTECODE": "1",
        "FORCEDSPLIT_LIBRARY": f"{PREFIX}/lib/libforcedsplit.so",
    }


def replace(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def compile_both(*directories):
    """bench.cpp of each directory, at the same time and quickly: what it measures is not looked at."""
    flags = ["-std=c++17", "-O0", *library_flags(), f"-Wl,-rpath,{PREFIX}/lib", "-lbenchmark", "-pthread"]
    programs = [directory / "bench" for directory in directories]
    compilers = [
        subprocess.Popen(["c++", program.with_suffix(".cpp"), "-o", program, *flags], stderr=subprocess.PIPE, text=True)
        for program in programs
    ]
    for compiler in compilers:
        _, errors = compiler.communicate()
        assert compiler.returncode == 0, errors
    return programs


def agrees(bench, graph):
    """pytest's verdict on the new door in Python."""
    command = [BENCH_PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "pytest_benchmark.plugin"]
    environment = {
        **bench_environment(bench),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "FORCEDSPLIT_BENCH_GRAPHS": str(bench.parent),
        "FORCEDSPLIT_BENCH_NAMES": graph,
    }
    door = ("-k", "test_agrees and graphlib", "--benchmark-disable")
    return attempt([*command, bench / "python_doors.py", *door], cwd=bench, env=environment)


CHECKS = {
    "bash": check_bash,
    "console": check_console,
    "c": check_c,
    "cpp": check_cpp,
    "python": check_python,
    "cmake": check_cmake,
    "diff": check_diff,
}


@needs_installation
@pytest.mark.parametrize(("language", "text"), BLOCKS, ids=NAMES)
def test_block_works_as_it_stands(language, text, tmp_path):
    CHECKS[language](text, tmp_path)


def test_every_language_is_shown():
    assert {language for language, _ in BLOCKS} == set(CHECKS)


def test_notebook_begins_with_the_block():
    notebook = json.loads((ROOT / "examples" / "python" / "passes.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    beginnings = ["\n\n".join("".join(cell["source"]) for cell in cells[:end]) + "\n" for end in range(2, len(cells))]
    assert [text for language, text in BLOCKS if language == "python" and text in beginnings]
    assert [cell["outputs"] for cell in cells] == [[]] * len(cells)


def test_every_status_is_explained():
    header = (ROOT / "include" / "forcedsplit" / "forcedsplit.h").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [s for s in set(re.findall(r"FSL_ERROR_\w+", header)) if f"`{s}`" not in readme] == []


def test_every_column_is_explained():
    schema = (ROOT / "bridge" / "wire" / "fslg.fbs").read_text(encoding="utf-8")
    table = schema[schema.index("table Graph") :]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    readme = readme.replace("`_", "`occurrence_")
    assert [c for c in re.findall(r"^  (\w+):", table, re.MULTILINE) if f"`{c}`" not in readme] == []
