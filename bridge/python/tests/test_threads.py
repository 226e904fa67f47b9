"""Any thread may compute and read, at the same time, and a predicate runs where it was passed."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from conftest import DATA, REAL, Recorder, load
from forcedsplit import _library, compute, graph_from_json
from reference import loop_facts


def test_the_predicate_runs_on_the_calling_thread(asking, form):
    threads = []

    def predicate(readers, _sources):
        threads.append(threading.get_ident())
        return np.ones(len(readers), bool) if form == "inside_batch" else True

    compute(asking, **{form: predicate})
    assert set(threads) == {threading.get_ident()}


def test_threads_compute_at_once_each_with_its_own_predicate(form):
    answer = next(answer for answer in REAL if answer["name"] == "water20_auxpao_all_space")
    document = load(DATA / f"{answer['name']}.json")
    graph = graph_from_json((DATA / f"{answer['name']}.json").read_bytes())
    inside = loop_facts(document)

    def work(k):
        if k % 3 == 0:
            failure = ZeroDivisionError(k)

            def fails(*_):
                raise failure

            try:
                compute(graph, **{form: fails})
            except ZeroDivisionError as raised:
                return raised is failure
        recorder = Recorder(inside)
        levels = compute(graph, **recorder.as_keyword(form))
        return levels.passes.tolist() == answer["passes"] and recorder.asked == [tuple(p) for p in answer["asked"]]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(120)))


def test_threads_read_the_same_levels_at_once(asking):
    levels = compute(asking, inside=lambda *_: True)

    def work(_):
        return levels.pass_(3) == 1 and levels.pass_of[3] == 1 and levels.pinned == {1} and levels.passes[2] == 1

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(2000)))


def test_threads_that_load_at_once_load_once(monkeypatch):
    loads = []
    load_library = _library._load

    def counted():
        loads.append(threading.get_ident())
        return load_library()

    monkeypatch.setattr(_library, "_load", counted)
    monkeypatch.setattr(_library, "_loaded", None)
    barrier = threading.Barrier(8)

    def work(_):
        barrier.wait()
        return _library.library()

    with ThreadPoolExecutor(8) as pool:
        assert len(set(map(id, pool.map(work, range(8))))) == 1
    assert len(loads) == 1
