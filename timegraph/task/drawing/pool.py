"""The questions that a gold document can be asked, by what they are to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from random import Random
from typing import Any

from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.documents.build import build, relation_for
from timegraph.graph import TimeGraph
from timegraph.options import Interpretation
from timegraph.task.question_sets.rules import Places
from timeml import Document, RelType

# Shares of a question set: what is asked for, as whole numbers of questions, and as slots.


@dataclass(frozen=True, slots=True)
class Cell:
    """What a question is to be; ``None`` leaves it open."""

    answer: Answer | None = None
    relation: RelType | None = None


@dataclass(frozen=True, slots=True)
class Shares:
    """What is asked of a set: ``answers`` and ``relations`` with their weights. ``relations``
    without weights (all zero) may be asked in any proportion; none: all may."""

    answers: Mapping[Answer, float]
    relations: Mapping[RelType, float]

    @property
    def asked_answers(self) -> tuple[Answer, ...]:
        """The answers that have a share; no question with another one is drawn."""
        return tuple(answer for answer, share in self.answers.items() if share > 0)

    @property
    def weighted(self) -> bool:
        """Whether the relations have shares."""
        return any(self.relations.values())


def counts(weights: Mapping[Any, float], number: int) -> dict[Any, int]:
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


def slots(shares: Shares, number: int, random: Random) -> list[Cell]:
    """``number`` cells that have exactly the shares, each combined with the others at random."""
    answers = _dealt(counts(shares.answers, number), random)
    relations: list[RelType | None] = [None] * number
    if shares.weighted:
        relations = _dealt(counts(shares.relations, number), random)
    return [Cell(*pair) for pair in zip(answers, relations, strict=True)]


def _dealt(split: Mapping[Any, int], random: Random) -> list[Any]:
    every = [value for value, count in split.items() for _ in range(count)]
    random.shuffle(every)
    return every


def recombined(cells: Sequence[Cell]) -> Iterator[Cell]:
    """Every cell that can be put together of what these cells have, the commonest values first."""
    answers = Counter(cell.answer for cell in cells).most_common()
    relations = Counter(cell.relation for cell in cells).most_common()
    for (answer, _), (relation, _) in product(answers, relations):
        yield Cell(answer, relation)


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


_Group = tuple[int, bool, bool]
"""The relations still possible between two entities, as a mask; near; joined by a TLINK."""
_Pair = tuple[str, str]


class Pool:
    """All pairs of entities of a document, and what gold says of each.

    Entities without words are left out: a system's annotations could not be aligned with them.
    Only questions about ``relations`` with one of ``answers`` are taken.
    """

    def __init__(
        self,
        document: Document,
        interpretation: Interpretation,
        relations: Collection[RelType],
        answers: Collection[Answer] = tuple(Answer),
    ) -> None:
        self.document = document
        self.graph = build(document, interpretation)
        self._meaning = {
            relation: relation_for(relation, during=interpretation.during) for relation in relations
        }
        self._answers = frozenset(answers)
        self._group_of = _groups(document, self.graph)
        self._groups: dict[_Group, list[_Pair]] = {}
        for pair, group in self._group_of.items():
            self._groups.setdefault(group, []).append(pair)
        self._left: dict[Cell, list[_Pair]] = {}
        self._used: set[_Pair] = set()

    def take(self, cell: Cell, random: Random) -> Candidate | None:
        """A question at random that fits ``cell`` about a pair that is not taken, which then is;
        ``None`` if there is none. What was given once for a cell is not given again for it."""
        pairs = self._left.get(cell)
        if pairs is None:
            pairs = self._left[cell] = self._fitting(cell)
        while pairs:
            place = random.randrange(len(pairs))
            pairs[place], pairs[-1] = pairs[-1], pairs[place]
            a, b = pairs.pop()
            if (a, b) not in self._used:
                candidate = self._candidate(a, b, cell, random)
                self.reserve(candidate)
                return candidate
        return None

    def put_back(self, candidate: Candidate) -> None:
        """Let a pair be asked about again, by other cells than the one that it was given for."""
        self._used -= {(candidate.a, candidate.b), (candidate.b, candidate.a)}

    def restore(self, candidate: Candidate) -> None:
        """Let a pair be asked about again by every cell."""
        self.put_back(candidate)
        for cell, left in self._left.items():
            fitting = set(self._fitting(cell)) - set(left)
            left += sorted(fitting & {(candidate.a, candidate.b), (candidate.b, candidate.a)})

    def reserve(self, candidate: Candidate) -> None:
        """Take the pair of a candidate that was put back."""
        self._used |= {(candidate.a, candidate.b), (candidate.b, candidate.a)}

    def _fitting(self, cell: Cell) -> list[_Pair]:
        return [
            pair
            for (mask, _, _), pairs in self._groups.items()
            if any(self._relations(mask, cell))
            for pair in pairs
        ]

    def _relations(self, mask: int, cell: Cell) -> Iterable[tuple[RelType, Answer]]:
        """The relations that can be asked where those of ``mask`` are possible."""
        possible = AllenSet.from_mask(mask)
        for relation, meaning in self._meaning.items():
            if cell.relation in (None, relation):
                if meaning not in possible:
                    answer = Answer.NO
                else:
                    answer = Answer.YES if len(possible) == 1 else Answer.UNKNOWN
                if cell.answer in (None, answer) and answer in self._answers:
                    yield relation, answer

    def _candidate(self, a: str, b: str, cell: Cell, random: Random) -> Candidate:
        mask, near, joined = self._group_of[a, b]
        relation, answer = random.choice(list(self._relations(mask, cell)))
        implied = None if answer is Answer.UNKNOWN else not joined
        return Candidate(a, relation, b, answer, near, implied)


def _groups(document: Document, graph: TimeGraph) -> dict[_Pair, _Group]:
    """Every ordered pair of entities that can be asked about."""
    places = Places(document)
    asked = [entity for entity in document.entities if document.entity(entity).text.strip()]
    asked = [
        entity
        for entity in asked
        if document.entity(entity) is document.dct or places.sentence(entity) is not None
    ]
    sentence = {entity: places.sentence(entity) for entity in asked}
    joined = {frozenset((source, target)) for _, source, target in document.linked}
    groups = {}
    for a, b in permutations(asked, 2):
        first, second = sentence[a], sentence[b]
        near = first is not None and second is not None and abs(first - second) <= 1
        groups[a, b] = (graph.relations(a, b).mask, near, frozenset((a, b)) in joined)
    return groups
