#!/usr/bin/env python3
"""The ABI of the built library against the records of what was published, capi/abi/libforcedsplit-MAJOR.MINOR.abi.

    .ci/abi.py DIRECTORY    writes the record of the header's version again: `make abi-dump`

A record is what abidw sees in a library with debug information: functions, types, layouts; no places in files. The one
of the header's own version must be what is built. From an older one of the same major version the library may differ by
functions, fields at the end of structs and enumerators, each of which the CHANGELOG's section "ABI" has to name in
backquotes (`fsl_function`, `fsl_struct.field`, `FSL_VALUE`) under a later version; by nothing else.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = ROOT / "include" / "forcedsplit" / "forcedsplit.h"
RECORDS = ROOT / "capi" / "abi"

# What abidiff prints of differences that are additions. Groups name what was added.
SIZE = re.compile(r"type size changed from (\d+) to \d+ \(in bits\)")
FIELD = re.compile(r"'[^']*\b(\w+)', at offset (\d+) \(in bits\)")
STRUCT = re.compile(r"underlying type 'struct (\w+)' changed:")
ADDED = (re.compile(r"\[A\] 'function .*'    \{(\w+)\}"), re.compile(r"'\w+::(\w+)' value '\d+'"))
FRAME = re.compile(
    r"(Functions changes summary: 0 Removed, \d+ Changed.*, \d+ Added functions?.*"
    r"|Variables changes summary: 0 Removed, 0 Changed, 0 Added variable"
    r"|\d+ Added functions?:"
    r"|\d+ functions? with some indirect sub-type changes?:"
    r"|\[C\] 'function .*' has some indirect sub-type changes:"
    r"|parameter \d+ of type '.*' has sub-type changes:"
    r"|return type changed:"
    r"|in pointed to type '.*':"
    r"|in unqualified underlying type '.*':"
    r"|underlying type '(typedef|enum) \w+' changed:"
    r"|(unqualified )?underlying type '\w+ \w+' changed, as reported earlier"
    r"|type size hasn't changed"
    r"|\d+ (data member|enumerator) insertions?:"
    r"|)"
)


def header_version(text=None):
    """(MAJOR, MINOR) of forcedsplit.h."""
    text = text or HEADER.read_text(encoding="utf-8")
    return tuple(
        int(re.search(rf"^#define FSL_ABI_{part} (\d+)$", text, re.MULTILINE)[1]) for part in ("MAJOR", "MINOR")
    )


def records():
    """The committed records by version."""
    found = {}
    for path in RECORDS.glob("libforcedsplit-*.abi"):
        found[tuple(int(number) for number in path.stem.split("-")[1].split("."))] = path
    return found


def record(library, headers, path):
    """Writes what abidw sees in a library with debug information, whose public headers are in a directory."""
    flags = "--drop-private-types --exported-interfaces-only --drop-undefined-syms --no-corpus-path --no-comp-dir-path"
    flags += " --no-elf-needed --no-parameter-names --type-id-style hash --short-locs"
    command = ["abidw", *flags.split(), "--headers-dir", headers, library]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    # abidw must note places to tell public types by them, but a record has none.
    path.write_text(re.sub(r" (filepath|line|column)='[^']*'", "", text), encoding="utf-8")


def differences(older, newer):
    """What abidiff finds between two records: the names of what was added, and the lines about anything else."""
    command = ["abidiff", "--harmless", "--redundant", "--no-show-locs", older, newer]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode & 3:
        return [], [f"abidiff failed: {done.stdout}"]
    added, other, struct, end = [], [], None, None
    for line in (raw.strip() for raw in done.stdout.splitlines()):
        field = FIELD.fullmatch(line)
        if STRUCT.fullmatch(line):
            struct, end = STRUCT.fullmatch(line)[1], None
        elif SIZE.fullmatch(line) and struct:
            end = int(SIZE.fullmatch(line)[1])
        elif field and end is not None and int(field[2]) >= end:
            added.append(f"{struct}.{field[1]}")
        elif any(pattern.fullmatch(line) for pattern in ADDED):
            added += [pattern.fullmatch(line)[1] for pattern in ADDED if pattern.fullmatch(line)]
        elif not FRAME.fullmatch(line):
            other.append(line)
    if done.returncode and not added and not other:
        other.append(f"a difference that is not understood: {done.stdout}")
    return added, other


def announced(changelog):
    """The names that the changelog's section "ABI" has under each version, newest first."""
    section = re.search(r"^## ABI\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    versions = re.findall(r"^### (\d+)\.(\d+)\b.*\n((?:(?!### ).*\n)*)", section[1] if section else "", re.MULTILINE)
    return {(int(major), int(minor)): set(re.findall(r"`([\w.]+)`", text)) for major, minor, text in versions}


def faults(newer, changelog, published=None):
    """Why a record of what was built may not be called the header's version; nothing if it may."""
    published = published or records()
    names = announced(changelog)
    found = []
    version = header_version()
    if next(iter(names), None) != version:
        found.append(f"the CHANGELOG's newest ABI is not {version}")
    if version not in published:
        found.append(f"there is no record of ABI {version}: make abi-dump")
    for since, path in sorted(published.items()):
        if since[0] != version[0]:
            continue
        added, other = differences(path, newer)
        later = set().union(*(told for at, told in names.items() if at > since))
        found += [f"not as in ABI {since}: {line}" for line in other]
        found += [f"not in ABI {since}, and not announced: {name}" for name in added if name not in later]
    return found


def main():
    directory = Path(sys.argv[1])
    path = RECORDS / "libforcedsplit-{}.{}.abi".format(*header_version())
    record(directory / "lib" / "libforcedsplit.so", HEADER.parent, path)
    print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
