"""Intervals and differences of several systems, whatever the measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from typing import Any

import pytest

from tests.results import result_of
from timegraph.scoring import (
    AWARENESS,
    ENTITIES,
    QA_TEMPEVAL,
    AwarenessScore,
    FoundScore,
    Measure,
    Result,
    Score,
)
from timegraph.scoring.measure import (
    FIGURES,
    Comparison,
    Confidence,
    differences,
    figure_intervals,
    single,
    statistics_of,
)
from timegraph.scoring.signature import CountedScore
from timegraph.scoring.statistics import Difference, holm, paired_randomisation

KINDS: list[tuple[CountedScore, CountedScore]] = [
    (Score(4, 4, 3), Score(4, 3, 1)),
    (FoundScore(3, 4, 4), FoundScore(1, 4, 4)),
    (AwarenessScore(3, 4, 3, 4, 0.5), AwarenessScore(1, 4, 1, 4)),
]
OF_KIND = {Score: QA_TEMPEVAL, FoundScore: ENTITIES, AwarenessScore: AWARENESS}


def measure_of(kind: type[CountedScore]) -> Measure[CountedScore]:
    """A measure with one score of this kind for each document."""
    return Measure(
        name="test",
        figures=OF_KIND[kind].figures,  # type: ignore[index]
        empty=kind(),
        scores=single,
        intervals=FIGURES,
        task=lambda: None,
    )


def system(name: str, scores: Sequence[CountedScore], kind: Any = Score) -> Result[CountedScore]:
    units = {f"{k}.tml": score for k, score in enumerate(scores)}
    return result_of(measure_of(type(scores[0]) if scores else kind), name, units)


def compared(
    *systems: tuple[str, Sequence[CountedScore]], against: str = ""
) -> Mapping[str, Comparison]:
    """The comparison of each system by F1."""
    statistics = statistics_by_name(*systems, against=against)
    return {name: confidence.comparisons["f1"] for name, confidence in statistics.items()}


def statistics_by_name(
    *systems: tuple[str, Sequence[CountedScore]], against: str = ""
) -> Mapping[str, Confidence]:
    """The only statistics of each system."""
    results = [system(name, scores) for name, scores in systems]
    statistics = statistics_of(results, seed=5, against=against)
    assert (statistics.seed, statistics.against) == (5, against)
    return {name: labels[()] for name, labels in statistics.by_system.items()}


@pytest.mark.parametrize(("good", "bad"), KINDS)
def test_systems_are_compared_with_the_best(good: CountedScore, bad: CountedScore) -> None:
    statistics = compared(("bad", [bad] * 12), ("good", [good] * 12))
    bad_system, good_system = statistics["bad"], statistics["good"]
    assert (good_system.against, good_system.difference, good_system.p_holm) == (None, None, None)
    assert bad_system.against == "good"
    assert bad_system.difference is not None
    assert bad_system.difference.difference == pytest.approx(bad.f1 - good.f1)  # type: ignore[attr-defined]
    assert bad_system.difference.p == 2 / 2**12
    intervals = statistics_by_name(("bad", [bad] * 12), ("good", [good] * 12))["bad"].intervals
    assert list(intervals) == list(FIGURES)
    assert intervals["f1"].low == pytest.approx(bad.f1)  # type: ignore[attr-defined]


def test_a_system_without_a_score_is_not_the_best() -> None:
    statistics = compared(("nothing", [Score()] * 3), ("zero", [Score(1, 1, 0)] * 3))
    nothing, zero = statistics["nothing"], statistics["zero"]
    assert (zero.against, nothing.against) == (None, "zero")
    assert nothing.difference is not None
    assert nothing.difference.p is None
    intervals = statistics_by_name(("nothing", [Score()] * 3))["nothing"].intervals
    assert intervals["f1"].low is None


def test_without_documents_nothing_is_known() -> None:
    statistics = statistics_by_name(("one", []), ("other", []))
    one, other = statistics["one"], statistics["other"]
    assert one.intervals == other.intervals
    assert one.intervals["f1"].low is None
    assert other.comparisons == {"f1": Comparison("one", Difference(None, None))}
    assert one.comparisons == {"f1": Comparison()}
    assert statistics_of([]).by_system == {}


SYSTEMS = [
    (name, [Score(4, 4, k) for k in right])
    for name, right in {  # the best may stand anywhere
        "bad": [1, 0] * 3 + [0],
        "fair": [3] * 7,
        "good": [4, 4, 4, 4, 4, 3, 2],
        "best": [4] * 7,
    }.items()
]


def f1(counts: Sequence[float]) -> float | None:
    return Score(*map(round, counts)).f1


def p_of(first: Sequence[Score], second: Sequence[Score]) -> float | None:
    counts = [[astuple(score) for score in scores] for scores in (first, second)]
    return paired_randomisation(first=counts[0], second=counts[1], measure=f1, seed=5).p


def test_p_is_corrected_for_every_pair_of_systems() -> None:
    pairs = [(a, b) for k, a in enumerate(SYSTEMS) for b in SYSTEMS[k + 1 :]]
    expected = {
        next(iter({a, b} - {"best"})): p
        for ((a, _), (b, _)), p in zip(
            pairs, holm([p_of(a, b) for (_, a), (_, b) in pairs]), strict=True
        )
        if "best" in (a, b)
    }
    statistics = compared(*SYSTEMS)
    assert {name: own.p_holm for name, own in statistics.items() if own.against} == expected
    for name in expected:
        difference = statistics[name].difference
        assert difference is not None
        assert difference.difference < 0  # type: ignore[operator]


def test_against_a_named_system_p_is_corrected_for_these_comparisons_alone() -> None:
    scores = dict(SYSTEMS)
    others = ["bad", "good", "best"]
    expected = holm([p_of(scores[name], scores["fair"]) for name in others])
    statistics = compared(*SYSTEMS, against="fair")
    assert [statistics[name].p_holm for name in others] == expected
    assert {statistics[name].against for name in others} == {"fair"}
    assert statistics["fair"].against is None
    signs = [statistics[name].difference.difference for name in others]  # type: ignore[union-attr]
    assert signs[0] < 0 < signs[1] < signs[2]  # type: ignore[operator]


def test_a_name_that_no_system_has_is_refused_with_the_names() -> None:
    with pytest.raises(ValueError, match=r"no system is called x; the systems are bad, fair"):
        compared(*SYSTEMS, against="x")


def test_each_score_of_a_system_is_compared_by_itself() -> None:
    first = {("EVENT", "strict", None): FoundScore(2, 2, 2)}
    second = {("TIMEX3", "strict", None): FoundScore(1, 2, 2)}

    def labelled(name: str, good: bool) -> Result[Any]:
        measure: Measure[Any] = Measure(
            name="test",
            labels=("layer", "mode", "attribute"),
            figures=ENTITIES.figures,
            empty=FoundScore(),
            scores=lambda value: value,
            task=lambda: None,
        )
        worse = {labels: FoundScore(0, 2, 2) for labels in (second if good else first)}
        units = {f"{k}.tml": {**first, **second, **worse} for k in range(4)}
        return result_of(measure, name, units)

    statistics = statistics_of([labelled("a", True), labelled("b", False)])
    for labels, best in ((next(iter(first)), "a"), (next(iter(second)), "b")):
        worse = next(iter({"a", "b"} - {best}))
        assert statistics.by_system[best][labels].comparisons["f1"].against is None
        assert statistics.by_system[worse][labels].comparisons["f1"].against == best


def test_differences_are_those_of_any_figure() -> None:
    counts = [[(4, 4, k) for k in right] for right in ([1] * 6, [3] * 6, [2] * 6)]
    first, compared_with = differences(counts, f1, seed=5)
    assert first == 1
    assert sorted(compared_with) == [0, 2]
    named, to_first = differences(counts, f1, seed=5, against=0)
    assert (named, sorted(to_first)) == (0, [1, 2])
    difference, p_holm = to_first[1]
    assert difference.difference == pytest.approx(0.5)
    assert (p_holm or 0) >= (difference.p or 0)


def test_intervals_are_those_of_the_figures_that_are_asked_for() -> None:
    scores = [Score(4, 4, k) for k in (1, 2, 3, 4)]
    assert list(figure_intervals(QA_TEMPEVAL, scores)) == list(QA_TEMPEVAL.intervals)
    (name,) = figure_intervals(QA_TEMPEVAL, scores, ["recall"])
    assert name == "recall"
