"""Pass levels, slowly and obviously, written from SPEC.md alone. Graphs are in the JSON form, as Python objects."""


def role_names(value):
    """The roles of a value; None without a legality cell."""
    if value["roles"] is None:
        return None
    return [role if isinstance(role, str) else role["role"] for role in value["roles"]]


def loop_facts(graph):
    """inside(reader, source) as the graph's loops answer it (SPEC, Without a callback)."""
    nest = [loop["nest"] for loop in graph["loops"]]
    resolved = {
        value["id"]: [(role["role"], role["loop"]) for role in value["roles"] or () if role["loop"] >= 0]
        for value in graph["values"]
    }

    def inside(reader, source):
        if not resolved[reader]:
            return False
        depth = max(loop for _, loop in resolved[reader])
        reductions = [loop for role, loop in resolved[source] if role == "Reduction"]
        return any(depth >= loop and nest[depth] == nest[loop] for loop in reductions)

    return inside


class Answer:
    """The levels of a graph without a cycle, and the questions asked on the way, sorted by position."""

    def __init__(self, graph, inside):
        roles = {value["id"]: role_names(value) for value in graph["values"]}
        position = {id: i for i, id in enumerate(roles)}
        operands = {v: {o for reader, o in graph["edges"] if reader == v} for v in roles}
        readers = {o: {v for v, operand in graph["edges"] if operand == o} for o in roles}

        self.carried = {v for v, cell in roles.items() if "LoopCarried" in (cell or ())}
        questions = [
            (v, o) for v in roles for o in operands[v] if o not in self.carried and "Reduction" in (roles[o] or ())
        ]
        self.asked = sorted(questions, key=lambda edge: (position[edge[0]], position[edge[1]]))
        yes = {edge for edge in self.asked if inside(*edge)}
        bumps = {(v, o) for v in roles for o in operands[v] if o in self.carried or (v, o) in yes}
        self.pinned = self.carried | {o for _, o in bumps}
        self.position, self.operands, self.readers, self.yes, self.bumps = position, operands, readers, yes, bumps

        level = dict.fromkeys(roles, 0)
        self.level = settle(level, lambda v: max((level[o] + ((v, o) in bumps) for o in operands[v]), default=0))
        self.lifted = lifted = dict(level)  # the passes of all values, listed or not
        settle(
            lifted,
            lambda v: level[v]
            if v in self.pinned or not readers[v]
            else max(level[v], min(lifted[u] for u in readers[v])),
        )
        self.pass_of = {v: lifted[v] for v in roles if roles[v] is not None}
        self.max_pass = max(self.pass_of.values(), default=0)


def settle(table, equation):
    """Evaluates an equation over a DAG again and again until nothing changes."""
    changed = True
    while changed:
        changed = False
        for v in table:
            value = equation(v)
            if value != table[v]:
                table[v], changed = value, True
    return table
