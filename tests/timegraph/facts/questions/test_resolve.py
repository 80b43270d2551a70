"""Which of several readings is meant, given the facts."""

from __future__ import annotations

from dataclasses import replace

from timegraph.dates.granules import year
from timegraph.facts import Fact, FactBase
from timegraph.facts.question_kinds import ANY, FactQuestion
from timegraph.facts.read_questions import (
    asked_rows,
    best_of,
    event_rows,
    heard_in,
    parses_of,
    read_question,
)


def fact(subject: str, relation: str, object: str) -> Fact:
    return Fact(subject, relation, object, year(1990), year(1995))


def test_the_known_subject_wins() -> None:
    text = "Who was the chair of Life before Death before Ada"
    base = FactBase([fact("Life before Death", "chair", "Ada"), fact("x", "chair", "y")])
    assert best_of(parses_of(text), base).question.subject == "Life before Death"
    base = FactBase([fact("Life", "chair", "Death before Ada")])
    best = best_of(parses_of(text), base).question
    assert (best.subject, best.event.object) == ("Life", "Death before Ada")


def test_names_are_written_as_in_the_facts() -> None:
    base = FactBase([fact("École  (Paris)", "P127", "Bo")])
    question = read_question("Who owned école (paris) in 1991?", base)
    assert (question.subject, question.relations) == ("École  (Paris)", ("owner",))


def test_a_relation_with_several_meanings_is_that_of_the_facts() -> None:
    base = FactBase([fact("Club", "P488", "Bo")])
    assert read_question("Who was the head of Club in 1991", base).relations == ("chair",)
    base = FactBase([fact("Club", "head/chair", "Bo")])
    assert read_question("Who was in charge of Club in 1991", base).relations == ("head/chair",)


class TestLabels:
    def test_a_label_that_holds_the_subject(self) -> None:
        base = FactBase([fact("Office for Foreign Relations", "", "Bo")], loose=True)
        question = read_question("Who was in charge of Foreign Relations in 1991?", base)
        assert question.subject == "Office for Foreign Relations"
        assert question.relations == ("",)
        assert len(question.notes) == 2

    def test_a_label_that_was_cut_off(self) -> None:
        base = FactBase([fact("Princess Ada of Saxe-Cob", "", "British")], loose=True)
        question = read_question("What was the nationality of Princess Ada of Saxe-Coburg in 1991",
                                 base)  # fmt: skip
        assert question.subject == "Princess Ada of Saxe-Cob"

    def test_a_relation_in_other_words(self) -> None:
        base = FactBase([fact("Ada", "team", "A")], loose=True)
        assert read_question("Which team was coached by Ada in 1991", base).relations == ("team",)
        assert read_question("Who was Ada 's spouse in 1991", base).relations == ("spouse",)

    def test_only_where_labels_were_guessed(self) -> None:
        base = FactBase([fact("Princess Ada of Saxe-Cob", "", "British")])
        question = read_question("What was the nationality of Princess Ada of Saxe-Coburg in 1991",
                                 base)  # fmt: skip
        assert question.subject == "Princess Ada of Saxe-Coburg"

    def test_another_subject_stays_unknown(self) -> None:
        base = FactBase([fact("Academy", "Rector", "Bo")], loose=True)
        assert read_question("Who was the rector of Oxford in 1991", base).subject == "Oxford"


class TestEvents:
    BASE = FactBase([fact("Ada", "team", "Town"), fact("Ada", "employer", "Mill"),
                     fact("Ada", "employer", "New Town")])  # fmt: skip

    def rows(self, text: str) -> list[str]:
        question = read_question(text, self.BASE)
        return [row.fact.object for row in event_rows(self.BASE, question)]

    def test_by_relation_and_object(self) -> None:
        assert self.rows("Which team did Ada play for when she worked for MILL?") == ["Mill"]

    def test_by_object_where_the_verb_has_several_meanings(self) -> None:
        assert self.rows("Which employer did Ada work for when she was a member of Town?") == [
            "Town"
        ]

    def test_by_the_end_of_a_clause_of_no_known_verb(self) -> None:
        text = "Which team did Ada play for when she swept floors at New Town?"
        assert self.rows(text) == ["New Town"]

    def test_no_such_event(self) -> None:
        assert self.rows("Which team did Ada play for before Zoo?") == []
        assert self.rows("Which team did Ada play for in 1990?") == []


def test_the_asked_facts_stand_in_their_order() -> None:
    base = FactBase([fact("Ada", "team", "A"), fact("Ada", "employer", "B"),
                     fact("Ada", "team", "C"), fact("Bo", "team", "D")])  # fmt: skip
    question = FactQuestion("", "Ada", ("employer", "team", "spouse"), ANY)
    assert [row.fact.object for row in asked_rows(base, question)] == ["A", "B", "C"]
    assert asked_rows(base, replace(question, relations=("spouse",))) is None


def test_questions_in_the_words_of_the_facts() -> None:
    stem = "Who held the keys of the tower"
    base = FactBase([Fact("Tower", stem, "Bo", year(1990), year(1995))])
    [parse] = heard_in("In 1992, who held the keys of the tower", base)
    assert (parse.question.subject, parse.question.kind) == ("Tower", "in")
    [parse] = heard_in(stem, base)
    assert parse.question.kind == "any"
