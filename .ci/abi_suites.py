"""The suites about what programs rely on that were built long ago, and about what only tests may do."""

import os
import re
import shutil

import abi
from suite import OUT, PREFIX, ROOT, StoppedError

C_FLAGS = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g")
PUBLIC = "include/forcedsplit/forcedsplit.h"

# What must be noticed: changes of the sources as (what, file, pattern, what is put in its place).
CHANGES = (
    ("a function that is gone", "capi/version.c", r"const char\* fsl_version_string.*", ""),
    ("a predicate's parameter", PUBLIC, r"(fsl_inside_fn\)\(void\* user_data), uint64_t", r"\1, uint32_t"),
    ("a field's type", PUBLIC, r"  int32_t max_pass;", "  uint32_t max_pass;"),
    ("a field in the middle", PUBLIC, r"  const uint64_t\* ids;", r"  int64_t new_field;\n\g<0>"),
    ("a field in the padding at the end", PUBLIC, r"  int32_t max_pass;", r"\g<0>\n  int32_t new_field;"),
    ("a field that is gone", PUBLIC, r"  void\* user_data;", ""),
    ("a field that is not announced", PUBLIC, r"  size_t max_passes;\n", r"\g<0>  int64_t new_field;\n"),
    ("a function that is not announced", "capi/version.c", r"\Z", "int fsl_new(void) { return 1; }\n"),
    ("an enumerator that is not announced", PUBLIC, r"FSL_ERROR_TOO_MANY_PASSES = 10", r"\g<0>, FSL_NEW = 11"),
    ("an enumerator's value", PUBLIC, r"FSL_ERROR_INTERNAL = 9", "FSL_ERROR_INTERNAL = 11"),
    ("an answer's field in the middle", PUBLIC, r"  size_t chain_count;", r"  int64_t new_field;\n\g<0>"),
    ("a field in the elements of an answer's list", PUBLIC, r"  fsl_reason reason;", r"\g<0>\n  int32_t new_field;"),
)


def abi_(suite):
    """What is built is what was published, and what the CHANGELOG's section "ABI" adds to that."""
    directory = OUT / "abi"
    shutil.rmtree(directory / "work", ignore_errors=True)
    (directory / "work").mkdir(parents=True)
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    library = build_library(suite, directory / "library")
    built = directory / "work" / "built.abi"
    abi.record(library, ROOT / "include" / "forcedsplit", built)
    for fault in abi.faults(built, changelog):
        suite.check(fault, False)
    suite.check("what is built is what was published and announced", not abi.faults(built, changelog))

    one_version(suite)
    everything_is_pinned(suite)
    what_is_not_announced_is_noticed(suite, directory / "work", changelog)
    what_is_announced_is_accepted(suite, directory / "work", changelog)
    an_older_program_runs(suite, directory)


def build_library(suite, directory, include=None):
    """The library with debug information, whose C parts may be compiled with another directory of headers."""
    options = (
        "-DCMAKE_BUILD_TYPE=Debug",
        "-DFORCEDSPLIT_CPP=OFF",
        "-DFORCEDSPLIT_TOOL=OFF",
        "-DFORCEDSPLIT_STATIC=OFF",
    )
    env = {"CGO_CFLAGS": f"-g -O2 -I{include}"} if include else {}
    suite.must("cmake", "-S", ROOT, "-B", directory, "-DCMAKE_BUILD_TYPE=Debug", *options)
    suite.must("cmake", "--build", directory, env=env)
    return directory / "lib" / "libforcedsplit.so"


def one_version(suite):
    """The header, the installed file's name and the records have one version."""
    major, minor = abi.header_version()
    installed = abi.header_version((PREFIX / PUBLIC).read_text(encoding="utf-8"))
    suite.check("the installed header has the ABI's version", installed == (major, minor))
    links = [os.readlink(PREFIX / "lib" / name) for name in ("libforcedsplit.so", f"libforcedsplit.so.{major}")]
    expected = [f"libforcedsplit.so.{major}", f"libforcedsplit.so.{major}.{minor}"]
    suite.check("the library's file has the ABI's version in its name", links == expected)
    suite.check("the newest record has the ABI's version", max(abi.records()) == (major, minor))


def everything_is_pinned(suite):
    """Everything that the header declares stands in abi_test.c, whose static asserts pin it."""
    header = re.sub(r"/\*.*?\*/", "", abi.HEADER.read_text(encoding="utf-8"), flags=re.DOTALL)
    pinned = (ROOT / "capi" / "tests" / "abi_test.c").read_text(encoding="utf-8")
    names = set(re.findall(r"\bFSL_\w+|\bfsl_\w+", header)) - {"FSL_API", "FSL_ERROR"}
    for struct, body in re.findall(r"typedef struct (fsl_\w+) \{(.*?)\}", header, re.DOTALL):
        names |= {f"FIELD({struct}, {field}," for field in re.findall(r"(\w+);", body)}
    missing = sorted(name for name in names if not re.search(rf"{re.escape(name)}(?!\w)", pinned))
    suite.note(f"{len(names)} names, of which are not pinned: {missing}")
    suite.check("abi_test.c pins everything that the header declares", names and not missing)


def c_parts(suite, directory, changes, changelog):
    """The faults of a library of the C sources alone, after changes of a copy of them: quicker than Go's, but no less
    an ABI."""
    shutil.rmtree(directory, ignore_errors=True)
    for name in ("capi", "include"):
        shutil.copytree(ROOT / name, directory / name, ignore=shutil.ignore_patterns("tests", "abi"))
    for name, pattern, replacement in changes:
        text = (directory / name).read_text(encoding="utf-8")
        changed, count = re.subn(pattern, replacement, text, count=1)
        if count != 1:
            raise StoppedError(f"{pattern} is not in {name} any more")
        (directory / name).write_text(changed, encoding="utf-8")
    library = directory / "libforcedsplit.so"
    exports = f"-Wl,--version-script={directory}/capi/exports.map,-soname,libforcedsplit.so.1"
    flags = ("-std=gnu11", "-shared", "-fPIC", "-g", f"-I{directory}/include", exports)
    suite.must("cc", *flags, *sorted((directory / "capi").glob("*.c")), "-o", library)
    newer = directory / "changed.abi"
    abi.record(library, directory / "include" / "forcedsplit", newer)
    return abi.faults(newer, changelog)


def what_is_not_announced_is_noticed(suite, directory, changelog):
    suite.check("unchanged sources have the ABI of the library", not c_parts(suite, directory / "c", (), changelog))
    for what, *change in CHANGES:
        found = c_parts(suite, directory / "c", (change,), changelog)
        suite.note(f"{what}: {found}")
        suite.check(f"noticed: {what}", found)
    older = re.sub(r"^### \d+\.\d+.*\n((?!### ).*\n)*", "", changelog, count=1, flags=re.MULTILINE)
    suite.check("noticed: no section in the CHANGELOG", c_parts(suite, directory / "c", (), older))


def what_is_announced_is_accepted(suite, directory, changelog):
    """Of additions that are announced, the only fault is that the newest record is not of them: a new minor version
    leaves it as it is and has one of its own."""
    additions = (CHANGES[6][1:], CHANGES[7][1:], CHANGES[8][1:])
    names = "`fsl_levels_args.new_field`, `fsl_new`, `FSL_NEW`"
    newest = max(abi.announced(changelog))
    section = re.search(r"^### ", changelog, re.MULTILINE).start()
    told = f"{changelog[:section]}### {newest[0]}.{newest[1] + 1}\n\n{names}\n\n{changelog[section:]}"
    found = c_parts(suite, directory / "c", additions, told)
    suite.note(str(found))
    suite.check("accepted: additions that are announced", found == [f"the CHANGELOG's newest ABI is not {newest}"])


def an_older_program_runs(suite, directory):
    """A program that was built against ABI 1.0 runs with today's library, and with one whose structs have grown."""
    grown = directory / "work" / "grown"
    shutil.copytree(ROOT / "include", grown)
    header = grown / "forcedsplit" / "forcedsplit.h"
    text = header.read_text(encoding="utf-8")
    for last in ("size_t max_passes;", "int32_t max_pass;"):
        text = text.replace(f"  {last}\n}}", f"  {last}\n  void* tomorrow[8];\n}}")
    suite.check("tomorrow's header has larger structs", text.count("tomorrow") == 3)
    header.write_text(text, encoding="utf-8")
    tests = ROOT / "capi" / "tests"
    program = directory / "work" / "older_host"
    sources = (tests / "older_host_test.c", tests / "graph_writer.c")
    today = directory / "library" / "lib"
    suite.must("cc", *C_FLAGS, f"-I{tests}", *sources, f"-L{today}", "-lforcedsplit", "-o", program)
    for name, library in (
        ("today's", today / "libforcedsplit.so"),
        ("tomorrow's", build_library(suite, directory / "tomorrow", grown)),
    ):
        succeeded, printed = suite.run(program, env={"LD_LIBRARY_PATH": str(library.parent)})
        suite.check(f"a program of ABI 1.0 runs with {name} library", succeeded and ", 0 failed" in printed)


abi_.__name__ = "abi"  # the module has the name


def faults(suite):
    """The faults that tests can order are in the library that tests load, and without a trace in the one that is
    shipped."""
    shipped = (PREFIX / "lib" / "libforcedsplit.so").read_bytes()
    for_tests = (OUT / "release" / "capi" / "tests" / "loaded" / "libfaults.so").read_bytes()
    source = (ROOT / "bridge" / "faults" / "injected.go").read_text(encoding="utf-8")
    orders = re.findall(r'order == "([^"]{8})"', source)
    texts = re.findall(r'panic\("([^"]+)"\)', source)
    suite.check("every order is found in the source", len(orders) == source.count("order == ") and len(texts) >= 4)
    # Short strings may be compared as numbers; the texts and the package's name stand in the file as they are.
    traces = [text.encode() for text in texts] + [b"forcedsplit/bridge/faults.At", b"bridge/faults/injected.go"]
    numbers = [order.encode() for order in orders]
    suite.check("the library for tests has every trace", all(trace in for_tests for trace in traces + numbers))
    suite.check("the shipped library has none", not any(trace in shipped for trace in traces + numbers))
