"""What the numbers were measured on: they mean nothing without it."""

import importlib.metadata
import os
import platform
import re
import subprocess
from pathlib import Path

LIBRARIES = ("numpy", "rustworkx", "igraph", "networkx", "pytest-benchmark")


def machine():
    """Processor, memory, kernel, compilers and libraries, each as it names itself."""
    processors = re.search(r"^model name\s*: (.*)$", read("/proc/cpuinfo"), re.MULTILINE)
    kibibytes = re.search(r"^MemTotal:\s*(\d+) kB$", read("/proc/meminfo"), re.MULTILINE)
    boost = re.search(r'BOOST_LIB_VERSION "(\w+)"', read("/usr/include/boost/version.hpp"))
    return {
        "cpu": processors[1] if processors else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "kernel": f"{platform.system()} {platform.release()}",
        "memory_gib": round(int(kibibytes[1]) / 2**20, 1) if kibibytes else None,
        "c++": first_line("c++", "--version"),
        "go": first_line("go", "version").removeprefix("go version "),
        "python": platform.python_version(),
        "libraries": {
            **({"Boost": boost[1].replace("_", ".")} if boost else {}),
            **{name: importlib.metadata.version(name) for name in LIBRARIES},
        },
    }


def read(path):
    path = Path(path)
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def first_line(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[0]
