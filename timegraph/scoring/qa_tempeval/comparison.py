"""Answers question by question: the score, what is wrong or unknown and why, how systems differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from timegraph._wording import counted
from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.documents.build import label_for
from timegraph.findings import CitedLink, Describer, Finding, Mention, Rule, Sentence
from timegraph.links import AnyLink, Link, Placement
from timegraph.proofs import Proof
from timegraph.qa import Kind, SetQuestion
from timegraph.qa.answering import proof_in_words
from timegraph.scoring.measure import Result, differences
from timegraph.scoring.signature import CountedScore, f1_of_counts, ratio
from timegraph.scoring.statistics import SEED, Difference, holm, mcnemar
from timeml import Position, RelType

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.qa import DistanceProof, Question


SIGNATURE = (
    *("questions", "align", "on_conflict", "during", "calendar", "lenient"),
    *("coarse", "lists", "align_by"),
)
"""The fields of signatures in the order in which they were added; further ones follow."""

# The QA TempEval score as counts; its ratios are computed from them and never stored.


@dataclass(frozen=True, slots=True)
class Score(CountedScore):
    """How many questions there were, how many were answered, and how many correctly.

    ``decided`` counts the documents of which it is known whether what the system says of them can
    be true in one world, ``consistent`` those of them of which it can; whether two scores are equal
    does not depend on them. Scores of disjoint questions add up: ``score + score`` adds the counts.
    The ratios lie in [0, 1] and are ``None`` where they are undefined: nothing was answered, or
    nothing asked.
    """

    questions: int = 0
    answered: int = 0
    correct: int = 0
    decided: int = field(default=0, compare=False, repr=False)
    consistent: int = field(default=0, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.correct <= self.answered <= self.questions:
            raise ValueError(
                f"{self.correct} correct, {self.answered} answered, {self.questions} questions: "
                "a score has 0 <= correct <= answered <= questions"
            )

    @property
    def precision(self) -> float | None:
        """correct / answered; ``None`` if nothing was answered."""
        return ratio(self.correct, self.answered)

    @property
    def recall(self) -> float | None:
        """correct / questions; ``None`` if nothing was asked."""
        return ratio(self.correct, self.questions)

    @property
    def f1(self) -> float | None:
        """2 correct / (answered + questions), the harmonic mean of precision and recall where
        both are defined; ``None`` if nothing was asked."""
        return f1_of_counts(correct=self.correct, predicted=self.answered, expected=self.questions)

    @property
    def coverage(self) -> float | None:
        """answered / questions; ``None`` if nothing was asked."""
        return ratio(self.answered, self.questions)

    @property
    def consistent_share(self) -> float | None:
        """consistent / decided; ``None`` if nothing was decided."""
        return ratio(self.consistent, self.decided)


def score_answers(
    *, expected: Sequence[Answer | None], predicted: Sequence[Answer | None]
) -> Score:
    """The QA TempEval score of ``predicted``, one answer per question.

    Follows Llorens et al. (2015): a question counts as answered if the prediction is yes or no, or
    if the expected answer is unknown; as correct if the prediction equals the expected answer.
    ``None`` expects nothing (a faulty question, read leniently), or answers nothing: never correct.
    Raises ``ValueError`` if the two differ in length.
    """
    if len(expected) != len(predicted):
        raise ValueError(f"{len(expected)} expected answers, but {len(predicted)} predicted")
    answered = correct = 0
    for want, got in zip(expected, predicted, strict=True):
        answered += want is Answer.UNKNOWN or got not in (None, Answer.UNKNOWN)
        correct += want is got and want is not None
    return Score(len(expected), answered, correct)


# What a question is about in the words of the text, and why its answer is unknown.


UnknownReason = Literal[
    "document missing",
    "document failed",
    "date unknown",
    "entity missing",
    "not annotated",
    "no path",
    "not answered",
]
"""Why a system leaves a question open: its document is not there or cannot be used, a date in the
question has no place in time, an entity is not annotated, one is in no link, or no chain of links
decides; or a file of answers has none, or says unknown."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The ``reason`` of an unknown answer, and the ``detail`` in words."""

    reason: UnknownReason
    detail: str

    def __str__(self) -> str:
        """``entity missing: e2 "ate"``."""
        return f"{self.reason}: {self.detail}"


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """The words that a question is about, and what its answer rests on.

    ``mentions`` are the ids that it names, ``sentences`` where they stand, both as the key has
    them, or the system where there is no key. ``links`` are those that a yes or no follows from,
    with the words of the system. ``unknown`` says why a question has no answer, if it has none.
    """

    mentions: tuple[Mention, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    links: tuple[CitedLink, ...] = ()
    unknown: Unknown | None = None

    def named(self, entity: Hashable) -> str:
        """An entity of the system that one of the links is about, with its words."""
        ends = (end for link in self.links for end in (link.source, link.target))
        words = {end.id: str(end) for end in ends if end.words}
        return words.get(str(entity), str(entity))

    def in_words(self, asked: SetQuestion) -> str:
        """The question with the words of its ids: ``IS ei1 "ate" BEFORE ei2 "slept"``."""
        if asked.question is None:
            return asked.query
        words = {mention.id: str(mention) for mention in self.mentions}
        return " ".join(words.get(part, part) for part in str(asked.question).split())


def linked_entities(graph: TimeGraph) -> frozenset[Hashable]:
    """The entities that some link is about."""
    return frozenset(end for link in graph.links for end in _ends(link))


def not_linked(
    of: Mapping[str, Hashable | None],
    describer: Describer,
    linked: Collection[Hashable],
    who: str = "the system",
) -> Unknown | None:
    """Why ``who`` says nothing of ids: an entity is missing (``of`` has ``None``), or in no link;
    ``None`` if all are in links. ``describer`` knows the words of the ids."""
    missing = [str(describer.mention(id)) for id, entity in of.items() if entity is None]
    if missing:
        return Unknown("entity missing", f"{who} has no {' and no '.join(missing)}")
    loose = [str(describer.mention(id)) for id, entity in of.items() if entity not in linked]
    if loose:
        verb = "is" if len(loose) == 1 else "are"
        return Unknown("not annotated", f"{' and '.join(loose)} {verb} in no link")
    return None


def left_open(graph: TimeGraph, a: Hashable, b: Hashable) -> Unknown:
    """What the links of a graph leave open about two entities."""
    possible = graph.relations(a, b)
    if possible == AllenSet.all():
        return Unknown("no path", "no chain of links says anything of their order")
    labels = ", ".join(label_for(relation).value for relation in possible)
    return Unknown("no path", f"the links leave open which of {labels}")


def described(
    question: Question, describer: Describer, unknown: Unknown | None = None
) -> QuestionContext:
    """The words that ``question`` is about alone, for documents that cannot be asked."""
    ids = [arg for arg in question.args if arg not in question.dates]
    return QuestionContext(describer.mentions(ids), describer.sentences(ids), unknown=unknown)


def _ends(link: AnyLink) -> tuple[Hashable, Hashable]:
    """The two entities that a link is about."""
    if isinstance(link, Link):
        return link.a, link.b
    x, y = (link.start, link.end) if isinstance(link, Placement) else (link.x, link.y)
    return x[0], y[0]


# Scores of LIST questions: precision and recall of the entities listed, micro and macro.
#
# Micro figures count entities over all questions; macro figures are means over questions. An
# empty list is correct where nothing is expected: its precision, recall and F1 are 1. Where
# something is expected, an empty list has precision 0.


@dataclass(frozen=True, slots=True)
class AnsweredList:
    """A LIST question with the expected entities and those that the system listed.

    Both are entity ids of the system's document; an expected entity that the system lacks keeps
    the question's id. ``expected`` is ``None`` for a question without an expected list, which is
    not scored. ``position`` is the place of the question in its set. ``in_words`` shows the listed
    entities with the words of the text, ``context`` what the question is about; there is neither
    unless explanations were requested.
    """

    question: SetQuestion
    predicted: tuple[str, ...]
    expected: tuple[str, ...] | None
    in_words: str = ""
    context: QuestionContext | None = None
    position: int = 0

    @property
    def correct(self) -> int:
        """How many of the entities listed are expected."""
        return len(set(self.predicted) & set(self.expected or ()))

    @property
    def exact(self) -> bool | None:
        """Whether the list is the expected one; ``None`` if none is expected."""
        return None if self.expected is None else set(self.predicted) == set(self.expected)


@dataclass(frozen=True, slots=True)
class ListScore:
    """Entities ``predicted``, ``expected`` and ``correct`` (both) over ``questions`` lists, and
    the means over the lists. The ratios are ``None`` where nothing was predicted, expected or
    asked."""

    questions: int
    predicted: int
    expected: int
    correct: int
    macro_precision: float | None
    macro_recall: float | None
    macro_f1: float | None

    @property
    def precision(self) -> float | None:
        """correct / predicted, over all lists (micro)."""
        return ratio(self.correct, self.predicted)

    @property
    def recall(self) -> float | None:
        """correct / expected, over all lists (micro)."""
        return ratio(self.correct, self.expected)

    @property
    def f1(self) -> float | None:
        """2 correct / (predicted + expected), over all lists (micro)."""
        return f1_of_counts(correct=self.correct, predicted=self.predicted, expected=self.expected)


def score_lists(answers: Iterable[AnsweredList]) -> ListScore:
    """The score of the questions that have an expected list; each entity counts once per list."""
    predicted = expected = correct = 0
    singles: list[tuple[float, float, float]] = []
    for answered in answers:
        if answered.expected is None:
            continue
        listed, gold = len(set(answered.predicted)), len(set(answered.expected))
        right = answered.correct
        predicted, expected, correct = predicted + listed, expected + gold, correct + right
        if not listed and not gold:
            singles.append((1.0, 1.0, 1.0))
        else:
            f1 = f1_of_counts(correct=right, predicted=listed, expected=gold)
            singles.append((ratio(right, listed) or 0.0, ratio(right, gold) or 0.0, f1 or 0.0))
    means = [sum(column) / len(singles) for column in zip(*singles, strict=True)]
    return ListScore(len(singles), predicted, expected, correct, *(means or (None, None, None)))


# What a system answers, question by question, and the groups that questions fall into.


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
    def verdict(self) -> str:
        """``right``, ``wrong``, or ``unknown`` where that is not the expected answer."""
        if self.correct:
            return "right"
        return "unknown" if self.predicted is Answer.UNKNOWN else "wrong"

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


AnyAnswered = AnsweredQuestion | AnsweredList | AnsweredTime


@dataclass(frozen=True, slots=True)
class DocumentAnswers:
    """The answers of a system to the questions about one document. All answers about a document
    that is missing or failed are UNKNOWN.

    ``consistent`` says whether one world makes everything true that the system says of the
    document, its links or the answers in a file; ``None`` where that is not known, such as of a
    document that is missing. ``contradiction`` has the fewest answers in a file that cannot all be
    true.
    """

    every: tuple[AnyAnswered, ...] = ()
    consistent: bool | None = None
    contradiction: tuple[AnsweredQuestion, ...] = ()

    @property
    def answers(self) -> tuple[AnsweredQuestion, ...]:
        """The questions whose answer is yes, no or unknown."""
        return tuple(answered for answered in self.every if isinstance(answered, AnsweredQuestion))

    @property
    def lists(self) -> tuple[AnsweredList, ...]:
        """The LIST questions."""
        return tuple(answered for answered in self.every if isinstance(answered, AnsweredList))

    @property
    def times(self) -> tuple[AnsweredTime, ...]:
        """Those of WHEN and HOW LONG."""
        return tuple(answered for answered in self.every if isinstance(answered, AnsweredTime))

    @property
    def score(self) -> Score:
        """The score of the questions that have an expected answer, and whether the document is
        consistent."""
        decided = int(self.consistent is not None)
        return score_of(self.answers) + Score(0, 0, 0, decided, int(self.consistent is True))


def unanswered(
    question: SetQuestion,
    position: int,
    expected: tuple[str, ...] | None = None,
    context: QuestionContext | None = None,
) -> AnyAnswered:
    """A question that has no answer: of IS, and of lines that are not questions, it is UNKNOWN."""
    if question.kind is Kind.LIST:
        return AnsweredList(question, (), expected, "", context, position)
    if question.kind in (Kind.WHEN, Kind.HOW_LONG):
        return AnsweredTime(question, "", context, position)
    return AnsweredQuestion(question, Answer.UNKNOWN, None, context, position)


def answers_of(result: Result[DocumentAnswers]) -> DocumentAnswers:
    """All answers of a system, in the order of the question set."""
    every = (answered for unit in result.units for answered in unit.value.every)
    return DocumentAnswers(tuple(sorted(every, key=lambda answered: answered.position)))


def list_score(result: Result[DocumentAnswers]) -> ListScore:
    """The score of the LIST questions that have an expected list."""
    return score_lists(answers_of(result).lists)


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


def score_of(answers: Iterable[AnsweredQuestion]) -> Score:
    """The score of those questions that have an expected answer."""
    scored = [answered for answered in answers if answered.question.scored]
    return score_answers(
        expected=[answered.question.answer for answered in scored],
        predicted=[answered.predicted if answered.given else None for answered in scored],
    )


# Wrong and unknown answers as findings: with their words, their links and the way to fix them.


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


# How systems differ.


@dataclass(frozen=True, slots=True)
class PairedSystems:
    """How the first of two systems differs from the second.

    ``only_first`` and ``only_second`` count the questions that one alone answers correctly, and
    ``mcnemar_p`` is McNemar's exact test of them. ``f1`` has the difference of F1 and the p of
    paired randomisation over documents. ``mcnemar_holm`` and ``f1_holm`` are the two p values
    corrected for the number of pairs of the comparison, each test being a family of its own.
    """

    first: str
    second: str
    only_first: int
    only_second: int
    mcnemar_p: float
    mcnemar_holm: float | None
    f1: Difference
    f1_holm: float | None


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """Systems compared: every scored question as each of them answers it, and the pairs that were
    tested. ``best`` is the system with which the others are compared, if it was looked for on
    these scores."""

    systems: tuple[Result[DocumentAnswers], ...]
    questions: tuple[tuple[AnsweredQuestion, ...], ...]
    pairs: tuple[PairedSystems, ...]
    best: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The systems' names, in order."""
        return tuple(system.name for system in self.systems)

    def __repr__(self) -> str:
        questions = counted(len(self.questions), "question")
        pairs = counted(len(self.pairs), "pair")
        return f"<Comparison of {', '.join(self.names)}: {questions}, {pairs}>"

    def only_right(
        self, system: str, *, other: str
    ) -> list[tuple[AnsweredQuestion, AnsweredQuestion]]:
        """The answers of both to the questions that ``system`` answers correctly and ``other`` does
        not, in the order of the question set."""
        k, m = map(self.names.index, (system, other))
        both = ((answers[k], answers[m]) for answers in self.questions)
        return [(right, wrong) for right, wrong in both if right.correct and not wrong.correct]


def compare_systems(
    systems: Iterable[Result[DocumentAnswers]], *, against: str | None = None, seed: int = SEED
) -> Comparison:
    """Compare results of one question set: each system with the one called ``against``, by default
    with the best (the first of several).

    The p values of each test are corrected together by Holm's method (Holm 1979): for the pairs
    with ``against``, else for all pairs, any of which might have been chosen. Raises ``ValueError``
    if there are fewer than two systems, if they answer different questions, or if ``against`` is
    not the name of exactly one.
    """
    results = tuple(systems)
    names = [result.name for result in results]
    if len(results) < 2:
        raise ValueError("a comparison takes two systems or more")
    replies = [answers_of(result).answers for result in results]
    asked = [[answered.question for answered in answers] for answers in replies]
    if any(questions != asked[0] for questions in asked):
        raise ValueError("the systems answer different questions; score them on one question set")
    if against is not None and names.count(against) != 1:
        many = "several systems are" if against in names else "no system is"
        raise ValueError(f"{many} called {against}; the systems are {', '.join(names)}")
    questions = tuple(
        answers for answers in zip(*replies, strict=True) if answers[0].question.scored
    )
    documents = [
        [unit.value.score.counts for unit in result.units if unit.value.score.questions]
        for result in results
    ]
    other, by_document = differences(
        documents,
        lambda counts: Score(*map(round, counts)).f1,
        seed=seed,
        against=None if against is None else names.index(against),
    )
    # The family of tests: all pairs of which one was chosen by these scores.
    pairs = [
        (second, first) if first == other else (first, second)
        for first, second in combinations(range(len(results)), 2)
        if against is None or other in (first, second)
    ]
    right = [[answers[k].correct for answers in questions] for k in range(len(results))]
    alone = [Counter(zip(right[a], right[b], strict=True)) for a, b in pairs]
    only = [(counts[True, False], counts[False, True]) for counts in alone]
    tests = [mcnemar(only_first=first, only_second=second) for first, second in only]
    return Comparison(
        results,
        questions,
        tuple(
            PairedSystems(names[first], names[other], a, b, p, p_holm, *by_document[first])
            for (first, second), (a, b), p, p_holm in zip(
                pairs, only, tests, holm(tests), strict=True
            )
            if second == other
        ),
        names[other] if against is None else None,
    )
