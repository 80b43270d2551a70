"""Drawing questions from gold: the number and the answers asked for, as far as gold has them.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from operator import attrgetter
from random import Random

import timeml
from timegraph._pace import TimeLimitError, time_limit
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.documents.build import build, label_for, relation_for
from timegraph.graph import TimeGraph
from timegraph.links import ContradictionError
from timegraph.options import Interpretation
from timegraph.proofs import Proof, explain
from timegraph.qa.answering import proof_in_words
from timegraph.qa.contradictions import Statement
from timegraph.qa.questions import Kind, Question
from timegraph.scoring.pairs import Places
from timegraph.task.files import kit_files
from timegraph.task.question_sets import Gathered
from timeml import Collection, Document, Instance, RelType, TimeMLError, Timex3

__all__ = ["Drawn", "DrawnDocument", "draw_questions"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that can be asked of a document, with gold's answer. ``near``: both entities are
    in the same or in neighbouring sentences. ``implied``: no TLINK joins the two, so that the
    answer takes inference; ``None`` for unknown."""

    a: str
    relation: RelType
    b: str
    answer: Answer
    near: bool
    implied: bool | None


@dataclass(frozen=True)
class DrawnDocument:
    """A gold document with the questions drawn from it, in the order of the draw."""

    name: str
    document: Document
    questions: tuple[tuple[Candidate, Proof], ...]

    def __repr__(self) -> str:
        return f"<DrawnDocument {self.name}: {len(self.questions)} questions>"


@dataclass(frozen=True)
class Drawn:
    """The questions drawn, by document in the order of gold. ``asked`` says how many were wanted
    with each answer, ``relations`` which were asked (none: any); ``warnings`` name the documents
    that cannot be read."""

    documents: tuple[DrawnDocument, ...]
    asked: Mapping[Answer, int]
    relations: tuple[RelType, ...]
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Drawn: {len(self.questions)} questions of {len(self.documents)} documents>"

    @property
    def questions(self) -> tuple[Candidate, ...]:
        """All questions."""
        return tuple(question for document in self.documents for question, _ in document.questions)


def draw_questions(
    gold: Collection,
    *,
    number: int,
    answers: Mapping[Answer, float],
    relations: Sequence[RelType] = (),
    seed: int = 0,
    interpretation: Interpretation = Interpretation(),
    progress: Callable[[str], object] | None = None,
    seconds: float | None = None,
) -> Drawn:
    """Draw ``number`` questions from the documents of ``gold``, as evenly from all as they allow.

    Gold's answers have the shares ``answers``, and the questions ask for one of ``relations``, by
    default any. Answers are those of the graph that ``interpretation`` makes of a document. A pair
    of entities is asked about once, and a question is passed over if the answers drawn before it
    determine it. Where gold does not have a question with the answer wanted, one with another
    answer that has a share is taken; where that does not suffice, there are fewer questions.
    The same ``seed`` gives the same questions. ``progress`` is called for each question. Nothing
    is drawn from a document whose links are not closed within so many ``seconds``. Raises
    ``ValueError`` unless some share is positive and none negative.
    """
    random = Random(seed)
    meanings = {
        relation: relation_for(relation, during=interpretation.during)
        for relation in tuple(relations) or tuple(map(label_for, Allen))
    }
    allowed = frozenset(answer for answer, share in answers.items() if share > 0)
    sources = [(name, random.random()) for name in gold.names]
    asked = counts(answers, number)
    wanted = [answer for answer, count in asked.items() for _ in range(count)]
    random.shuffle(wanted)
    pools: dict[str, Pool | None] = {}
    exhausted: set[Answer | None] = set()
    warnings: list[str] = []

    def drawn_from(name: str) -> int:
        pool = pools.get(name)
        return 0 if pool is None else len(pool.drawn)

    def draw(answer: Answer | None) -> bool:
        """Draw a question with the answer from the document that has the fewest, if one has it."""
        if answer in exhausted:
            return False
        for name, _ in sorted(sources, key=lambda source: (drawn_from(source[0]), source[1])):
            if name not in pools:
                try:
                    with time_limit(seconds):
                        pools[name] = Pool(gold.read(name), interpretation, meanings, allowed)
                except (OSError, TimeMLError, TimeLimitError, ContradictionError) as error:
                    pools[name] = None
                    warnings.append(_warning(name, error))
            pool = pools[name]
            if pool is not None and pool.draw(answer, random):
                return True
        exhausted.add(answer)
        return False

    missing = []
    for answer in wanted:
        if not draw(answer):
            missing.append(answer)
        if progress is not None:
            progress("")
    for _ in missing:
        draw(None)
    documents = tuple(
        DrawnDocument(name, pool.document, pool.questions())
        for name in gold.names
        if (pool := pools.get(name)) is not None and pool.drawn
    )
    return Drawn(documents, asked, tuple(relations), tuple(warnings))


def _warning(name: str, error: Exception) -> str:
    if isinstance(error, ContradictionError):
        return f"{name}: {error.conflict}"
    return f"{name}: {error}" if isinstance(error, TimeLimitError) else str(error)


def counts(weights: Mapping[Answer, float], number: int) -> dict[Answer, int]:
    """``number`` split in proportion to the weights, by largest remainders; of equal ones the
    first gets more. Raises ``ValueError`` unless some weight is positive and none negative."""
    total = sum(weights.values())
    if total <= 0 or min(weights.values()) < 0:
        raise ValueError("shares are positive numbers")
    exact = {value: number * weight / total for value, weight in weights.items()}
    numbers = {value: int(share) for value, share in exact.items()}
    by_rest = sorted(exact, key=lambda value: numbers[value] - exact[value])
    for value in by_rest[: number - sum(numbers.values())]:
        numbers[value] += 1
    return numbers


_Group = tuple[int, bool, bool]
"""The relations still possible between two entities, as a mask; near; joined by a TLINK."""
_Pair = tuple[str, str]


class Pool:
    """All pairs of entities of a document, what gold says of each, and what was ``drawn``.

    Entities without words are left out: a system's annotations could not be aligned with them.
    Only questions about a relation of ``meanings`` with one of ``answers`` are drawn.
    """

    def __init__(
        self,
        document: Document,
        interpretation: Interpretation,
        meanings: Mapping[RelType, Allen],
        answers: frozenset[Answer],
    ) -> None:
        self.document = document
        self.drawn: list[Candidate] = []
        self._graph = build(document, interpretation)
        self._meanings = meanings
        self._answers = answers
        self._group_of = _groups(document, self._graph)
        self._groups: dict[_Group, list[_Pair]] = {}
        for pair, group in self._group_of.items():
            self._groups.setdefault(group, []).append(pair)
        self._left: dict[Answer | None, list[_Pair]] = {}
        self._used: set[_Pair] = set()
        self._gathered = Gathered()
        len(self._graph.conflicts)  # closes the links, also where no pair was asked about

    def draw(self, answer: Answer | None, random: Random) -> bool:
        """Draw a question at random that has the answer, if any is left; ``None`` is any answer.

        It is about a pair that none was drawn about, and does not follow from those drawn before;
        what gold leaves open never follows from what it gives. What did follow is not tried again
        for this answer.
        """
        if answer not in self._left:
            self._left[answer] = [
                pair
                for (mask, _, _), pairs in self._groups.items()
                if any(self._relations(mask, answer))
                for pair in pairs
            ]
        pairs = self._left[answer]
        while pairs:
            place = random.randrange(len(pairs))
            pairs[place], pairs[-1] = pairs[-1], pairs[place]
            a, b = pairs.pop()
            if (a, b) in self._used:
                continue
            candidate = self._candidate(a, b, answer, random)
            if candidate.answer is not Answer.UNKNOWN:
                holds = candidate.answer is Answer.YES
                statement = Statement(a, self._meanings[candidate.relation], b, holds)
                if self._gathered.imply(statement):
                    continue
                self._gathered.add(statement)
            self._used |= {(a, b), (b, a)}
            self.drawn.append(candidate)
            return True
        return False

    def questions(self) -> tuple[tuple[Candidate, Proof], ...]:
        """What was drawn, each with its proof."""
        return tuple(
            (asked, explain(self._graph, asked.a, self._meanings[asked.relation], asked.b))
            for asked in self.drawn
        )

    def _relations(self, mask: int, wanted: Answer | None) -> Iterator[tuple[RelType, Answer]]:
        """The relations that can be asked where those of ``mask`` are possible."""
        possible = AllenSet.from_mask(mask)
        for relation, meaning in self._meanings.items():
            if meaning not in possible:
                answer = Answer.NO
            else:
                answer = Answer.YES if len(possible) == 1 else Answer.UNKNOWN
            if wanted in (None, answer) and answer in self._answers:
                yield relation, answer

    def _candidate(self, a: str, b: str, wanted: Answer | None, random: Random) -> Candidate:
        mask, near, joined = self._group_of[a, b]
        relation, answer = random.choice(list(self._relations(mask, wanted)))
        implied = None if answer is Answer.UNKNOWN else not joined
        return Candidate(a, relation, b, answer, near, implied)


def _groups(document: Document, graph: TimeGraph) -> dict[_Pair, _Group]:
    """Every ordered pair of entities that can be asked about."""
    places = Places(document)
    sentence = {
        entity: places.sentence(entity)
        for entity in document.entities
        if document.entity(entity).text.strip()
    }
    joined = {frozenset((source, target)) for _, source, target in document.linked}
    asked = [
        entity
        for entity, number in sentence.items()
        if number is not None or document.entity(entity) is document.dct
    ]
    groups = {}
    for a, b in permutations(asked, 2):
        first, second = sentence[a], sentence[b]
        near = first is not None and second is not None and abs(first - second) <= 1
        groups[a, b] = (graph.relations(a, b).mask, near, frozenset((a, b)) in joined)
    return groups


def outcomes(drawn: Drawn) -> list[tuple[str, str, int | None, int]]:
    """How many questions have each value of each part, and how many were asked for (``None``:
    nothing was): of all questions, of answers, relations, near and distant ones, and of those that
    a TLINK annotates and that take inference (of the questions answered yes or no)."""
    questions = drawn.questions
    names = ("answer", "relation", "near", "implied")
    answers, relations, near, implied = (
        Counter(getattr(question, name) for question in questions) for name in names
    )
    return [
        ("questions", "all", sum(drawn.asked.values()), len(questions)),
        *(
            ("answer", str(answer), drawn.asked.get(answer, 0), answers[answer])
            for answer in (Answer.YES, Answer.NO, Answer.UNKNOWN)
        ),
        *(
            ("relation", relation.value, None, relations[relation])
            for relation in drawn.relations or sorted(relations, key=attrgetter("value"))
        ),
        ("distance", "near", None, near[True]),
        ("distance", "distant", None, near[False]),
        ("support", "annotated", None, implied[False]),
        ("support", "implied", None, implied[True]),
    ]


PROOF_FILE = "eval-questions/proofs.jsonl"


def drawn_files(drawn: Drawn) -> dict[str, bytes]:
    """The files by their relative path. The questions are numbered from 1 on, by document; the
    key has the entities that they name, and no links; the proofs are a JSON object a line."""
    lines: list[str] = []
    proofs: list[str] = []
    keys: dict[str, bytes] = {}
    for document in drawn.documents:
        keys[document.name] = timeml.write(key_of(document))
        for candidate, proof in document.questions:
            question = Question(Kind.IS, candidate.relation, (candidate.a, candidate.b))
            number = str(len(lines) + 1)
            words = in_words(document.document, candidate.a, candidate.relation, candidate.b)
            fields = (number, document.name, str(question), words, str(candidate.answer))
            lines.append("|".join(fields))
            record = {
                "number": number,
                "document": document.name,
                "question": str(question),
                "answer": str(candidate.answer),
                "near": candidate.near,
                "annotated": None if candidate.implied is None else not candidate.implied,
                "proof": {**proof.to_json(), "text": proof_in_words(proof, question)},
            }
            proofs.append(json.dumps(record, ensure_ascii=False) + "\n")
    return {**kit_files(lines, keys), PROOF_FILE: "".join(proofs).encode()}


def key_of(drawn: DrawnDocument) -> Document:
    """The document with the events and timexes that are asked about, by their ids alone, and with
    no links. Of an event all instances stay, since they are aligned by their order."""
    document = drawn.document
    asked = {entity for question, _ in drawn.questions for entity in (question.a, question.b)}
    events = tuple(
        replace(
            event,
            class_=None,
            instances=tuple(Instance(i.eiid, i.event_id, line=i.line) for i in event.instances),
            extra=(),
        )
        for event in document.events
        if asked & set(event.ids)
    )
    timexes = tuple(
        timex
        if timex is document.dct
        else Timex3(timex.tid, None, None, timex.start, timex.end, timex.text, line=timex.line)
        for timex in document.timexes
        if timex.tid in asked or timex is document.dct
    )
    return replace(
        document, events=events, timexes=timexes, signals=(), tlinks=(), slinks=(), alinks=()
    )


_TEMPLATES = {
    RelType.BEFORE: "Did {a} happen before {b}?",
    RelType.AFTER: "Did {a} happen after {b}?",
    RelType.IBEFORE: "Did {a} end exactly when {b} began?",
    RelType.IAFTER: "Did {a} begin exactly when {b} ended?",
    RelType.INCLUDES: "Did {a} begin before {b} and end after it?",
    RelType.IS_INCLUDED: "Did {a} happen during {b}?",
    RelType.BEGINS: "Did {a} begin together with {b} and end before it?",
    RelType.BEGUN_BY: "Did {a} begin together with {b} and end after it?",
    RelType.ENDS: "Did {a} end together with {b} and begin after it?",
    RelType.ENDED_BY: "Did {a} end together with {b} and begin before it?",
    RelType.SIMULTANEOUS: "Did {a} happen exactly at the time of {b}?",
    RelType.IDENTITY: "Was {a} the same event as {b}?",
    RelType.DURING: "Did {a} last exactly as long as {b}, at the same time?",
    RelType.DURING_INV: "Did {b} last exactly as long as {a}, at the same time?",
    RelType.OVERLAPS: "Did {a} begin before {b} and end during it?",
    RelType.OVERLAPPED_BY: "Did {a} begin during {b} and end after it?",
}


def in_words(document: Document, a: str, relation: RelType, b: str) -> str:
    """The question with the words of its entities; no field separator is among them."""
    words = []
    for entity in (a, b):
        annotation = document.entity(entity)
        quoted = f"'{' '.join(annotation.text.replace('|', '/').split())}'"
        words.append(f"the creation time {quoted}" if annotation is document.dct else quoted)
    return _TEMPLATES[relation].format(a=words[0], b=words[1])
