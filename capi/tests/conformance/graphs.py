"""The graphs of the conformance suite, as documents in the JSON form: hand-made ones, and ones of chance.

Hand-made graphs are written short. "1C 2 3LR 4?" are four values: carried, with an empty legality cell, local on one
axis and reduced on another, without a legality cell; a role with a number is realized by that loop instance, with _ by
none. "2<1 3<2" are the edges from 2 to what it reads, 1, and from 3 to 2.
"""

import random
import re

ROLES = {"L": "LoopLocal", "R": "Reduction", "C": "LoopCarried", "I": "LoopInvariant"}
BIG = 2**64 - 1


def graph(name, values, edges, sizes=(), nests=(), **more):
    document = {"name": name, "values": [value_of(text) for text in values.split()], "edges": pairs(edges)}
    for value, size in zip(document["values"], sizes):
        if size is not None:
            value["bytes"] = size
    if nests:
        document["loops"] = loops(nests)
    if "inside" in more:
        more["inside"] = pairs(more["inside"])
    return {**document, **more}


def value_of(text):
    id, roles = re.fullmatch(r"(\d+)(.*)", text).groups()
    roles = None if roles == "?" else [role_of(role) for role in re.findall(r"[LRCI][\d_]*", roles)]
    return {"id": int(id), "roles": roles}


def role_of(text):
    role, loop = ROLES[text[0]], text[1:]
    return axis(role, -1 if loop == "_" else int(loop)) if loop else role


def axis(role, loop):
    return {"role": role, "space": "K", "loop": loop}


def loops(nests):
    """Loop instances, outermost first, by their nests."""
    return [{"space": "K", "slot": slot, "nest": nest} for slot, nest in enumerate(nests)]


def pairs(text):
    return [[int(id) for id in pair.split("<")] for pair in text.split()]


def verify(*passes):
    return {"kind": "verify", "passes": list(passes)}


def hand_made():
    """Documents, each with queries that are asked beside those that are asked about every graph."""
    yield from small_graphs()
    yield from chains_and_lifts()
    yield from anybodys_passes()
    yield from graphs_with_loops()
    yield from refused_graphs()


def small_graphs():
    yield graph("nothing", "", ""), [{"kind": "explain", "value": 0}]
    yield graph("one value, and not 2^64 - 2", f"{BIG}", ""), [{"kind": "explain", "value": BIG - 1}]
    yield graph("only unlisted values", "1? 2?", "2<1"), []
    large = [BIG, 2**63, 2**53 + 1, 0]
    edges = f"{large[0]}<{large[2]} {large[2]}<{large[1]} {large[1]}<{large[3]}"
    yield graph("large ids out of order", f"{large[0]} {large[1]}C {large[2]} {large[3]}C", edges), []
    yield graph("repeated edges", "1C 2 3", "2<1 3<2 2<1 3<2 3<1"), []
    occurrences = [[30, 1, 3], [30, 2, 4], [20, 3, 4], [20, 5, 4], [10, 4, 4], [30, BIG, BIG]]
    document = graph("occurrences", "30C 20R 10", "", inside="10<20", occurrences=occurrences)
    del document["edges"]
    yield document, []


def chains_and_lifts():
    yield graph("lifted over two links", "1 2 3C 4C 5", "2<1 5<2 4<3 5<4"), []
    edges = "11<10 12<10 13<10 21<20 11<21 12<20 13<20"
    yield graph("lifted by the first of the earliest readers", "10 11 12 13 20C 21C", edges), []
    values, edges = "1R 2 3 4C 5R 6 7", "2<1 2<4 3<1 6<5 7<5"
    yield graph("held by a reduction, or not since a reader is there too", values, edges, inside="3<1 7<5"), []
    yield graph("held by the first that bumps, not the first", "1R 2 3 4C", "2<4 2<1 3<1", inside="3<1"), []
    yield graph("pinned and not read", "1C 2 3C 4R", "2<1", inside=""), []
    yield graph("of two chains the shorter one", "1C 2 3 4 5C 6", "2<1 3<2 4<3 4<5 6<4"), []
    edges = "8<5 7<6 9<7 9<8 4<9 4<8 4<7"
    yield graph("of equal chains the smaller position at each link", "9 8 7 6C 5C 4", edges), []
    yield graph("a chain begins at level 0, which may read", "1 2C 3 4", "2<1 3<2 3<1 4<3"), []
    yield graph("carried wins over a reduction", "1RCC 2R 3", "3<1 3<2", inside="3<2"), []
    yield graph("unlisted values in between and on top", "1C 2? 3 4C 5? 6? 7", "2<1 3<2 4<3 5<4 6<5 6<7"), []


def anybodys_passes():
    document = graph("anybody's passes", "1C 2 3R 4 5", "2<1 4<3 5<4 5<2", inside="4<3")
    fitting = [(3, 2, 1, 1, 0), (0, 1, 0, 1, 5), (0, 1, 0, 0, 1), (2**31 - 2, 2**31 - 2, 0, 0, 0)]
    refused = [(0, 1, 0, 1), (0, 1, 0, 1, 1, 1), (0, 1, -1, 1, -2), (0, 2**31 - 1, 0, 1, 1)]
    yield document, [verify(*passes) for passes in fitting + refused]
    document = graph("unlisted values take the least pass", "1C 2? 3 4C 5? 6? 7", "2<1 3<2 4<3 5<4 6<5 6<7")
    latest = verify(2**31 - 2, 0, 0, 0, 0, 0, 0)
    yield document, [verify(4, -1, 2, 7, -1, -1, 0), verify(0, 99, 1, 1, 99, -99, 2), latest]


def graphs_with_loops():
    """Loop instances 0 and 1 are in nest 7, 2 is in nest 3."""
    nests = [7, 7, 3]
    values, edges = "1 2L1 3L0C1 4L1 5L2 6L0L1", "2<1 3<1 4<3 4<2 5<4 6<2 6<3 6<4"
    sizes = [100, 30, 50, 8, 7, 5]
    yield graph("kept in one nest, read in another", values, edges, sizes, nests), []
    yield graph("the same without sizes", values, edges, nests=nests), []
    yield graph("the same with some sizes", values, edges, [None, 30, 50, None], nests), []
    values, edges, sizes = "1L0 2C_ 3C0 4L2 5", "3<1 3<2 4<1 4<3 5<1", [8, 1, 1, 1, 1]
    yield graph("kept for its nest, and read in another even later", values, edges, sizes, nests), []
    values, edges = "1R0 2L1 3L2 4 5I1 6R1R_ 7L0", "2<1 3<1 4<1 5<1 2<6 7<6 5<6"
    yield graph("a reduction is waited for in its nest only", values, edges, nests=nests), []
    values, edges = "1L0L1C1 2L2 3L1R1 4L0L1 5L2C2 6C2", "2<1 2<3 2<6 2<4 4<6 4<5 2<5"
    yield graph("roles that contradict the schedule", values, edges, [9] * 6, nests), []
    values, edges = "1L0L1R1 2L2 3L0L1C2 4L1L2C2 5", "2<1 2<3 2<4 5<3 5<4"
    yield graph("the outermost loop that is not escaped", values, edges, [1, 2, 3, 4, 5], nests, inside="2<1"), []
    yield graph("a predicate wins over loop facts", "1R0L1 2L1 3L2", "2<1 3<1", nests=nests, inside="3<1"), []
    values, edges = "1L0C1 2L0C1 3L0C1 4L0C1 5L0 6L0 7L0 8L0", "2<1 3<2 4<3 6<1 6<4 7<2 8<5 5<3 8<4"
    yield graph("bytes at every boundary", values, edges, [4, 4, 8, 0, 2**40, 1, 2, 3], [0, 0]), []
    values, edges = "1L0C1 2L0C1 3L0", "3<1 3<2"
    yield graph("loops that nothing is realized by", "1R_L_ 2L 3LC 4L", "2<1 4<3", nests=nests), []
    yield graph("loops without any axes", "1 2?", "2<1", [3, 4], nests), []
    yield graph("as many bytes as can be counted", values, edges, [2**63, 2**63 - 1, 0], [0, 0]), []
    yield graph("a byte more", values, edges, [2**63, 2**63, 0], [0, 0]), []


def refused_graphs():
    yield graph("nobody to ask", "1R 2 3 4R", "3<1 2<4 2<1"), [{"kind": "explain", "value": 99}]
    yield graph("a value that reads itself", "1R 2 3 4R", "3<1 2<2 4<3"), []
    yield graph("a loop that does not exist", "5 6L2", "6<6", nests=[0, 0]), []


class Dice:
    """Numbers that are the same in every version of Python."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def below(self, limit):
        return int(self.random() * limit)

    def one_of(self, choices):
        return choices[self.below(len(choices))]

    def shuffled(self, items):
        return [item for _, item in sorted([(self.random(), item) for item in items], key=lambda pair: pair[0])]


def random_graph(seed):
    """Up to a dozen values in any order, with whatever a graph can have."""
    dice = Dice(seed)
    count = 2 + dice.below(11)
    ids = dice.shuffled(range(count)) if dice.below(3) == 0 else [dice.below(2**20) * 2**44 + v for v in range(count)]
    nests = [dice.below(3) for _ in range(1 + dice.below(5))] if dice.below(3) > 0 else []
    density, sized = dice.random(), dice.below(2)
    edges = [[ids[u], ids[o]] for u in range(count) for o in range(u) if dice.random() < density]
    edges += [dice.one_of(edges) for _ in range(dice.below(4)) if edges]
    document = {"name": f"random {seed}", "values": [random_value(dice, id, nests, sized) for id in dice.shuffled(ids)]}
    if nests:
        document["loops"] = loops(nests)
    document["edges"] = dice.shuffled(edges)
    if not nests or dice.below(4) == 0:
        document["inside"] = [edge for edge in edges if dice.below(2)]
    return document


def random_value(dice, id, nests, sized):
    if dice.below(8) == 0:
        return {"id": id, "roles": None}
    roles = [dice.one_of(list(ROLES.values())) for _ in range(dice.below(4))]
    if nests:
        roles = [axis(role, dice.below(len(nests) + 1) - 1) for role in roles]
    return {"id": id, "roles": roles, "bytes": dice.below(2**40)} if sized else {"id": id, "roles": roles}


def nudged(pass_of, count, seed):
    """Passes of chance, near those that pass_of gives."""
    dice = Dice(-1 - seed)
    return [max(0, pass_of(v) + dice.below(3) - 1) for v in range(count)]
