"""What a measure is, and what the result of a system gives: scores, groups, a line of text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.results import result_of
from timegraph.scoring import (
    AWARENESS,
    ENTITIES,
    QA_TEMPEVAL,
    AwarenessScore,
    FoundScore,
    Measure,
    Score,
)
from timegraph.scoring.measure import PRF, Figure, Grouping, Labels, Measured, by_unit, single
from timegraph.scoring.signature import CountedScore

PLAIN: Measure[FoundScore] = Measure(
    name="found",
    figures=(*PRF, Figure("hits", attribute="matched")),
    empty=FoundScore(),
    scores=single,
    task=lambda: None,
)
LABELLED: Measure[dict[Labels, CountedScore]] = Measure(
    name="labelled",
    labels=("layer", "attribute"),
    figures=PRF,
    empty=FoundScore(),
    scores=lambda value: value,
    task=lambda: None,
)
HALF, ALL = FoundScore(1, 2, 2), FoundScore(2, 2, 2)


def test_figures_are_attributes_of_scores() -> None:
    assert PLAIN.record(HALF) == {"precision": 0.5, "recall": 0.5, "f1": 0.5, "hits": 1}
    assert PLAIN.record(None) == dict.fromkeys(("precision", "recall", "f1", "hits"))
    assert repr(PLAIN) == "<Measure found: 4 figures>"


def test_figures_of_sums_that_fell_below_nothing_are_those_of_nothing() -> None:
    figure = {name: PLAIN.sample(name, []).figure for name in ("precision", "f1")}
    assert figure["f1"]((1, 2, 2)) == HALF.f1
    assert figure["precision"]((-1e-17, 2, 2)) == 0
    assert figure["f1"]((0, 0, -1e-17)) is None


@pytest.mark.parametrize("measure", [QA_TEMPEVAL, AWARENESS, ENTITIES, PLAIN, LABELLED])
def test_what_a_measure_names_is_there(measure: Measure[object]) -> None:
    names = {figure.name for figure in measure.figures}
    assert {measure.tested, *measure.intervals, *measure.best} <= names
    assert measure.tested in measure.intervals
    assert all(value is None or not value for value in measure.record(measure.empty).values())


def test_the_scores_of_units_add_up() -> None:
    result = result_of(PLAIN, "s", {"a": HALF, "b": ALL})
    assert result.scores == {(): FoundScore(3, 4, 4)}
    assert result.score == FoundScore(3, 4, 4)
    assert result.by_unit() == {"a": HALF, "b": ALL}
    assert result_of(PLAIN, "s", {}).score == FoundScore()
    units: dict[str, dict[Labels, CountedScore]] = {
        "a": {("EVENT", None): HALF},
        "b": {("EVENT", None): ALL, ("TIMEX3", "value"): HALF},
    }
    labelled = result_of(LABELLED, "s", units)
    assert labelled.scores == {("EVENT", None): HALF + ALL, ("TIMEX3", "value"): HALF}
    assert labelled.score == HALF + ALL
    assert result_of(LABELLED, "s", {}).score is None


def letters(unit: Measured[FoundScore]) -> dict[tuple[str, ...], dict[Labels, CountedScore]]:
    return {(letter,): {(): unit.value} for letter in unit.name}


def test_groups_have_the_score_of_each_unit() -> None:
    result = result_of(PLAIN, "s", {"ab": HALF, "b": ALL})
    grouping = Grouping("letter", letters)
    assert result.group_scores(grouping) == {
        ("a",): {(): [HALF]},
        ("b",): {(): [HALF, ALL]},
    }
    backwards = replace(grouping, arrange=lambda names: sorted(names, reverse=True))
    assert list(result.group_scores(backwards)) == [("b",), ("a",)]
    assert repr(grouping) == "<Grouping by letter>"


def test_each_unit_is_a_group_of_its_own() -> None:
    result = result_of(PLAIN, "s", {"a": HALF, "b": ALL})
    grouping = by_unit(PLAIN)
    assert (grouping.name, grouping.drawn) == ("document", False)
    assert list(result.group_scores(grouping)) == [("a",), ("b",)]


def test_a_result_is_one_line_of_text() -> None:
    result = result_of(PLAIN, "<s>", {"a": HALF, "b": FoundScore()})
    assert repr(result) == "<Result of found: <s>, 2 documents, P 0.50, R 0.50, F1 0.50>"
    nothing = result_of(QA_TEMPEVAL, "s", {})
    assert repr(nothing) == "<Result of qa-tempeval: s, 0 documents, P -, R -, F1 ->"
    assert nothing.score == Score()
    labelled = result_of(LABELLED, "s", {"a": {("EVENT", None): HALF}})
    assert repr(labelled) == "<Result of labelled: s, 1 document>"
    assert repr(result_of(AWARENESS, "s", {"a": AwarenessScore()})).endswith(
        "1 document, P -, R -, F1 ->"
    )
