"""Every code block of the README is run as it stands, or is part of a program that the tests run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PREFIX = os.environ.get("FORCEDSPLIT_PREFIX")  # where the library is installed
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(m[1], m[2]) for m in BLOCK.finditer((ROOT / "README.md").read_text(encoding="utf-8"))]
NAMES = [f"{language}-{text.splitlines()[0]}" for language, text in BLOCKS]

# Run by `make test` itself, which also runs this file.
RUN_ALREADY = {"make test", "pip install ."}

needs_installation = pytest.mark.skipif(PREFIX is None, reason="run by `make test`, which sets FORCEDSPLIT_PREFIX")


def run(command, **options):
    """Runs a command where a reader would, and returns what it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    environment.update(options.pop("env", {}))
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


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
    search = {"PKG_CONFIG_PATH": f"{PREFIX}/lib/pkgconfig"}
    flags = shlex.split(run(["pkg-config", "--cflags", "--libs", "forcedsplit"], env=search))
    run([*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, *flags, "-o", program])
    run([program], env={"LD_LIBRARY_PATH": f"{PREFIX}/lib"})


def check_python(text, directory):
    source = directory / "readme.py"
    source.write_text(text, encoding="utf-8")
    run([sys.executable, source])


def check_cmake(text, _directory):
    consumer = ROOT / "capi" / "tests" / "consumers" / "find_package" / "CMakeLists.txt"
    assert f"# README: find_package\n{text}# README: end\n" in consumer.read_text(encoding="utf-8")


CHECKS = {
    "bash": check_bash,
    "console": check_console,
    "c": check_c,
    "cpp": check_cpp,
    "python": check_python,
    "cmake": check_cmake,
}


@needs_installation
@pytest.mark.parametrize(("language", "text"), BLOCKS, ids=NAMES)
def test_block_works_as_it_stands(language, text, tmp_path):
    CHECKS[language](text, tmp_path)


def test_every_language_is_shown():
    assert {language for language, _ in BLOCKS} == set(CHECKS)


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
