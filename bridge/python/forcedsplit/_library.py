"""The C library: found and loaded at the first call, so that a process may import, fork, and then compute."""

import ctypes
import os
import threading
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, ClassVar, Optional

ABI_MAJOR = 1
SONAME = "libforcedsplit.so.1"
PACKAGED = Path(__file__).with_name("libforcedsplit.so")
VARIABLE = "FORCEDSPLIT_LIBRARY"

InsideFn = ctypes.CFUNCTYPE(c_int32, c_void_p, c_uint64, c_uint64)
InsideBatchFn = ctypes.CFUNCTYPE(c_int32, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p)


class LevelsArgs(ctypes.Structure):
    """fsl_levels_args."""

    _fields_: ClassVar = [
        ("struct_size", c_size_t),
        ("graph", c_void_p),
        ("graph_size", c_size_t),
        ("inside", InsideFn),
        ("inside_batch", InsideBatchFn),
        ("user_data", c_void_p),
        ("max_passes", c_size_t),
    ]


class LevelsView(ctypes.Structure):
    """fsl_levels_view."""

    _fields_: ClassVar = [
        ("struct_size", c_size_t),
        ("count", c_size_t),
        ("ids", c_void_p),
        ("passes", c_void_p),
        ("flags", c_void_p),
        ("max_pass", c_int32),
    ]


class Axis(ctypes.Structure):
    """fsl_axis."""

    _fields_: ClassVar = [("loop", c_int32), ("role", c_uint8)]


class RuntimeOptions(ctypes.Structure):
    """fsl_runtime_options."""

    _fields_: ClassVar = [
        ("struct_size", c_size_t),
        ("max_threads", c_int32),
        ("gc_percent", c_int32),
        ("memory_limit", c_int64),
    ]


# Every function of forcedsplit.h: what it returns and what it takes. ctypes would cut a 64-bit handle to an int.
SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "fsl_status_name": (c_char_p, [c_int]),
    "fsl_abi_version": (c_uint32, []),
    "fsl_version_string": (c_char_p, []),
    "fsl_error_status": (c_int, [c_void_p]),
    "fsl_error_message": (c_char_p, [c_void_p]),
    "fsl_error_values": (POINTER(c_uint64), [c_void_p, POINTER(c_size_t)]),
    "fsl_error_predicate_code": (c_int32, [c_void_p]),
    "fsl_error_destroy": (None, [c_void_p]),
    "fsl_levels_create": (c_int, [POINTER(LevelsArgs), POINTER(c_void_p), POINTER(c_void_p)]),
    "fsl_levels_destroy": (c_int, [c_void_p]),
    "fsl_levels_view_of": (c_int, [c_void_p, POINTER(LevelsView)]),
    "fsl_levels_pass": (c_int32, [c_void_p, c_uint64]),
    "fsl_levels_flags": (c_uint32, [c_void_p, c_uint64]),
    "fsl_answer_destroy": (None, [c_void_p]),
    "fsl_explain": (c_int, [POINTER(LevelsArgs), c_uint64, POINTER(c_void_p), POINTER(c_void_p)]),
    "fsl_explain_pass": (c_int, [POINTER(LevelsArgs), c_int32, POINTER(c_void_p), POINTER(c_void_p)]),
    "fsl_verify": (c_int, [POINTER(LevelsArgs), c_void_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "fsl_split_report": (c_int, [POINTER(LevelsArgs), POINTER(c_void_p), POINTER(c_void_p)]),
    "fsl_levels_stats": (c_int, [POINTER(LevelsArgs), POINTER(c_void_p), POINTER(c_void_p)]),
    "fsl_draw": (c_int, [POINTER(LevelsArgs), c_int, POINTER(c_void_p), POINTER(c_void_p)]),
    "fsl_session_create": (c_int, [POINTER(LevelsArgs), POINTER(c_void_p), POINTER(c_void_p)]),
    "fsl_session_destroy": (c_int, [c_void_p]),
    "fsl_session_add_value": (c_int, [c_void_p, c_uint64, c_int32, POINTER(Axis), c_size_t, POINTER(c_void_p)]),
    "fsl_session_set_cell": (c_int, [c_void_p, c_uint64, c_int32, POINTER(Axis), c_size_t, POINTER(c_void_p)]),
    "fsl_session_remove_value": (c_int, [c_void_p, c_uint64, POINTER(c_void_p)]),
    "fsl_session_add_operand": (c_int, [c_void_p, c_uint64, c_uint64, POINTER(c_void_p)]),
    "fsl_session_remove_operand": (c_int, [c_void_p, c_uint64, c_uint64, POINTER(c_void_p)]),
    "fsl_session_set_inside": (c_int, [c_void_p, c_uint64, c_uint64, c_int32, POINTER(c_void_p)]),
    "fsl_session_update": (c_int, [c_void_p, POINTER(LevelsArgs), POINTER(c_void_p), POINTER(c_void_p)]),
    "fsl_session_levels": (c_int, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "fsl_runtime_configure": (c_int, [POINTER(RuntimeOptions), POINTER(c_void_p)]),
}

_lock = threading.RLock()
_loaded: Optional[ctypes.CDLL] = None

# A fork waits until a load under way has ended: the child must not inherit the lock held, or half a library.
os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def library() -> ctypes.CDLL:
    """Returns the C library with all signatures declared; loads it at the first call. Any thread may call it.

    It is the library inside the package; in a source tree the one that FORCEDSPLIT_LIBRARY names; otherwise whatever
    the loader finds under its SONAME. Raises ImportError where there is none, or it has another ABI.
    """
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _load()
    return _loaded


def _load() -> ctypes.CDLL:
    path = str(PACKAGED) if PACKAGED.exists() else os.environ.get(VARIABLE) or SONAME
    try:
        loaded = ctypes.CDLL(path)
    except OSError as fault:
        if type(fault) is not OSError:
            raise  # not the loader's: a signal handler's TimeoutError, for one
        raise ImportError(
            f"cannot load forcedsplit's library: {fault} "
            f"(there must be one at {PACKAGED}, or in {VARIABLE}, or on the loader's path)"
        ) from fault
    try:
        for name, (restype, argtypes) in SIGNATURES.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = restype, argtypes
    except AttributeError as fault:
        raise ImportError(f"{path} is no library of forcedsplit, or too old a one: {fault}") from fault
    major = loaded.fsl_abi_version() >> 16
    if major != ABI_MAJOR:
        raise ImportError(f"{path} has ABI {major}, expected {ABI_MAJOR}")
    return loaded
