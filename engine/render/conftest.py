"""Pages of `fslevels view`, opened in a headless Chromium that reports whatever they complain of or ask for."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

DATA = Path(__file__).resolve().parents[2] / "examples" / "data"
SAID = "[...document.querySelectorAll('#answer ol > li')].map((line) => line.textContent)"


def fslevels(*arguments):
    """What the tool prints."""
    command = ["fslevels", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


@pytest.fixture(scope="session")
def chromium():
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    assert executable, "needs Chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, chromium_sandbox=os.geteuid() != 0)
        yield browser
        browser.close()


class Viewed:
    """A page about a graph, and what was noted while it was open."""

    def __init__(self, page, graph_file, page_file):
        self.page = page
        self.file = graph_file
        self.url = page_file.as_uri()
        self.complaints = []
        self.requests = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(self.url)
        self.graph = page.evaluate("graph")
        self.values = json.loads(graph_file.read_text(encoding="utf-8"))["values"]
        self.names = self.graph["names"]
        self.ids = self.graph["ids"]

    def row(self, v):
        """The row of a value, by its position."""
        return self.page.locator(f"section button[data-value='{v}']")

    def said(self):
        """The sentences that are shown."""
        return self.page.evaluate(SAID)

    def about(self):
        """The name of the value that is explained."""
        return self.page.locator("#answer h2").text_content()

    def visible(self):
        """The values whose rows are not hidden."""
        rows = "document.querySelectorAll('section li:not([hidden]) button')"
        return set(self.page.evaluate(f"[...{rows}].map((row) => Number(row.dataset.value))"))

    def focused(self):
        """The value whose row has the keyboard's focus, None if none has."""
        value = self.page.evaluate("document.activeElement.closest('section') && document.activeElement.dataset.value")
        return None if value is None else int(value)


@pytest.fixture
def view(chromium, tmp_path):
    """Opens the page about a graph: the name of one of the examples, or what its JSON form says."""
    opened = []

    def open_page(graph, **context):
        file = DATA / f"{graph}.json"
        if not isinstance(graph, str):
            file = tmp_path / f"graph{len(opened)}.json"
            file.write_text(json.dumps(graph), encoding="utf-8")
        page_file = tmp_path / f"page{len(opened)}.html"
        fslevels("view", "-o", page_file, file)
        settings = {"viewport": {"width": 1400, "height": 850}, "offline": True, **context}
        opened.append(Viewed(chromium.new_context(**settings).new_page(), file, page_file))
        return opened[-1]

    yield open_page
    for viewed in opened:
        viewed.page.context.close()
        assert viewed.complaints == []
        assert viewed.requests == [viewed.url]
