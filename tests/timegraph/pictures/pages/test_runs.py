"""Pages of a run: every question of every system, and what a browser shows of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from timegraph.pictures.pages.scores import write_score_pages
from timegraph.report.compare import comparison_tables
from timegraph.scoring import KitInput, open_kit, score_kit
from timegraph.scoring.qa_tempeval.comparison import compare_systems


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, kit: Path) -> Path:
    out = tmp_path_factory.mktemp("run") / "pages"
    kits = open_kit(KitInput(folder=kit))
    run = score_kit(kits, explain=True, statistics=True)
    assert write_score_pages(out, run, kits) == out / "index.html"
    return out


def test_every_question_has_an_article_and_every_link_a_page(folder: Path) -> None:
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert "[0." in index  # intervals
    places = set()
    for path in (folder / "documents").iterdir():
        html = path.read_text(encoding="utf-8")
        places.update(f"documents/{path.name}#{id}" for id in re.findall(r'id="(q[0-9]+)"', html))
        for address in re.findall(r'href="([^"#]+)', html):
            assert (path.parent / address).exists(), address
    assert len(places) == 93
    assert all(place in index for place in places)


def test_timelines_select_what_the_question_is_about(folder: Path) -> None:
    html = (folder / "documents" / "news-festival-storm.html").read_text(encoding="utf-8")
    addresses = re.findall(r'href="\.\./(timelines/careful/[^"#]+)#([^"]+)"', html)
    assert addresses
    for address, ids in addresses:
        page = (folder / address).read_text(encoding="utf-8")
        assert all(f'["{id}",' in page for id in ids.split(","))


def test_a_comparison_has_pages_too(tmp_path: Path, kit: Path) -> None:
    kits = open_kit(KitInput(folder=kit))
    run = score_kit(kits, explain=True)
    pairs, *_ = comparison_tables(compare_systems(run.results), run)
    page = write_score_pages(tmp_path, run, kits, tables=[("Pairs", pairs)])
    assert "McNemar" in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_numbers_of_charts_show_their_lines_and_the_address_keeps_them(browser, folder) -> None:
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"file://{folder / 'index.html'}")
    lines = page.locator("#questions tbody tr")
    for table in range(4):
        numbers = page.locator(".charts table").nth(table).locator("td button")
        number = numbers.nth(numbers.count() // 2)
        words = number.inner_text()
        shown = int(words.split("/")[1]) - int(words.split("/")[0]) if "/" in words else int(words)
        number.click()
        assert lines.count() == shown, page.url
    address, count = page.url, lines.count()
    page.locator("#questions th button").nth(2).click()
    asked = lines.locator("td:nth-child(3)").all_inner_texts()
    assert asked == sorted(asked, key=str.lower)
    page.goto("about:blank")
    page.goto(address)
    assert lines.count() == count
    page.locator("#active button").first.click()
    assert lines.count() >= count
    assert faults == []


def test_a_comparison_opens_on_what_differs(tmp_path: Path, kit: Path) -> None:
    kits = open_kit(KitInput(folder=kit))
    run = score_kit(kits, explain=True)
    page = write_score_pages(tmp_path, run, kits, opens="differ")
    assert '"opens":"differ"' in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_filters_and_keys(browser, folder: Path) -> None:
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"file://{folder / 'index.html'}")
    assert page.locator("#count").inner_text() == "93 of 93"
    page.select_option("#show", "only")
    page.select_option("#system", label="careful")
    rows = page.locator("#questions tbody tr")
    for row in range(rows.count()):
        shown = rows.nth(row).locator(".verdict").all_inner_texts()
        assert shown[0].startswith("+")
        assert not shown[1].startswith("+")
    page.select_option("#show", "x")
    page.fill("#find", "storm")
    assert rows.count() > 0
    page.locator("h1").click()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    page.wait_for_url("**/documents/**")
    first = page.url
    page.keyboard.press("j")
    page.wait_for_url(lambda url: url != first)
    assert faults == []


@pytest.mark.slow
def test_print_has_every_line_what_is_folded_and_no_empty_page(browser, folder: Path) -> None:
    page = browser.new_page(viewport={"width": 720, "height": 1000})
    page.goto(f"file://{folder / 'index.html'}")
    page.emulate_media(media="print")
    width, height = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert width <= 720
    assert page.get_by_text("signature: measure:qa-tempeval").first.is_visible()
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4")))
    assert pages <= height / 1000 + 2
    assert page.locator("#questions tbody tr").count() == 93
