"""The conformance suite through Python: the JSON of every answer, byte for byte, and its fields."""

import json
import subprocess
import sys
from dataclasses import fields, is_dataclass

import forcedsplit
import pytest
from conftest import DATA, ROOT, Recorder, load
from forcedsplit import Error, Levels, Status, graph_from_json

SUITE = ROOT / "capi" / "tests" / "conformance"
CASES = load(SUITE / "cases.json")

# What answers each kind of query. Everything else in a query is an argument.
ASK = {
    "levels": forcedsplit.compute,
    "budget": forcedsplit.compute,
    "explain": forcedsplit.explain,
    "explain_pass": lambda graph, **arguments: forcedsplit.explain_pass(graph, arguments.pop("pass"), **arguments),
    "verify": forcedsplit.verify,
    "split": forcedsplit.split_report,
    "stats": forcedsplit.stats,
}


# Fields that are not in the JSON: itself, and the times.
HIDDEN = {"json", "decode_ns", "ask_ns", "sweep_ns"}


def plain(answer):
    """An answer's fields as JSON has them."""
    if isinstance(answer, tuple) and hasattr(answer, "_fields"):
        return {name.rstrip("_"): plain(part) for name, part in zip(answer._fields, answer)}
    if is_dataclass(answer):
        names = [field.name for field in fields(answer)]
        return {name.rstrip("_"): plain(getattr(answer, name)) for name in names if name not in HIDDEN}
    return [plain(part) for part in answer] if isinstance(answer, tuple) else answer


def levels_by_id(name, levels):
    """What `fslevels levels --json` prints."""
    pass_of = sorted([id, pass_] for id, pass_ in levels.pass_of.items())
    return {
        "name": name,
        "max_pass": levels.max_pass,
        "pass_of": pass_of,
        "carried": sorted(levels.carried),
        "pinned": sorted(levels.pinned),
    }


def expect(query, graph, name, inside):
    arguments = {key: value for key, value in query.items() if key not in ("kind", "answer", "error")}
    if "error" in query:
        with pytest.raises(Error) as raised:
            ASK[query["kind"]](graph, **arguments, **inside)
        assert raised.value.status == Status[query["error"]["status"].replace("FSL_ERROR_", "")], query
        assert list(raised.value.values) == query["error"]["values"], query
        return
    answer = ASK[query["kind"]](graph, **arguments, **inside)
    if isinstance(answer, Levels):
        assert levels_by_id(name, answer) == query["answer"], query
    else:
        assert answer.json == json.dumps(query["answer"], separators=(",", ":")), query
        assert plain(answer) == query["answer"], query


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_every_answer_is_that_of_the_suite(case, form):
    document = load(DATA / f"{case['file']}.json") if "file" in case else case["graph"]
    graph = graph_from_json(json.dumps(document))
    yes = {tuple(pair) for pair in document.get("inside", [])}
    recorder = Recorder(lambda reader, source: (reader, source) in yes)
    inside = recorder.as_keyword(form) if "inside" in document else {}
    for query in case["queries"]:
        expect(query, graph, document.get("name", ""), inside)


def test_the_suite_is_what_its_reference_makes():
    done = subprocess.run(
        [sys.executable, SUITE / "reference.py", "--check"], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
