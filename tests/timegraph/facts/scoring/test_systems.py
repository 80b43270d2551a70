"""Systems on the questions of a dataset."""

from __future__ import annotations

from typing import Any

import pytest

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.read_questions import read_question
from timegraph.facts.readers.lines import Record
from timegraph.facts.relations import OneAtATime
from timegraph.facts.scoring import measure as systems
from timegraph.facts.scoring.measure import (
    Answered,
    AnsweringSystem,
    AnswerOptions,
    answers_of,
    group_of,
    score_facts,
    told_apart,
)
from timegraph.facts.scoring.scorers import Predictions

BASE = FactBase([Fact("Ada", "team", "Reds", read_date("1990"), read_date("1995")),
                 Fact("Ada", "team", "Blues", read_date("1995"), read_date("1999"))])  # fmt: skip


def record(id: str, question: str, *golds: str, **more) -> Record:
    fields = {"base": BASE, "group": "g", "reading": "complex-tr", **more}
    return Record(id, question, golds, **fields)


RECORDS = [
    record("1", "Which team did Ada play for in May 1991?", "Reds", columns={"model": ("Reds",)}),
    record("2", "Which team did Ada play for after Reds?", "Blues", columns={"model": ("Greens",)}),
    record("3", "Whose hat did Ada wear in 1991?", "Reds"),
    record("4", "Which team did Ada play for in May 1991?", "Reds", base=None),
    record("5", "What is the time 1 year after May, 1990", "May, 1991", base=None),
    record("6", "Which team did Eve play for in May 1991?", "Reds"),
]


def answers(system: AnsweringSystem, records=RECORDS, **choices) -> list[Answered]:
    (result,) = score_facts(records, [system], options=AnswerOptions(**choices)).results
    return answers_of(result)


def predicted(system: AnsweringSystem, records=RECORDS, **choices) -> list[tuple[str, ...] | None]:
    return [answered.predicted for answered in answers(system, records, **choices)]


def test_the_engine_answers_what_it_can() -> None:
    answered = answers(AnsweringSystem())
    assert [answer.predicted for answer in answered] == [
        ("Reds",), ("Blues",), None, None, ("May, 1991",), ()]  # fmt: skip
    assert "the question form" in answered[2].notes[0]
    assert answered[3].notes == ("the question has no facts",)
    assert "no fact about 'Eve'" in answered[5].notes[0]
    assert [answer.position for answer in answers(AnsweringSystem())] == [0, 1, 2, 3, 4, 5]


def test_what_is_not_answered_is_named() -> None:
    (result,) = score_facts(RECORDS).results
    first, *silent = map(str, result.notices)
    assert first == "2 of 6 questions not answered; they count as wrong"
    assert silent[1] == "4: the question has no facts"
    (result,) = score_facts(RECORDS, options=AnswerOptions(missing="skip")).results
    assert str(result.notices[0]) == "2 of 6 questions not answered; they are left out"
    (result,) = score_facts(RECORDS[3:4]).results
    assert result.notices[0].brief == "1 question"
    assert str(result.notices[0]).startswith("1 of 1 question not answered")


def test_questions_without_golds_are_answered_but_not_scored() -> None:
    record = Record("1", RECORDS[0].question, None, BASE, "g")
    run = score_facts([record])
    assert [one.predicted for one in answers_of(run.results[0])] == [("Reds",)]
    assert run.results[0].scores == {}


def test_one_reading_for_all() -> None:
    (answered,) = answers(AnsweringSystem(), RECORDS[:1], reading="possible")
    assert answered.reading == "possible"
    (answered,) = answers(AnsweringSystem(), [Record("1", RECORDS[0].question, (), BASE, "g")])
    assert answered.reading == "certain"


def test_bases_are_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def prepare(base: FactBase, **more: Any) -> FactBase:
        seen.append(base.facts)
        return FactBase(base.facts, **more)

    monkeypatch.setattr(FactBase, "like", prepare)
    monkeypatch.setattr(systems, "_PART", 1)
    answers(AnsweringSystem(), RECORDS[:3], one_at_a_time=OneAtATime(("team",)))
    assert seen == [BASE.facts]


def test_predictions() -> None:
    predictions = Predictions("m", {"1": ("Reds",), "z": ("Reds",)}, {"2": BASE})
    system = AnsweringSystem("m", predictions)
    assert predicted(system, RECORDS[:3]) == [("Reds",), ("Blues",), None]
    (result,) = score_facts(RECORDS[:3], [system]).results
    assert str(result.notices[-1]) == "predicts unknown questions: z"
    assert system.title == "m"
    from_facts = AnsweringSystem("m", Predictions("m", {}, {"2": BASE}))
    assert from_facts.title == "m (from its facts)"


def test_fields_of_the_data() -> None:
    system = AnsweringSystem("model", column="model")
    assert predicted(system)[:3] == [("Reds",), ("Greens",), None]
    with pytest.raises(ValueError, match="other: no question has it; there are: model"):
        score_facts(RECORDS, [AnsweringSystem("other", column="other")])


def test_unknown_stands_for_unanswerable_in_timeqa() -> None:
    records = [record("1", RECORDS[0].question, "", reading="timeqa",
                      columns={"m": ("Unknown",)})]  # fmt: skip
    assert predicted(AnsweringSystem("m", column="m"), records) == [("",)]


def test_names_are_told_apart() -> None:
    models = [AnsweringSystem("model", column="model")] * 2
    names = [system.name for system in told_apart([AnsweringSystem(), *models])]
    assert names == ["timegraph", "model", "model (2)"]


def test_groups() -> None:
    answered = answers(AnsweringSystem())
    kinds = ("kind", "level", "hops", "answers", "reading")
    groups = [group_of(answered[0], kind) for kind in kinds]
    assert groups == ["in", "L2", "one", "single", "complex-tr"]
    assert group_of(answered[1], "level") == "L3"
    assert group_of(answered[2], "kind") == "not understood"
    assert group_of(answered[4], "level") == "L1"


@pytest.mark.parametrize(
    ("id", "group"),
    [("/wiki/Ada#P39#0", "position"), ("/wiki/Ada#P466#12_hard", "occupant"),
     ("/wiki/Ada#P999999#1", "P999999"), ("P39", "team")],
)  # fmt: skip
def test_the_relation_is_that_of_the_id(id: str, group: str) -> None:
    question = read_question("Which team did Ada play for in 1990?")
    for asked in (question, None) if "#" in id else (question,):
        answered = Answered(Record(id, "", (), None, "g"), (), asked, "timeqa")
        assert group_of(answered, "relation") == group


@pytest.mark.parametrize(
    ("words", "time", "length", "stated"),
    [
        ("Ada came in April 1990", "in Apr 1990", "0-999", "stated"),
        ("Ada came in April 1990", "in 1990", "0-999", "stated"),
        ("Ada came in April 1990", "in May 1990", "0-999", "not stated"),
        ("She came in 1990. " + "word " * 1000, "from 1990 to 1992", "1000-1999", "not stated"),
        ("1990-1992 " + "word " * 6000, "from 1990 to 1992", "5000 or more", "stated"),
        ("19901 and A1990", "in 1990", "0-999", "not stated"),
        ("Ada came in 1990", "when she worked for Reds", "0-999", "(no date)"),
        ("", "in 1990", "(no text)", "(no text)"),
    ],
)
def test_groups_by_the_text(words: str, time: str, length: str, stated: str) -> None:
    question = read_question(f"Which team did Ada play for {time}?")
    asked = Record("1", "", (), None, "g", columns={"context": (words,)} if words else {})
    answered = Answered(asked, (), question, "timeqa")
    assert group_of(answered, "length") == length
    assert group_of(answered, "stated") == stated
