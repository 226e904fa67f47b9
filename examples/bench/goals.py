"""What the comparison is to show, and what it has shown: one row for each promise.

A row that is about several graphs has the worst of them, and names it. A row whose graphs were not in the run has no
measured value. Whether a promise is met is said, and has no other consequence: a time is never a test.
"""

WITHOUT, WITH = "without questions", "with questions"
MOST_BYTES_OF_LIBRARY = 3_000_000
GROWS = 0.01  # bytes a value: what is allocated once is less than that in a large graph


class Results:
    """The times of a run by graph and door, its graphs, and its other measurements."""

    def __init__(self, graphs, times, extras):
        self.graphs = graphs
        self.extras = extras
        self.times = {(row["graph"], row["door"]): row for row in times}

    def ns(self, graph, door):
        """Nanoseconds for all of this entry, or None."""
        row = self.times.get((graph["name"], door))
        return row and row["ns"]

    def of_family(self, *families):
        return [graph for graph in self.graphs if graph["family"] in families]

    def ratios(self, graphs, above, below):
        """What one door takes, in terms of another, by the name of the graph, where both were measured."""
        pairs = {graph["name"]: (self.ns(graph, above), self.ns(graph, below)) for graph in graphs}
        return {name: a / b for name, (a, b) in pairs.items() if a is not None and b is not None}


def goal(number, what, bound, measured, at_least=False, decimals=2):
    """One row. `measured` has a number for each graph or thing that was measured, of which the worst counts."""
    row = {"number": number, "what": what, "bound": bound, "at_least": at_least}
    if not measured:
        return {**row, "measured": None, "worst": None, "met": None}
    worst = (min if at_least else max)(measured, key=measured.get)
    value = measured[worst]
    met = value >= bound if at_least else value <= bound
    return {**row, "measured": round(value, decimals), "worst": worst if len(measured) > 1 else "", "met": met}


def goals(results):
    """The rows of all promises."""
    rows = [*drop_in(results), *c_call(results), *questions(results), *crossing(results), *python(results)]
    return [*rows, *memory(results), *linear(results), *load(results), *threads(results), *sessions(results)]


def by_questions(graphs):
    """The graphs without questions, and those with."""
    return ((WITHOUT, [g for g in graphs if not g["questions"]]), (WITH, [g for g in graphs if g["questions"]]))


def sizes(graphs, least):
    """The sizes from `least` on, in order."""
    return sorted({graph["values"] for graph in graphs if graph["values"] >= least})


def drop_in(results):
    generated = [graph for graph in results.graphs if graph["family"] not in ("real", "small")]
    for asked, graphs in by_questions(generated):
        for size in sorted({100, 1_000, *sizes(graphs, 10_000)}):
            of_size = [graph for graph in graphs if graph["values"] == size]
            faster = results.ratios(of_size, "today", "drop_in")
            bound = 1.5 if size < 1_000 else 2.5 if size < 10_000 else 4
            if faster or size <= 1_000:  # there is nothing of today's for the largest
                yield goal("1", f"drop-in, {size:,} values, {asked}: times faster than today", bound, faster, True)
    real = results.of_family("real")
    for least, beyond, bound in ((100, 1_000, 1.5), (1_000, 10_000, 2.5)):
        chosen = [graph for graph in real if least <= graph["values"] < beyond]
        what = f"drop-in, real graphs of {least:,} values and more: times faster than today"
        yield goal("1", what, bound, results.ratios(chosen, "today", "drop_in"), True)
    many = results.ratios(results.of_family("small"), "today", "drop_in")
    yield goal("1", "drop-in, 256 graphs of 20 to 200 values in a row: times faster than today", 1.5, many, True)


def c_call(results):
    large = [graph for graph in results.graphs if graph["values"] >= 100_000]
    for in_order, against, bound in ((True, "the double scan", 1.3), (False, "sort and scans", 1.5)):
        for asked, graphs in by_questions([graph for graph in large if graph["in_order"] == in_order]):
            for size in sizes(graphs, 100_000) or [100_000]:
                of_size = [graph for graph in graphs if graph["values"] == size]
                slower = results.ratios(of_size, "c_call", "limit")
                yield goal("2", f"C call, {size:,} values, {asked}: times {against}", bound, slower)


def questions(results):
    """On graphs with about 100,000 of them, against a scan that makes the calls itself, and against calls alone."""
    in_scan, alone = {}, {}
    for graph in results.graphs:
        names = ("c_call", "limit", "no_questions", "predicate")
        c_call, limit, no_questions, predicate = (results.ns(graph, door) for door in names)
        if None not in (c_call, limit, no_questions, predicate) and 90_000 <= graph["questions"] <= 110_000:
            in_scan[graph["name"]] = (c_call - limit) / graph["questions"]
            alone[graph["name"]] = (c_call - no_questions - predicate) / graph["questions"]
    yield goal("3", "a question beyond the same call made directly in the C++ scan, in ns", 5, in_scan)
    yield goal("3", "a question beyond the same call made directly in a loop of calls alone, in ns", 5, alone)


def crossing(results):
    measured = results.extras.get("crossing")
    crossings = measured and {"": measured["create_destroy_ns"] / measured["noop_ns"]}
    yield goal("4", "create + destroy of an empty graph, in crossings", 10, crossings)
    counts = results.extras.get("allocations", {})
    beyond = {graph: counts[graph]["drop_in_allocations_beyond_result"] for graph in counts}
    yield goal("4", "allocations of a drop-in call in C++ beyond the result's containers", 3, beyond)


def python(results):
    graphs = [graph for graph in results.graphs if graph["values"] == 1_000_000]
    slower = results.ratios(graphs, "python", "builder")
    yield goal("5", "Python, 1,000,000 values: times C++ builder and call", 1.3, slower)
    for door, part, bound in (
        ("rustworkx", "rustworkx's longest path", 20),
        ("rustworkx_sort", "rustworkx's topological sort alone", 20),
        ("networkx", "networkx's longest path", 200),
        ("networkx_sort", "networkx's topological sort alone", 200),
    ):
        faster = results.ratios(graphs, door, "python")
        yield goal("5", f"Python, 1,000,000 values: times faster than {part}", bound, faster, True, 1)


def memory(results):
    peaks = results.extras.get("peak_memory", {})
    used = {}
    for graph, peak in peaks.items():
        if peak["values"] == 10_000_000:
            used[graph] = peak["peak_beyond_bytes"] / (16 * peak["values"] + 4 * peak["edges"])
    yield goal("6", "memory at 10,000,000 values, in terms of 16 bytes a value and 4 an edge", 1, used)
    yield second_call(results)


def second_call(results):
    """What a call on a graph of the same size as the one before allocates in Go, by the largest without questions."""
    graphs, _ = by_questions(results.graphs)
    rows = {graph["name"]: results.times.get((graph["name"], "go_again")) for graph in graphs[1]}
    measured = [graph for graph in graphs[1] if rows[graph["name"]]]
    largest = max((graph["values"] for graph in measured), default=0)
    each = {
        graph["name"]: rows[graph["name"]]["allocated_bytes"] / largest
        for graph in measured
        if graph["values"] == largest >= 100_000
    }
    return goal("6", "bytes a value that a second call allocates on the Go heap", GROWS, each, decimals=4)


def linear(results):
    each = {}
    for graph in results.of_family("post_order"):
        if results.ns(graph, "c_call") is not None:
            each[graph["values"]] = results.ns(graph, "c_call") / (graph["values"] + graph["edges"])
    grown = {"": each[10_000_000] / each[100_000]} if {100_000, 10_000_000} <= each.keys() else {}
    yield goal("7", "C call, post_order: time a value and edge at 10,000,000, times that at 100,000", 3, grown)


def load(results):
    measured = results.extras.get("load")
    slower = measured and {"": measured["ours_ms"] / measured["empty_ms"]}
    yield goal("8", "dlopen and first call, times those of an empty Go library", 1.3, slower)
    size = measured and {"": measured["stripped_bytes"]}
    yield goal("8", "the library stripped, in bytes", MOST_BYTES_OF_LIBRARY, size, decimals=0)


def threads(results):
    measured = results.extras.get("threads", {"graphs": []})["graphs"]
    faster = {f"{graph['values']:,} values": graph["ratio"] for graph in measured}
    yield goal("9", "throughput of two threads, times that of one", 1.7, faster, True)


def sessions(results):
    """Where a change of one role reaches few values. In a chain it moves half of all passes, and there is no saving."""
    measured = results.extras.get("session", {})
    few = {
        graph: each["change_ns"] / each["fresh_ns"]
        for graph, each in measured.items()
        if each["values"] == 1_000_000 and each["changed_values"] < each["values"] / 1_000
    }
    what = "one role changed in a session of 1,000,000 values, in the median: times a fresh call"
    yield goal("10", what, 0.01, few, decimals=5)
