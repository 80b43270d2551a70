"""Pages of a check: every finding is on one, and every link leads to a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.timegraph.pictures.pages.test_checks_folder import checked_system
from timegraph.pictures.pages.checks_folder import write_check_pages


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, kit: Path) -> Path:
    out = tmp_path_factory.mktemp("check") / "pages"
    write_check_pages(out, *checked_system(kit / "systems" / "hasty"))
    return out


def test_every_link_leads_to_a_page(folder: Path) -> None:
    pages = [folder / "index.html", *(folder / "documents").iterdir()]
    assert len(pages) > 2
    for path in pages:
        for address in re.findall(r'href="([^"#]+)', path.read_text(encoding="utf-8")):
            assert (path.parent / address).exists(), address


def test_a_conflict_is_shown_as_its_chain(folder: Path) -> None:
    html = (folder / "documents" / "news-festival-storm.html").read_text(encoding="utf-8")
    assert "contradicts, one after the other:" in html
    assert "Without these links the others agree:" in html
    assert "the repair leaves it out" in html
    assert "<blockquote>" in html
    assert re.search(r'href="\.\./timelines/news-festival-storm\.html#[^"]+"', html)


def test_a_repeated_link_contradicts_nothing(folder: Path) -> None:
    found = False
    for path in (folder / "documents").iterdir():
        for part in path.read_text(encoding="utf-8").split("<article")[1:]:
            article = part.split("</article>")[0]
            if " repeats " in article or " reverses " in article:
                found = True
                assert "contradicts" not in article
    assert found


@pytest.mark.slow
def test_a_browser_shows_them_without_complaint(browser, folder: Path) -> None:
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"file://{folder / 'index.html'}")
    page.locator("tbody a").first.click()
    page.wait_for_url("**/documents/**")
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.url.endswith("#f2")
    page.locator("article a").first.click()
    page.wait_for_url("**/timelines/**")
    assert page.locator(".chosen").count() > 0
    assert faults == []
