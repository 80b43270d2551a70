"""Whether the same is answered to questions that ask for the same."""

from __future__ import annotations

from timegraph.facts.readers.lines import Record
from timegraph.facts.scoring.measure import Answered, AnsweredGroup, AnsweringSystem, score_facts
from timegraph.facts.scoring.scorers import AnswerScore, figures_by


def record(id: str, gold: str = "X", **columns) -> Record:
    return Record(id, "q", (gold,), None, "g", columns=columns)


def answered(id: str, predicted: tuple[str, ...] | None, gold: str = "X", **columns) -> Answered:
    figures = {"neutral": figures_by("neutral")((gold,), predicted)}
    asked = record(id, gold, **columns)
    return Answered(asked, predicted, None, "certain", figures=figures)


def score_of(*answers: Answered) -> AnswerScore:
    return AnsweredGroup(answers).scores["neutral",]


def test_sets_by_id_and_by_fact() -> None:
    assert score_of(*(answered(id, ("X",)) for id in "112")).sets == 1
    assert score_of(*(answered(id, ("X",), fact=("f",)) for id in "123")).sets == 1
    assert score_of(*(answered(id, ("X",)) for id in "123")).identical_share is None


def test_identical_and_right() -> None:
    score = score_of(
        *(answered("1", ("X",)), answered("1", ("the X!",))),
        *(answered("2", ("Y",)), answered("2", ("Y",))),
        *(answered("3", ("X",)), answered("3", ("Y",))),
        *(answered("4", None), answered("4", None)),
        *(answered("5", (), gold=""), answered("5", ("",), gold="")),
    )
    assert (score.sets, score.identical, score.identical_right) == (5, 3, 2)
    assert (score.identical_share, score.identical_right_share) == (0.6, 0.4)


def test_it_is_a_column_for_who_wants_it() -> None:
    records = [record("1", m=("X",), k=("X",)), record("1", m=("the X",), k=("Y",))]
    systems = [AnsweringSystem(name, column=name) for name in ("m", "k")]
    run = score_facts(records, systems, further=["identical", "identical_right"])
    shares = [result.scores["neutral",].identical_share for result in run.results]
    assert shares == [1.0, 0.0]
    assert [figure.name for figure in run.measure.figures[-2:]] == ["identical", "identical_right"]
    plain = score_facts(records, systems)
    assert "identical" not in [figure.name for figure in plain.measure.figures]
