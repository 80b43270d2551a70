"""Pages of two annotations side by side, and what a browser shows of them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import timeml
from timegraph.pictures import beside_pages
from timegraph.pictures.pages import awareness
from timegraph.scoring.agreement.compare import TextDifferences, differences, differing_texts
from timegraph.scoring.agreement.texts import share
from timeml import open_collection

HOSTILE = """<TimeML><TEXT>
A <EVENT eid="e1" class="OCCURRENCE">&lt;script&gt;x&lt;/script&gt;</EVENT>
and <EVENT eid="e&quot;2'" class="{}">\u0642\u0627\u0644</EVENT>.</TEXT>
<TLINK lid="l&lt;1" eventID="e1" relType="{}" relatedToEvent="e&quot;2'"/></TimeML>"""


def pages_of(*texts: TextDifferences) -> dict[str, str]:
    return dict(beside_pages("ada <b> ben", texts))


@pytest.fixture(scope="module")
def hostile() -> TextDifferences:
    one, two = (
        timeml.read(HOSTILE.format(*values).encode(), name="<b>.tml")
        for values in (("STATE", "BEFORE"), ("OCCURRENCE", "AFTER"))
    )
    return differences(share("<b>.tml", [one, two]), ("<ada>", "ben"))


@pytest.fixture(scope="module")
def shipped() -> dict[str, str]:
    root = Path(__file__).resolve().parents[4] / "examples" / "agreement"
    both = {who: open_collection(root / who) for who in ("ada", "ben")}
    return pages_of(*differing_texts(both))


def test_everything_is_escaped(hostile: TextDifferences) -> None:
    pages = pages_of(hostile)
    assert list(pages)[-1] == "index.html"
    for html in pages.values():
        assert "<script>x" not in html
        assert "<b> ben" not in html
        assert "<ada>" not in html
        assert "Content-Security-Policy" in html
    (document,) = (html for name, html in pages.items() if name != "index.html")
    assert "l<1" in unescape(document)
    assert document.count("<article") == 2


def test_only_differences_have_an_article_and_each_is_marked(shipped: dict[str, str]) -> None:
    html = shipped["texts/ferry-delay-ada-ben.html"]
    articles = re.findall(r'<article id="d(\d+)"', html)
    assert len(articles) == 5
    pointed = {one for marks in re.findall(r'data-to="([^"]+)"', html) for one in marks.split()}
    assert pointed == set(articles)
    assert html.count('<mark class="one" title="ei6"') == 1
    assert "Of 3 more linked pairs both mean the same." in html
    assert "no link; the relation stays open" in html


def test_the_list_has_the_most_differences_first(shipped: dict[str, str]) -> None:
    html = shipped["index.html"]
    assert html.index("ferry-delay") < html.index("choir-trip")


def test_texts_that_are_not_the_same_stand_beside_each_other() -> None:
    one = timeml.read(b'<TimeML><TEXT>She <EVENT eid="e1">ate</EVENT>.</TEXT></TimeML>')
    two = timeml.read(b'<TimeML><TEXT>Then she <EVENT eid="e1">ate</EVENT>!</TEXT></TimeML>')
    (html,) = (
        h
        for n, h in pages_of(differences(share("d", [one, two]), ("a", "b"))).items()
        if n != "index.html"
    )
    assert html.count('<div class="body">') == 2
    assert "0 differences" in html


def test_what_follows_is_told_with_its_links() -> None:
    events = " ".join(f'<EVENT eid="e{k}">{word}</EVENT>' for k, word in enumerate("abc", 1))
    text = f"<TimeML><TEXT>{events}</TEXT>{{}}</TimeML>"
    link = '<TLINK lid="l{}" eventID="{}" relType="{}" relatedToEvent="{}"/>'
    one = text.format(link.format(1, "e1", "BEFORE", "e2") + link.format(2, "e2", "BEFORE", "e3"))
    two = text.format(link.format(1, "e1", "AFTER", "e3"))
    both = [timeml.read(source.encode()) for source in (one, two)]
    pages = pages_of(differences(share("d", both), ("ada", "ben")))
    html = unescape(pages["texts/d-ada-ben.html"])
    assert 'no link; it follows that e1 "a" BEFORE e3 "c", since' in html


def test_many_differences_are_cut(
    monkeypatch: pytest.MonkeyPatch, hostile: TextDifferences
) -> None:
    monkeypatch.setattr(awareness, "MOST_DIFFERENCES", 1)
    assert any("1 more are not shown" in html for html in pages_of(hostile).values())


@pytest.mark.slow
def test_filters_keys_and_marks(browser: Any, shipped: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(shipped["texts/ferry-delay-ada-ben.html"], encoding="utf-8")
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda one: one.url.startswith("file:") or faults.append(one.url))
    page.goto(f"file://{path}")
    assert page.locator("#count").inner_text() == "5 of 5"
    page.keyboard.press("j")
    assert page.url.endswith("#d1")
    assert page.locator("mark.chosen").count() == 2
    page.select_option("#show", "contradicting")
    assert page.locator("#count").inner_text() == "1 of 5"
    page.locator("h1").click()
    page.keyboard.press("j")
    assert "contradict" in page.evaluate("document.activeElement.textContent")
    page.select_option("#show", "")
    page.fill("#find", "dark")
    assert page.locator("article:visible").count() == 1
    page.fill("#find", "")
    waited = page.locator("#text .body mark", has_text="waited")
    waited.click()
    first = page.url
    waited.focus()
    page.keyboard.press("Enter")
    assert page.url != first
    assert "waited" in page.evaluate("document.activeElement.textContent")
    for width in (320, 800, 1600):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults == []
