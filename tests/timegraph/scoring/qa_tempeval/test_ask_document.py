"""One document of a system and all the questions about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from timegraph.answer import Answer
from timegraph.corpus import Item, Source
from timegraph.options import Interpretation
from timegraph.qa import QuestionSet, read_questions
from timegraph.scoring.qa_tempeval.ask_document import NOTHING, AskOptions, ask_document
from timeml import open_collection

OPTIONS = AskOptions(Interpretation(), "all", False)
QUESTIONS = """\
1|a.tml|IS e1 BEFORE e2|Was it?|yes
2|a.tml|LIST AFTER e1|What came later?|e2|ei99
3|a.tml|WHEN e1|When?
4|a.tml|IS e1 BEFORE 2020-01-05|Was it?|yes
5|a.tml|IS e1 BEFORE ei99|Was it?|unknown
"""


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
    key = Source.of(open_collection(folder("key", **{"a.tml": key_text})), "a.tml")

    def make(text: str | None = None) -> Item:
        folders = open_collection(folder("system", **{"a.tml": text or system_text()}))
        return Item("s: a.tml", (Source.of(folders, "a.tml"), key), ("a.tml", questions.questions))

    return make


def test_every_question_has_a_reply(item: Callable[..., Item]) -> None:
    measured = ask_document(item(), OPTIONS)
    assert (measured.document, measured.status) == ("a.tml", "found")
    first, listed, when, date, unknown = measured.value
    assert first.answer is Answer.YES
    assert listed.expected is not None
    assert "ei99" in listed.expected  # the system lacks it, so that it keeps its id
    assert set(listed.listed) <= {*listed.expected, *listed.listed}
    assert when is NOTHING
    assert (date.answer, unknown.answer) == (Answer.UNKNOWN, Answer.UNKNOWN)
    assert {notice.code for notice in measured.notices} >= {"literal-date", "missing-entity"}


def test_explanations_come_if_requested(item: Callable[..., Item]) -> None:
    options = AskOptions(Interpretation(calendar=True), "all", True)
    first, listed, when, date, _ = ask_document(item(), options).value
    assert first.proof is not None
    assert listed.words
    assert when.words == "unknown"
    assert date.answer in Answer


def test_a_document_that_fails_answers_unknown_and_says_why(item: Callable[..., Item]) -> None:
    measured = ask_document(item("<TimeML>"), OPTIONS)
    assert measured.status == "failed"
    assert {reply.answer for reply in measured.value} == {Answer.UNKNOWN}
    assert [notice.code for notice in measured.notices] == ["failed-document"]


def test_a_missing_document_answers_unknown(questions: QuestionSet) -> None:
    measured = ask_document(Item("s: a.tml", (None, None), ("a.tml", questions.questions)), OPTIONS)
    assert (measured.status, measured.file) == ("missing", None)
    assert {reply.answer for reply in measured.value} == {Answer.UNKNOWN}
    assert [notice.code for notice in measured.notices] == ["missing-document"]


def test_every_question_has_its_context_if_explained(item: Callable[..., Item]) -> None:
    measured = ask_document(item(), AskOptions(Interpretation(), "all", True))
    assert all(reply.context is not None for reply in measured.value)
    first = measured.value[0].context
    assert first is not None
    assert first.unknown is None
    assert first.links
    reasons = [str(one.context.unknown).partition(":")[0] for one in measured.value if one.context]
    assert reasons[3:] == ["date unknown", "entity missing"]


def test_a_broken_document_still_has_words(item: Callable[..., Item]) -> None:
    broken = ask_document(item("<TimeML"), AskOptions(Interpretation(), "all", True))
    for reply in broken.value:
        assert reply.context is not None
        assert reply.context.unknown is not None
        assert reply.context.unknown.reason == "document failed"
        assert next(map(str, reply.context.sentences)).startswith("She [ate e1]")


def test_contexts_cost_nothing_unless_wanted(item: Callable[..., Item]) -> None:
    assert all(reply.context is None for reply in ask_document(item(), OPTIONS).value)
