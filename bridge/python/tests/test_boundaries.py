"""What Python repeats of other files is the same there: schema, header, versions."""

import ctypes
import re

import forcedsplit
import numpy as np
import pytest
from conftest import ROOT
from flatbuffers import encode, packer
from forcedsplit import _answer_reading, _answer_structs, _library, _wire, answers
from fslg_reader import DTYPES, LOOP, SCHEMA, schema_fields

HEADER = (ROOT / "include" / "forcedsplit" / "forcedsplit.h").read_text(encoding="utf-8")


def test_the_fields_are_those_of_the_schema_in_its_order():
    assert list(_wire.FIELDS.items()) == list(schema_fields().items())


def test_column_types_are_those_of_the_schema():
    assert {kind: dtype.str for kind, dtype in _wire.NUMBERS.items()} == {
        f"[{kind}]": np.dtype(text).str for kind, text in DTYPES.items()
    }


def test_a_loop_is_laid_out_as_the_schema_says():
    body = re.search(r"struct LoopInstance \{(.*?)\n\}", SCHEMA, re.DOTALL)[1]
    declared = re.findall(r"^\s*(\w+):\s*(\w+);", body, re.MULTILINE)
    assert [(name, _wire.LOOP[name].str) for name in _wire.LOOP.names] == [(n, DTYPES[kind]) for n, kind in declared]
    assert _wire.LOOP.fields == LOOP.fields


def test_roles_are_those_of_the_schema():
    body = re.search(r"enum Role : ubyte \{(.*?)\}", SCHEMA)[1]
    declared = {name: int(number) for name, number in re.findall(r"(\w+) = (\d+)", body)}
    assert {role.name: role.value for role in forcedsplit.Role} == declared


def test_roles_are_those_of_the_header():
    body = re.search(r"typedef enum fsl_role \{(.*?)\} fsl_role;", HEADER, re.DOTALL)[1]
    declared = {name.replace("_", ""): int(number) for name, number in re.findall(r"FSL_ROLE_(\w+) = (\d+)", body)}
    assert {role.name.upper(): role.value for role in forcedsplit.Role} == declared


def test_statuses_are_those_of_the_header():
    body = re.search(r"typedef enum fsl_status \{(.*?)\} fsl_status;", HEADER, re.DOTALL)[1]
    declared = {name: int(number) for name, number in re.findall(r"FSL_(?:ERROR_)?(\w+) = (\d+)", body)}
    assert {status.name: status.value for status in forcedsplit.Status} == declared


def c_type(text):
    """The ctypes type of a C parameter or result."""
    text = text.replace("const ", "").strip()
    return {
        "void": None,
        "void*": ctypes.c_void_p,
        "char*": ctypes.c_char_p,
        "uint64_t*": ctypes.POINTER(ctypes.c_uint64),
        "int32_t*": ctypes.c_void_p,
        "size_t*": ctypes.POINTER(ctypes.c_size_t),
        "fsl_levels_args*": ctypes.POINTER(_library.LevelsArgs),
        "fsl_levels_view*": ctypes.POINTER(_library.LevelsView),
        "fsl_axis*": ctypes.POINTER(_library.Axis),
        "fsl_runtime_options*": ctypes.POINTER(_library.RuntimeOptions),
        "fsl_levels**": ctypes.POINTER(ctypes.c_void_p),
        "fsl_error**": ctypes.POINTER(ctypes.c_void_p),
        "fsl_explanation**": ctypes.POINTER(ctypes.c_void_p),
        "fsl_verdict**": ctypes.POINTER(ctypes.c_void_p),
        "fsl_split**": ctypes.POINTER(ctypes.c_void_p),
        "fsl_stats**": ctypes.POINTER(ctypes.c_void_p),
        "fsl_picture**": ctypes.POINTER(ctypes.c_void_p),
        "fsl_session**": ctypes.POINTER(ctypes.c_void_p),
        "fsl_changes**": ctypes.POINTER(ctypes.c_void_p),
        "fsl_levels*": ctypes.c_void_p,
        "fsl_session*": ctypes.c_void_p,
        "fsl_error*": ctypes.c_void_p,
        "fsl_status": ctypes.c_int,
        "fsl_picture_kind": ctypes.c_int,
        "fsl_reason": ctypes.c_int,
        "fsl_lift": ctypes.c_int,
        "int32_t": ctypes.c_int32,
        "int64_t": ctypes.c_int64,
        "uint8_t": ctypes.c_uint8,
        "uint32_t": ctypes.c_uint32,
        "uint64_t": ctypes.c_uint64,
        "size_t": ctypes.c_size_t,
    }[text]


PROTOTYPES = re.findall(r"^FSL_API ([\w\s]+?\*?) (fsl_\w+)\(([^)]*)\);", HEADER, re.MULTILINE)


def test_every_function_that_python_calls_is_declared_in_the_header_like_that():
    declared = {}
    for result, name, parameters in PROTOTYPES:
        types = [re.sub(r"\w+$", "", parameter) for parameter in parameters.split(",")] if parameters != "void" else []
        declared[name] = (c_type(result), [c_type(text) for text in types])
    assert len(declared) == HEADER.count("\nFSL_API "), "the test reads every prototype"
    assert declared == _library.SIGNATURES


def test_every_signature_is_set_on_the_loaded_library():
    library = _library.library()
    for name, (restype, argtypes) in _library.SIGNATURES.items():
        function = getattr(library, name)
        assert (function.restype, function.argtypes) == (restype, argtypes), name


@pytest.mark.parametrize(
    ("mirror", "name"),
    [
        (_library.LevelsArgs, "fsl_levels_args"),
        (_library.LevelsView, "fsl_levels_view"),
        (_library.Axis, "fsl_axis"),
        (_library.RuntimeOptions, "fsl_runtime_options"),
        (_answer_structs.ExplanationStruct, "fsl_explanation"),
        (_answer_structs.VerdictStruct, "fsl_verdict"),
        (_answer_structs.SplitStruct, "fsl_split"),
        (_answer_structs.StatsStruct, "fsl_stats"),
        (_answer_structs.PictureStruct, "fsl_picture"),
        (_answer_structs.ChangesStruct, "fsl_changes"),
    ],
)
def test_structs_have_the_fields_of_the_header(mirror, name):
    declared = declared_fields(name)
    assert [field[0] for field in mirror._fields_] == [field for field, _ in declared]
    for (field, mirrored), (_, kind) in zip(mirror._fields_, declared):
        if not kind.endswith("*") and not kind.endswith("_fn"):  # an address is an address
            assert mirrored is c_type(kind), field


@pytest.mark.parametrize(
    ("mirror", "name"),
    [
        (_answer_structs.LINK, "fsl_link"),
        (_answer_structs.VIOLATION, "fsl_violation"),
        (_answer_structs.DIFFERENCE, "fsl_difference"),
        (_answer_structs.STAGE, "fsl_stage"),
        (_answer_structs.MATERIALIZED, "fsl_materialized"),
        (_answer_structs.CONFLICT, "fsl_conflict"),
        (_answer_structs.BOUNDARY, "fsl_boundary"),
        (_answer_structs.CHANGE, "fsl_change"),
    ],
)
def test_rows_are_laid_out_as_the_header_says(mirror, name):
    fields = [(field, ctypes.c_void_p if kind.endswith("*") else c_type(kind)) for field, kind in declared_fields(name)]
    assert mirror == np.dtype(type(name, (ctypes.Structure,), {"_fields_": fields}))


def declared_fields(name):
    """Names and types of a struct's fields in the header."""
    body = re.search(rf"typedef struct {name} \{{(.*?)\}} {name};", HEADER, re.DOTALL)[1]
    declared = re.findall(r"^\s*([\w\s]+\*?)\s(\w+);", body, re.MULTILINE)
    return [(field, kind) for kind, field in declared]


@pytest.mark.parametrize(
    ("enum", "names"),
    [("fsl_reason", _answer_reading.REASONS), ("fsl_lift", _answer_reading.LIFTS)],
)
def test_words_for_numbers_are_those_of_the_header(enum, names):
    body = re.search(rf"typedef enum {enum} \{{(.*?)\}} {enum};", HEADER, re.DOTALL)[1]
    declared = re.findall(r'= (\d+),?\s*/\*.*?"([^"]*)"(?: in JSON)? \*/', body, re.DOTALL)
    assert [(int(number), word) for number, word in declared] == list(enumerate(names))


def test_kinds_of_pictures_are_those_of_the_header():
    declared = dict(re.findall(r"FSL_PICTURE_(\w+) = (\d+)", HEADER))
    assert declared == {"DOT": str(answers._DOT), "PAGE": str(answers._PAGE)}


def test_the_library_has_the_packages_version_and_abi():
    library = _library.library()
    version = re.search(r"project\(forcedsplit VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
    assert library.fsl_version_string().decode() == version
    assert library.fsl_abi_version() >> 16 == _library.ABI_MAJOR
    assert int(re.search(r"#define FSL_ABI_MAJOR (\d+)", HEADER)[1]) == _library.ABI_MAJOR


def test_the_installed_package_knows_its_version():
    metadata = pytest.importorskip("importlib.metadata")
    try:
        installed = metadata.version("forcedsplit")
    except metadata.PackageNotFoundError:
        pytest.skip("run from the source tree, not installed")
    assert forcedsplit.__version__ == installed


def test_an_unknown_attribute_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = forcedsplit.no_such_name


def test_everything_exported_exists():
    assert all(hasattr(forcedsplit, name) for name in forcedsplit.__all__)


def test_graphs_carry_the_file_identifier():
    buffer = forcedsplit.graph_from_arrays(0)
    assert buffer[4:8] == b"FSLG"
    assert encode.Get(packer.uoffset, buffer, 0) < len(buffer)
