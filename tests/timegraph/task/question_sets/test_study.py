"""Which events are asked about, beside the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.question_sets import GOLD, KEY, collection, questions
from timegraph.task.question_sets.gold_answers import Compared, Study, study_sets

CLASSES = (
    GOLD.replace('eid="e11"', 'eid="e11" class="OCCURRENCE"')
    .replace('eid="e12"', 'eid="e12" class="STATE"')
    .replace('eid="e13"', 'eid="e13" class="OCCURRENCE"')
    .replace(
        "</TimeML>",
        '<TLINK lid="l3" relType="SIMULTANEOUS" eventInstanceID="ei4" relatedToTime="t1"/>\n'
        "</TimeML>",
    )
)


def row(study: Study, part: str, value: str) -> Compared:
    (found,) = [one for one in study.rows if (one.part, one.value) == (part, value)]
    return found


@pytest.fixture
def study(tmp_path: Path) -> Study:
    several = questions("IS e1 BEFORE e2 yes", "IS e1 BEFORE e4 yes", "LIST BEFORE e1 ")
    return study_sets(
        [("set.txt", several)],
        key=collection(tmp_path / "key", day=KEY),
        gold=collection(tmp_path / "gold", day=CLASSES),
    )


def test_figures_of_chosen_events_and_of_others(study: Study) -> None:
    assert (study.documents, study.chosen_events, study.other_events) == (1, 3, 1)
    figures = {
        (one.part, one.value): (one.chosen, one.others)
        for one in study.rows
        if one.part != "distance"
    }
    assert figures == {
        ("class", "OCCURRENCE"): (1 / 3, 1),
        ("class", "STATE"): (1 / 3, 0),
        ("class", "no class"): (1 / 3, 0),
        ("links", "mean"): (4 / 3, 1),
        ("determined", "mean"): (5 / 3, 2),
        ("dated", "share"): (1 / 3, 0),
    }
    assert row(study, "links", "mean").difference == pytest.approx(1 / 3)


def test_distances_of_chosen_pairs_and_of_others(study: Study) -> None:
    assert (study.chosen_pairs, study.other_pairs) == (2, 13)
    distances = {
        one.value: (one.chosen, one.others) for one in study.rows if one.part == "distance"
    }
    assert distances["same sentence"] == (1 / 2, 1 / 13)
    assert distances["2 to 4 sentences"] == (1 / 2, 3 / 13)
    assert distances["creation time"] == (0, 5 / 13)
    assert sum(one for one, _ in distances.values() if one) == 1


def test_one_document_allows_no_interval_and_several_do(study: Study, tmp_path: Path) -> None:
    assert {one.interval.low for one in study.rows} == {None}
    names = ("day", "night", "noon")
    several = questions(*[f"{n}|{name}|IS e1 BEFORE e{n}||yes" for n, name in enumerate(names, 2)])
    more = study_sets(
        [("set.txt", several)],
        key=collection(tmp_path / "k3", **dict.fromkeys(names, KEY)),
        gold=collection(tmp_path / "g3", **dict.fromkeys(names, CLASSES)),
    )
    one = row(more, "links", "mean")
    assert one.difference is not None
    assert one.interval.low is not None
    assert one.interval.high is not None
    assert one.interval.low < one.difference < one.interval.high


def test_what_gold_lacks_is_named(tmp_path: Path) -> None:
    several = questions(
        "IS e1 BEFORE e9 yes", "2|night|IS e1 BEFORE e2||yes", "IS e1 BEFORE 1998 no"
    )
    study = study_sets(
        [("set.txt", several)],
        key=collection(tmp_path / "key", day=KEY, night=KEY),
        gold=collection(tmp_path / "gold", day=CLASSES),
    )
    assert study.documents == 1
    unknown, absent = study.warnings
    assert unknown == "day.tml: gold has no e9"
    assert "has no document night" in absent


@pytest.mark.data
def test_the_training_questions_are_about_linked_events(data: Path) -> None:
    from timegraph.qa import read_questions
    from timeml import open_collection

    folder = data / "qa-tempeval" / "train" / "eval-questions"
    study = study_sets(
        [("train", read_questions(folder / "question-set.txt", lenient=True))],
        key=open_collection(folder / "question-events"),
        gold=open_collection(data / "qa-tempeval" / "fold1" / "test-fold1-normalized"),
    )
    links = row(study, "links", "mean")
    assert links.interval.low is not None
    assert links.interval.low > 0
    reporting = row(study, "class", "REPORTING")
    assert reporting.interval.high is not None
    assert reporting.interval.high < 0
