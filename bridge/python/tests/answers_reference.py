"""The answers, slowly and obviously, from SPEC.md and what forcedsplit.h promises; shaped like their JSON.

`answer` is a reference.Answer; graphs are in the JSON form, as Python objects.
"""

from reference import settle


def reason(answer, reader, operand):
    if operand in answer.carried:
        return "carried"
    return "reduction, inside the loop" if (reader, operand) in answer.bumps else "plain"


def fewest_links(answer):
    """id -> the fewest edges of any path from a value at level 0 that bumps as often as the value's level says."""
    edges = [(v, o) for v in answer.level for o in answer.operands[v]]
    fewest = {(v, 0): 0 for v, level in answer.level.items() if level == 0}
    changed = True
    while changed:
        changed = False
        for (value, bumps), links in list(fewest.items()):
            for v in (v for v, o in edges if o == value):
                there = v, bumps + ((v, value) in answer.bumps)
                if links + 1 < fewest.get(there, len(edges) + 1):
                    fewest[there], changed = links + 1, True
    return {v: fewest[v, level] for v, level in answer.level.items()}


def lift_of(answer, v):
    """What became of a value, and the reader that it is about."""
    later = [u for u in answer.readers[v] if answer.lifted[u] > answer.level[v]]
    if not later or len(later) < len(answer.readers[v]):
        return "none", None
    if answer.lifted[v] > answer.level[v]:
        return "lifted", first(answer, (u for u in later if answer.lifted[u] == answer.lifted[v]))
    return "held", first(answer, (u for u in later if (u, v) in answer.bumps))


def first(answer, ids):
    return min(ids, key=answer.position.get)


def check_explanation(answer, v, explanation, links):
    """The explanation of v holds, with a chain of so many links; which of several such chains is not checked."""
    chain = explanation["chain"]
    assert len(chain) == links
    ends = [link["operand"] for link in chain] + [v]
    assert answer.level[ends[0]] == 0
    assert [link["reader"] for link in chain] == ends[1:]
    assert all(link["operand"] in answer.operands[link["reader"]] for link in chain)
    assert [link["reason"] for link in chain] == [reason(answer, u, o) for o, u in zip(ends, ends[1:])]
    assert sum(link["reason"] != "plain" for link in chain) == answer.level[v]
    lift, by = lift_of(answer, v)
    others = {"value": v, "listed": v in answer.pass_of, "pass": answer.lifted[v], "level": answer.level[v]}
    assert explanation == {**others, "chain": chain, "lift": lift, "by": by}


def pass_maker(answer, links, number):
    """The value that first forces a pass to exist."""
    candidates = [v for v, level in answer.level.items() if level == number]
    return min(candidates, key=lambda v: (links[v], answer.position[v]))


def verdict(answer, given):
    """given: id -> pass of the listed values."""
    passes = dict.fromkeys(answer.level, 0)
    passes.update(given)

    def completed(v):
        if v in answer.pass_of:
            return given[v]
        return max((passes[o] + ((v, o) in answer.bumps) for o in answer.operands[v]), default=0)

    settle(passes, completed)
    violations = [
        {
            "reader": v,
            "operand": o,
            "reason": reason(answer, v, o),
            "reader_pass": passes[v],
            "operand_pass": passes[o],
        }
        for v in answer.position
        for o in sorted(answer.operands[v], key=answer.position.get)
        if passes[v] < passes[o] + ((v, o) in answer.bumps)
    ]
    differing = [
        {"value": v, "given": given[v], "expected": expected}
        for v, expected in answer.pass_of.items()
        if given[v] != expected
    ]
    return {
        "legal": not violations,
        "assignment": not differing,
        "violations": violations,
        "differing": differing,
    }


def stats(answer):
    chain = dict.fromkeys(answer.level, 0)
    settle(chain, lambda v: max((chain[o] + 1 for o in answer.operands[v]), default=0))
    passes = list(answer.pass_of.values())
    return {
        "values": len(answer.level),
        "edges": sum(map(len, answer.operands.values())),
        "questions": len(answer.asked),
        "yes": len(answer.yes),
        "longest_chain": max(chain.values(), default=0),
        "lifted": sum(answer.lifted[v] > answer.level[v] for v in answer.level),
        "pinned": len(answer.pinned),
        "values_per_pass": [passes.count(number) for number in range(answer.max_pass + 1)],
    }


class Split:
    """SPEC, What the schedule builder asks next, sentence by sentence."""

    def __init__(self, graph, answer):
        self.answer = answer
        self.nest = [loop["nest"] for loop in graph["loops"]]
        self.entries = {
            value["id"]: [(role["role"], role["loop"]) for role in value["roles"] or () if role["loop"] >= 0]
            for value in graph["values"]
        }
        sizes = {value["id"]: value["bytes"] for value in graph["values"] if "bytes" in value}
        self.sizes = sizes or None
        self.home = {v: max(self.loops(v, "LoopLocal"), default=None) for v in self.entries}
        self.escapes = {v: self.loops(v, "Reduction", "LoopCarried") for v in self.entries}
        self.kept = {v: self.later_readers(v, lambda nest, home: nest == home) for v in self.entries}

    def readers(self, v):
        return [reader for reader, operands in self.answer.operands.items() if v in operands]

    def loops(self, v, *roles):
        return {loop for role, loop in self.entries[v] if role in roles}

    def home_nest(self, v):
        return self.nest[self.home[v]]

    def later_readers(self, v, wanted):
        """The readers in a later pass with a production depth in a wanted nest; none without a home."""
        if self.home[v] is None:
            return []
        answer = self.answer
        readers = [
            u
            for u in answer.readers[v]
            if answer.lifted[u] > answer.lifted[v]
            and self.entries[u]
            and wanted(self.nest[max(loop for _, loop in self.entries[u])], self.home_nest(v))
        ]
        return sorted(readers, key=answer.position.get)

    def nests_of(self, v):
        """The nests that must be emitted for the pass of v."""
        if not self.answer.operands[v]:
            return set()
        nests = {self.nest[loop] for loop in self.escapes[v]}
        if self.kept[v]:
            nests.add(self.nest[max(self.escapes[v] | {self.home[v]})])
        elif not self.escapes[v] and self.home[v] is not None:
            nests.add(self.home_nest(v))
        return nests

    def nests(self):
        lifted = self.answer.lifted
        copies = sorted({(nest, lifted[v]) for v in self.entries for nest in self.nests_of(v)})
        return [
            {
                "nest": nest,
                "passes": [
                    {"pass": p, "values": [v for v in self.entries if nest in self.nests_of(v) and lifted[v] == p]}
                    for n, p in copies
                    if n == nest
                ],
            }
            for nest in sorted({nest for nest, _ in copies})
        ]

    def materialized(self):
        return [
            {
                "value": v,
                "nest": self.home_nest(v),
                "pass": self.answer.lifted[v],
                "bytes": self.sizes and self.sizes[v],
                "readers": readers,
            }
            for v, readers in self.kept.items()
            if readers
        ]

    def conflicts(self):
        found = []
        for v in self.entries:
            readers = self.later_readers(v, lambda nest, home: nest != home)
            if not readers or self.kept[v]:
                continue
            inside = [d for d in self.loops(v, "LoopLocal") - self.escapes[v] if self.nest[d] == self.home_nest(v)]
            if inside:
                found.append({"value": v, "nest": self.home_nest(v), "loop": min(inside), "readers": readers})
        return found

    def boundaries(self):
        if self.sizes is None:
            return None
        lifted = self.answer.lifted
        found = []
        for after in range(max(lifted.values(), default=0)):
            kept = [
                v
                for v, readers in self.kept.items()
                if readers and lifted[v] <= after and any(lifted[u] > after for u in self.readers(v))
            ]
            if kept:
                found.append({"after": after, "values": len(kept), "bytes": sum(self.sizes[v] for v in kept)})
        return sorted(found, key=lambda boundary: (-boundary["bytes"], boundary["after"]))

    def report(self):
        return {
            "nests": self.nests(),
            "materialized": self.materialized(),
            "conflicts": self.conflicts(),
            "boundaries": self.boundaries(),
        }
