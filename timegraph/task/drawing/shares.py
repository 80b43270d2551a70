"""Shares of a question set: what is asked for, as whole numbers of questions, and as slots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import product
from random import Random
from typing import Any

from timegraph.answer import Answer
from timeml import RelType

__all__ = ["Cell", "Shares", "counts", "exchanged", "recombined", "slots"]


@dataclass(frozen=True, slots=True)
class Cell:
    """What a question is to be; ``None`` leaves it open.

    ``near``: both entities are in the same or in neighbouring sentences. ``implied``: no TLINK
    joins the two, so that the answer takes inference; open for unknown.
    """

    answer: Answer | None = None
    relation: RelType | None = None
    near: bool | None = None
    implied: bool | None = None


_FIELDS = tuple(field.name for field in fields(Cell))


@dataclass(frozen=True, slots=True)
class Shares:
    """What is asked of a set: ``answers`` and ``relations`` with their weights, and the shares
    ``near`` of all questions and ``implied`` of those answered yes or no (both of 1).

    ``relations`` without weights (all zero) may be asked in any proportion; none: all may.
    """

    answers: Mapping[Answer, float]
    relations: Mapping[RelType, float]
    near: float | None = None
    implied: float | None = None

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
    near: list[bool | None] = [None] * number
    if shares.near is not None:
        near = _dealt(counts({True: shares.near, False: 1 - shares.near}, number), random)
    decided = sum(answer is not Answer.UNKNOWN for answer in answers)
    implied: Iterator[bool | None] = iter([None] * decided)
    if shares.implied is not None:
        split = counts({True: shares.implied, False: 1 - shares.implied}, decided)
        implied = iter(_dealt(split, random))
    return [
        Cell(answer, relation, close, None if answer is Answer.UNKNOWN else next(implied))
        for answer, relation, close in zip(answers, relations, near, strict=True)
    ]


def _dealt(split: Mapping[Any, int], random: Random) -> list[Any]:
    every = [value for value, count in split.items() for _ in range(count)]
    random.shuffle(every)
    return every


def exchanged(cell: Cell, other: Cell) -> Iterator[tuple[Cell, Cell]]:
    """Every other pair of cells that has, together, what these two have together."""
    seen = {frozenset((cell, other))}
    for turned in product((False, True), repeat=len(_FIELDS)):
        values = {name: getattr(other, name) for name, t in zip(_FIELDS, turned, strict=True) if t}
        back = {name: getattr(cell, name) for name in values}
        pair = replace(cell, **values), replace(other, **back)
        if frozenset(pair) not in seen and all(map(_possible, pair)):
            seen.add(frozenset(pair))
            yield pair


def _possible(cell: Cell) -> bool:
    """Whether only a question that gold determines is to be implied or not."""
    return cell.implied is None or cell.answer is not Answer.UNKNOWN


def recombined(cells: Iterable[Cell]) -> Iterator[Cell]:
    """Every cell that can be put together of what these cells have, the commonest values first."""
    values: list[list[Any]] = []
    listed = list(cells)
    decided = any(cell.implied is not None for cell in listed)
    for name in _FIELDS:
        common = Counter(getattr(cell, name) for cell in listed).most_common()
        values.append([value for value, _ in common])
    for combination in product(*values):
        cell = Cell(*combination)
        if cell.answer is Answer.UNKNOWN:
            fits = cell.implied is None
        else:
            fits = (cell.implied is not None) == decided
        if fits:
            yield cell
