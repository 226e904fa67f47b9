"""The suites about how the library arrives: packages, the archive, the wheel and the recipes, used as strangers do."""

import os
import re
import shlex
import shutil
import tarfile
import venv
from pathlib import Path

from suite import OUT, PREFIX, ROOT, configure_and_build

HERE = OUT / "packages"
TOOLS = HERE / "tools" / "bin"
RELEASE = OUT / "release"
PROGRAMS = ROOT / "capi" / "tests" / "consumers"
GRAPH = ROOT / "examples" / "data" / "energy_aux.fslg"
VERSION = re.search(r"project\(forcedsplit VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
PASSES = f"{VERSION}: pass 0, pass 1\n"
COUNTS = f"{VERSION}: 28 values, 1 passes\n"
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
C = ("cc", "-std=c11", *STRICT, PROGRAMS / "pkg_config" / "scheduler.c")
CXX = ("c++", "-std=c++17", *STRICT, PROGRAMS / "find_package" / "scheduler.cpp")


def packages(suite):
    """What `release` has built is packed, installed, linked, run, and removed without a trace."""
    one_version(suite)
    for name in ("cpack", "unpacked", "programs"):
        shutil.rmtree(HERE / name, ignore_errors=True)
    suite.must("cpack", "--config", RELEASE / "CPackConfig.cmake", "-B", HERE / "cpack")
    debian(suite)
    archive(suite, tarball(suite))


def one_version(suite):
    """The version stands in one place of the tree, and where its changes are told."""
    pattern = re.compile(rf'(?<!such as ")(?<![\w.]){re.escape(VERSION)}(?![\w.]*\d)')
    files = [path for path in ROOT.iterdir() if path.is_file()]
    for directory in (".ci", "bridge", "capi", "engine", "examples", "include"):
        files += [path for path in (ROOT / directory).rglob("*") if path.is_file() and path.suffix != ".pyc"]
    found = {}
    for path in files:
        count = len(pattern.findall(path.read_text(encoding="utf-8", errors="replace")))
        if count and path.parent != ROOT / "capi" / "abi":
            found[str(path.relative_to(ROOT))] = count
    suite.note(f"{VERSION} stands in {found}")
    suite.check("the CHANGELOG tells of the version", found.pop("CHANGELOG.md", 0))
    suite.check("nothing else but CMakeLists.txt has it", found == {"CMakeLists.txt": 1})
    suite.check("the tool has it", suite.must(PREFIX / "bin" / "fslevels", "--version") == f"fslevels {VERSION}\n")


def glibc_floor(suite):
    """The newest version of glibc that the library asks for, as in "2.34"."""
    library = RELEASE / "lib" / "libforcedsplit.so"
    versions = re.findall(r"\bGLIBC_(\d+)\.(\d+)", suite.must("readelf", "--version-info", "--wide", library))
    return "{}.{}".format(*max((int(major), int(minor)) for major, minor in versions))


def debian(suite):
    """The .deb says what it needs; as root it is installed, used and removed, else unpacked and used."""
    (package,) = (HERE / "cpack").glob("*.deb")
    fields = suite.must("dpkg-deb", "--field", package, "Package", "Version", "Depends")
    expected = f"Package: forcedsplit\nVersion: {VERSION}\nDepends: libc6 (>= {glibc_floor(suite)})\n"
    suite.check("the .deb depends on the glibc that the library asks for, and on nothing else", fields == expected)
    if os.geteuid() != 0 or is_known_to_dpkg(suite):
        suite.must("dpkg-deb", "--extract", package, HERE / "unpacked" / "deb")
        is_used(suite, "deb", HERE / "unpacked" / "deb" / "usr")
        return

    suite.must("dpkg", "--install", package)
    try:
        listed = [Path(line) for line in suite.must("dpkg", "--listfiles", "forcedsplit").splitlines()]
        ours = [path for path in listed if path.is_symlink() or not path.is_dir() or path.name == "forcedsplit"]
        suite.check("what the .deb lists is there", len(ours) > 20 and all(os.path.lexists(path) for path in ours))
        suite.check("the loader knows the library", is_known_to_the_loader(suite))
        is_used(suite, "deb", None)
    finally:
        suite.must("dpkg", "--remove", "forcedsplit")
    suite.check("nothing is left of the .deb", not [path for path in ours if os.path.lexists(path)])
    suite.check("the loader knows the library no more", not is_known_to_the_loader(suite))
    suite.must("dpkg", "--purge", "forcedsplit")  # the record of its scripts, which run ldconfig
    suite.check("dpkg knows the package no more", not is_known_to_dpkg(suite))


def is_known_to_dpkg(suite):
    return suite.run("dpkg", "--status", "forcedsplit")[0]


def is_known_to_the_loader(suite):
    return "libforcedsplit.so.1 " in suite.must("/sbin/ldconfig", "-p", logged=False)


def tarball(suite):
    """The .tar.gz is one folder, used where it was unpacked; returns that."""
    (package,) = (HERE / "cpack").glob("*.tar.gz")
    with tarfile.open(package) as tar:
        tops = {name.split("/")[0] for name in tar.getnames()}
        tar.extractall(HERE / "unpacked" / "some where")
    suite.check("the .tar.gz is one folder", tops == {package.name[: -len(".tar.gz")]} and VERSION in package.name)
    prefix = HERE / "unpacked" / "some where" / tops.pop()
    is_used(suite, "tar", prefix)
    return prefix


def is_used(suite, name, prefix):
    """Programs in C and C++ find the library by find_package and by pkg-config, and run with it.

    A prefix of None is the system's own, where nothing has to be named.
    """
    found, env, library = (), {}, "/usr/lib/libforcedsplit.so.1"
    if prefix:
        found, library = (f"-DCMAKE_PREFIX_PATH={prefix}",), f"{prefix}/lib/libforcedsplit.so.1"
        env = {"PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig", "LD_LIBRARY_PATH": f"{prefix}/lib"}
    directory = HERE / "programs" / name
    configure_and_build(suite, PROGRAMS / "find_package", directory, *found)
    flags = shlex.split(suite.must("pkg-config", "--cflags", "--libs", f"forcedsplit = {VERSION}", env=env))
    suite.must(*CXX, *flags, "-o", directory / "by_pkg_config")
    suite.must(*C, *flags, "-o", directory / "by_pkg_config_c")
    for program in ("scheduler", "scheduler_c", "by_pkg_config", "by_pkg_config_c"):
        arguments, expected = ((GRAPH,), COUNTS) if program.endswith("_c") else ((), PASSES)
        printed = suite.must(directory / program, *arguments, env=env)
        loaded = re.search(r"libforcedsplit\.so\.1 => (.*) \(", suite.must("ldd", directory / program, env=env))
        suite.check(f"{name}: {program} runs", printed == expected)
        suite.check(f"{name}: {program} has its library", loaded and os.path.samefile(loaded[1], library))


def archive(suite, prefix):
    """libforcedsplit.a, of an installation and of the source: programs take it in, and need no library of ours."""
    defined = suite.must("nm", "-g", "--defined-only", prefix / "lib" / "libforcedsplit.a")
    exported = suite.must("nm", "-D", "--defined-only", prefix / "lib" / "libforcedsplit.so")
    names = [sorted(re.findall(r"^[0-9a-f]+ \w (\w+)", text, re.MULTILINE)) for text in (defined, exported)]
    suite.check("the archive shows what the library exports", names[0] == names[1] and len(names[0]) > 10)
    for name, option in (
        ("find_package", f"-DCMAKE_PREFIX_PATH={prefix}"),
        ("fetch_content", f"-DFETCHCONTENT_SOURCE_DIR_FORCEDSPLIT={ROOT}"),
    ):
        directory = HERE / "programs" / f"archive {name}"
        configure_and_build(suite, PROGRAMS / "static", directory, option)
        is_taken_in(suite, name, directory / "scheduler", PASSES)
        is_taken_in(suite, name, directory / "scheduler_c", COUNTS, GRAPH)
        kept = "names: 1, signals: 1, parent: FSL_ERROR_INVALID_ARGUMENT, child knows: 1\n"
        is_taken_in(suite, name, directory / "host", kept)
        flags = suite.must("readelf", "-d", directory / "libplugin.so")
        suite.check(f"archive, {name}: a library that took it in is not unloaded", "NODELETE" in flags)

    env = {"PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig"}
    programs = HERE / "programs"
    flags = shlex.split(suite.must("pkg-config", "--static", "--cflags", "--libs", "forcedsplit", env=env))
    suite.must(*C, "-static", *flags, "-o", programs / "static_c")
    is_taken_in(suite, "pkg-config", programs / "static_c", COUNTS, GRAPH)
    flags = shlex.split(suite.must("pkg-config", "--cflags", "--libs", "forcedsplit-static", env=env))
    suite.must(*C, *flags, "-o", programs / "archive_c")
    is_taken_in(suite, "pkg-config", programs / "archive_c", COUNTS, GRAPH)
    suite.must(*C, "-shared", "-fPIC", *flags, "-o", programs / "libplugin.so")
    dynamic = suite.must("readelf", "-d", programs / "libplugin.so")
    suite.check("archive, pkg-config: a library that took it in is not unloaded", "NODELETE" in dynamic)


def is_taken_in(suite, name, program, expected, *arguments):
    suite.check(f"archive, {name}: {program.name} runs", suite.must(program, *arguments) == expected)
    needed = suite.must("readelf", "-d", program)
    suite.check(f"archive, {name}: {program.name} needs no library", "forcedsplit" not in needed)


def tools(suite):
    """What packs and checks the wheel and runs the recipes, in an environment of its own; returns how to call it."""
    if not TOOLS.is_dir():
        venv.create(TOOLS.parent, with_pip=True)
    requirements = ROOT / ".ci" / "packaging" / "packages-requirements.txt"
    suite.must(TOOLS / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements)
    return {"PATH": os.pathsep.join([str(TOOLS), os.environ["PATH"]]), "CONAN_HOME": str(HERE / "conan")}


def wheel(suite):
    """`python -m build` makes a source distribution, and a wheel of that alone; auditwheel gives it the tag of its
    glibc, and another Python installs it in a new environment, and runs it."""
    for name in ("dist", "wheelhouse", "another"):
        shutil.rmtree(HERE / name, ignore_errors=True)
    env = tools(suite)
    build = (TOOLS / "python", "-m", "build", "--no-isolation")  # in a new environment it is built by `python`
    suite.must(*build, "--outdir", HERE / "dist", ROOT, env=env)
    source_distribution(suite, HERE / "dist" / f"forcedsplit-{VERSION}.tar.gz")
    suite.must(TOOLS / "auditwheel", "repair", "-w", HERE / "wheelhouse", *(HERE / "dist").glob("*.whl"), env=env)
    (repaired,) = (HERE / "wheelhouse").glob("*.whl")
    tag = f"py3-none-manylinux_{glibc_floor(suite).replace('.', '_')}_{os.uname().machine}"
    suite.check("the wheel's tag says which glibc it needs", repaired.name == f"forcedsplit-{VERSION}-{tag}.whl")

    python = another_python(suite)
    if not python and not os.environ.get("CI"):
        print("    not checked: the wheel in another Python (pypy3, or python3.N in PATH)")
        return
    suite.check("there is another Python", python)
    suite.must(python, "-m", "venv", "--without-pip", HERE / "another")
    run = HERE / "another" / "bin" / "python"
    pip = (TOOLS / "pip", "--python", run, "--quiet", "--disable-pip-version-check")
    suite.must(*pip, "install", "--no-compile", "--only-binary=:all:", repaired)
    suite.check("another Python runs the wheel", suite.must(run, "-I", PROGRAMS / "wheel" / "scheduler.py") == PASSES)


def source_distribution(suite, path):
    """It holds what a wheel is made of: that nothing is missing, the wheel has shown."""
    with tarfile.open(path) as tar:
        names = [name.partition("/")[2] for name in tar.getnames()]
    places = {name.rpartition("/")[0].split("/")[0] for name in names if name != "PKG-INFO"}
    suite.check(
        "the source distribution has no other places", places == {"", ".ci", "bridge", "capi", "engine", "include"}
    )
    others = [name for name in names if re.search(r"_test\.|(^|/)(tests?|testdata|abi|cmd)/|\.pyc$", name)]
    suite.check(f"the source distribution has no tests and no data: {others[:5]}", not others)
    suite.check("the source distribution is small", path.stat().st_size < 300_000)


def another_python(suite):
    """A Python of another version than the one that built the wheel, or None."""
    tell = "import sys, venv; print(*sys.version_info[:2])"
    ours = suite.must(TOOLS / "python", "-c", tell)
    for name in ("pypy3", *(f"python3.{minor}" for minor in range(9, 16))):
        succeeded, printed = suite.run(name, "-c", tell) if shutil.which(name) else (False, "")
        if succeeded and printed != ours and tuple(map(int, printed.split())) >= (3, 9):
            return name
    return None


def recipes(suite):
    """Conan and vcpkg build and pack the library from the source tree, both shared and as an archive."""
    for name in ("conan", "vcpkg"):
        shutil.rmtree(HERE / name, ignore_errors=True)
    conan(suite, tools(suite))
    for linkage, needed in (("dynamic", True), ("static", False)):
        vcpkg(suite, linkage, needed)


def conan(suite, env):
    """`conan create`, with the machine's FlatBuffers instead of a package from elsewhere."""
    suite.must("conan", "profile", "detect", env=env)
    flatbuffers = re.search(r"\d+\.\d+\.\d+", suite.must("flatc", "--version"))[0]
    profile = HERE / "conan" / "profiles" / "default"
    with profile.open("a", encoding="utf-8") as file:
        for kind in ("requires", "tool_requires"):
            file.write(f"[platform_{kind}]\nflatbuffers/{flatbuffers}\n")
    for shared in (True, False):
        name = f"conan, shared={shared}"
        options = ("--no-remote", "--profile:all", profile, "--options", f"&:shared={shared}")
        printed = suite.must("conan", "create", ROOT / ".ci" / "packaging" / "conan", *options, env=env)
        suite.check(f"{name}: the program of the test package runs", PASSES in printed.splitlines(keepends=True)[-3:])
        package = Path(re.findall(r"^Package folder (.*)$", printed, re.MULTILINE)[-1])
        suite.check(f"{name}: it has the version", f"Full package reference: forcedsplit/{VERSION}#" in printed)
        kinds = [kind for kind in ("a", "so") if (package / "lib" / f"libforcedsplit.{kind}").exists()]
        suite.check(f"{name}: it has that library alone", kinds == (["so"] if shared else ["a"]))


def vcpkg(suite, linkage, needed):
    """The port, run by a stand-in for vcpkg, lays down what vcpkg asks of a port, where programs find it."""
    where = HERE / "vcpkg" / linkage
    packed, installed = where / "packages" / "forcedsplit", where / "installed"
    cache = (RELEASE / "CMakeCache.txt").read_text(encoding="utf-8")
    headers = re.search(r"^FORCEDSPLIT_FLATBUFFERS_INCLUDE_DIR:PATH=(.*)$", cache, re.MULTILINE)[1]
    for link, target in (
        ("include/flatbuffers", f"{headers}/flatbuffers"),
        ("tools/flatbuffers/flatc", shutil.which("flatc")),
    ):
        (installed / link).parent.mkdir(parents=True)
        (installed / link).symlink_to(target)
    suite.must("cmake", f"-DWHERE={where}", f"-DLINKAGE={linkage}", "-P", PROGRAMS / "vcpkg" / "run_port.cmake")

    files = [path for path in packed.rglob("*") if not path.is_dir()]
    places = {"/".join(path.relative_to(packed).parts[:-1]) for path in files}
    expected = {"include/forcedsplit", "lib", "lib/pkgconfig", "share/forcedsplit"}
    suite.check(f"vcpkg, {linkage}: files are where a port may have them", places == expected)
    names = {path.name for path in files}
    suite.check(f"vcpkg, {linkage}: files are there", {"copyright", "usage", "forcedsplitConfig.cmake"} <= names)
    kinds = [kind for kind in ("a", "so") if f"libforcedsplit.{kind}" in names]
    suite.check(f"vcpkg, {linkage}: it has that library alone", kinds == (["so"] if needed else ["a"]))
    suite.check(f"vcpkg, {linkage}: no file names its place", not any(bytes(where) in f.read_bytes() for f in files))

    program = where / "programs" / "scheduler"
    configure_and_build(suite, PROGRAMS / "find_package", program.parent, f"-DCMAKE_PREFIX_PATH={installed}")
    suite.check(f"vcpkg, {linkage}: a program runs", suite.must(program) == PASSES)
    is_needed = "libforcedsplit" in suite.must("readelf", "-d", program)
    suite.check(f"vcpkg, {linkage}: the program was linked so", is_needed == needed)
