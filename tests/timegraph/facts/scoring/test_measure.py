"""Answers about dated facts, scored as any measure scores."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.readers import read_dataset
from timegraph.facts.readers.lines import Record
from timegraph.facts.scoring.measure import (
    ANSWERS,
    ENGINE,
    GROUPS,
    ORACLE,
    AnsweringSystem,
    AnswerOptions,
    answer_grouping,
    answers_of,
    is_wrong,
    score_facts,
)
from timegraph.facts.scoring.scorers import (
    AnswerScore,
    Figures,
    OfficialOptions,
    Predictions,
)
from timegraph.scoring.run import Workers
from timegraph.scoring.statistics import jackknife_interval, paired_randomisation

FIGURES = ("set_accuracy", "answer_f1", "exact_match", "token_f1")

BASE = FactBase([Fact("Ada", "team", "Reds", read_date("1990"), read_date("1995"))])
QUESTION = "Which team did Ada play for in May 1991?"


def record(id: str, gold: str = "Reds", group: str = "g", **columns: str) -> Record:
    fields = {name: (value,) for name, value in columns.items()}
    return Record(id, QUESTION, (gold,), BASE, group, "complex-tr", columns=fields)


def column(name: str) -> AnsweringSystem:
    return AnsweringSystem(name, column=name)


def means(figures: list[Figures]) -> list[float]:
    return [sum(getattr(figure, name) for figure in figures) / len(figures) for name in FIGURES]


def test_a_row_for_each_scorer() -> None:
    records = [record("1", "x and y", m="x and y"), record("2", "x", m="x")]
    (result,) = score_facts(records, [column("m")]).results
    assert list(result.scores) == [("complex-tr",), ("neutral",)]
    # The official scorer splits at "and".
    assert [score.set_accuracy for score in result.scores.values()] == [0.5, 1.0]
    plain = AnswerOptions(official=OfficialOptions(split="marker"))
    (result,) = score_facts(records, [column("m")], options=plain).results
    assert result.score.set_accuracy == 1.0
    (result,) = score_facts(records, [column("m")], scorer="neutral").results
    assert list(result.scores) == [("neutral",)]


def test_missing_answers_count_as_wrong_or_not_at_all() -> None:
    records = [record("1", m="Reds"), record("2")]
    (wrong,) = score_facts(records, [column("m")]).results
    assert (wrong.score.questions, wrong.score.set_accuracy) == (2, 0.5)
    (skipped,) = score_facts(records, [column("m")], options=AnswerOptions(missing="skip")).results
    assert (skipped.score.questions, skipped.score.set_accuracy) == (1, 1.0)


@pytest.mark.slow
def test_workers_give_the_same() -> None:
    records = [record(str(n), group=f"g{n % 3}", m="Reds" if n % 2 else "Blues") for n in range(9)]
    alone = score_facts(records, [ENGINE, column("m")])
    spread = score_facts(records, [ENGINE, column("m")], workers=Workers(2))
    for one, other in zip(alone.results, spread.results, strict=True):
        assert one.units == other.units
        assert one.scores == other.scores
        assert [answered.record for answered in answers_of(other)] == records


def test_groups() -> None:
    records = [record("1", m="Reds"), record("2", m="Blues", group="h")]
    (result,) = score_facts(records, [column("m")]).results
    for kind in GROUPS:
        (scores,) = result.group_scores(answer_grouping(kind)).values()
        assert [score.questions for score in scores["neutral",]] == [1, 1]
    with pytest.raises(ValueError, match="groups are by kind, level"):
        answer_grouping("colour")


def test_the_scorer_belongs_to_the_question() -> None:
    both = "Reds and Blues"
    timeqa = Record("1", QUESTION, (both, "x"), None, "g", "timeqa", columns={"m": (both,)})
    plain = record("2", both, m=both)
    (result,) = score_facts([timeqa, plain], [column("m")]).results
    assert {labels: score.questions for labels, score in result.scores.items()} == {
        ("timeqa",): 1, ("neutral",): 2, ("complex-tr",): 1,
    }  # fmt: skip
    # TimeQA does not split at "and", Complex-TR does.
    assert result.scores["timeqa",].exact_match == 1.0
    assert result.scores["complex-tr",].exact_match == 0.0
    assert "measure:answers-each|" in str(result.signature)
    for scorer in ("timeqa", "complex-tr"):
        (result,) = score_facts([timeqa, plain], [column("m")], scorer=scorer).results
        assert result.scores[scorer,].questions == 2
    (result,) = score_facts([timeqa], [column("m")]).results
    assert "measure:answers-timeqa|" in str(result.signature)
    assert all(measure.name == f"answers-{scorer}" for scorer, measure in ANSWERS.items())


def test_oracle_facts_are_named_where_facts_took_part() -> None:
    records = [record("1", m="Reds")]
    assert score_facts(records, [column("m")]).measure.notes == ()
    assert score_facts(records, [column("m"), ENGINE]).measure.notes == (ORACLE,)
    own = AnsweringSystem("own", Predictions("own", {}, {"1": BASE}))
    assert score_facts(records, [own]).measure.notes == (ORACLE,)


@pytest.mark.parametrize(
    ("golds", "predicted", "accuracy"),
    [
        (("Reds", "Blues"), "Reds and Blues", 1.0),
        (("Reds", "Blues"), "the reds, and Blues", 0.0),  # no name that anything has
        (("Reds", "Blues"), "Blues; Reds", 1.0),
        (("Reds", "Blues", "Greens"), "Reds, Blues and Greens", 1.0),
        (("Reds",), "Reds and Blues", 0.0),  # one too many, of the facts
        (("Reds",), "Reds and nobody", 0.0),
        (("Reds and Blues",), "Reds and Blues", 1.0),  # the whole is a name
        (("Reds and Blues", "Blues"), "Reds and Blues", 0.0),
    ],
)
def test_one_prediction_of_several_names(golds, predicted: str, accuracy: float) -> None:
    facts = [Fact("Ada", "team", name, read_date("1990")) for name in ("Reds", "Blues")]
    asked = Record("1", QUESTION, golds, FactBase(facts), "g", columns={"m": (predicted,)})
    (result,) = score_facts([asked], [column("m")], scorer="neutral").results
    assert result.score.set_accuracy == accuracy
    (answered,) = answers_of(result)
    assert answered.predicted == (predicted,)
    assert is_wrong(answered) == (accuracy != 1.0)
    if predicted == "Reds and Blues" and golds == ("Reds",):
        assert answered.items == ("Reds", "Blues")


def test_systems_are_compared_on_groups_that_both_answer() -> None:
    records = [record(str(n), group=str(n), m="Reds", k="Blues") for n in range(8)]
    records += [record(str(n), group=str(n), m="Reds") for n in range(8, 12)]
    run = score_facts(
        records, [column("m"), column("k")], options=AnswerOptions(missing="skip"), statistics=True
    )
    assert run.statistics is not None
    confidence = run.statistics.by_system["k"]["complex-tr",]
    compared = confidence.comparisons["set_accuracy"]
    assert (compared.against, compared.difference.p) == ("m", 2 / 2**8)  # type: ignore[union-attr]
    # Groups that a system leaves out do not make its interval shorter.
    assert confidence.intervals["set_accuracy"] == (
        jackknife_interval([(1, 0)] * 8, lambda sums: sums[1] / sums[0])
    )


shares = st.floats(0, 1)


@given(st.lists(st.builds(Figures, st.sampled_from([0.0, 1.0]), shares,
                          st.sampled_from([0.0, 1.0]), shares), min_size=1),
       st.randoms())  # fmt: skip
def test_scores_add_up_in_any_order(figures: list[Figures], random) -> None:
    whole = AnswerScore.of(figures)
    assert [getattr(whole, name) for name in FIGURES] == pytest.approx(means(figures))
    parts = [AnswerScore.of([figure]) for figure in figures]
    random.shuffle(parts)
    assert sum(parts, AnswerScore()) == whole


@pytest.mark.data
@pytest.mark.parametrize("file", ["tgqa/test_facts.jsonl", "timeqa/test_hard_facts.jsonl"])
def test_statistics_are_those_of_groups_of_facts(data: Path, file: str) -> None:
    """Interval and p as they are of the sums of each group of facts."""
    records = read_dataset(data / "qa" / file).records
    systems = [ENGINE, column("gpt_4o_mini")]
    run = score_facts(records, systems, statistics=True, against="timegraph")
    counts = []
    for result in run.results:
        sums: dict[str, tuple[float, float]] = {}
        for answered in answers_of(result):
            right, questions = sums.get(answered.record.group, (0.0, 0.0))
            figures = answered.figures["timeqa"]
            sums[answered.record.group] = (right + figures.set_accuracy, questions + 1.0)
        counts.append(list(sums.values()))

    def share(sums) -> float:
        return sums[0] / sums[1]

    assert run.statistics is not None
    confidence = run.statistics.by_system["gpt_4o_mini"]["timeqa",]
    compared = confidence.comparisons["set_accuracy"]
    assert confidence.intervals["set_accuracy"] == jackknife_interval(counts[1], share)
    difference = paired_randomisation(first=counts[1], second=counts[0], measure=share)
    assert compared.difference == difference
