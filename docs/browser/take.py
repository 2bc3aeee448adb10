"""Takes the pictures of Neo4j Browser that the README shows: `python docs/browser/take.py`, from the repository's root.

Starts an embedded server, writes the demo's conversation, runs the jobs, and opens the server's own Browser in headless
Chromium with `docker/browser.grass`, on queries of `cypher/inspect`. Wants `pip install playwright` and a Chromium of
the system (Debian: `apt-get install chromium`); nothing is fetched by Playwright itself.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from mnemosaic import Memory, server, statements
from mnemosaic.demo import conversation_path
from mnemosaic.server import ServerAddress

SCOPE = "demo"
ROOT = Path(__file__).parents[2]
QUERIES = ("inspect/community_graph", "inspect/demo_person")
SETTLE_MS = 12_000
"""Until the nodes of a picture have come to rest."""


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, default=Path(__file__).parent, help="folder of the pictures")
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser"))
    parser.add_argument("--data", type=Path, help="a data directory that is kept; by default a new one")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = options.data or Path(folder) / "data"
        address = server.ensure_running(data)
        try:
            fill(address)
            with browser(options.chromium) as page:
                # where Browser keeps the sheet that was dropped on it
                kept = json.dumps(styles(ROOT / "docker" / "browser.grass"))
                page.add_init_script(f"localStorage.setItem('neo4j.grass', {json.dumps(kept)})")
                connect(page, address)
                command(page, f":param scope => '{SCOPE}'")
                command(page, ":param limit => toInteger(60)")
                for name in QUERIES:
                    take(page, name, options.into / f"{name.split('/')[1]}.png")
        finally:
            server.stop(data)


def fill(address: ServerAddress) -> None:
    """Write the demo's conversation, derive what is derived, and mark atoms by their PageRank."""
    with Memory.open(address.uri, (address.user, address.password)) as memory:
        memory.ingest(conversation_path(), scope=SCOPE, kind="turns")
        report = memory.jobs.run()
        assert report.ok, report
        memory.graph.write("jobs/size_by_pagerank", scope=SCOPE)


def styles(sheet: Path) -> dict[str, dict[str, str]]:
    """A style sheet as Browser keeps it: properties by selector."""
    blocks = re.findall(r"([\w.]+) \{(.*?)\}", sheet.read_text("utf-8"), re.DOTALL)
    return {name: dict(re.findall(r"([\w-]+): \"?(.*?)\"?;", body)) for name, body in blocks}


@contextmanager
def browser(chromium: str | None) -> Iterator[Page]:
    """A page in headless Chromium."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            page = opened.new_page(viewport={"width": 1200, "height": 900})
            page.set_default_timeout(180_000)
            yield page
        finally:
            opened.close()


def connect(page: Page, address: ServerAddress) -> None:
    """Log in."""
    page.goto(f"{address.http}/browser/?connectURL=bolt://{address.user}@{address.uri.split('//')[1]}")
    page.get_by_test_id("password").fill(address.password)
    page.get_by_test_id("connect").click()
    page.get_by_text("You are connected as user").first.wait_for()


def command(page: Page, text: str) -> None:
    """Run a command or a query in the editor, and wait for its frame."""
    page.get_by_test_id("activeEditor").locator("textarea").first.focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(2_000)


def take(page: Page, name: str, into: Path) -> None:
    """Run a query and save the picture of its graph."""
    command(page, ":clear")
    command(page, statements.load(name).text)
    frame = page.get_by_test_id("frame").first
    frame.locator("svg .node").first.wait_for()
    page.wait_for_timeout(SETTLE_MS)
    frame.screenshot(path=into)


if __name__ == "__main__":
    main()
