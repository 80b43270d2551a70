"""Pages as browsers show them: a real Chromium loads, selects, and is held to the graph."""

from __future__ import annotations

import random
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import timeml
from timegraph import TimeGraph, build
from timegraph.pictures.layout import MOST_ENTITIES
from timegraph.pictures.pages.documents import page_of
from timeml import Document

CLAIM = re.compile(r"(.+?) (<=|<|=) (.+)")
SCRIPT = """<TimeML><TEXT>A <EVENT eid="e1">&lt;script&gt;alert(1)&lt;/script&gt;</EVENT> and
<EVENT eid="e&quot;2'">\u0642\u0627\u0644</EVENT> <EVENT eid="e3">\u8bf4</EVENT>.</TEXT>
<TLINK lid="l1" eventID="e1" relType="BEFORE" relatedToEvent="e&quot;2'"/></TimeML>"""


TIMEML = {
    "before": "BEFORE",
    "meets": "IBEFORE",
    "overlaps": "OVERLAPS",
    "starts": "BEGINS",
    "during": "IS_INCLUDED",
    "finishes": "ENDS",
    "equal": "SIMULTANEOUS",
    "finished_by": "ENDED_BY",
    "contains": "INCLUDES",
    "started_by": "BEGUN_BY",
    "overlapped_by": "OVERLAPPED_BY",
    "met_by": "IAFTER",
    "after": "AFTER",
}


class Watched:
    """A page that notes what it complains about and what it asks a network for."""

    def __init__(self, browser: Any, path: Path, html: str, address: str = "") -> None:
        path.write_text(html, encoding="utf-8")
        self.page = browser.new_page()
        self.faults: list[str] = []
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self.asked)
        self.page.goto(f"file://{path}{address}")

    def asked(self, request: Any) -> None:
        if not request.url.startswith("file:"):
            self.faults.append(request.url)


@pytest.fixture
def document(kit: Path) -> Document:
    return timeml.read(kit / "gold" / "news-festival-storm.tml")


@pytest.fixture
def graph(document: Document) -> TimeGraph:
    return build(document, on_conflict="drop-link", calendar=True)


def bars(page: Any, entity: int) -> Any:
    return page.locator(f'svg [data-e="{entity}"]').first


@pytest.mark.slow
def test_selecting_says_what_the_graph_says(browser, graph, document, tmp_path) -> None:
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document))
    page = watched.page
    names = graph.entities
    for i in (0, 5, 11):
        page.keyboard.press("Escape")
        bars(page, i).click()
        for j, name in enumerate(names):
            if i != j:
                shown = page.locator(f'[data-e="{j}"]').first.get_attribute("class").split()
                (kind,) = [part for part in shown if part.startswith("is-")]
                assert kind.removeprefix("is-") == expected(graph, name, names[i]), (name, names[i])
    assert watched.faults == []


def expected(graph: TimeGraph, other: object, selected: object) -> str:
    found = {relation.value for relation in graph.relations(other, selected)}
    if len(found) == 13:
        return "open"
    for kind, values in (
        ("before", {"before"}),
        ("after", {"after"}),
        ("until", {"before", "meets"}),
        ("from", {"after", "met_by"}),
        ("equal", {"equal"}),
        ("within", {"during", "starts", "finishes", "equal"}),
        ("around", {"contains", "started_by", "finished_by", "equal"}),
    ):
        if found <= values:
            return kind
    return "partly"


@pytest.mark.slow
def test_two_selected_get_a_proof_that_holds(browser, graph, document, tmp_path) -> None:
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document))
    page = watched.page
    names = graph.entities
    pairs = random.Random(1).sample(list(combinations(range(len(names)), 2)), 40)
    for i, j in pairs:
        page.evaluate("hash => { location.hash = hash }", f"{names[i]},{names[j]}")
        page.wait_for_function(
            "both => document.querySelectorAll('.chosen').length > 1 &&"
            " both.every(k => document.querySelector(`[data-e='${k}']`).matches('.chosen'))",
            arg=[i, j],
        )
        possible = [TIMEML[relation.value] for relation in graph.relations(names[i], names[j])]
        said = page.locator("#panel").inner_text()
        if len(possible) == 13:
            assert "open" in said
            continue
        assert ", ".join(possible) in said
        steps = page.locator("#panel ul.proof ol li").all()
        assert steps
        again = TimeGraph()
        for name in names:
            again.add_entity(name)
        for step in steps:
            x, op, y = CLAIM.match(step.get_attribute("data-claim")).groups()
            again.add_points(point(x), op, point(y))
        assert again.relations(names[i], names[j]) == graph.relations(names[i], names[j])
    assert watched.faults == []


def point(name: str) -> tuple[str, str]:
    entity, _, side = name.rpartition(".")
    return (entity, side) if side in ("start", "end") else (name, "at")


@pytest.mark.slow
def test_keys_finding_and_permalinks(browser, graph, document, tmp_path) -> None:
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document), "#ei5,ei9")
    page = watched.page
    assert "ei5" in page.locator("#panel").inner_text()
    assert page.locator("mark.chosen").count() == 2
    page.keyboard.press("Escape")
    assert page.locator(".chosen").count() == 0
    page.wait_for_url("**/page.html")
    page.go_back()
    page.wait_for_function("() => document.querySelectorAll('mark.chosen').length === 2")
    page.keyboard.press("Escape")
    page.locator("mark").nth(3).focus()
    page.keyboard.press("Enter")
    assert page.locator("mark").nth(3).get_attribute("aria-pressed") == "true"
    page.wait_for_url(lambda url: "#" in url)
    page.keyboard.press("Escape")
    page.fill("#find", "evacuation")
    page.keyboard.press("Enter")
    assert "evacuation" in page.locator("#panel").inner_text()
    assert watched.faults == []


@pytest.mark.slow
def test_finding_counts_and_goes_on(browser, graph, document, tmp_path) -> None:
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document))
    page = watched.page
    page.fill("#find", "e")
    many = int(re.match(r"(\d+) found", page.locator("#count").inner_text())[1])
    assert many == page.locator("svg .bar.found").count()
    page.keyboard.press("Enter")
    first = page.url
    page.keyboard.press("Enter")
    assert page.locator("#count").inner_text() == f"2 of {many}"
    page.wait_for_url(lambda url: url != first)
    value = next(timex.value for timex in document.timexes if timex.value and timex.start)
    page.fill("#find", value)
    assert page.locator("mark.found").count() >= 1
    page.fill("#find", "no such word")
    assert page.locator("#count").inner_text() == "none"
    page.locator("#text").click(position={"x": 3, "y": 3})
    assert page.locator(".chosen").count() == 0
    assert watched.faults == []


@pytest.mark.slow
def test_nothing_moves_and_both_halves_follow(browser, graph, document, tmp_path) -> None:
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document))
    page = watched.page
    page.set_viewport_size({"width": 1400, "height": 420})
    places = "() => [...document.querySelectorAll('mark')].map(one => one.offsetTop)"
    before = page.evaluate(places)
    seen = """() => [...document.querySelectorAll('.bar.chosen, mark.chosen')].every(node => {
      const half = node.closest('#text,#picture').getBoundingClientRect();
      const box = node.getBoundingClientRect();
      return box.bottom > half.top && box.top < half.bottom; })"""
    for entity in (3, len(graph) - 2):
        page.locator(f'mark[data-e="{entity}"]').click()
        assert page.locator("svg .bar.chosen").count() == 1
        assert page.evaluate(seen)
        assert page.evaluate(places) == before
        page.keyboard.press("Escape")
    assert watched.faults == []


@pytest.mark.slow
def test_the_picture_is_one_stop_and_arrow_keys_go_on(browser, graph, document, tmp_path) -> None:
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document))
    page = watched.page
    page.locator("#picture").focus()
    reached = set()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        reached.add(page.evaluate("() => document.activeElement.dataset.e"))
    assert len(reached) > 3
    page.keyboard.press("Enter")
    assert page.locator("svg .bar.chosen").count() == 1
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('svg')") is None
    assert watched.faults == []


@pytest.mark.slow
def test_hostile_texts_are_shown_as_they_are(browser, tmp_path) -> None:
    document = timeml.read(SCRIPT.encode(), name="<b>.tml")
    watched = Watched(browser, tmp_path / "page.html", page_of(build(document), document))
    text = watched.page.locator("#text .body").inner_text()
    assert "<script>alert(1)</script>" in text
    assert "\u8bf4" in text
    watched.page.locator("mark").first.click()
    watched.page.locator("mark").nth(1).click()
    assert "is before" in watched.page.locator("#panel").inner_text()
    assert watched.faults == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 800, 1600])
def test_nothing_is_wider_than_the_window(browser, graph, document, tmp_path, width) -> None:
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document))
    watched.page.set_viewport_size({"width": width, "height": 700})
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_page_says_what_it_leaves_out() -> None:
    text = "x " * 600_000
    document = Document(text=text, name="long.tml")
    assert "the text is cut" in page_of(build(document), document)
    assert "has no text" in page_of(TimeGraph(), Document(name="empty.tml"))
    graph = TimeGraph()
    for k in range(MOST_ENTITIES + 10):
        graph.add_entity(f"e{k}")
    graph.add(f"e{MOST_ENTITIES + 8}", "before", "e3")
    html = page_of(graph, Document(name="many.tml"))
    assert "entities; the page shows the first" in html
    assert '["e3",' in html


def test_pages_are_small(kit: Path) -> None:
    for path in sorted((kit / "gold").glob("*.tml")):
        document = timeml.read(path)
        assert len(page_of(build(document, calendar=True), document).encode()) < 150_000
