"""What a system answers, question by question, and the groups that questions fall into."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from timegraph.answer import Answer
from timegraph.qa import SetQuestion
from timegraph.qa.answering import proof_in_words
from timegraph.scoring.measure import Result
from timegraph.scoring.qa_tempeval.context import QuestionContext
from timegraph.scoring.qa_tempeval.counts import Score, score_answers
from timegraph.scoring.qa_tempeval.lists import AnsweredList, ListScore, score_lists
from timeml import RelType

if TYPE_CHECKING:
    from timegraph.proofs import Proof
    from timegraph.qa import DistanceProof

__all__ = [
    "MALFORMED",
    "RELATIONS",
    "AnsweredQuestion",
    "AnsweredTime",
    "DocumentAnswers",
    "answers_of",
    "document_of",
    "grouped",
    "list_score",
    "relation_of",
    "score_of",
]


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with the system's answer, which is UNKNOWN if the question itself is faulty.

    ``proof`` has the links of the system behind a yes or no, ``context`` what they and the
    question say in the words of the text; both are ``None`` unless explanations were requested.
    ``position`` is the place of the question in its set. ``given`` is false for a question to which
    a file of answers has none: it counts as unknown, and is never correct.
    """

    question: SetQuestion
    predicted: Answer
    proof: Proof | DistanceProof | None = None
    context: QuestionContext | None = None
    position: int = 0
    given: bool = True

    @property
    def correct(self) -> bool:
        """Whether the answer is the expected one; never for a faulty question."""
        return self.given and self.predicted is self.question.answer

    @property
    def wrong(self) -> bool:
        """Whether the system answered yes or no and that is not the expected answer."""
        return self.question.scored and not self.correct and self.predicted is not Answer.UNKNOWN

    @property
    def left_open(self) -> bool:
        """Whether the answer is unknown where yes or no was expected."""
        expected = self.question.answer
        return expected not in (None, Answer.UNKNOWN) and self.predicted is Answer.UNKNOWN

    @property
    def why(self) -> str:
        """The proof in the question's own terms; ``""`` without one."""
        question = self.question.question
        if self.proof is None or question is None:
            return ""
        context = self.context or QuestionContext()
        return proof_in_words(replace(self.proof, name=context.named), question)


@dataclass(frozen=True, slots=True)
class AnsweredTime:
    """A WHEN or HOW LONG question with the system's answer in words, ``""`` unless explanations
    were requested. It is not scored."""

    question: SetQuestion
    predicted: str
    context: QuestionContext | None = None
    position: int = 0


A = TypeVar("A", AnsweredQuestion, AnsweredList, AnsweredTime)


@dataclass(frozen=True, slots=True)
class DocumentAnswers:
    """The answers of a system to the questions about one document.

    ``answers`` has the questions whose answer is yes, no or unknown, ``lists`` the LIST questions,
    ``times`` those of WHEN and HOW LONG. All answers about a document that is missing or failed
    are UNKNOWN.

    ``consistent`` says whether one world makes everything true that the system says of the
    document, its links or the answers in a file; ``None`` where that is not known, such as of a
    document that is missing. ``contradiction`` has the fewest answers in a file that cannot all be
    true.
    """

    answers: tuple[AnsweredQuestion, ...] = ()
    lists: tuple[AnsweredList, ...] = ()
    times: tuple[AnsweredTime, ...] = ()
    consistent: bool | None = None
    contradiction: tuple[AnsweredQuestion, ...] = ()

    @property
    def score(self) -> Score:
        """The score of the questions that have an expected answer, and whether the document is
        consistent."""
        decided = int(self.consistent is not None)
        return score_of(self.answers) + Score(0, 0, 0, decided, int(self.consistent is True))


def answers_of(result: Result[DocumentAnswers]) -> DocumentAnswers:
    """All answers of a system, in the order of the question set (of several kits, one after the
    other)."""
    kits: list[DocumentAnswers] = []
    for kit in result.strata:
        units = [unit.value for unit in result.units if unit.stratum == kit]
        kits.append(
            DocumentAnswers(
                _in_order(answer for unit in units for answer in unit.answers),
                _in_order(answer for unit in units for answer in unit.lists),
                _in_order(answer for unit in units for answer in unit.times),
            )
        )
    return DocumentAnswers(
        tuple(answer for kit in kits for answer in kit.answers),
        tuple(answer for kit in kits for answer in kit.lists),
        tuple(answer for kit in kits for answer in kit.times),
    )


def _in_order(answers: Iterable[A]) -> tuple[A, ...]:
    return tuple(sorted(answers, key=lambda answer: answer.position))


def list_score(result: Result[DocumentAnswers]) -> ListScore | None:
    """The score of the LIST questions that have an expected list; ``None`` if a kit lacks the
    system."""
    return None if result.lacking else score_lists(answers_of(result).lists)


RELATIONS = tuple(kind.value for kind in RelType)
"""The relations of TimeML, in its order."""

MALFORMED = "(malformed)"
"""The group of lines that are not questions."""


def document_of(answered: AnsweredQuestion) -> tuple[str, ...]:
    """The document that a question is about."""
    return (answered.question.document,)


def relation_of(answered: AnsweredQuestion) -> tuple[str, ...]:
    """The relation that a question asks about, or its comparison with a length."""
    question = answered.question.question
    name = None if question is None else question.group
    return (MALFORMED if name is None else name,)


T = TypeVar("T")


def grouped(
    items: Iterable[T], group: Callable[[T], Iterable[str]], order: Sequence[str] = ()
) -> dict[str, list[T]]:
    """``items`` by the names of their groups: first those of ``order``, then others as they come,
    and at last those in parentheses, which say that the question belongs to no group."""
    groups: dict[str, list[T]] = {}
    for item in items:
        for name in group(item):
            groups.setdefault(name, []).append(item)
    rank = {name: k for k, name in enumerate(order)}
    last = len(rank)
    names = sorted(groups, key=lambda name: last + 1 if name[:1] == "(" else rank.get(name, last))
    return {name: groups[name] for name in names}


def score_of(answers: Iterable[AnsweredQuestion]) -> Score:
    """The score of those questions that have an expected answer."""
    scored = [answered for answered in answers if answered.question.scored]
    return score_answers(
        expected=[answered.question.answer for answered in scored],
        predicted=[answered.predicted if answered.given else None for answered in scored],
    )
