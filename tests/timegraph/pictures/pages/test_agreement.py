"""The folder of pages of annotators."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from timegraph.pictures import write_agreement_pages
from timegraph.pictures.pages import scores as pages
from timegraph.scoring import Notice
from timegraph.scoring.agreement.measure import Agreement, measure_agreement
from timeml import Collection, open_collection


@pytest.fixture
def annotators(root: Path) -> dict[str, Collection]:
    return {who: open_collection(root / "examples" / "agreement" / who) for who in ("ada", "ben")}


@pytest.fixture
def agreement(annotators: dict[str, Collection]) -> Agreement:
    return measure_agreement(annotators)


def test_each_text_has_a_page_and_timelines_of_both(
    annotators: dict[str, Collection], agreement: Agreement, tmp_path: Path
) -> None:
    index = write_agreement_pages(tmp_path, agreement, annotators)
    assert index == tmp_path / "index.html"
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.html")}
    texts = [path.removesuffix(".tml") for path in annotators["ada"].names]
    assert written == {
        "index.html",
        *(f"texts/{text}-ada-ben.html" for text in texts),
        *(f"timelines/{text}-{who}.html" for text in texts for who in annotators),
    }
    html = index.read_text(encoding="utf-8")
    for caption in ("Entities", "Links as annotated", "What all say together"):
        assert f"<caption>{caption}</caption>" in html
    assert "measure:annotator-agreement|" in html
    assert "intervals:" not in html  # of three texts there are none
    assert "ada, ben: 2 links not compared: some annotators lack" in html


def test_links_lead_to_pages_that_are_there(
    annotators: dict[str, Collection], agreement: Agreement, tmp_path: Path
) -> None:
    write_agreement_pages(tmp_path, agreement, annotators)
    targets = set()
    for path in tmp_path.rglob("*.html"):
        for address in re.findall(r'href="([^"#]+)', path.read_text(encoding="utf-8")):
            target = path.parent / unquote(unescape(address))
            assert target.is_file(), (path, address)
            targets.add(target.resolve())
    assert len(targets) == 1 + 3 + 6


def test_many_documents_have_no_timelines(
    annotators: dict[str, Collection],
    agreement: Agreement,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pages, "MOST_TIMELINES", 5)
    index = write_agreement_pages(tmp_path, agreement, annotators)
    assert not (tmp_path / "timelines").exists()
    assert "timelines are left out" in index.read_text(encoding="utf-8")


def test_many_notices_are_folded(
    annotators: dict[str, Collection], agreement: Agreement, tmp_path: Path
) -> None:
    notices = tuple(Notice("left-out", "a", f"a:{line}: left out", "") for line in range(5_000))
    index = write_agreement_pages(tmp_path, replace(agreement, warnings=notices), annotators)
    html = index.read_text(encoding="utf-8")
    assert html.count(": left out") == 3
    assert "and 4,997 more notices of this kind (left-out)" in html
