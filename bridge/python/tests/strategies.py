"""Random graphs in the JSON form, for hypothesis."""

from hypothesis import strategies as st

ROLES = ["LoopLocal", "Reduction", "LoopCarried", "LoopInvariant"]
IDS = st.integers(0, 2**64 - 1)


@st.composite
def graphs(draw, max_values=12):
    """A graph without a cycle: any ids, values and edges in any order, edges repeated, some values without a cell."""
    ids = draw(st.lists(IDS | st.integers(0, 20), unique=True, max_size=max_values))
    plain = st.lists(st.sampled_from(ROLES), max_size=3)
    told = st.lists(
        st.fixed_dictionaries(
            {"role": st.sampled_from(ROLES), "space": st.sampled_from(["K", "i", "μ̃", ""]), "loop": st.integers(-1, 2)}
        ),
        max_size=3,
    )
    with_loops = draw(st.booleans())
    cells = st.none() | (told if with_loops else plain)
    values = [{"id": id, "roles": draw(cells)} for id in ids]
    edges = []
    if len(ids) > 1:
        pairs = st.tuples(st.integers(0, len(ids) - 1), st.integers(0, len(ids) - 1)).filter(lambda p: p[0] != p[1])
        edges = [[ids[max(p)], ids[min(p)]] for p in draw(st.lists(pairs, max_size=3 * len(ids)))]
    graph = {"values": draw(st.permutations(values)), "edges": edges}
    if with_loops:
        nests = st.integers(0, 1)
        graph["loops"] = [{"space": "K", "slot": slot, "nest": draw(nests)} for slot in range(3)]
    return graph
