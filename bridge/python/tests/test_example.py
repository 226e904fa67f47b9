"""The example program runs as it stands, on every real graph."""

import re
import signal
import subprocess
import sys

import numpy as np
import pytest
from conftest import DATA, REAL, ROOT

PROGRAM = ROOT / "examples" / "python" / "levels_from_numpy.py"


def run(*arguments):
    done = subprocess.run([sys.executable, PROGRAM, *arguments], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("answer", REAL, ids=[answer["name"] for answer in REAL])
def test_the_example_prints_the_passes_of_a_real_graph(answer):
    printed = run(DATA / f"{answer['name']}.json")
    counts = [int(count) for count in re.findall(r"^pass \d+: +(\d+) values", printed, re.MULTILINE)]
    assert counts == np.bincount(answer["passes"]).tolist()
    assert "the predicate and the loop facts agree" in printed
    assert f"{len(answer['carried'])} values are loop-carried, {len(answer['pinned'])} are pinned" in printed


def test_the_example_has_a_graph_of_its_own():
    assert run().startswith("water20_auxpao_all_space: 275 values in 4 passes")


def test_the_example_ends_quietly_when_nobody_reads_on():
    program = [sys.executable, "-u", PROGRAM]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(60) == -signal.SIGPIPE
