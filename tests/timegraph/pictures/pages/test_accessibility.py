"""axe-core finds no violation in any kind of page, in both themes, wide and narrow.

axe-core is JavaScript and not a Python package: ``npm install axe-core``, or name its
``axe.min.js`` in TIMEGRAPH_AXE.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import timeml
from tests.timegraph.pictures.test_page_bounds import TEXT
from timegraph import build
from timegraph.commands import main as cli
from timegraph.pictures.pages.documents import page_of

ROOT = Path(__file__).parents[4]
PATHS = [
    Path(os.environ.get("TIMEGRAPH_AXE", "nowhere")),
    ROOT / "node_modules/axe-core/axe.min.js",
]
RULES = """async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a',
  'wcag21aa', 'wcag22aa', 'best-practice']})).violations.flatMap(one =>
    one.nodes.map(node => `${one.id}: ${node.html.slice(0, 120)}: ${node.failureSummary}`))"""
SIZES = [(320, "light"), (1600, "light"), (1600, "dark")]


@pytest.fixture(scope="module")
def axe() -> str:
    for path in PATHS:
        if path.is_file():
            return path.read_text(encoding="utf-8")
    pytest.skip("axe-core is not there: npm install axe-core, or set TIMEGRAPH_AXE to axe.min.js")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, kit: Path) -> dict[str, Path]:
    """A page of each kind, by a name."""
    folder = tmp_path_factory.mktemp("pages")
    document = timeml.read(TEXT.encode(), name="strike.tml")
    graph = build(document, on_conflict="drop-link", calendar=True, durations="soft")
    (folder / "timeline.html").write_text(page_of(graph, document), encoding="utf-8")
    commands = {
        "score": ["score", "--kit", kit],
        "awareness": ["awareness", "--gold", kit / "gold", kit / "systems" / "hasty"],
        "agreement": ["agreement", kit / "gold", kit / "systems" / "hasty"],
        "list": ["view", kit / "gold", "--output", folder / "list"],
    }
    found = {"timeline": folder / "timeline.html"}
    for name, command in commands.items():
        html = [] if name == "list" else ["--html", folder / name]
        done = CliRunner().invoke(cli.timegraph, [*map(str, command), *map(str, html)])
        assert done.exit_code in (0, 1), done.output
        found[name] = folder / name / "index.html"
        others = [path for path in (folder / name).rglob("*.html") if path != found[name]]
        found |= {f"{name}/{path.parent.name}": path for path in sorted(others)}
    return found


@pytest.fixture(params=SIZES, ids=[f"{width} {theme}" for width, theme in SIZES])
def window(request: pytest.FixtureRequest, browser: Any) -> Iterator[Any]:
    width, theme = request.param
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=theme, bypass_csp=True
    )
    yield context.new_page()
    context.close()


def violations(page: Any, axe: str) -> list[str]:
    page.evaluate(axe)
    found: list[str] = page.evaluate(RULES)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("hash", ["", "#e3", "#e3,e1", "#conflict=1"])
def test_a_timeline_is_accessible(window: Any, axe: str, pages: dict[str, Path], hash: str) -> None:
    window.goto(f"file://{pages['timeline']}{hash}")
    assert violations(window, axe) == []


@pytest.mark.slow
def test_pages_of_scores_and_checks_are_accessible(
    window: Any, axe: str, pages: dict[str, Path]
) -> None:
    found = {}
    for name, path in pages.items():
        window.goto(f"file://{path}")
        found[name] = violations(window, axe)
    assert len(found) > 5
    assert {name: faults for name, faults in found.items() if faults} == {}
