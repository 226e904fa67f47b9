"""Models in ONNX, evaluated tile by tile in the passes that the library gives."""

from suite import ROOT, VENV, pytest


def onnx(suite):
    """examples/onnx, on the models that come with onnx; in the python suite's virtual environment."""
    requirements = ROOT / ".ci" / "packaging" / "onnx-requirements.txt"
    suite.must(VENV / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements)
    pytest(suite, "bridge/python/onnx_tests", skips_fail=True)
