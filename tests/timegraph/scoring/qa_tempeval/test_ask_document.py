"""One document of a system and all the questions about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from timegraph.answer import Answer
from timegraph.corpus import Item
from timegraph.options import Interpretation
from timegraph.qa import QuestionSet, read_questions
from timegraph.scoring.measure import Measured
from timegraph.scoring.qa_tempeval.comparison import DocumentAnswers, QuestionContext
from timegraph.scoring.qa_tempeval.measure import ask_document
from timeml import open_collection

QUESTIONS = """\
1|a.tml|IS e1 BEFORE e2|Was it?|yes
2|a.tml|LIST AFTER e1|What came later?|e2|ei99
3|a.tml|WHEN e1|When?
4|a.tml|IS e1 BEFORE 2020-01-05|Was it?|yes
5|a.tml|IS e1 BEFORE ei99|Was it?|unknown
"""


def ask(
    item: Item, interpretation: Interpretation = Interpretation(), *, explain: bool = False
) -> Measured[DocumentAnswers]:
    return ask_document(item, interpretation=interpretation, listed="all", explain=explain)


def contexts(measured: Measured[DocumentAnswers]) -> list[QuestionContext | None]:
    """The context of each question, in the order of the set."""
    value = measured.value
    by_position = {answer.position: answer.context for answer in value.answers}
    by_position |= {one.position: one.context for one in value.lists}
    by_position |= {time.position: time.context for time in value.times}
    return [by_position[position] for position in sorted(by_position)]


@pytest.fixture
def questions() -> QuestionSet:
    return read_questions(QUESTIONS.encode())


@pytest.fixture
def item(
    folder: Callable[..., Path],
    key_text: str,
    system_text: Callable[..., str],
    questions: QuestionSet,
) -> Callable[..., Item]:
    key = open_collection(folder("key", **{"a.tml": key_text})).source("a.tml")

    def make(text: str | None = None) -> Item:
        folders = open_collection(folder("system", **{"a.tml": text or system_text()}))
        return Item(
            "s: a.tml",
            (folders.source("a.tml"), key),
            ("a.tml", tuple(enumerate(questions.questions))),
        )

    return make


def test_every_question_has_a_reply(item: Callable[..., Item]) -> None:
    measured = ask(item())
    assert (measured.name, measured.status) == ("a.tml", "found")
    first, date, unknown = measured.value.answers
    (listed,), (when,) = measured.value.lists, measured.value.times
    assert first.predicted is Answer.YES
    assert listed.expected is not None
    assert "ei99" in listed.expected  # the system lacks it, so that it keeps its id
    assert set(listed.predicted) <= {*listed.expected, *listed.predicted}
    assert when.predicted == ""
    assert [one.position for one in (first, listed, when, date, unknown)] == [0, 1, 2, 3, 4]
    assert (date.predicted, unknown.predicted) == (Answer.UNKNOWN, Answer.UNKNOWN)
    assert {notice.code for notice in measured.notices} >= {"literal-date", "missing-entity"}


def test_explanations_come_if_requested(item: Callable[..., Item]) -> None:
    value = ask(item(), Interpretation(calendar=True), explain=True).value
    (first, date, _), (listed,), (when,) = value.answers, value.lists, value.times
    assert first.proof is not None
    assert listed.in_words
    assert when.predicted == "unknown"
    assert date.predicted in Answer


def test_a_document_that_fails_answers_unknown_and_says_why(item: Callable[..., Item]) -> None:
    measured = ask(item("<TimeML>"))
    assert measured.status == "failed"
    assert {answered.predicted for answered in measured.value.answers} == {Answer.UNKNOWN}
    assert [notice.code for notice in measured.notices] == ["failed-document"]


def test_a_contradiction_is_said_with_the_words_of_its_ids(
    item: Callable[..., Item], system_text: Callable[..., str]
) -> None:
    link = '<TLINK lid="l2" eventInstanceID="ei70" relType="AFTER" relatedToEventInstance="ei80"/>'
    measured = ask(item(system_text(link)), Interpretation(on_conflict="error"))
    assert measured.status == "failed"
    assert 'ei1 "ate" AFTER ei2 "slept"' in measured.notices[-1].message


def test_a_missing_document_answers_unknown(questions: QuestionSet) -> None:
    about = ("a.tml", tuple(enumerate(questions.questions)))
    measured = ask(Item("s: a.tml", (None, None), about))
    assert (measured.status, measured.file) == ("missing", None)
    assert {answered.predicted for answered in measured.value.answers} == {Answer.UNKNOWN}
    assert [notice.code for notice in measured.notices] == ["missing-document"]


def test_every_question_has_its_context_if_explained(item: Callable[..., Item]) -> None:
    measured = ask(item(), explain=True)
    assert all(context is not None for context in contexts(measured))
    first = contexts(measured)[0]
    assert first is not None
    assert first.unknown is None
    assert first.links
    reasons = [str(context.unknown).partition(":")[0] for context in contexts(measured) if context]
    assert reasons[3:] == ["date unknown", "entity missing"]


def test_a_broken_document_still_has_words(item: Callable[..., Item]) -> None:
    broken = ask(item("<TimeML"), explain=True)
    for context in contexts(broken):
        assert context is not None
        assert context.unknown is not None
        assert context.unknown.reason == "document failed"
        assert next(map(str, context.sentences)).startswith("She [ate e1]")


def test_contexts_cost_nothing_unless_wanted(item: Callable[..., Item]) -> None:
    assert set(contexts(ask(item()))) == {None}
