"""What was asked of a drawn set beside what was got."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from timegraph.answer import Answer
from timegraph.task.drawing.draw import Drawn

__all__ = ["Outcome", "outcomes"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many questions have ``value`` in this ``part``; ``asked`` is ``None`` if nothing was
    asked of it."""

    part: str
    value: str
    asked: int | None
    got: int

    @property
    def met(self) -> bool:
        """Whether that is what was asked for."""
        return self.asked in (None, self.got)


def outcomes(drawn: Drawn) -> list[Outcome]:
    """The counts of all questions, of answers, relations, near and distant ones, and of those that
    a TLINK annotates and that take inference (of the questions answered yes or no)."""
    shares, questions = drawn.shares, drawn.questions
    results = [Outcome("questions", "all", len(drawn.asked), len(questions))]
    answers = Counter(question.answer for question in questions)
    wanted_answers = Counter(cell.answer for cell in drawn.asked)
    for answer in (Answer.YES, Answer.NO, Answer.UNKNOWN):
        results.append(Outcome("answer", str(answer), wanted_answers[answer], answers[answer]))
    relations = Counter(question.relation for question in questions)
    wanted_relations = Counter(cell.relation for cell in drawn.asked)
    for relation in shares.relations or sorted(relations, key=lambda relation: relation.value):
        asked = wanted_relations[relation] if shares.weighted else None
        results.append(Outcome("relation", relation.value, asked, relations[relation]))
    near = Counter(question.near for question in questions)
    wanted_near = Counter(cell.near for cell in drawn.asked)
    for close, name in ((True, "near"), (False, "distant")):
        asked = None if shares.near is None else wanted_near[close]
        results.append(Outcome("distance", name, asked, near[close]))
    implied = Counter(question.implied for question in questions)
    wanted_implied = Counter(cell.implied for cell in drawn.asked)
    for inferred, name in ((False, "annotated"), (True, "implied")):
        asked = None if shares.implied is None else wanted_implied[inferred]
        results.append(Outcome("support", name, asked, implied[inferred]))
    return results
