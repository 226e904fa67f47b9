"""The graphs that are compared: real ones, and generated families from 100 to 10,000,000 values.

A graph has a name, such as post_order-1000, and the same columns whenever it is made. Ids are positions. The predicate
of all competitors is `inside`, below. `write` puts a graph into a directory as NAME.fslg with its answer in
NAME.passes (one little-endian int32 a value, -1 without a legality cell).
"""

import json
import math
import zlib
from pathlib import Path

import forcedsplit
import numpy as np
from forcedsplit import Role

DATA = Path(__file__).resolve().parents[1] / "data"
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
SMALL_GRAPHS = 256


def inside(readers, sources):
    """The predicate of all competitors, in all languages: over positions, true for a quarter of the pairs."""
    return ((readers ^ sources) & 3) == 0


def names(quick):
    """The names of all graphs, or of those of a quick run."""
    if quick:
        sizes = dict.fromkeys(FAMILIES, (100_000,))
        sizes.update(post_order=SIZES[:4], shuffled=(1_000, 100_000), reductions=SIZES[:4])
        real = ["ccsdt_cs_df_all_contracted_space", "water20_auxpao_all_space"]
    else:
        sizes = dict.fromkeys(FAMILIES, SIZES)
        real = sorted(path.stem for path in DATA.glob("*.json"))
    generated = [f"{family}-{size}" for family in FAMILIES for size in sizes[family]]
    return [*generated, "small", *real]


def size_of(name):
    """The number in a generated graph's name; the others are small: 0."""
    size = name.rpartition("-")[2]
    return int(size) if size.isdecimal() else 0


def columns(name):
    """The columns of each graph of this name: one, but 256 for `small`."""
    random = np.random.default_rng(zlib.crc32(name.encode()))
    family = name.partition("-")[0]
    if family == "small":
        return [post_order(int(values), random) for values in random.integers(20, 201, SMALL_GRAPHS)]
    return [FAMILIES[family](size_of(name), random) if family in FAMILIES else real(name)]


def post_order(values, random, reductions=False):
    """As a compiler's post-order gives them: operands come at most 64 positions before their reader, and are 1 or 2."""
    readers, lengths = readers_of_one_or_two(values)
    operands = readers - random.integers(1, np.minimum(readers, 64) + 1)
    return {**rows(lengths, operands), **roles(values, random, reductions)}


def chain(values, random):
    """Every value reads the one before it."""
    lengths = np.minimum(np.arange(values), 1)
    return {**rows(lengths, np.arange(values - 1)), **roles(values, random)}


def fan_out(values, random):
    """All read 1 or 2 of the few first values, which are as many as the square root of all."""
    readers, lengths = readers_of_one_or_two(values)
    operands = random.integers(0, np.minimum(readers, math.isqrt(values)))
    return {**rows(lengths, operands), **roles(values, random)}


def shuffled(values, random, reductions=False):
    """As post_order, with the positions permuted: an operand comes before or after its reader, near or far."""
    ordered = post_order(values, random, reductions)
    new_of = random.permutation(values)
    old_of = np.argsort(new_of)
    lengths, places = moved_rows(ordered["operand_offsets"], old_of)
    moved = rows(lengths, new_of[ordered["operands"][places]])
    lengths, places = moved_rows(ordered["axis_offsets"], old_of)
    return {**moved, "axis_offsets": offsets(lengths), "axis_roles": ordered["axis_roles"][places]}


FAMILIES = {
    "post_order": post_order,
    "shuffled": shuffled,
    "chain": chain,
    "fan_out": fan_out,
    "reductions": lambda values, random: post_order(values, random, reductions=True),
    "reductions_shuffled": lambda values, random: shuffled(values, random, reductions=True),
}


def real(name):
    """A graph of examples/data, with what the levels depend on."""
    text = (DATA / f"{name}.json").read_text(encoding="utf-8")
    graph = json.loads(text)
    position = {value["id"]: place for place, value in enumerate(graph["values"])}
    edges = [[position[reader], position[operand]] for reader, operand in graph["edges"]]
    edges = np.array(edges, dtype=np.int64).reshape(-1, 2)
    edges = edges[np.argsort(edges[:, 0], kind="stable")]
    cells = [value["roles"] for value in graph["values"]]
    names_of_roles = [axis if isinstance(axis, str) else axis["role"] for cell in cells for axis in cell or []]
    return {
        **rows(np.bincount(edges[:, 0], minlength=len(cells)), edges[:, 1]),
        "axis_offsets": offsets([len(cell or []) for cell in cells]),
        "axis_roles": np.array([Role[role] for role in names_of_roles], dtype=np.uint8),
        "unclassified": np.flatnonzero([cell is None for cell in cells]).astype(np.uint32),
    }


def readers_of_one_or_two(values):
    """The reader of every edge, and the number of edges of every value: 1 and 2 by turns, 0 for the first."""
    lengths = np.minimum(np.arange(values), 1 + np.arange(values) % 2)
    return np.repeat(np.arange(values), lengths), lengths


def roles(values, random, reductions=False):
    """Every third value has a role: an eighth of those LoopCarried. With reductions, the two others are Reductions."""
    count = (values + 2) // 3
    carried = np.where(random.integers(0, 8, count) == 0, Role.LoopCarried, Role.LoopLocal)
    if not reductions:
        return {"axis_offsets": offsets(np.arange(values) % 3 == 0), "axis_roles": carried.astype(np.uint8)}
    axis_roles = np.full(values, Role.Reduction, dtype=np.uint8)
    axis_roles[::3] = carried
    return {"axis_offsets": offsets(np.ones(values, dtype=np.int64)), "axis_roles": axis_roles}


def rows(lengths, operands):
    """The two columns of the operands."""
    return {"operand_offsets": offsets(lengths), "operands": operands.astype(np.uint32)}


def offsets(lengths):
    """Where rows of these lengths begin and end, one after the other."""
    result = np.zeros(len(lengths) + 1, dtype=np.uint32)
    np.cumsum(lengths, out=result[1:])
    return result


def moved_rows(old_offsets, old_of):
    """For rows in another order: their lengths, and where each of their elements was."""
    begins = old_offsets[:-1].astype(np.int64)[old_of]
    lengths = np.diff(old_offsets).astype(np.int64)[old_of]
    new_begins = np.cumsum(lengths) - lengths
    return lengths, np.repeat(begins - new_begins, lengths) + np.arange(lengths.sum())


def readers(graph):
    """The reader of every edge."""
    return np.repeat(np.arange(len(graph["operand_offsets"]) - 1), np.diff(graph["operand_offsets"]))


def has_role(graph, role):
    """Which values have an axis of this role."""
    values = len(graph["axis_offsets"]) - 1
    owners = np.repeat(np.arange(values), np.diff(graph["axis_offsets"]))
    return np.bincount(owners[graph["axis_roles"] == role], minlength=values) > 0


def is_asked(graph):
    """For which edges the predicate is asked."""
    return (has_role(graph, Role.Reduction) & ~has_role(graph, Role.LoopCarried))[graph["operands"]]


def bumps(graph):
    """For which edges the reader is in a later pass than the operand's level: 0 or 1."""
    carried = has_role(graph, Role.LoopCarried)[graph["operands"]]
    return (carried | (is_asked(graph) & inside(readers(graph), graph["operands"]))).astype(np.uint8)


def questions(graph):
    """How many distinct edges are asked about."""
    asked = is_asked(graph)
    pairs = readers(graph)[asked] << 32 | graph["operands"][asked]
    return len(np.unique(pairs))


def write(name, directory):
    """Writes the graphs of this name with their answer, and returns their entry in the index."""
    parts = columns(name)
    encoded = [forcedsplit.graph_from_arrays(**part) for part in parts]
    passes = [np.array(forcedsplit.compute(part, inside_batch=inside).passes, dtype="<i4") for part in encoded]
    (directory / f"{name}.fslg").write_bytes(encoded[0] if len(parts) == 1 else in_a_row(encoded))
    (directory / f"{name}.passes").write_bytes(b"".join(part.tobytes() for part in passes))
    family = name.partition("-")[0]
    return {
        "name": name,
        "family": family if family in FAMILIES or family == "small" else "real",
        "values": sum(len(part) for part in passes),
        "edges": sum(len(part["operands"]) for part in parts),
        "axes": sum(len(part["axis_roles"]) for part in parts),
        "questions": sum(questions(part) for part in parts),
        "in_order": all(bool((part["operands"] < readers(part)).all()) for part in parts),
        "graphs": len(parts),
        "file": f"{name}.fslg",
        "passes": f"{name}.passes",
    }


def in_a_row(buffers):
    """Many graphs in one file: each with its size before it, and padded to 8 bytes."""
    prefixed = [len(buffer).to_bytes(4, "little") + buffer for buffer in buffers]
    return b"".join(part + bytes(-len(part) % 8) for part in prefixed)
