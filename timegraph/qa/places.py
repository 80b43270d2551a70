"""How far apart two entities stand in a text, in sentences."""

from __future__ import annotations

from bisect import bisect_right

from timegraph._version import __version__
from timegraph.findings.record import Sentences
from timeml import Document, Event, Timex3

SPLITTER = f"timegraph-{__version__}"
"""What finds the sentences, with its version: :mod:`timegraph.findings.record`."""

CREATION_TIME = "creation time"
"""The group of pairs with the creation time, which have no distance."""

NO_PLACE = "(no place)"
"""The group of pairs of which one stands outside the text."""


BIN_NAMES = ("0", "1", "2-4", "5+")
"""The distances in each bin."""

_BINS = (0, 1, 2, 5)

DISTANCE_FIELDS = {"distance": "sentences", "bins": ",".join(BIN_NAMES), "splitter": SPLITTER}
"""What groups by distance add to a signature: the unit, the bins, and what finds sentences."""


def bin_number(distance: int) -> int:
    """The number of the bin that a distance is in."""
    return bisect_right(_BINS, distance) - 1


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

    def apart(self, a: str, b: str) -> int | None:
        """The sentences from one entity to the other; ``None`` where one of them stands outside
        the text."""
        first, second = self.sentence(a), self.sentence(b)
        return None if first is None or second is None else abs(first - second)

    def _span(self, entity: str) -> tuple[int, int] | None:
        annotation: Event | Timex3 = self.document.entity(entity)
        if annotation is self.document.dct or annotation.start is None or annotation.end is None:
            return None
        return annotation.start, annotation.end
