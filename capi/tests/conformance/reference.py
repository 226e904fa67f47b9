"""The answers of the conformance suite: a slow, obvious program for what the README's section "What is computed" and
forcedsplit.h promise, which shares nothing with the library.

    python3 capi/tests/conformance/reference.py           writes cases.json beside this file
    python3 capi/tests/conformance/reference.py --check   fails unless that is what is there

cases.json is a list of cases. Each has a name; a "graph" in the JSON form, or the "file" of one in examples/data; and
"queries": a kind, its arguments, and either the "answer", byte for byte the line that every door prints, or the "error"
with the status and the values. The kinds are levels, budget (max_passes), explain (value), explain_pass (pass), verify
(passes by position, -1 where there is no legality cell), split and stats.
"""

import json
import sys
from functools import cache
from pathlib import Path

import graphs

HERE = Path(__file__).resolve().parent
CASES = HERE / "cases.json"
DATA = HERE.parents[2] / "examples" / "data"
ROLES = ["LoopLocal", "Reduction", "LoopCarried", "LoopInvariant"]


class RefusalError(Exception):
    """An error of the library."""

    def __init__(self, status, *values):
        super().__init__(status)
        self.status, self.values = status, list(values)


class Graph:
    """Values by position: what the document says of each, and who reads whom."""

    def __init__(self, document):
        self.document = document
        self.values = range(len(document["values"]))
        self.ids = [value["id"] for value in document["values"]]
        self.position = {id: v for v, id in enumerate(self.ids)}
        self.listed = [value.get("roles") is not None for value in document["values"]]
        self.axes = [[axis_of(entry) for entry in value.get("roles") or []] for value in document["values"]]
        self.nests = [loop["nest"] for loop in document.get("loops", [])]
        sizes = [value.get("bytes") for value in document["values"]]
        self.sizes = None if all(size is None for size in sizes) else [size or 0 for size in sizes]
        for v in self.values:
            for _, loop in self.axes[v]:
                if loop >= len(self.nests):
                    raise RefusalError("FSL_ERROR_MALFORMED_GRAPH", self.ids[v])
        edges = self.edges_of_occurrences() if "edges" not in document else document["edges"]
        self.edges = sorted({(self.position[reader], self.position[operand]) for reader, operand in edges})
        self.operands = [[o for u, o in self.edges if u == v] for v in self.values]
        self.readers = [[u for u, o in self.edges if o == v] for v in self.values]
        for v in self.values:
            if v in self.operands[v]:
                raise RefusalError("FSL_ERROR_CYCLE", self.ids[v])

    def edges_of_occurrences(self):
        owner = {point: value for value, point, _ in self.document["occurrences"]}
        for value, _, consumer in self.document["occurrences"]:
            if consumer not in owner:
                raise RefusalError("FSL_ERROR_MALFORMED_GRAPH", value)
        return [
            (owner[consumer], value) for value, point, consumer in self.document["occurrences"] if consumer != point
        ]

    def has_role(self, v, role):
        return any(role == r for r, _ in self.axes[v])

    def loops(self, v, *roles):
        """The loop instances that axes with one of these roles resolve to."""
        return {loop for role, loop in self.axes[v] if role in roles and loop >= 0}

    def depth(self, v):
        """The production depth, None without one."""
        return max(self.loops(v, *ROLES), default=None)

    def nest_of(self, v):
        """The nest that the value is produced in."""
        depth = self.depth(v)
        return None if depth is None else self.nests[depth]


def axis_of(entry):
    return (entry, -1) if isinstance(entry, str) else (entry["role"], entry.get("loop", -1))


class Levels:
    """Both sweeps, as their equations stand."""

    def __init__(self, graph):
        self.graph = graph
        self.questions = [
            (v, o) for v, o in graph.edges if graph.has_role(o, "Reduction") and not graph.has_role(o, "LoopCarried")
        ]
        self.yes = {(v, o) for v, o in self.questions if self.inside(v, o)}
        values = graph.values
        self.carried = [v for v in values if graph.has_role(v, "LoopCarried")]
        self.pinned = [v for v in values if v in self.carried or any(self.bump(v, u) for u in graph.readers[v])]
        self.level = cache(lambda v: max((self.level(o) + self.bump(o, v) for o in graph.operands[v]), default=0))
        self.pass_ = cache(self.lifted)
        self.passes = {v: self.pass_(v) for v in values if graph.listed[v]}
        self.max_pass = max(self.passes.values(), default=0)

    def inside(self, v, o):
        graph = self.graph
        if "inside" in graph.document:
            return [graph.ids[v], graph.ids[o]] in graph.document["inside"]
        if not graph.nests:
            raise RefusalError("FSL_ERROR_PREDICATE_REQUIRED", graph.ids[v], graph.ids[o])
        depth = graph.depth(v)
        return depth is not None and any(
            depth >= d and graph.nests[depth] == graph.nests[d] for d in graph.loops(o, "Reduction")
        )

    def bump(self, o, v):
        return self.reason(v, o) != "plain"

    def reason(self, v, o):
        if self.graph.has_role(o, "LoopCarried"):
            return "carried"
        return "reduction, inside the loop" if (v, o) in self.yes else "plain"

    def lifted(self, v):
        readers = self.graph.readers[v]
        if v in self.pinned or not readers:
            return self.level(v)
        return max(self.level(v), min(self.pass_(u) for u in readers))


class Answers:
    """Every answer about one document, as the objects whose JSON is the line."""

    def __init__(self, document):
        self.name = document.get("name", "")
        self.graph = Graph(document)
        self.found = Levels(self.graph)
        self.shortest = cache(self.shortest)

    def answer(self, query):
        kind, *arguments = query.values()
        return getattr(self, kind)(*arguments)

    def id(self, v):
        return self.graph.ids[v]

    # levels and budget

    def levels(self):
        found = self.found
        return {
            "name": self.name,
            "max_pass": found.max_pass,
            "pass_of": sorted([self.id(v), p] for v, p in found.passes.items()),
            "carried": sorted(map(self.id, found.carried)),
            "pinned": sorted(map(self.id, found.pinned)),
        }

    def budget(self, max_passes):
        if self.found.max_pass < max_passes:
            return self.levels()
        chain = self.chain(self.first_at(max_passes))
        raise RefusalError("FSL_ERROR_TOO_MANY_PASSES", chain[0]["operand"], *(link["reader"] for link in chain))

    # explain

    def explain(self, value):
        if value not in self.graph.position:
            raise RefusalError("FSL_ERROR_INVALID_ARGUMENT", value)
        return self.explanation(self.graph.position[value])

    def explain_pass(self, pass_):
        if not 0 <= pass_ <= self.found.max_pass or not self.graph.ids:
            raise RefusalError("FSL_ERROR_INVALID_ARGUMENT")
        return self.explanation(self.first_at(pass_))

    def explanation(self, v):
        lift, by = self.lift(v)
        return {
            "value": self.id(v),
            "listed": self.graph.listed[v],
            "pass": self.found.pass_(v),
            "level": self.found.level(v),
            "chain": self.chain(v),
            "lift": lift,
            "by": by,
        }

    def forcing(self, v):
        """The operands that force the level of v."""
        found = self.found
        return [o for o in self.graph.operands[v] if found.level(o) + found.bump(o, v) == found.level(v)]

    def shortest(self, v):
        """The number of links of the shortest chain to v."""
        return 0 if self.found.level(v) == 0 else 1 + min(self.shortest(o) for o in self.forcing(v))

    def chain(self, v):
        links = []
        while self.found.level(v) > 0:
            o = min(self.forcing(v), key=lambda o: (self.shortest(o), o))
            links.append({"reader": self.id(v), "operand": self.id(o), "reason": self.found.reason(v, o)})
            v = o
        return links[::-1]

    def first_at(self, level):
        at = [v for v in self.graph.values if self.found.level(v) == level]
        return min(at, key=lambda v: (self.shortest(v), v))

    def lift(self, v):
        found, readers = self.found, self.graph.readers[v]
        if found.pass_(v) > found.level(v):
            return "lifted", self.id(min(readers, key=lambda u: (found.pass_(u), u)))
        if v in found.pinned and readers and all(found.pass_(u) > found.pass_(v) for u in readers):
            return "held", self.id(min(u for u in readers if found.bump(v, u)))
        return "none", None

    # verify

    def verify(self, passes):
        graph, found = self.graph, self.found
        if len(passes) != len(graph.ids):
            raise RefusalError("FSL_ERROR_INVALID_ARGUMENT")
        for v in graph.values:
            if graph.listed[v] and not 0 <= passes[v] <= 2**31 - 2:
                raise RefusalError("FSL_ERROR_INVALID_ARGUMENT", self.id(v))

        @cache
        def given(v):
            if graph.listed[v]:
                return passes[v]
            return max((given(o) + found.bump(o, v) for o in graph.operands[v]), default=0)

        violations = [
            {
                "reader": self.id(v),
                "operand": self.id(o),
                "reason": found.reason(v, o),
                "reader_pass": given(v),
                "operand_pass": given(o),
            }
            for v, o in graph.edges
            if given(v) < given(o) + found.bump(o, v)
        ]
        differing = [
            {"value": self.id(v), "given": passes[v], "expected": expected}
            for v, expected in found.passes.items()
            if passes[v] != expected
        ]
        return {
            "legal": not violations,
            "assignment": not differing,
            "violations": violations,
            "differing": differing,
        }

    # split

    def split(self):
        if not self.graph.nests:
            raise RefusalError("FSL_ERROR_INVALID_ARGUMENT")
        materialized = [kept for v in self.graph.values if (kept := self.materialized(v))]
        for m, last in enumerate(materialized):
            if self.graph.sizes and sum(kept["bytes"] for kept in materialized[: m + 1]) >= 2**64:
                raise RefusalError("FSL_ERROR_TOO_LARGE", last["value"])
        return {
            "nests": self.nests(),
            "materialized": materialized,
            "conflicts": [conflict for v in self.graph.values if (conflict := self.conflict(v))],
            "boundaries": None if self.graph.sizes is None else self.boundaries(materialized),
        }

    def home(self, v):
        return max(self.graph.loops(v, "LoopLocal"), default=None)

    def escapes(self, v):
        return self.graph.loops(v, "Reduction", "LoopCarried")

    def later(self, v, produced):
        """The readers in a later pass whose nest is as asked for."""
        graph, pass_ = self.graph, self.found.pass_
        return [
            u
            for u in graph.readers[v]
            if pass_(u) > pass_(v) and graph.nest_of(u) is not None and produced(graph.nest_of(u))
        ]

    def keepers(self, v):
        """The readers for which v is materialized."""
        home = self.home(v)
        return [] if home is None else self.later(v, lambda nest: nest == self.graph.nests[home])

    def materialized(self, v):
        readers = self.keepers(v)
        return readers and {
            "value": self.id(v),
            "nest": self.graph.nests[self.home(v)],
            "pass": self.found.pass_(v),
            "bytes": None if self.graph.sizes is None else self.graph.sizes[v],
            "readers": [self.id(u) for u in readers],
        }

    def conflict(self, v):
        home = self.home(v)
        if home is None or self.keepers(v):
            return None
        nest = self.graph.nests[home]
        loops = [d for d in self.graph.loops(v, "LoopLocal") - self.escapes(v) if self.graph.nests[d] == nest]
        readers = self.later(v, lambda other: other != nest)
        if not loops or not readers:
            return None
        return {"value": self.id(v), "nest": nest, "loop": min(loops), "readers": [self.id(u) for u in readers]}

    def nests(self):
        graph, stages = self.graph, {}
        for v in graph.values:
            if not graph.operands[v]:
                continue
            for nest in {graph.nests[d] for d in self.depths(v)}:
                stages.setdefault(nest, {}).setdefault(self.found.pass_(v), []).append(self.id(v))
        return [
            {"nest": nest, "passes": [{"pass": p, "values": values} for p, values in sorted(stages[nest].items())]}
            for nest in sorted(stages)
        ]

    def depths(self, v):
        """Where v escapes or is built."""
        escapes, home = self.escapes(v), self.home(v)
        built = set()
        if self.keepers(v):
            built = {max(escapes | {home})}
        elif not escapes and home is not None:
            built = {home}
        return escapes | built

    def boundaries(self, materialized):
        found = []
        for after in range(max(map(self.found.pass_, self.graph.values), default=0)):
            kept = [m for m in materialized if m["pass"] <= after < self.needed_until(m)]
            if kept:
                found.append({"after": after, "values": len(kept), "bytes": sum(m["bytes"] for m in kept)})
        return sorted(found, key=lambda boundary: (-boundary["bytes"], boundary["after"]))

    def needed_until(self, kept):
        """The last pass that reads a value that is kept, in its nest or elsewhere."""
        return max(self.found.pass_(u) for u in self.graph.readers[self.graph.position[kept["value"]]])

    # stats

    def stats(self):
        graph, found = self.graph, self.found
        longest = cache(lambda v: max((1 + longest(o) for o in graph.operands[v]), default=0))
        passes = list(found.passes.values())
        return {
            "values": len(graph.ids),
            "edges": len(graph.edges),
            "questions": len(found.questions),
            "yes": len(found.yes),
            "longest_chain": max(map(longest, graph.values), default=0),
            "lifted": sum(found.pass_(v) > found.level(v) for v in graph.values),
            "pinned": len(found.pinned),
            "values_per_pass": [passes.count(p) for p in range(found.max_pass + 1)],
        }


def every_query(document):
    """All the questions that there are about a small graph, and a step beyond on each side."""
    queries = [{"kind": "levels"}, {"kind": "stats"}, {"kind": "split"}]
    queries += [{"kind": "explain", "value": value["id"]} for value in document["values"]]
    try:
        levels = Levels(Graph(document))
    except RefusalError:
        return [*queries, {"kind": "explain_pass", "pass": 0}, {"kind": "budget", "max_passes": 1}, graphs.verify()]
    queries += [{"kind": "explain_pass", "pass": p} for p in range(-1, levels.max_pass + 2)]
    queries += [{"kind": "budget", "max_passes": n} for n in range(1, levels.max_pass + 3)]
    right = [levels.passes.get(v, -1) for v in levels.graph.values]
    return [*queries, graphs.verify(*right), graphs.verify(*(min(p, 0) for p in right))]


def queries_about_a_real_graph(document):
    levels = Levels(Graph(document))
    last = len(document["values"]) - 1
    queries = [{"kind": "levels"}, {"kind": "stats"}, {"kind": "split"}]
    queries += [{"kind": "explain", "value": value} for value in (last // 4, last // 2, last)]
    queries += [{"kind": "explain_pass", "pass": p} for p in range(levels.max_pass + 1)]
    return [*queries, graphs.verify(*map(levels.level, levels.graph.values))]


def checked(document, query):
    """The query with what it is answered with."""
    try:
        return {**query, "answer": Answers(document).answer(query)}
    except RefusalError as refusal:
        return {**query, "error": {"status": refusal.status, "values": refusal.values}}


def all_cases():
    """Each as its head, the document and the queries."""
    for document, queries in graphs.hand_made():
        yield {"name": document["name"], "graph": document}, document, every_query(document) + queries
    for seed in range(40):
        document = graphs.random_graph(seed)
        near = graphs.verify(*graphs.nudged(Levels(Graph(document)).pass_, len(document["values"]), seed))
        yield {"name": document["name"], "graph": document}, document, [*every_query(document), near]
    for name in ("energy_aux", "singles_auxocc", "water20_auxpao_all_space"):
        document = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
        yield {"name": name, "file": name}, document, queries_about_a_real_graph(document)


def text():
    """cases.json, with a line for each query."""
    compact = {"separators": (",", ":"), "ensure_ascii": False}
    cases = []
    for head, document, queries in all_cases():
        lines = ",\n".join(json.dumps(checked(document, query), **compact) for query in queries)
        cases.append(f'{json.dumps(head, **compact)[:-1]},"queries":[\n{lines}\n]}}')
    return "[\n" + ",\n".join(cases) + "\n]\n"


def main(arguments):
    if arguments == ["--check"]:
        return None if CASES.read_text(encoding="utf-8") == text() else f"{CASES} is not what this program writes"
    CASES.write_text(text(), encoding="utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
