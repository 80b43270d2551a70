"""Checking question sets: form, agreement, and what gold says, as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from timegraph._pace import limits
from timegraph.checking.document import Selection
from timegraph.findings import Finding
from timegraph.options import Interpretation
from timegraph.qa import QuestionSet
from timegraph.qa.contradictions import Asked, AskedDocument, ask_sets
from timegraph.task.question_sets.gold_answers import (
    Answers,
    GoldDocument,
    Judged,
    answer_findings,
    check_answers,
    form_findings,
    gold_findings,
    judge,
    read_beside,
    set_findings,
)
from timegraph.task.question_sets.rules import RULES, Places, Reporter
from timeml import Collection

GroupBy = Literal["relation", "kinds", "distance"]
GROUPS: tuple[GroupBy, ...] = get_args(GroupBy)
"""What questions are counted by."""


@dataclass(frozen=True)
class CheckedDocument:
    """The questions about one document. ``judged`` is ``None`` without gold."""

    asked: AskedDocument
    answers: Answers
    judged: tuple[Judged, ...] | None = None

    def group(self, by: GroupBy, asked: Asked) -> str | None:
        """What a question is counted under: its relation, the kinds of its two entities or their
        distance; ``None`` if that is not known."""
        question, document = asked.question.question, self.asked.document
        if question is None:
            return None
        if by == "relation":
            return question.group or question.kind.value
        if self._places is None or document is None or asked.entities is None:
            return None
        a, b = asked.entities
        if a not in document.entities or b not in document.entities:  # a literal date
            return None
        return self._places.kinds(a, b) if by == "kinds" else self._places.bin(a, b)

    @cached_property
    def _places(self) -> Places | None:
        return None if self.asked.document is None else Places(self.asked.document)


@dataclass(frozen=True)
class CheckedSets:
    """The result of a check: the documents in the order of the sets, and the findings by file and
    line. ``warnings`` are about gold as a whole."""

    documents: tuple[CheckedDocument, ...]
    findings: tuple[Finding, ...]
    warnings: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether the findings hold no error and no warning."""
        return all(finding.severity == "note" for finding in self.findings)


def check_question_sets(
    sets: Sequence[tuple[str, QuestionSet]],
    *,
    key: Collection,
    gold: Collection | None = None,
    selection: Selection = Selection(rules=RULES),
    interpretation: Interpretation = Interpretation(),
    time_limit: float | None = None,
    progress: Callable[[str], object] | None = None,
) -> CheckedSets:
    """Check ``sets``, each with the path that findings call it, together.

    ``key`` has the documents whose ids the questions use, ``gold`` (which may be the same) those
    whose links the answers are compared with, read as ``interpretation`` says. Findings are those
    of the rules in ``selection``. ``time_limit`` is that of :func:`check_answers`, for each
    document. ``progress`` is called with the name of each document when it is done.
    """
    several = len(sets) > 1
    findings = list(set_findings(sets))
    warnings: list[str] = []
    documents = []
    for asked in ask_sets(sets, key, during=interpretation.during):
        reporter = Reporter(asked, several=several)
        findings += form_findings(asked, reporter)
        answers = check_answers(asked, time_limit=time_limit)
        findings += answer_findings(asked, answers, reporter)
        judged = None
        if gold is not None:
            key_document = None if gold.path == key.path else asked.document
            dates = [
                date
                for question in asked.questions
                if question.question.question is not None
                for date in question.question.question.dates
            ]
            try:
                with limits.time_limit(time_limit):
                    beside = read_beside(
                        asked.name, key_document, gold, interpretation, dates=dates
                    )
                    judged = tuple(judge(asked, beside, interpretation))
            except limits.TimeLimitError as error:
                problem = f"{gold.path}/{asked.name}: {error}"
                beside = GoldDocument(problem=problem, unreadable=True)
                judged = tuple(judge(asked, beside, interpretation))
            warnings += beside.warnings
            findings += gold_findings(asked, beside, judged, reporter)
        documents.append(CheckedDocument(asked, answers, judged))
        if progress is not None:
            progress(asked.name)
    order = {path: number for number, (path, _) in enumerate(sets)}

    def place(finding: Finding) -> tuple[int, int]:
        line = 0 if finding.position is None else finding.position.line
        return order[finding.document], line

    shown = (finding for finding in findings if finding.code in selection.codes)
    return CheckedSets(tuple(documents), tuple(sorted(shown, key=place)), tuple(warnings))
