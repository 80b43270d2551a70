"""Distances, arrows and broken links in a page, as a real Chromium shows them."""

from __future__ import annotations

import random
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import timeml
from tests.timegraph.pictures.test_page import Watched
from timegraph import TimeGraph, build
from timegraph.findings import naming
from timegraph.links import cite
from timegraph.pictures.layout import named_by, timeline_of
from timegraph.pictures.pages.documents import page_of
from timeml import Document
from timeml.gregorian import rounded

TEXT = """<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2024-03-01">1 March 2024</TIMEX3></DCT>
<TEXT>The <EVENT eid="e1">strike</EVENT> of <TIMEX3 tid="t1" type="DURATION" value="P3D">three
days</TIMEX3> came <EVENT eid="e2">after</EVENT> a <EVENT eid="e3">vote</EVENT> and before
<TIMEX3 tid="t2" type="DATE" value="2024-02-20">20 February</TIMEX3>; the
<EVENT eid="e4">talks</EVENT> lasted <TIMEX3 tid="t3" type="DURATION" value="PT36H">a day and
a half</TIMEX3>.</TEXT>
<TLINK lid="l1" eventID="e1" relType="SIMULTANEOUS" relatedToTime="t1"/>
<TLINK lid="l2" eventID="e3" relType="BEFORE" relatedToEvent="e1"/>
<TLINK lid="l3" eventID="e1" relType="BEFORE" relatedToTime="t2"/>
<TLINK lid="l4" eventID="e4" relType="SIMULTANEOUS" relatedToTime="t3"/>
<TLINK lid="l5" eventID="e3" relType="BEFORE" relatedToEvent="e4"/>
<TLINK lid="l6" eventID="e4" relType="BEFORE" relatedToEvent="e1"/>
<TLINK lid="l7" eventID="e2" relType="IS_INCLUDED" relatedToTime="t0"/>
<TLINK lid="l8" eventID="e2" relType="BEFORE" relatedToEvent="e3"/>
</TimeML>"""


@pytest.fixture
def document() -> Document:
    return timeml.read(TEXT.encode(), name="strike.tml")


@pytest.fixture
def graph(document: Document) -> TimeGraph:
    return build(document, on_conflict="drop-link", calendar=True, durations="exact")


def choose(page: Any, *ids: object) -> str:
    page.evaluate("hash => { location.hash = hash }", ",".join(map(str, ids)))
    page.wait_for_function(
        "count => document.querySelectorAll('[aria-pressed=true][data-e]').length === count",
        arg=len(ids),
    )
    return str(page.locator("#panel").inner_text())


def seconds(words: str) -> float:
    """What "-2 days 4 hours" is in seconds."""
    sizes = {"day": 86_400, "hour": 3_600, "minute": 60, "second": 1}
    parts = re.findall(r"([\d.]+) (day|hour|minute|second)s?", words)
    total = sum(float(number) * sizes[unit] for number, unit in parts)
    return -total if words.startswith("-") else total


@pytest.mark.slow
def test_distances_are_those_of_the_graph(browser, graph, document, tmp_path) -> None:
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document))
    page = watched.page
    said = 0
    for a, b in combinations(graph.entities, 2):
        panel = choose(page, a, b)
        for line in panel.splitlines():
            found = re.match(
                r"From the (start|end) of (\S+) .* to (the start of|that of) (\S+) .*: (.*)\.$",
                line,
            )
            if found:
                side, one, to, other, words = found.groups()
                target = "start" if to.startswith("the") else side
                bounds = graph.distance((one, side), (other, target))
                assert str(bounds.rounded(rounded)) == words
                said += 1
            elif found := re.match(r"(\S+) .* lasts: (.*)\.$", line):
                bounds = graph.distance((found[1], "start"), (found[1], "end"))
                assert str(bounds.rounded(rounded)) == found[2]
                said += 1
        for total in page.locator("#panel ul.sum > li").all():
            steps = total.locator("ol li").all_inner_texts()
            own = re.match(r".* <=? (.*?), ", total.inner_text().split("\n")[0])
            values = [re.match(r".* (?:<=|<) (-?\d.*?) \(", step)[1] for step in steps]
            assert abs(sum(map(seconds, values)) - seconds(own[1])) < 0.01
    assert said > 30
    assert watched.faults == []


@pytest.mark.slow
def test_a_page_without_distances_says_none(browser, document, tmp_path) -> None:
    plain = build(document, on_conflict="drop-link")
    watched = Watched(browser, tmp_path / "page.html", page_of(plain, document))
    assert "lasts" not in choose(watched.page, "e1", "e3")


@pytest.mark.slow
def test_a_broken_link_shows_its_chain(browser, graph, document, tmp_path) -> None:
    (conflict,) = graph.conflicts
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document))
    page = watched.page
    button = page.locator("#panel button[data-c]")
    assert "l8" in button.inner_text()
    button.focus()
    page.keyboard.press("Enter")
    panel = page.locator("#panel").inner_text()
    assert "l8" in panel
    cited = [cite(link, naming(document)) for link in conflict.against]
    assert all(link in panel for link in cited if not link.startswith("calendar: "))
    assert ".start" not in panel  # places in words, such as "the start of"
    assert "is left out: that the " in panel
    lit = {mark.get_attribute("title").split(" ")[0] for mark in page.locator("mark.lit").all()}
    named = {str(name) for link in conflict.against for name in named_by(link)}
    assert lit == {name for name in named if name != "t0"}
    page.wait_for_url(lambda url: url.endswith("#conflict=1"))
    assert page.locator("svg .cut.chosen").count() == 1
    page.keyboard.press("Escape")
    page.locator("svg .cut .cross").click()
    assert "l8" in page.locator("#panel").inner_text()
    page.wait_for_url(lambda url: url.endswith("#conflict=1"))
    page.keyboard.press("Escape")
    page.locator("svg .cut[data-c]").focus()
    page.keyboard.press(" ")
    page.wait_for_url(lambda url: url.endswith("#conflict=1"))
    page.evaluate("location.hash = '#conflict=7'")
    page.evaluate("location.hash = '#%'")
    assert watched.faults == []


@pytest.mark.slow
def test_arrows_lead_to_a_proof_and_hide(browser, kit: Path, tmp_path: Path) -> None:
    document = timeml.read(kit / "gold" / "news-festival-storm.tml")
    graph = build(document, on_conflict="drop-link")
    timeline = timeline_of(graph)
    assert timeline.arrows
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document))
    page = watched.page
    arrows = page.locator("svg .arrows path")
    assert arrows.count() == len(timeline.arrows)
    visible = (
        "() => [...document.querySelectorAll('.arrows path')]"
        ".filter(path => path.getClientRects().length).length"
    )
    assert page.evaluate(visible) == len(timeline.arrows)
    for k, (a, b) in enumerate(timeline.arrows):
        arrows.nth(k).dispatch_event("click")
        panel = page.locator("#panel").inner_text()
        assert re.search(r"is (right before|before)|before or right before", panel)
        assert panel.startswith(str(timeline.entities[a]))
        assert str(timeline.entities[b]) in panel
    page.keyboard.press("Escape")
    page.locator("#arrows").uncheck()
    assert page.evaluate(visible) == 0
    first = timeline.arrows[0][0]
    choose(page, timeline.entities[first])
    assert page.evaluate(visible) == sum(first in pair for pair in timeline.arrows)
    assert watched.faults == []


@pytest.mark.slow
def test_bars_are_filled_by_what_is_known(browser, kit: Path, tmp_path: Path) -> None:
    """Each bar lies in the fill of its kind and carries that kind's sign."""
    document = timeml.read(kit / "gold" / "news-festival-storm.tml")
    graph = build(document, on_conflict="drop-link", calendar=True)
    watched = Watched(browser, tmp_path / "page.html", page_of(graph, document))
    for entity in random.Random(2).sample(graph.entities, 6):
        choose(watched.page, entity)
        wrong = watched.page.evaluate(
            """() => [...document.querySelectorAll('svg .bar')].filter(bar => {
                 const words = document.querySelector(`[data-e="${bar.dataset.e}"]`);
                 const kind = [...words.classList].find(name => name.startsWith('is-'));
                 const [x, y, w, h] = ['x', 'y', 'width', 'height']
                   .map(name => Number(bar.querySelector('rect').getAttribute(name)));
                 const filled = [...document.querySelectorAll('.fills path')].filter(
                   path => path.isPointInFill(new DOMPoint(x + w / 2, y + h / 2)));
                 return filled.length !== 1 || !filled[0].matches('.' + (kind || bar.classList[1]));
               }).length"""
        )
        assert wrong == 0
        signs = watched.page.evaluate(
            "() => [...document.querySelectorAll('.signs path')]"
            ".map(path => (path.getAttribute('d').match(/M/g) || []).length)"
        )
        bars = watched.page.locator("svg .bar:not(.chosen)").count()
        unknown = watched.page.locator("#text .is-open").count()  # these have no sign
        assert sum(signs) == bars - unknown
    assert watched.faults == []
