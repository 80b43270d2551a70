"""Questions and contradictions in words."""

from __future__ import annotations

from pathlib import Path

from tests.question_sets import asked
from timegraph.qa.contradictions import Asked, AskedDocument, Branch, branches_of
from timegraph.task.question_sets import Reporter


def test_a_question_in_words(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 BEFORE e2 yes", "LIST BEFORE e1 ", "WHEN e3 ", "nonsense no")
    one = Reporter(document)
    assert list(map(one.in_words, document.questions)) == [
        'question 1 (yes): e1 "ate" BEFORE e2 "slept"',
        'question 2 (no answer): LIST BEFORE e1 "ate"',
        'question 3 (no answer): WHEN e3 "dreamt"',
        "question 4 (no): nonsense",
    ]
    assert Reporter(document, several=True).label(document.questions[0]) == (
        "question 1 of set.txt"
    )


def test_a_finding_names_place_words_and_sentences(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 BEFORE e2 yes", "IS e3 BEFORE e2 no")
    first, second = document.questions
    finding = Reporter(document).finding("implied-answer", second, "says", others=(first,))
    assert str(finding) == "set.txt:2: day.tml: says [implied-answer]"
    assert finding.ids == ("2", "1")
    assert [mention.words for mention in finding.mentions] == ["dreamt", "slept", "ate"]
    assert str(finding.sentences[0]) == "She [ate e1] before she [slept e2]."
    assert [str(link) for link in finding.links] == [
        '2: e3 "dreamt" BEFORE e2 "slept"',
        '1: e1 "ate" BEFORE e2 "slept"',
    ]


def contradiction(document: AskedDocument) -> tuple[list[Asked], list[Branch]]:
    """All answers of a document, which cannot all be true, and why."""
    return list(document.questions), list(branches_of(document.statements))


def test_a_contradiction_goes_through_its_branches(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 INCLUDES e2 no", "IS e1 INCLUDES e2 yes")
    questions, branches = contradiction(document)
    message = Reporter(document).contradiction(questions, branches)
    assert message.startswith("these cannot all be true: question 1 (no): ")
    assert message.endswith(
        "if e2.start <= e1.start (question 1): e1.start < e2.start (question 2), but "
        "e2.start <= e1.start (question 1); "
        "if e1.end <= e2.end (question 1): e2.end < e1.end (question 2), but "
        "e1.end <= e2.end (question 1)"
    )
    partly = Reporter(document).contradiction(questions, [], explained=False)
    assert partly.endswith(". the other ways were not examined in time")


def test_what_can_never_be_true(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 BEFORE e1 yes")
    message = Reporter(document).contradiction(*contradiction(document))
    assert message.startswith("this can never be true: question 1 (yes)")


def test_many_branches_are_counted(tmp_path: Path) -> None:
    document = asked(
        tmp_path,
        "IS e1 SIMULTANEOUS e2 yes",
        "IS e2 SIMULTANEOUS e3 yes",
        "IS e1 INCLUDES e3 yes",
    )
    questions, (branch, *_) = contradiction(document)
    message = Reporter(document).contradiction(questions, [branch] * 6)
    assert "and likewise in 2 more ways" in message
