"""The page that `fslevels view` makes, in a browser."""

from suite import ROOT, VENV, pytest


def browser(suite):
    """The installed tool's pages in a headless Chromium; in the python suite's virtual environment."""
    requirements = ROOT / ".ci" / "packaging" / "browser-requirements.txt"
    suite.must(VENV / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements)
    pytest(suite, "engine/render/browser_test.py", skips_fail=True)
