"""Pages of temporal awareness: every link with who has it, and what a browser shows of them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import timeml
from timegraph.pictures.pages import scores
from timegraph.pictures.pages.scores import NO_TIMELINES, write_awareness_pages
from timegraph.scoring import AWARENESS, AwarenessScore, Gold, Run, Unusable, read_gold, run_measure
from timegraph.scoring.awareness import judged_documents
from timeml import Collection, open_collection

TEXT = """<TimeML><TEXT><EVENT eid="e1">&lt;script&gt;x&lt;/script&gt;</EVENT>
<EVENT eid="e2">slept</EVENT> <EVENT eid="e3">woke</EVENT></TEXT>{}</TimeML>"""
LINK = '<TLINK lid="l{}" eventID="{}" relType="{}" relatedToEvent="{}"/>'


def written(path: Path, *links: tuple[str, str, str]) -> Path:
    path.mkdir()
    tlinks = "".join(LINK.format(k, *link) for k, link in enumerate(links, start=1))
    (path / "a.tml").write_text(TEXT.format(tlinks), encoding="utf-8")
    timeml.read(path / "a.tml")
    return path


def test_every_link_has_an_article_with_each_system(tmp_path: Path) -> None:
    gold = written(tmp_path / "gold", ("e1", "BEFORE", "e2"), ("e2", "BEFORE", "e3"))
    one = written(tmp_path / "one", ("e1", "BEFORE", "e3"), ("e2", "AFTER", "e1"))
    two = written(tmp_path / "two", ("e3", "BEFORE", "e1"))
    systems = {f"<{path.name}>": open_collection(path) for path in (one, two)}
    key = read_gold(open_collection(gold))
    tasks = [AWARENESS.task(gold=key, system=system, name=name) for name, system in systems.items()]
    index = write_awareness_pages(
        tmp_path / "pages", run_measure(AWARENESS, tasks), gold=key, systems=systems
    )
    judged = list(judged_documents(key, systems))
    pages = {path.name: path.read_text("utf-8") for path in index.parent.rglob("*.html")}
    for html in pages.values():
        assert "<script>x" not in html
        assert "<one>" not in html
    briefs = [link.brief for system in judged[0].systems for link in system.gold_links]
    assert briefs == ["", "no path", "not annotated", "not annotated"]
    assert [link.brief for link in judged[0].systems[1].own_links] == ["says AFTER"]
    html = (index.parent / "documents" / "a.html").read_text("utf-8")
    kinds = re.findall(r'<article id="q\d+" tabindex="-1" data-kinds="([^"]*)"', html)
    assert kinds == [
        "0found 0only 1missing",
        "0missing 1missing",
        "0entailed 0only",
        "1not-entailed 1contradicted",
    ]
    words = unescape(re.sub("<[^>]+>", "", html))
    assert 'since l2: e2 "slept" AFTER e1' in words
    assert "not annotated: e2" in words
    assert "By relation" in pages["index.html"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, kit: Path) -> Path:
    out = tmp_path_factory.mktemp("awareness") / "pages"
    gold = read_gold(open_collection(kit / "gold"))
    systems = {name: open_collection(kit / "systems" / name) for name in ("careful", "hasty")}
    run = run_measure(AWARENESS, [AWARENESS.task(gold=gold, system=s) for s in systems.values()])
    write_awareness_pages(out, run, gold=gold, systems=systems)
    return out


@pytest.mark.slow
def test_filters_keys_and_pages(browser: Any, folder: Path) -> None:
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda one: one.url.startswith("file:") or faults.append(one.url))
    page.goto(f"file://{folder / 'index.html'}")
    count = page.locator("#count")
    assert count.inner_text() == "374 of 374"
    page.select_option("#system", label="hasty")
    page.select_option("#show", "gold:+")
    assert count.inner_text() == "127 of 374"
    page.select_option("#show", "gold:x")
    assert count.inner_text() == f"{285 - 127} of 374"
    for chart, filtered in (("Label in gold", "gold:"), ("Reasons of", "reason: ")):
        table = page.locator(".charts table", has=page.locator("caption", has_text=chart))
        number = table.locator("td button").last
        many = number.inner_text()
        number.click()
        assert count.inner_text() == f"{many} of 374"
        assert (
            filtered in page.locator("#show").input_value() + page.locator("#active").inner_text()
        )
    page.select_option("#relation", "")
    page.locator("#active button").first.click()
    page.select_option("#show", "own:-")
    page.select_option("#relation", "BEFORE")
    rows = page.locator("#questions tbody tr")
    assert rows.count() > 0
    assert all("BEFORE" in text for text in rows.all_inner_texts())
    page.locator("h1").click()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/documents/**")
    shown = page.locator("#count").inner_text()
    page.select_option("#system", label="hasty")
    page.select_option("#show", "contradicted")
    assert page.locator("#count").inner_text() != shown
    assert page.locator("article:visible .vw").count() > 0
    seen = page.locator("#count").inner_text()
    page.locator("h1").click()
    before = page.url
    page.keyboard.press("j")
    page.wait_for_url(lambda url: url != before)
    place = page.url
    page.goto("about:blank")
    page.goto(place)
    assert page.locator("#count").inner_text() == seen
    assert page.locator(f"#{place.partition('#')[2].partition('&')[0]}").is_visible()
    for name in ("index.html", "documents/news-festival-storm.html"):
        page.goto(f"file://{folder / name}")
        for width in (320, 800, 1600):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults == []


@pytest.fixture(scope="module")
def gold(kit: Path) -> Gold:
    return read_gold(open_collection(kit / "gold"))


@pytest.fixture(scope="module")
def systems(kit: Path) -> dict[str, Collection]:
    return {name: open_collection(kit / "systems" / name) for name in ("careful", "hasty")}


@pytest.fixture(scope="module")
def run(gold: Gold, systems: dict[str, Collection]) -> Run[AwarenessScore]:
    tasks = [
        AWARENESS.task(gold=gold, system=system, method="acl11") for system in systems.values()
    ]
    lost = Unusable("lost", "there is no such folder")
    return run_measure(AWARENESS, tasks, statistics=True, unusable=[lost])


def test_every_address_leads_to_a_page_with_the_entities(
    gold: Gold, systems: dict[str, Collection], run: Run[AwarenessScore], tmp_path: Path
) -> None:
    folder = tmp_path / "pages"
    path = write_awareness_pages(folder, run, gold=gold, systems=systems, method="acl11")
    assert path == folder / "index.html"
    pages = {page: page.read_text("utf-8") for page in folder.rglob("*.html")}
    addresses = set()
    for page, html in pages.items():
        for address, ids in re.findall(r'href="([^"#]+)(?:#([^"]*))?"', html):
            target = (page.parent / address).resolve()
            assert target in pages, address
            addresses.add((target, ids))
    assert any(ids for _, ids in addresses)
    for page, ids in addresses:
        assert all(f'["{id}",' in pages[page] for id in ids.split(",") if id)
    index = pages[path]
    assert "[0." in index  # intervals
    assert "By document" in index
    assert "By relation" in index
    assert "lost: not scored: there is no such folder" in index


def test_timelines_of_very_many_documents_are_left_out(
    gold: Gold,
    systems: dict[str, Collection],
    run: Run[AwarenessScore],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scores, "MOST_TIMELINES", 23)
    html = write_awareness_pages(tmp_path, run, gold=gold, systems=systems).read_text("utf-8")
    assert NO_TIMELINES in html
    assert not (tmp_path / "timelines").exists()
