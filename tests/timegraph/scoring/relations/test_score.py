"""Intervals and tests of the figures, beside the figures themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, strategies as st

from tests.timegraph.scoring.relations.conftest import Labels, result_of
from timegraph.scoring.awareness import AwarenessScore
from timegraph.scoring.measure import (
    Comparison,
    Confidence,
    Result,
    figure_intervals,
    statistics_of,
)
from timegraph.scoring.relations import (
    RELATIONS,
    ClosureScore,
    Confusion,
    RelationsScore,
)

LABELS = st.sampled_from(["BEFORE", "AFTER", "VAGUE"])
DOCUMENTS = st.lists(
    st.lists(st.tuples(LABELS, st.one_of(st.none(), LABELS)), max_size=5), min_size=1, max_size=5
)
FIGURES = ("micro", "macro", "micro_said", "macro_said", "awareness", "closure_f1")
OF_LABELS = FIGURES[:4]


def value(result: Result[RelationsScore], figure: str) -> float | None:
    found: float | None = RELATIONS.record(result.score)[figure]
    return found


def compared(
    results: list[Result[RelationsScore]], against: str = ""
) -> Iterator[tuple[str, str, Comparison]]:
    """Figure, system and comparison, of the systems that are compared with another one."""
    for figure in FIGURES:
        for name, scores in statistics_of(results, seed=1, against=against).by_system.items():
            comparison = scores[()].comparisons[figure]
            if comparison.against is not None:
                yield figure, name, comparison


def confidence_of(result: Result[RelationsScore]) -> Confidence:
    return statistics_of([result]).by_system[result.name][()]


@given(DOCUMENTS)
def test_intervals_hold_the_figures(documents: list[Labels]) -> None:
    result = result_of("a", documents)
    intervals = confidence_of(result).intervals
    assert tuple(intervals) == FIGURES
    for figure in OF_LABELS:
        low, high = intervals[figure].low, intervals[figure].high
        score = value(result, figure)
        if low is not None and high is not None:
            assert score is not None
            assert low - 1e-9 <= score <= high + 1e-9
        else:
            assert score is None or len(documents) == 1


@given(DOCUMENTS, st.data())
def test_differences_are_those_of_the_figures(documents: list[Labels], data: st.DataObject) -> None:
    gold = [[pair[0] for pair in labels] for labels in documents]
    other = [
        [(label, data.draw(st.one_of(st.none(), LABELS))) for label in labels] for labels in gold
    ]
    results = {"a": result_of("a", documents), "b": result_of("b", other)}
    for figure, name, comparison in compared(list(results.values())):
        assert comparison.against is not None
        assert comparison.difference is not None
        if figure not in OF_LABELS:
            continue
        own, best = value(results[name], figure), value(results[comparison.against], figure)
        if own is None or best is None:
            assert comparison.difference.difference is None
        else:
            assert comparison.difference.difference == pytest.approx(own - best)
            assert own <= best + 1e-9
            assert comparison.p_holm is not None
            assert comparison.p_holm == comparison.difference.p


def test_one_system_is_not_tested() -> None:
    assert list(compared([result_of("a", [[("BEFORE", "BEFORE")]])])) == []


RIGHT: list[Labels] = [[("BEFORE", "BEFORE")] for _ in range(8)]
WRONG: list[Labels] = [[("BEFORE", "AFTER")] for _ in range(8)]


def test_three_systems_are_corrected_for_three_pairs() -> None:
    results = [result_of("a", WRONG), result_of("b", RIGHT), result_of("c", WRONG)]
    micro = [row for row in compared(results) if row[0] == "micro"]
    assert [(name, test.against) for _, name, test in micro] == [("a", "b"), ("c", "b")]
    assert [test.difference and test.difference.p for _, _, test in micro] == [2 / 256, 2 / 256]
    assert [test.p_holm for _, _, test in micro] == [6 / 256, 6 / 256]


def test_systems_may_be_compared_with_another_than_the_best() -> None:
    results = [result_of("a", WRONG), result_of("b", RIGHT), result_of("c", WRONG)]
    rows = list(compared(results, against="a"))
    assert {row[0] for row in rows} == set(FIGURES)
    for figure in OF_LABELS:
        (_, b, better), (_, c, same) = (row for row in rows if row[0] == figure)
        assert (b, c, better.against, same.against) == ("b", "c", "a", "a")
        assert better.difference is not None
        assert same.difference is not None
        assert (better.difference.difference, better.difference.p) == (1, 2 / 256)
        assert (same.difference.difference, same.difference.p) == (0, 1)
        assert (better.p_holm, same.p_holm) == (4 / 256, 1)


def test_parts_of_the_score_have_intervals_too() -> None:
    scores = [RelationsScore(closure=ClosureScore(k, 4, 2, 4)) for k in (1, 2, 3)]
    wanted = ["closure_precision", "closure_recall", "closure_f1"]
    intervals = figure_intervals(RELATIONS, scores, wanted)
    low, high = intervals["closure_precision"].low, intervals["closure_precision"].high
    assert low is not None
    assert high is not None
    assert low < 1 / 2 < high
    assert intervals["closure_recall"].low == pytest.approx(1 / 2)


def test_scores_add_up_from_nothing() -> None:
    first = RelationsScore(
        Confusion({("BEFORE", None): 2}),
        AwarenessScore(1, 2, 1, 2),
        ClosureScore(),
        links=2,
        contradicting=1,
        documents=1,
        inconsistent=1,
        outside=3,
        groups={"kind": {"event-event": Confusion({("BEFORE", None): 2})}},
    )
    assert RELATIONS.empty + first == first
    twice = first + first
    assert (twice.pairs, twice.links, twice.outside) == (4, 4, 6)
    assert (twice.contradicting_share, twice.inconsistent_share) == (1 / 2, 1)
    assert (twice.closure.precision, twice.closure.recall) == (1, 1)
    assert twice.group("kind", "event-event").counts == {("BEFORE", None): 4}
    assert RELATIONS.empty.contradicting_share is None
