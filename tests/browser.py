"""A real Chromium, and pages in it that remember what they asked for and what they complained about."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from graph.page import write_page
from tests.page_graph import HOSTILE, hostile_graph, small_graph

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 30_000  # milliseconds
SILENT = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class Visit:
    """An open page.

    Attributes:
        requests: Addresses that it asked for, itself first.
        complaints: Console messages, uncaught errors and dialogs, in order.
    """

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def get(self, expression: str, argument: object = None) -> Any:
        """Return what a JavaScript expression gives."""
        return self.page.evaluate(expression, argument)

    def wait(self, expression: str) -> None:
        """Wait until a JavaScript expression holds; Playwright's own wait needs an eval, which our pages forbid."""
        for _ in range(PATIENCE // 25):
            if self.get(expression):
                return
            self.page.wait_for_timeout(25)
        pytest.fail(f"never came true: {expression} {self.complaints}")

    def ready(self) -> Visit:
        """Wait until the graph stands there."""
        self.wait("typeof KG !== 'undefined' && KG.ready > 0")
        return self.settled()

    def settled(self) -> Visit:
        """Wait for the picture after the next one, which shows all that was asked for."""
        self.get("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return self

    def text(self, selector: str) -> str:
        """Return what the first such element shows."""
        return self.page.locator(selector).first.inner_text()

    @property
    def focus(self) -> str | None:
        """The id of the node that is looked at."""
        found: str | None = self.get("KG.state.focus")
        return found

    def spot(self, id_: str) -> tuple[float, float]:
        """Return where a node stands in the window."""
        x, y = self.get(
            """(id) => {
              const at = network.canvasToDOM(network.getPosition(id));
              const frame = KG.frame.getBoundingClientRect();
              return [at.x + frame.left, at.y + frame.top];
            }""",
            id_,
        )
        return x, y


class PageFactory(Protocol):
    """Opens a file, at a `#…` if one is given, with the options of a Playwright context."""

    def __call__(self, path: Path, at: str = "", *, size: tuple[int, int] = (1440, 900), **options: Any) -> Visit: ...


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium from the path; the tests that need it skip, or fail under CI, where there is none."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import missing

    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        missing("needs Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, headless=True, args=SILENT)
        yield chromium
        chromium.close()


@pytest.fixture
def page_factory(browser: Browser) -> Iterator[PageFactory]:
    """Open pages, each in a context of its own; all are closed after the test."""
    contexts: list[BrowserContext] = []

    def open_page(path: Path, at: str = "", *, size: tuple[int, int] = (1440, 900), **options: Any) -> Visit:
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}, **options))
        visit = Visit(contexts[-1].new_page())
        _listen(visit)
        visit.page.goto(path.as_uri() + at)
        return visit

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def small_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a page of twelve papers."""
    path = tmp_path_factory.mktemp("page") / "small.html"
    write_page(small_graph(), path, title="Twelve papers")
    return path


@pytest.fixture(scope="session")
def hostile_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a page whose every text tries to be more than text."""
    path = tmp_path_factory.mktemp("page") / "hostile.html"
    write_page(hostile_graph(), path, title=HOSTILE)
    return path


@pytest.fixture
def visit(page_factory: PageFactory, small_page: Path) -> Visit:
    """The page of twelve papers, open and drawn; nothing glides."""
    return page_factory(small_page, reduced_motion="reduce").ready()


def _listen(visit: Visit) -> None:
    page, complaints = visit.page, visit.complaints
    page.on("request", lambda request: visit.requests.append(request.url))
    page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))

    def dismiss(dialog: Any) -> None:
        complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page.on("dialog", dismiss)
