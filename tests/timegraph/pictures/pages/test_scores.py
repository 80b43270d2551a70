"""The folder of pages of a score, of one kit and of several."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from timegraph.pictures.pages import scores
from timegraph.pictures.pages.scores import write_score_pages
from timegraph.pictures.pages.writing import NO_TIMELINES
from timegraph.scoring import (
    DocumentAnswers,
    Kit,
    KitInput,
    Run,
    Unusable,
    groupings,
    open_kits,
    score_kits,
)


@pytest.fixture(scope="module")
def kits(kit: Path) -> dict[str, Kit]:
    return open_kits({"": KitInput(folder=kit)})


@pytest.fixture(scope="module")
def run(kits: dict[str, Kit]) -> Run[DocumentAnswers]:
    return score_kits(kits, explain=True)


def test_there_is_a_table_for_each_kind_of_groups(
    kits: dict[str, Kit], run: Run[DocumentAnswers], tmp_path: Path
) -> None:
    by = groupings(["document", "relation", "answer,sentence"], kits)
    seen: list[str] = []
    index = write_score_pages(
        tmp_path, run, kits, groupings=list(by.values()), title="A <run>", progress=seen.append
    )
    html = index.read_text(encoding="utf-8")
    assert "<caption>Systems</caption>" in html
    for caption in ("By document", "By relation", "By answer and sentence"):
        assert f"<summary>{caption}</summary>" in html
    assert "<title>A &lt;run&gt;</title>" in html
    assert run.statistics is None
    assert html.count("intervals:jackknife-t-arcsine") == 4  # tables of pages have intervals
    assert sorted(seen) == sorted([*next(iter(kits.values())).questions.documents] * 2)
    assert len(list((tmp_path / "timelines").rglob("*.html"))) == len(seen)


def test_what_could_not_be_scored_and_drawn_is_noted(
    kits: dict[str, Kit],
    run: Run[DocumentAnswers],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scores, "MOST_TIMELINES", 15)
    lost = replace(run, unusable=(Unusable("lost", "there is no such folder"),), warnings=("odd",))
    html = write_score_pages(tmp_path, lost, kits).read_text(encoding="utf-8")
    assert "lost: not scored: there is no such folder" in html
    assert "odd" in html
    assert NO_TIMELINES in html
    assert not (tmp_path / "timelines").exists()


def test_several_kits_have_a_folder_each_and_a_page_over_all(kit: Path, tmp_path: Path) -> None:
    kits = open_kits({name: KitInput(folder=kit) for name in ("news", "the wiki")})
    run = score_kits(kits, explain=True)
    index = write_score_pages(tmp_path, run, kits)
    html = index.read_text(encoding="utf-8")
    addresses = re.findall(r'<li><a href="([^"]+)">', html)
    assert len(addresses) == 2
    for address in addresses:
        page = tmp_path / address.replace("%20", " ")
        assert page.is_file()
        assert len(list((page.parent / "documents").iterdir())) == 8
