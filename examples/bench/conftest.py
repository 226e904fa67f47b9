"""For pytest, which is started for every graph: it leaves out what takes a second and is not needed."""

import sys

sys.modules["matplotlib"] = None  # igraph would import it, but can do without


def pytest_benchmark_generate_machine_info():
    """machine.py describes the machine."""
    return {}
