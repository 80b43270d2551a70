"""TORQUE's scores by hand, on Hypothesis sets, and on the development set."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timegraph.torque.answers import BASELINES, answers_of
from timegraph.torque.passages import Span, TorqueQuestion, read_passages
from timegraph.torque.scoring import (
    TorqueScore,
    contrast_groups,
    f1_of_sets,
    score_question,
    score_torque,
)

spans = st.frozensets(st.sampled_from([(0, 1), (2, 3), (4, 5), (6, 7)]))


def question(*annotators: frozenset[Span]) -> TorqueQuestion:
    return TorqueQuestion("p", "q", annotators, frozenset())


@given(spans, spans)
def test_f1_is_the_harmonic_mean(one: frozenset[Span], other: frozenset[Span]) -> None:
    value = f1_of_sets(one, other)
    common = len(one & other)
    if not one and not other:
        assert value == 1.0
    elif not common:
        assert value == 0.0
    else:
        precision, recall = common / len(one), common / len(other)
        assert value == pytest.approx(2 * precision * recall / (precision + recall))


@given(st.lists(spans, max_size=4), spans)
def test_the_best_annotator_counts(
    annotators: list[frozenset[Span]], answer: frozenset[Span]
) -> None:
    score = score_question(question(*annotators), answer, empty="all")
    assert score.f1 == max((f1_of_sets(annotator, answer) for annotator in annotators), default=0.0)
    assert score.exact_match == (answer in annotators)
    # The official program stops after the first empty answer.
    read = []
    for one in annotators:
        read.append(one)
        if not one:
            break
    assert score_question(question(*annotators), answer) == score_question(
        question(*read), answer, empty="all"
    )


def test_groups_are_consistent_if_each_question_is(example: Path) -> None:
    passages = read_passages(example / "passages.json")
    clusters = json.loads((example / "groups.json").read_text())
    groups = contrast_groups(clusters, passages.questions)
    assert [len(group) for group in groups] == [2]
    assert contrast_groups({"p": {"0": ["x", "y"]}}, passages.questions) == []
    for name, consistent in (("majority", 1), ("nothing", 0)):
        answers = answers_of(BASELINES[name], passages)
        (result,) = score_torque(passages, {name: answers}, groups=groups).results
        (score,) = (unit.value.score for unit in result.units)
        assert (score.groups, score.consistent) == (1, consistent)


def test_scores_add_up() -> None:
    total = TorqueScore(2, 1.5, 1, 1, 0) + TorqueScore(2, 0.5, 0, 1, 1)
    assert (total.f1, total.exact_match, total.consistency) == (0.5, 0.25, 0.5)
    assert (TorqueScore().f1, TorqueScore().consistency) == (None, None)


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "empty", "figures"),
    [
        ("nothing", "official", (32.64, 32.64, 3.30)),
        ("everything", "official", (44.86, 2.83, 0.62)),
        ("finished", "official", (38.71, 33.78, 11.13)),
        ("all-but-anchor", "official", (50.86, 14.77, 9.28)),
        ("majority", "official", (93.84, 87.59, 83.09)),
        ("everything", "all", (51.22, 2.97, 0.82)),
        ("majority", "all", (98.35, 91.84, 94.02)),
    ],
)
def test_the_development_set(name: str, empty: str, figures: tuple[float, ...], data: Path) -> None:
    folder = data / "qa" / "torque"
    passages = read_passages(folder / "dev.json")
    groups = contrast_groups(
        json.loads((folder / "question_clustering.json").read_text()), passages.questions
    )
    assert (len(passages.passages), len(passages.questions), len(groups)) == (145, 1483, 485)
    answers = answers_of(BASELINES[name], passages)
    run = score_torque(passages, {name: answers}, groups=groups, empty=empty)  # type: ignore[arg-type]
    score = run.results[0].score
    assert score.f1 is not None
    assert score.exact_match is not None
    assert score.consistency is not None
    ratios = score.f1, score.exact_match, score.consistency
    assert [round(100 * ratio, 2) for ratio in ratios] == pytest.approx(figures, abs=0.0101)
