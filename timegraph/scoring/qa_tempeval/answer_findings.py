"""Wrong and unknown answers as findings: with their words, their links and the way to fix them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from timegraph.findings import Finding
from timegraph.findings.rules import Rule
from timegraph.scoring.qa_tempeval.answered_questions import AnsweredQuestion
from timegraph.scoring.qa_tempeval.context import QuestionContext, UnknownReason
from timeml import Position

__all__ = ["ANSWER_RULES", "answer_finding", "answer_findings"]

_WRONG = "wrong-answer"
_OPEN = "unknown-answer"

_RULES = (
    Rule(
        _WRONG,
        "error",
        "answer that is not the expected one",
        "if the expected answer is right, one of these links is wrong: change or remove it",
    ),
    Rule(
        "document-missing",
        "error",
        "unknown, since the document is missing",
        "add the document to those of the system",
    ),
    Rule(
        "document-failed",
        "error",
        "unknown, since the document cannot be used",
        "repair the document as the message says",
    ),
    Rule(
        "entity-missing",
        "warning",
        "unknown, since the system does not have an event or time expression",
        "annotate it at these characters",
    ),
    Rule(
        "not-annotated",
        "warning",
        "unknown, since an event or time expression is in no link",
        "add a link that says where it stands in time",
    ),
    Rule(
        "no-path",
        "warning",
        "unknown, since no chain of links decides",
        "add a link between the two, or between what they are linked with",
    ),
    Rule(
        "date-unknown",
        "warning",
        "unknown, since a date has no place in time",
        "score with --calendar, and write the date as the value of a TIMEX3",
    ),
    Rule(
        "not-answered",
        "warning",
        "unknown, since the file of answers has none, or says so",
        "answer yes or no",
    ),
    Rule(
        _OPEN,
        "warning",
        "unknown where yes or no is expected",
        "add the links that the answer follows from",
    ),
)

ANSWER_RULES: Mapping[str, Rule] = {rule.code: rule for rule in _RULES}
"""What the findings mean, by code, in the order in which reports show them."""


def answer_findings(
    answers: Iterable[AnsweredQuestion],
) -> Iterator[tuple[AnsweredQuestion, Finding]]:
    """Each wrong one of a system's ``answers``, and each unknown where yes or no was expected, with
    its finding; in the order of the questions.

    Their words and links are those that :func:`timegraph.scoring.score_system` collects with
    ``explain=True``; without it they have none.
    """
    for answered in answers:
        finding = answer_finding(answered)
        if finding is not None:
            yield answered, finding


def answer_finding(answered: AnsweredQuestion) -> Finding | None:
    """The finding for one answer; ``None`` for one that is correct or not scored."""
    if not (answered.wrong or answered.left_open):
        return None
    asked, context = answered.question, answered.context or QuestionContext()
    rule = ANSWER_RULES[_code(answered, context)]
    words = f' "{asked.text}"' if asked.text else ""
    message = f"question {asked.number}{words} ({context.in_words(asked)})"
    message += f": {answered.predicted}, expected {asked.expected}"
    if context.unknown is not None:
        message += f": {context.unknown.detail}"
    line = next((link.line for link in context.links if link.line is not None), None)
    return Finding(
        code=rule.code,
        severity=rule.severity,
        document=asked.document,
        message=message,
        ids=() if asked.question is None else asked.question.args,
        position=None if line is None else Position(line),
        mentions=context.mentions,
        sentences=context.sentences,
        links=context.links,
        fix=rule.fix,
    )


def _code(answered: AnsweredQuestion, context: QuestionContext) -> str:
    if answered.wrong:
        return _WRONG
    reason: UnknownReason | None = None if context.unknown is None else context.unknown.reason
    return _OPEN if reason is None else reason.replace(" ", "-")
