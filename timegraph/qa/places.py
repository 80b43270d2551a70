"""How far apart two entities stand in a text: in sentences, in words, or in events."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import pairwise
from typing import Literal, get_args

from timegraph._version import __version__
from timegraph.findings.record import Sentences
from timeml import Document, Event, Timex3
from timeml.normalize import token_starts

Unit = Literal["sentences", "words", "events"]
UNITS: tuple[Unit, ...] = get_args(Unit)
"""What distances are counted in."""

BINS: dict[Unit, tuple[int, ...]] = {
    "sentences": (0, 1, 2, 5),
    "words": (0, 10, 30, 100),
    "events": (0, 1, 3, 10),
}
"""The least distance of each bin."""

SPLITTER = f"timegraph-{__version__}"
"""What finds the sentences, with its version: :mod:`timegraph.findings.record`."""

CREATION_TIME = "creation time"
"""The group of pairs with the creation time, which have no distance."""

NO_PLACE = "(no place)"
"""The group of pairs of which one stands outside the text."""


def bin_names(unit: Unit) -> tuple[str, ...]:
    """The distances in each bin: ``("0", "1", "2-4", "5+")``."""
    starts = BINS[unit]
    closed = (
        str(low) if high == low + 1 else f"{low}-{high - 1}" for low, high in pairwise(starts)
    )
    return (*closed, f"{starts[-1]}+")


def bin_number(distance: int, unit: Unit) -> int:
    """The number of the bin that a distance is in."""
    return bisect_right(BINS[unit], distance) - 1


def distance_fields(unit: Unit) -> dict[str, str]:
    """What groups by distance add to a signature: the unit, the bins, and for sentences what finds
    them."""
    fields = {"distance": unit, "bins": ",".join(bin_names(unit))}
    return fields | {"splitter": SPLITTER} if unit == "sentences" else fields


class Places:
    """Where the entities of a document stand; entities are those of :attr:`Document.entities`."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._sentences = Sentences(document.text)

    def is_creation_time(self, entity: str) -> bool:
        """Whether the entity is the creation time, which stands at no place of the text."""
        return self.document.entity(entity) is self.document.dct

    def sentence(self, entity: str) -> int | None:
        """The number of the sentence that an entity stands in; ``None`` for the creation time and
        for what stands outside the text."""
        span = self._span(entity)
        return None if span is None else self._sentences.number(span[0])

    def apart(self, a: str, b: str, unit: Unit) -> int | None:
        """The distance between two entities: sentences from one to the other, or the tokens or
        EVENTs between them, which are 0 where they overlap. ``None`` where one of them stands
        outside the text."""
        first, second = self._span(a), self._span(b)
        if first is None or second is None:
            return None
        if unit == "sentences":
            numbers = (self._sentences.number(start) for start, _ in (first, second))
            return abs(next(numbers) - next(numbers))
        first, second = sorted((first, second))
        if unit == "words":
            return max(0, _count(self._tokens, first[1], second[0]))
        return max(0, _count(self._events, first[0] + 1, second[0]))

    def _span(self, entity: str) -> tuple[int, int] | None:
        annotation: Event | Timex3 = self.document.entity(entity)
        if annotation is self.document.dct or annotation.start is None or annotation.end is None:
            return None
        return annotation.start, annotation.end

    @cached_property
    def _tokens(self) -> list[int]:
        return token_starts(self.document.text)

    @cached_property
    def _events(self) -> list[int]:
        return sorted(event.start for event in self.document.events if event.start is not None)


def _count(starts: list[int], low: int, high: int) -> int:
    """How many of ``starts``, ascending, lie from ``low`` up to but not at ``high``."""
    return bisect_left(starts, high) - bisect_left(starts, low)
