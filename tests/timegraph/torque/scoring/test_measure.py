"""Systems beside each other: totals, intervals, groups, differences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from timegraph.scoring.run import Workers, run_measure
from timegraph.torque.answers import BASELINES, answers_of
from timegraph.torque.passages import PassageSet, read_passages
from timegraph.torque.scoring import (
    TORQUE,
    contrast_groups,
    score_torque,
    torque_grouping,
)


@pytest.fixture
def passages(example: Path) -> PassageSet:
    return read_passages(example / "passages.json")


def test_a_system_adds_up_and_is_compared(passages: PassageSet) -> None:
    systems = {name: answers_of(BASELINES[name], passages) for name in ("nothing", "majority")}
    run = score_torque(passages, systems, statistics=True)
    majority = run.results[1]
    assert majority.score.f1 == 1.0
    assert majority.notices == ()
    assert run.complete
    assert run.statistics is not None
    # One passage allows no interval.
    assert run.statistics.by_system["majority"][()].intervals["f1"].low is None
    compared = run.statistics.by_system["nothing"][()].comparisons["f1"]
    assert compared.against == "majority"
    assert compared.difference is not None
    assert compared.difference.difference == pytest.approx(1 / 6 - 1)
    assert compared.p_holm == compared.difference.p
    groups = majority.group_scores(torque_grouping("kind", passages))
    assert {name: scores[()][0].questions for name, scores in groups.items()} == {
        ("warm-up",): 3,
        ("user",): 3,
    }


def test_questions_without_an_answer_are_named(passages: PassageSet) -> None:
    (result,) = score_torque(passages, {"none": {}}).results
    (notice,) = result.notices
    assert str(notice) == ("6 of 6 questions not answered; each counts as an empty answer")
    assert result.score.f1 == 1 / 6


def test_workers_count_the_same(passages: PassageSet, example: Path) -> None:
    clusters = json.loads((example / "groups.json").read_text())
    groups = contrast_groups(clusters, passages.questions)
    systems = {"all": answers_of(BASELINES["everything"], passages)}
    seen: list[str] = []
    alone = score_torque(passages, systems, groups=groups, progress=seen.append)
    assert seen == [passage.name for passage in passages.passages]
    spread = score_torque(passages, systems, groups=groups, workers=Workers(2))
    assert spread.results[0].units == alone.results[0].units
    assert alone.results[0].score.groups == 1


def test_two_systems_of_one_name_are_refused(passages: PassageSet) -> None:
    tasks = [TORQUE.task(passages=passages, name="a", answers={})] * 2
    with pytest.raises(ValueError, match="two systems are called a"):
        run_measure(TORQUE, tasks)


def test_the_signature_names_every_choice(passages: PassageSet) -> None:
    text = str(TORQUE.task(passages=passages, name="a", answers={}, empty="all").signature)
    assert text.startswith(
        f"measure:torque|passages:{passages.digest}|level:span|empty:all|groups:none|version:"
    )


@pytest.mark.data
def test_the_development_set_as_before(data: Path) -> None:
    """Figures at full precision, and p against a system that is named, as they always were."""
    passages = read_passages(data / "qa" / "torque" / "dev.json")
    systems = {
        name: answers_of(BASELINES[name], passages) for name in ("nothing", "all-but-anchor")
    }
    run = score_torque(passages, systems, statistics=True, against="nothing")
    assert [result.score.f1 for result in run.results] == [
        0.3263654753877276,
        0.5087304057794172,
    ]
    kinds = run.results[0].group_scores(torque_grouping("kind", passages))
    assert set(kinds) == {("warm-up",), ("user",)}
    documents = torque_grouping("document", passages)
    assert len(run.results[0].group_scores(documents)) == 79
    assert not documents.drawn
