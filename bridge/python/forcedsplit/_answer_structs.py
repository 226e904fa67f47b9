"""The C structs of the library's answers, by their names in forcedsplit.h: answers for ctypes, and what they list in
arrays for numpy."""

import ctypes
from ctypes import c_int, c_int32, c_size_t, c_uint64, c_void_p
from typing import Any, ClassVar

import numpy as np

# fsl_link and so on. Addresses are "P". Made once, at import: a signal that came meanwhile would get lost in numpy.
LINK = np.dtype([("reader", "u8"), ("operand", "u8"), ("reason", "i4")], align=True)
VIOLATION = np.dtype(
    [("reader", "u8"), ("operand", "u8"), ("reason", "i4"), ("reader_pass", "i4"), ("operand_pass", "i4")], align=True
)
DIFFERENCE = np.dtype([("value", "u8"), ("given", "i4"), ("expected", "i4")], align=True)
STAGE = np.dtype([("nest", "u4"), ("pass", "i4"), ("value_count", "u8"), ("values", "P")], align=True)
MATERIALIZED = np.dtype(
    [("value", "u8"), ("bytes", "u8"), ("nest", "u4"), ("pass", "i4"), ("reader_count", "u8"), ("readers", "P")],
    align=True,
)
CONFLICT = np.dtype(
    [("value", "u8"), ("nest", "u4"), ("loop", "i4"), ("reader_count", "u8"), ("readers", "P")], align=True
)
BOUNDARY = np.dtype([("after", "i4"), ("value_count", "u8"), ("bytes", "u8")], align=True)
CHANGE = np.dtype(
    [("value", "u8"), ("before", "i4"), ("after", "i4"), ("flags_before", "u4"), ("flags_after", "u4")], align=True
)

# Every answer but a picture and changes begins like this: its size, which the library sets, and its JSON.
_HEAD: list[tuple[str, Any]] = [("struct_size", c_size_t), ("json", c_void_p), ("json_size", c_size_t)]


class ExplanationStruct(ctypes.Structure):
    """fsl_explanation."""

    _fields_: ClassVar = [
        *_HEAD,
        ("value", c_uint64),
        ("listed", c_int32),
        ("pass", c_int32),
        ("level", c_int32),
        ("lift", c_int),
        ("lift_reader", c_uint64),
        ("chain_count", c_size_t),
        ("chain", c_void_p),
    ]


class VerdictStruct(ctypes.Structure):
    """fsl_verdict."""

    _fields_: ClassVar = [
        *_HEAD,
        ("legal", c_int32),
        ("assignment", c_int32),
        ("violation_count", c_size_t),
        ("violations", c_void_p),
        ("difference_count", c_size_t),
        ("differences", c_void_p),
    ]


class SplitStruct(ctypes.Structure):
    """fsl_split."""

    _fields_: ClassVar = [
        *_HEAD,
        ("stage_count", c_size_t),
        ("stages", c_void_p),
        ("materialized_count", c_size_t),
        ("materialized", c_void_p),
        ("conflict_count", c_size_t),
        ("conflicts", c_void_p),
        ("has_sizes", c_int32),
        ("boundary_count", c_size_t),
        ("boundaries", c_void_p),
    ]


class StatsStruct(ctypes.Structure):
    """fsl_stats."""

    _fields_: ClassVar = [
        *_HEAD,
        ("values", c_uint64),
        ("edges", c_uint64),
        ("questions", c_uint64),
        ("yes", c_uint64),
        ("longest_chain", c_uint64),
        ("lifted", c_uint64),
        ("pinned", c_uint64),
        ("pass_count", c_size_t),
        ("values_per_pass", c_void_p),
        ("decode_ns", c_uint64),
        ("ask_ns", c_uint64),
        ("sweep_ns", c_uint64),
    ]


class PictureStruct(ctypes.Structure):
    """fsl_picture."""

    _fields_: ClassVar = [("struct_size", c_size_t), ("text", c_void_p), ("text_size", c_size_t)]


class ChangesStruct(ctypes.Structure):
    """fsl_changes."""

    _fields_: ClassVar = [("struct_size", c_size_t), ("count", c_size_t), ("changes", c_void_p), ("max_pass", c_int32)]
