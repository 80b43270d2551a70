"""Key documents of the same text as one, aligned by position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from timeml import Document, Event, Timex3, align_ids

__all__ = ["AddedKey", "MergeError", "add_key"]

_AROUND = 30
"""Characters of the texts that are shown before and after their first difference."""

S = TypeVar("S", Event, Timex3)


class MergeError(ValueError):
    """Sets that cannot be merged; the message names the document, and says why and what to do."""


@dataclass(frozen=True)
class AddedKey:
    """A key document with the annotations of another one of its text.

    ``document`` has all ids that the first had, and fresh ones for what only the other marks.
    ``meaning`` is the id in ``document`` of what an id in a question about the other means,
    ``None`` if it means nothing.
    """

    document: Document
    meaning: Callable[[str], str | None]


def add_key(first: Document, other: Document, name: str) -> AddedKey:
    """Both documents, which are called ``name``, as one.

    Annotations of the other that are on the same words as those of the first are the same, be
    their ids what they may (:func:`timeml.align_ids`); all others within the text are added.

    Raises :class:`MergeError` if the texts differ in more than white space, or if annotations
    overlap without one lying in the other.
    """
    places = _same_places(other.text, first.text, name)
    alignment = align_ids(system=other, key=first)
    aligned = alignment.document
    merged = first
    if more := [*_events(first, aligned, places)]:
        by_id = {event.eid: event for event in more}
        events = [by_id.pop(event.eid, event) for event in first.events] + list(by_id.values())
        merged = replace(merged, events=tuple(sorted(events, key=_place)))
    if timexes := [*_timexes(first, aligned, places)]:
        in_text = [timex for timex in first.timexes if timex is not first.dct]
        dct = first.timexes[: len(first.timexes) - len(in_text)]
        merged = replace(merged, timexes=(*dct, *sorted([*in_text, *timexes], key=_place)))
    _check_nesting(merged, name)

    def meaning(id: str) -> str | None:
        entity = other.resolve(id)
        return None if entity is None else alignment.renamed.get(entity)

    return AddedKey(merged, meaning)


_Places = tuple[list[int], list[int]]
"""Where each character that is not white space stands in the other and in the first text."""


def _events(first: Document, aligned: Document, places: _Places) -> Iterator[Event]:
    """The events that only the other document has, and those of the first with its instances."""
    by_id = {event.eid: event for event in first.events}
    for event in aligned.events:
        mine = by_id.get(event.eid)
        if mine is None:
            if event.start is not None:
                yield _moved(event, places)
        elif (whole := _with_instances(mine, event)) != mine:
            yield whole


def _timexes(first: Document, aligned: Document, places: _Places) -> Iterator[Timex3]:
    """The timexes within the text that only the other document has."""
    ids = {timex.tid for timex in first.timexes}
    for timex in aligned.timexes:
        if timex.tid not in ids and timex.start is not None:
            yield _moved(timex, places)


def _with_instances(mine: Event, event: Event) -> Event:
    """The event with the instances that only the other document has, aligned by their order."""
    more = event.instances[len(mine.instances) :]
    if not more or (not mine.instances and len(event.instances) == 1):
        return mine  # an event without instance is its own only one
    return replace(mine, instances=(*mine.instances, *more))


def _place(annotation: Event | Timex3) -> tuple[int, int]:
    """Text order; what stands outside the text comes first, where it was."""
    if annotation.start is None or annotation.end is None:
        return -1, 0
    return annotation.start, -annotation.end


def _moved(annotation: S, places: _Places) -> S:
    """An annotation of the other text at the same words of the first."""
    start, end = annotation.start, annotation.end
    assert start is not None
    assert end is not None
    theirs, ours = places
    inside = [k for k, place in enumerate(theirs) if start <= place < end]
    if not inside:  # it stands on no words: put it before the word that follows
        after = next((k for k, place in enumerate(theirs) if place >= end), None)
        place = (ours[-1] + 1 if ours else 0) if after is None else ours[after]
        return replace(annotation, start=place, end=place)
    return replace(annotation, start=ours[inside[0]], end=ours[inside[-1]] + 1)


def _same_places(other: str, first: str, name: str) -> _Places:
    """The places of the characters that both texts share: all that are not white space."""
    theirs = [k for k, character in enumerate(other) if not character.isspace()]
    ours = [k for k, character in enumerate(first) if not character.isspace()]
    if "".join(first.split()) == "".join(other.split()):
        return theirs, ours
    both = zip(theirs, ours, strict=False)
    at = next(
        (k for k, (x, y) in enumerate(both) if other[x] != first[y]), min(len(theirs), len(ours))
    )
    raise MergeError(
        f"{name}: two different texts have this name; the first has {_excerpt(first, ours, at)}, "
        f"the other {_excerpt(other, theirs, at)}. Give one of them another name"
    )


def _excerpt(text: str, places: list[int], at: int) -> str:
    ends = at == len(places)
    place = len(text) if ends else places[at]
    shown = " ".join(text[max(0, place - _AROUND) : place + _AROUND].split())
    before = "..." if place > _AROUND else ""
    after = "..." if place + _AROUND < len(text) else ""
    return f'"{before}{shown}{after}"{" and ends" if ends else ""}'


def _check_nesting(document: Document, name: str) -> None:
    every: tuple[Event | Timex3, ...] = (*document.events, *document.timexes)
    spans = [
        (annotation.start, annotation.end, annotation)
        for annotation in every
        if annotation.start is not None and annotation.end is not None
    ]
    open_spans: list[tuple[int, Event | Timex3]] = []
    for start, end, annotation in sorted(spans, key=lambda span: (span[0], -span[1])):
        while open_spans and open_spans[-1][0] <= start:
            open_spans.pop()
        if open_spans and open_spans[-1][0] < end:
            outer = open_spans[-1][1]
            raise MergeError(
                f'{name}: the sets mark "{" ".join(outer.text.split())}" and '
                f'"{" ".join(annotation.text.split())}", which overlap without one lying in the '
                "other; mark the same words in both"
            )
        open_spans.append((end, annotation))
