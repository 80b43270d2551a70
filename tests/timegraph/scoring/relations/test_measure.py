"""Systems that classify relations, scored against gold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import timeml
from tests.results import score_relations_system
from tests.timegraph.scoring.agreement.conftest import annotated
from timegraph.scoring import Result, Workers, read_gold, run_measure
from timegraph.scoring.relations import (
    RELATIONS,
    RelationsScore,
    remark_on_gold,
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    files = {
        "gold": annotated("1 BEFORE 2", "2 INCLUDES 3", "4 AFTER 3"),
        "own": annotated("2 AFTER 1", "2 BEFORE 3", "1 BEFORE 4", "3 BEFORE 2", base=10),
    }
    for who, text in files.items():
        (tmp_path / who).mkdir()
        (tmp_path / who / "a.tml").write_text(text, encoding="utf-8")
    return tmp_path


def scored(place: Path, **options: Any) -> Result[RelationsScore]:
    gold = read_gold(timeml.open_collection(place / "gold"))
    return score_relations_system(
        gold=gold, system=timeml.open_collection(place / "own"), **options
    )


def test_pairs_have_the_direction_of_gold(place: Path) -> None:
    score = scored(place).score
    assert score.confusion.counts == {
        ("BEFORE", "BEFORE"): 1,
        ("INCLUDES", "BEFORE"): 1,
        ("AFTER", None): 1,
    }
    assert (score.outside, score.links, score.contradicting) == (1, 4, 1)
    assert (score.documents, score.inconsistent) == (1, 1)


def test_starts_alone(place: Path) -> None:
    result = scored(place, starts=True)
    assert result.score.confusion.counts == {
        ("BEFORE", "BEFORE"): 2,
        ("AFTER", None): 1,
    }
    assert "|reading:starts|empty:1|" in str(result.signature)


def test_a_missing_document_has_no_links(place: Path) -> None:
    (place / "gold" / "b.tml").write_text(annotated("1 BEFORE 2"), encoding="utf-8")
    result = scored(place)
    assert result.having("missing") == ("b.tml",)
    assert result.by_unit()["b.tml"].closure.counts == (0, 0, 0, 1)
    assert result.score.closure.gold_total == 4


def test_gold_against_itself_is_perfect(place: Path) -> None:
    gold = timeml.open_collection(place / "gold")
    score = score_relations_system(gold=read_gold(gold), system=gold, align_by=None).score
    assert score.confusion.micro.f1 == score.confusion.macro == 1
    assert score.awareness.f1 == score.closure.f1 == 1
    assert score.outside == score.contradicting == 0


def test_closure_scores_of_some_labels(place: Path) -> None:
    result = scored(place, closure_labels=["includes"])
    assert result.score.closure.counts == (0, 0, 0, 1)
    assert "|closure-labels:INCLUDES|" in str(result.signature)
    # Gold entails 1 BEFORE 4; 2 BEFORE 3 and 3 BEFORE 2 together entail 2 INCLUDES 3.
    assert scored(place).score.closure.counts == (2, 4, 2, 3)


def test_groups_share_out_the_given_pairs(place: Path) -> None:
    result = scored(place, by=["kind", "distance"])
    groups = result.score.groups
    assert {name: one.counts for name, one in groups["kind"].items()} == {
        "event-event": result.score.confusion.counts
    }
    assert (
        sum(sum(one.counts.values()) for one in groups["distance"].values()) == result.score.pairs
    )
    assert "|distance:sentences|bins:0,1,2-4,5+|splitter:" in str(result.signature)
    score = result.score
    assert (score + score).group("kind", "event-event") == score.confusion + score.confusion
    assert score.group("kind", "timex-timex").counts == {}
    assert scored(place).score.groups == {}


@pytest.mark.slow
def test_workers_give_the_same(place: Path) -> None:
    done: list[str] = []
    result = scored(place, by=["kind"], workers=Workers(jobs=2), progress=done.append)
    assert done == ["a.tml"]
    assert result.score == scored(place, by=["kind"]).score
    assert "|align:none|" in str(scored(place, align_by=None).signature)
    assert "|during:contained|" in str(scored(place, during="contained").signature)


def test_gold_without_links_is_remarked(place: Path) -> None:
    def run_on(gold: str, **options: Any) -> Any:
        documents = read_gold(timeml.open_collection(place / gold))
        system = timeml.open_collection(place / "own")
        return run_measure(RELATIONS, [RELATIONS.task(gold=documents, system=system, **options)])

    run = run_on("gold", closure_labels=["INCLUDES"])
    assert remark_on_gold(run, ["INCLUDES"]) is run
    wrong = run_on("gold", closure_labels=["CONTAINZ"])
    with pytest.raises(ValueError, match="no link of gold has the label CONTAINZ"):
        remark_on_gold(wrong, ["CONTAINZ"])
    (place / "empty").mkdir()
    (place / "empty" / "a.tml").write_text(annotated(), encoding="utf-8")
    (remark,) = remark_on_gold(run_on("empty")).remarks
    assert remark == "the gold documents have no links, so no pair can be classified"
