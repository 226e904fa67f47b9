"""The reference that doxygen makes of the headers, and the notebook."""

import base64
import json
import os
import re
import shutil
import xml.etree.ElementTree as ElementTree

from suite import OUT, ROOT, VENV

NOTEBOOK = ROOT / "examples" / "python" / "passes.ipynb"


def docs(suite):
    """`make docs`, and the notebook in the python suite's virtual environment."""
    reference(suite)
    notebook(suite)


def reference(suite):
    """doxygen has nothing to say, and all of forcedsplit.h is there."""
    shutil.rmtree(ROOT / "build" / "docs", ignore_errors=True)
    printed = suite.must("make", "docs")
    suite.check("no warning", "warning:" not in printed and "error:" not in printed)
    page = ROOT / printed.splitlines()[-1]
    suite.check("the front page is the README", "What is computed" in page.read_text(encoding="utf-8"))
    header = (ROOT / "include" / "forcedsplit" / "forcedsplit.h").read_text(encoding="utf-8")
    texts = texts_of_functions(ROOT / "build" / "docs" / "xml")
    declared = re.findall(r"^/\*\*((?:(?!\*/).)*)\*/\nFSL_API .*?(fsl_\w+)\(", header, re.MULTILINE | re.DOTALL)
    suite.check("every function has a comment", len(declared) == header.count("\nFSL_API ") > 0)
    for comment, name in declared:
        suite.check(f"the text of {name}", words(comment) == texts.get(name))


def texts_of_functions(directory):
    """The words that the reference has about every function, by its name."""
    texts = {}
    for path in directory.glob("*.xml"):
        for member in ElementTree.parse(path).iter("memberdef"):
            if member.get("kind") == "function":
                parts = [member.find(part) for part in ("briefdescription", "detaileddescription")]
                texts[member.findtext("name")] = words(" ".join(text for part in parts for text in part.itertext()))
    return texts


def words(text):
    return re.findall(r"\w+", text)


def notebook(suite):
    """It runs from its first to its last cell, says what was worked out by hand, and draws."""
    requirements = ROOT / ".ci" / "packaging" / "docs-requirements.txt"
    suite.must(VENV / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements)
    done = OUT / "passes.ipynb"
    done.unlink(missing_ok=True)
    path = os.pathsep.join([str(VENV / "bin"), os.environ["PATH"]])
    suite.must(
        *(VENV / "bin" / "jupyter", "execute", NOTEBOOK, "--output", done),
        env={"PATH": path, "IPYTHONDIR": str(OUT / "ipython")},
    )
    cells = json.loads(done.read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    printed = "".join("".join(output.get("text", ())) for output in outputs)
    expected = (
        "pass 0: q k scores max",
        "pass 1: exp sum",
        "pass 2: v weights out",
        "kept for a later pass: scores exp",
    )
    suite.check("what the notebook prints", printed.splitlines() == list(expected))
    shown = [output.get("data", {}) for output in outputs]
    suite.check("the page is shown", any("<iframe" in "".join(data.get("text/html", ())) for data in shown))
    pictures = [base64.b64decode(data["image/png"]) for data in shown if "image/png" in data]
    suite.check("a picture is drawn", len(pictures) == 1 and len(pictures[0]) > 5_000)
