"""The folder of pages of a score, of one kit and of several."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from timegraph.pictures.pages import scores
from timegraph.pictures.pages.scores import NO_TIMELINES, write_score_pages
from timegraph.scoring import DocumentAnswers, Kit, KitInput, Run, Unusable, open_kit, score_kit
from timegraph.scoring.qa_tempeval.measure import groupings


@pytest.fixture(scope="module")
def kits(kit: Path) -> Kit:
    return open_kit(KitInput(folder=kit))


@pytest.fixture(scope="module")
def run(kits: Kit) -> Run[DocumentAnswers]:
    return score_kit(kits, explain=True)


def test_there_is_a_table_for_each_kind_of_groups(
    kits: Kit, run: Run[DocumentAnswers], tmp_path: Path
) -> None:
    by = groupings(["document", "relation", "answer"], key=kits.key)
    seen: list[str] = []
    index = write_score_pages(
        tmp_path, run, kits, groupings=by, title="A <run>", progress=seen.append
    )
    html = index.read_text(encoding="utf-8")
    assert "<caption>Systems</caption>" in html
    for caption in ("By document", "By relation", "By answer"):
        assert f"<summary>{caption}</summary>" in html
    assert "<title>A &lt;run&gt;</title>" in html
    assert run.statistics is None
    assert html.count("intervals:jackknife-t-arcsine") == 4  # tables of pages have intervals
    assert sorted(seen) == sorted([*kits.questions.documents] * 2)
    assert len(list((tmp_path / "timelines").rglob("*.html"))) == len(seen)


def test_what_could_not_be_scored_and_drawn_is_noted(
    kits: Kit,
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
