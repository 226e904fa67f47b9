"""After every update of a random script of edits a session says what `compute` and a slow reference say of a graph that
is built anew, asks about new questions alone, and tells exactly what is other than before."""

import pytest
from conftest import Recorder
from forcedsplit import Error, Session, Status, compute
from hypothesis import event, given, settings
from hypothesis import strategies as st
from reference import Answer, loop_facts
from strategies import IDS, ROLES, graphs
from test_random_graphs import by_builder, check


class HostError(Exception):
    """An exception that only these tests know."""


class Model:
    """The graph that a session should hold, as an object in the JSON form, and what inside has said of its edges."""

    def __init__(self, graph, inside):
        self.roles = {value["id"]: value["roles"] for value in graph["values"]}
        self.edges = {tuple(edge) for edge in graph["edges"]}
        self.loops = graph.get("loops")
        self.answer = self.known = None
        self.update(inside)

    def graph(self, order=None):
        values = [{"id": id, "roles": self.roles[id]} for id in order or self.roles]
        graph = {"values": values, "edges": [list(edge) for edge in sorted(self.edges)]}
        return graph if self.loops is None else {**graph, "loops": self.loops}

    def questions(self):
        return Answer(self.graph(), lambda *_: False).asked

    def unknown(self):
        return {question for question in self.questions() if question not in self.known}

    def update(self, inside):
        """Returns the new questions and the changes: value -> what a Change has besides it."""
        before = self.state()
        new = self.unknown() if self.known is not None else set(self.questions())
        self.known = {question: (self.known or {}).get(question) for question in self.questions()}
        self.known.update((question, inside(*question)) for question in new)
        self.answer = Answer(self.graph(), lambda *edge: self.known[edge])
        after, absent = self.state(), (None, False, False)
        changes = {}
        for id in {**before, **after}:
            was, now = before.get(id, absent), after.get(id, absent)
            if was != now:
                changes[id] = tuple(column for pair in zip(was, now) for column in pair)
        return new, changes

    def state(self):
        """value -> pass, carried, pinned."""
        answer = self.answer
        if answer is None:
            return {}
        return {v: (answer.pass_of.get(v), v in answer.carried, v in answer.pinned) for v in answer.level}

    def forget(self, concerns):
        self.known = {edge: said for edge, said in self.known.items() if not concerns(edge)}

    def reaches(self, reader, operand):
        """Whether a value reads another one, or is it, over any number of edges."""
        return reader == operand or any(self.reaches(o, operand) for v, o in self.edges if v == reader)


class Twins:
    """A session and its model, which every edit goes to."""

    def __init__(self, graph, inside, form):
        self.inside, self.form = inside, form
        recorder = Recorder(inside)
        self.session = Session(by_builder(graph), **recorder.as_keyword(form))
        self.model = Model(graph, inside)
        self.updated = True
        self.compare(recorder, self.model.questions())

    def edit(self, kind, a, b, roles, id, flag):
        ids = sorted(self.model.roles)
        if kind == "add_value":
            self.add_value(id, roles)
        elif kind == "update":
            self.update()
        elif kind == "fail":
            self.fail()
        elif ids:
            getattr(self, kind)(ids[a % len(ids)], ids[b % len(ids)], roles, flag)

    def add_value(self, id, roles):
        if id in self.model.roles:
            return self.refused(lambda: self.session.add_value(id, axes(roles)), id)
        self.session.add_value(id, axes(roles))
        self.model.roles[id] = roles
        self.updated = False
        return None

    def set_roles(self, a, _b, roles, _flag):
        self.session.set_roles(a, axes(roles))
        self.model.roles[a] = roles
        self.model.forget(lambda edge: a in edge)
        self.updated = False

    def remove_value(self, a, _b, _roles, _flag):
        readers = [v for v, o in self.model.edges if o == a]
        if readers:
            with pytest.raises(Error) as raised:
                self.session.remove_value(a)
            assert raised.value.status == Status.INVALID_ARGUMENT
            assert raised.value.values in {(a, reader) for reader in readers}
            return
        self.session.remove_value(a)
        del self.model.roles[a]
        self.model.edges = {edge for edge in self.model.edges if a not in edge}
        self.model.forget(lambda edge: a in edge)
        self.updated = False

    def add_operands(self, a, b, _roles, _flag):
        if self.model.reaches(b, a):
            with pytest.raises(Error) as raised:
                self.session.add_operands(a, [b])
            circle = raised.value.values
            assert raised.value.status == Status.CYCLE
            assert set(zip(circle, circle[1:] + circle[:1])) <= self.model.edges | {(a, b)}
            assert (a, b) in zip(circle, circle[1:] + circle[:1])
            event("cycle refused")
            return
        self.session.add_operands(a, [b, b])
        self.updated = self.updated and (a, b) in self.model.edges
        self.model.edges.add((a, b))

    def remove_operand(self, a, b, _roles, _flag):
        a, b = self.edge(a, b)
        if (a, b) not in self.model.edges:
            return self.refused(lambda: self.session.remove_operand(a, b), a, b)
        self.session.remove_operand(a, b)
        self.model.edges.remove((a, b))
        self.model.forget(lambda edge: edge == (a, b))
        self.updated = False
        return None

    def set_inside(self, a, b, _roles, flag):
        a, b = self.edge(a, b, self.model.questions())
        if (a, b) not in self.model.questions():
            return self.refused(lambda: self.session.set_inside(a, b, flag), a, b)
        self.session.set_inside(a, b, flag)
        if flag is None:
            self.model.forget(lambda edge: edge == (a, b))
        else:
            self.model.known[a, b] = flag
        self.updated = False
        return None

    def edge(self, a, b, among=None):
        """Mostly an edge that is there, since two values hardly ever are one by chance."""
        edges = sorted(self.model.edges if among is None else among)
        return edges[(a + b) % len(edges)] if edges and a % 4 else (a, b)

    def refused(self, edit, *values):
        with pytest.raises(Error) as raised:
            edit()
        assert (raised.value.status, raised.value.values) == (Status.INVALID_ARGUMENT, values)

    def fail(self):
        """An update whose predicate raises, if it is asked, and leaves everything as it is."""

        def fails(*_):
            raise HostError

        if self.model.unknown():
            event("predicate failed")
            with pytest.raises(HostError):
                self.session.update(**{self.form: fails})

    def update(self):
        by_facts = self.model.loops is not None and len(self.model.edges) % 2
        recorder = Recorder(loop_facts(self.model.graph()) if by_facts else self.inside)
        new, expected = self.model.update(recorder.answer)
        changes = self.session.update(**({} if by_facts else recorder.as_keyword(self.form)))
        event("new questions" if new else "no new questions")
        event("changes" if expected else "no changes")
        assert {change.value: change[1:] for change in changes.changes} == expected
        assert len(changes.changes) == len(expected)
        assert changes.max_pass == self.model.answer.max_pass
        self.updated = True
        self.compare(recorder, () if by_facts else new)

    def compare(self, recorder, asked):
        """The session's levels are the reference's, and `compute`'s for the same graph in the session's order."""
        levels = self.session.levels()
        order = levels.ids.tolist()
        assert sorted(order) == sorted(self.model.roles)
        position = {id: i for i, id in enumerate(order)}
        assert recorder.asked == sorted(asked, key=lambda edge: (position[edge[0]], position[edge[1]]))
        check(levels, self.model.answer)
        fresh = compute(by_builder(self.model.graph(order)), inside=lambda *edge: self.model.known[edge])
        assert levels.passes.tolist() == fresh.passes.tolist()
        assert levels.flags.tolist() == fresh.flags.tolist()

    def end(self):
        if not self.updated:
            self.refused(self.session.levels)
        self.update()
        self.session.close()


def axes(roles):
    """A cell of the JSON form as the package takes it."""
    return roles and [r if isinstance(r, str) else (r["role"], r["space"], r["loop"]) for r in roles]


@st.composite
def scripts(draw):
    """A graph, and edits: values are chosen by numbers, so that every one of them means something."""
    graph = draw(graphs().filter(lambda graph: len(graph["edges"]) > 3))
    kinds = ["add_value", "set_roles", "remove_value", "add_operands", "remove_operand", "set_inside", "update", "fail"]
    loops = st.integers(-1, 2) if "loops" in graph else st.just(-1)
    axis = st.fixed_dictionaries({"role": st.sampled_from(ROLES), "space": st.sampled_from(["K", ""]), "loop": loops})
    edits = st.tuples(
        st.sampled_from(kinds),
        st.integers(0, 11),
        st.integers(0, 11),
        st.none() | st.just([{"role": "Reduction", "space": "K", "loop": -1}]) | st.lists(axis, max_size=3),
        IDS | st.integers(0, 20),
        st.sampled_from([True, False, None]),
    )
    return graph, draw(st.lists(edits, min_size=10, max_size=30))


@pytest.mark.parametrize("form", ["inside", "inside_batch"])
@settings(max_examples=100)
@given(scripts(), st.integers(0, 2**32))
def test_a_session_is_a_fresh_computation_after_every_update(form, script, seed):
    graph, edits = script
    twins = Twins(graph, lambda reader, source: hash((seed, reader, source)) % 2 == 0, form)
    for edit in edits:
        twins.edit(*edit)
    twins.end()
