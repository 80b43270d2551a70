"""Pages of a check: every finding is on one, and every link leads to a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from timegraph.checking import CheckedDocument, check_documents
from timegraph.corpus import Source
from timegraph.pictures.pages import checks
from timegraph.pictures.pages.checks import write_check_pages
from timeml import Document, read


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


Checked = tuple[list[CheckedDocument], dict[str, Callable[[], Document]]]


def checked_system(folder: Path) -> Checked:
    """The documents of a system with their findings and repairs, and how each is read."""
    paths = sorted(folder.iterdir())
    sources = [(Source(path.name, str(path), path.read_bytes()), "") for path in paths]
    checked = list(check_documents(iter(sources), time_limit=10.0, whole_chains=True))
    return checked, {str(path): partial(read, path) for path in paths}


@pytest.fixture(scope="module")
def hasty(kit: Path) -> Checked:
    return checked_system(kit / "systems" / "hasty")


def test_documents_with_findings_have_a_timeline(hasty: Checked, tmp_path: Path) -> None:
    checked, documents = hasty
    seen: list[str] = []
    path = write_check_pages(tmp_path / "pages", checked, documents, progress=seen.append)
    assert path == tmp_path / "pages" / "index.html"
    faulty = [document.path for document in checked if document.findings]
    assert seen == faulty
    drawn = {page.stem for page in (tmp_path / "pages" / "timelines").iterdir()}
    assert drawn == {Path(name).stem for name in faulty}


def test_timelines_of_very_many_documents_are_left_out(
    hasty: Checked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked, documents = hasty
    faulty = sum(bool(document.findings) for document in checked)
    monkeypatch.setattr(checks, "MOST_TIMELINES", faulty - 1)
    path = write_check_pages(tmp_path, checked, documents)
    assert path.is_file()
    assert not (tmp_path / "timelines").exists()
