"""Which events and timexes of a system pair with which of the key, by where they stand."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Literal, TypeVar, get_args

from timeml._alignment.pairing import (
    Matched,
    Span,
    pair_by_first_token,
    pair_by_overlap,
    pair_in_text_order,
)
from timeml._alignment.text_alignment import TextAlignment, folded, indices
from timeml._alignment.tokenizer import token_starts
from timeml.document import Document, Event, Timex3

__all__ = ["ALIGN_BY", "AlignBy", "Pairs", "PartialPair", "Place", "pair_annotations"]

AlignBy = Literal["overlap", "first-token"]
ALIGN_BY: tuple[AlignBy, ...] = get_args(AlignBy)
"""How annotations pair: by the characters that they share, or as the official normaliser does."""

Place = tuple[int, int] | None
"""The span of an annotation in the indices of its text; ``None`` outside the text."""

_Pairer = Callable[[Sequence[Span], Sequence[Span], Matched], list[tuple[int, int]]]

_PAIRERS: dict[AlignBy, tuple[_Pairer, _Pairer]] = {
    "overlap": (
        partial(pair_by_overlap, prefer_first=True),
        partial(pair_by_overlap, prefer_first=False),
    ),
    "first-token": (pair_by_first_token, pair_in_text_order),
}
"""How events pair, and how timexes do."""

_One = TypeVar("_One", Event, Timex3)


@dataclass(frozen=True, slots=True)
class PartialPair:
    """Two annotations that pair although they do not cover the same characters.

    ``system_id`` and ``key_id`` are eids or tids, ``system_text`` and ``key_text`` their words.
    """

    system_id: str
    key_id: str
    system_text: str
    key_text: str

    def __str__(self) -> str:
        return (
            f"{self.system_id} {self.system_text!r} is paired with {self.key_id} {self.key_text!r}"
        )


@dataclass(frozen=True, slots=True)
class Pairs:
    """The (system's, key's) annotations that pair, in the order of the key.

    The creation times are the first pair of ``timexes``. ``partial`` are the pairs that do not
    cover the same characters, timexes first. ``system_places`` and ``key_places`` are the places of
    all annotations except creation times that pair, whether they pair or not.
    """

    events: list[tuple[Event, Event]]
    timexes: list[tuple[Timex3, Timex3]]
    partial: list[PartialPair]
    system_places: list[Place]
    key_places: list[Place]


def pair_annotations(
    system: Document, key: Document, text: TextAlignment, align_by: AlignBy
) -> Pairs:
    """The annotations of a system that pair with those of the key.

    ``text`` aligns the text of the system with that of the key. The creation time pairs with the
    creation time; what stands outside the text pairs in order with what has the same words. If a
    document made in Python repeats an id, its first annotation counts.
    """
    by_events, by_timexes = _PAIRERS[align_by]
    tokens = _tokens(system.text, align_by), _tokens(key.text, align_by)
    timexes, key_timexes = _unique_timexes(system), _unique_timexes(key)
    creation: list[tuple[Timex3, Timex3]] = []
    if system.dct is not None and key.dct is not None:
        creation = [(timexes.pop(0), key_timexes.pop(0))]
    event_sides = (
        _side(system.text, _unique_events(system), tokens[0]),
        _side(key.text, _unique_events(key), tokens[1]),
    )
    timex_sides = _side(system.text, timexes, tokens[0]), _side(key.text, key_timexes, tokens[1])
    event_pairs = _pairs(*event_sides, text, by_events)
    timex_pairs = _pairs(*timex_sides, text, by_timexes)
    return Pairs(
        events=_annotations(event_sides, event_pairs),
        timexes=creation + _annotations(timex_sides, timex_pairs),
        partial=[
            *_partial(timex_sides, timex_pairs, text),
            *_partial(event_sides, event_pairs, text),
        ],
        system_places=event_sides[0].places + timex_sides[0].places,
        key_places=event_sides[1].places + timex_sides[1].places,
    )


def _unique_events(document: Document) -> list[Event]:
    unique: dict[str, Event] = {}
    for event in document.events:
        unique.setdefault(event.eid, event)
    return list(unique.values())


def _unique_timexes(document: Document) -> list[Timex3]:
    unique: dict[str, Timex3] = {}
    for timex in document.timexes:
        unique.setdefault(timex.tid, timex)
    return list(unique.values())


@dataclass(frozen=True, slots=True)
class _Side(Generic[_One]):
    """The annotations of one kind in one document, where they stand, and their first tokens."""

    annotations: list[_One]
    places: list[Place]
    tokens: list[tuple[int, int]]

    def in_text_order(self) -> list[int]:
        """The numbers of the annotations in the text, by start; of equal starts, in file order."""
        starts = [(place[0], n) for n, place in enumerate(self.places) if place is not None]
        return [n for _, n in sorted(starts)]


def _side(text: str, annotations: list[_One], tokens: list[int]) -> _Side[_One]:
    offsets = [(annotation.start, annotation.end) for annotation in annotations]
    known = [offset for pair in offsets for offset in pair if offset is not None]
    # Where the text itself is not there, only its offsets are known.
    index = indices(text, known) if text else {offset: offset for offset in known}
    places = [
        None if start is None or end is None else (index[start], index[end])
        for start, end in offsets
    ]
    return _Side(annotations, places, [_token(place, tokens) for place in places])


def _tokens(text: str, align_by: AlignBy) -> list[int]:
    """The indices at which tokens start, and the length of all; empty where none are needed."""
    if align_by == "overlap":
        return []
    return [*indices(text, [*token_starts(text), len(text)]).values()]


def _token(place: Place, tokens: list[int]) -> tuple[int, int]:
    """Where the first token of an annotation stands."""
    number = bisect_right(tokens, place[0]) if place is not None else 0
    return (tokens[number - 1], tokens[number]) if 0 < number < len(tokens) else (0, 0)


def _pairs(
    system: _Side[_One], key: _Side[_One], text: TextAlignment, pairer: _Pairer
) -> list[tuple[int, int]]:
    """The numbers of the annotations that pair, by the key's number."""
    orders = system.in_text_order(), key.in_text_order()
    mine = [
        span
        for order, n in enumerate(orders[0])
        if (span := _in_key(system.places[n] or (0, 0), system.tokens[n], order, text)) is not None
    ]
    yours = [
        Span(*(key.places[n] or (0, 0)), order, token=key.tokens[n])
        for order, n in enumerate(orders[1])
    ]
    pairs = [
        (orders[0][first], orders[1][other])
        for first, other in pairer(mine, yours, text.matched_in_second)
    ]
    pairs += _outside_text(system, key)
    return sorted(pairs, key=_by_key)


def _in_key(
    place: tuple[int, int], token: tuple[int, int], order: int, text: TextAlignment
) -> Span | None:
    """A span of the system in the key's indices; ``None`` if it has no counterpart there."""
    start, end = place
    if start == end:
        gap = text.gap(start)
        return None if gap is None else Span(gap, gap, order)
    there = text.span(start, end)
    if there is None:
        return None
    first = text.counterpart(start) is not None
    token_there = text.span(*token) if token[1] else None
    return Span(*there, order, first, token_there or (0, 0))


def _outside_text(system: _Side[_One], key: _Side[_One]) -> Iterator[tuple[int, int]]:
    """Pairs outside the text: without positions, the k-th "Monday" pairs with the k-th one."""
    waiting: dict[str, deque[int]] = defaultdict(deque)
    for number, place in enumerate(system.places):
        if place is None:
            waiting[_words(system.annotations[number])].append(number)
    for number, place in enumerate(key.places):
        same = waiting.get(_words(key.annotations[number])) if place is None else None
        if same:
            yield same.popleft(), number


def _words(annotation: Event | Timex3) -> str:
    return "".join(folded(annotation.text).split())


def _annotations(
    sides: tuple[_Side[_One], _Side[_One]], pairs: list[tuple[int, int]]
) -> list[tuple[_One, _One]]:
    return [(sides[0].annotations[first], sides[1].annotations[other]) for first, other in pairs]


def _partial(
    sides: tuple[_Side[_One], _Side[_One]], pairs: list[tuple[int, int]], text: TextAlignment
) -> Iterator[PartialPair]:
    """The pairs of annotations in the text that do not cover the same characters."""
    system, key = sides
    for first, other in pairs:
        place = system.places[first]
        if place is not None and place[0] < place[1] and text.span(*place) != key.places[other]:
            mine, yours = system.annotations[first], key.annotations[other]
            yield PartialPair(_id(mine), _id(yours), mine.text, yours.text)


def _id(annotation: Event | Timex3) -> str:
    return annotation.eid if isinstance(annotation, Event) else annotation.tid


def _by_key(pair: tuple[int, int]) -> int:
    return pair[1]
