"""NarrativeTime's own format (Rogers et al. 2024): a line of JSON for each document.

Annotators do not link events; they put spans of text on a timeline. A span has a type (bounded,
consecutive, unbounded, unbounded on one side), a time (``3`` or ``3:4.5``; ``:`` is all of it) and
a branch of the timeline (``6>`` leaves it at 6, ``<6`` joins it there). Every event and timex of a
span gets its place, and every pair of them a link, from the earlier word to the later, as the
project's own conversion to TimeML has it; that one writes each link in both directions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from timeml.document import Document
from timeml.readers.draft import Draft, Link, Span
from timeml.readers.files import File, Line, lines

T = TypeVar("T")

_CONSECUTIVE = 1
# Where events of a type may go on beyond their time: to the left, to the right.
_EXTENTS = {0: "", 1: "", 2: "lr", 3: "r", 4: "l"}
_STEP = 1e-4
"""How much later than the one before it the next event of a consecutive span is."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the timeline: from ``start`` to ``end`` on a ``branch`` (``""``: the main one),
    and perhaps beyond, to the left (``"l"``) or right (``"r"``), as ``beyond`` says."""

    start: float
    end: float
    branch: str = ""
    beyond: str = ""

    @property
    def everywhere(self) -> bool:
        """Whether it is all of the timeline."""
        return self.start == -math.inf and self.end == math.inf


def label_between(a: Place, b: Place) -> str:
    """The label of NarrativeTime from a to b."""
    if a.branch != b.branch:
        return _across(a, b)
    order = _order(a.start, a.end, b.start, b.end)
    left, right = set(a.beyond), set(b.beyond)
    if order == "SIMULTANEOUS":
        if left == right:
            whole = a.everywhere and len(left) == 2
            return "OVERLAP" if whole else "VAGUE" if left else "SIMULTANEOUS"
        if not left < right and not right < left:
            return "OVERLAP"
        return "INCLUDES" if right < left else "IS_INCLUDED"
    if order == "INCLUDES" and (right < left or not left | right):
        return order
    if order == "IS_INCLUDED" and (left < right or not left | right):
        return order
    # One is before the other, or overlaps its beginning, if none of them goes on towards the other.
    if order in ("BEFORE", "OVERLAP BEFORE") and "r" not in left and "l" not in right:
        return order.split()[0]
    if order in ("AFTER", "OVERLAP AFTER") and "l" not in left and "r" not in right:
        return order.split()[0]
    return "VAGUE"


def _order(start: float, end: float, other_start: float, other_end: float) -> str:
    """How two times follow each other; those that touch do not overlap."""
    if (start, end) == (other_start, other_end):
        return "SIMULTANEOUS"
    if end <= other_start:
        return "BEFORE"
    if start >= other_end:
        return "AFTER"
    if start <= other_start and other_end <= end:
        return "INCLUDES"
    if other_start <= start and end <= other_end:
        return "IS_INCLUDED"
    return "OVERLAP BEFORE" if start <= other_start else "OVERLAP AFTER"


def _across(a: Place, b: Place) -> str:
    """The label of places on two branches: only what the main timeline decides is known."""
    for outer, label in ((a, "INCLUDES"), (b, "IS_INCLUDED")):
        if outer.everywhere and len(outer.beyond) == 2:
            return label
    if len(a.beyond) == 2 or len(b.beyond) == 2:
        return "VAGUE"
    order = _order(*_on_main_line(a), *_on_main_line(b))
    return order if order in ("BEFORE", "AFTER") else "VAGUE"


def _on_main_line(place: Place) -> tuple[float, float]:
    """From where to where a place may lie, seen from the main timeline."""
    start, end = place.start, place.end
    if start == end:
        start = -math.inf if "l" in place.beyond else start
        end = math.inf if "r" in place.beyond else end
    if not place.branch:
        return start, end
    number = float(place.branch.strip("!@#$%^&*?<>"))
    first, last = (number, math.inf) if ">" in place.branch else (-math.inf, number)
    if start == -math.inf:
        return start, last
    return (first, end) if end == math.inf else (first, last)


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of one file. Raises :class:`timeml.TimeMLError` for a line that is not one."""
    (file,) = files
    for line, content in lines(file):
        at = Line(file, line)
        record = at.value(content, dict, "the line")
        if "event_order" in record:
            yield _Record(at, record).document()


class _Record:
    """One line of a file."""

    def __init__(self, at: Line, record: dict[str, Any]) -> None:
        self.at, self.record, self.line = at, record, at.number
        text = at.field(record, "text", str)
        self.draft = Draft(at.file, at.field(record, "id", str), text)
        self.words: list[Span] = []
        start = 0
        for word in text.split(" "):
            self.words.append((start, start + len(word)))
            start += len(word) + 1
        # The words of each entity, by id, timexes first where they begin together.
        self.spans: dict[str, Span] = {}
        self.places: dict[str, Place] = {}

    def document(self) -> Document:
        """The document."""
        self._entities("timex", "timex_refs", "tid", "t")
        self._entities("events", "event_refs", "eiid", "e")
        hidden = self._hidden()
        for span in self.at.field(self.record, "event_order", dict).values():
            self._put(self.at.value(span, dict, "a span of event_order"), hidden)
        self._put_coreferent(hidden)
        self.draft.links(self._links())
        self.draft.unread_fields(self.record, ("tlink_chains",), self.line)
        return self.draft.document()

    def _links(self) -> Iterator[Link]:
        """The label, source, target and line of the link of each pair that has places."""
        placed = sorted(self.places, key=lambda id: (self.spans[id], id))
        # Many entities share a place: the label of two places is found once.
        numbers = {place: number for number, place in enumerate(set(self.places.values()))}
        at = [(id, self.places[id], numbers[self.places[id]]) for id in placed]
        labels: list[dict[int, str]] = [{} for _ in numbers]
        for k, (source, place, number) in enumerate(at):
            labels_here = labels[number]
            for target, other, its_number in at[k + 1 :]:
                label = labels_here.get(its_number)
                if label is None:
                    label = labels_here[its_number] = label_between(place, other)
                yield label, source, target, self.line

    def _entities(self, key: str, refs: str, id_name: str, prefix: str) -> None:
        details = self._optional(refs, dict)
        for number, span in self.at.field(self.record, key, dict).items():
            words = self._pair(span, f"the position of {prefix}{number}")
            attributes = self.at.value(details.get(number, {}), dict, f"{refs} {number}")
            texts = {name: str(text) for name, text in attributes.items() if isinstance(text, str)}
            id = texts.get(id_name, f"{prefix}{number}")
            spans = [self._characters(words)]
            if key == "events":
                keep = ("eid", "tense", "aspect", "polarity", "pos")
                extra = tuple((name, texts[name]) for name in keep if name in texts)
                class_ = texts.get("class")
                self.draft.event(id, spans, class_=class_, line=self.line, extra=extra)
            else:
                creation = texts.get("functionInDocument") == "CREATION_TIME"
                kind, given = texts.get("type"), texts.get("value")
                self.draft.timex(id, spans, type=kind, value=given, dct=creation, line=self.line)
            self.spans[id] = words

    def _optional(self, name: str, kind: type[T]) -> T:
        """The field of this name, which may be missing."""
        return self.at.value(self.record.get(name, kind()), kind, f"the field {name!r}")

    def _characters(self, words: Span) -> Span:
        first, last = words
        if 0 <= first <= last < len(self.words):
            return self.words[first][0], self.words[last][1]
        return -1, -1

    def _pair(self, content: object, what: str) -> Span:
        pair = self.at.value(content, list, what)
        if len(pair) != 2:
            raise self.at.error(f"{what} is not a pair of numbers")
        first, last = (self.at.value(number, int, what) for number in pair)
        return first, last

    def _hidden(self) -> set[str]:
        """The events that annotators did not see: they have the place of a coreferent one."""
        words = self._optional("invisible_events", list)
        starts = {span[0]: id for id, span in self.spans.items()}
        return {starts[word] for word in words if isinstance(word, int) and word in starts}

    def _put(self, span: dict[str, Any], hidden: set[str]) -> None:
        """Give the events and timexes of a span their place."""
        first, last = self._pair(span.get("span"), "the span of event_order")
        kind = self.at.field(span, "type", int)
        if kind not in _EXTENTS:
            raise self.at.error(f"{kind} is not a NarrativeTime type; types are 0 to 4")
        start, end = self._time(span)
        branch = span.get("branch", span.get("relto", ""))
        branch = self.at.value(branch, str, "a branch").strip()
        if branch and not _is_branch(branch):
            raise self.at.error(f"{branch!r} is not a branch, such as 6> or <6")
        inside = [id for id, (a, b) in self.spans.items() if first <= a and b <= last]
        inside.sort(key=lambda id: self.spans[id])
        seen = [id for id in inside if id not in hidden] or inside
        for number, id in enumerate(seen, start=1):
            later = _STEP * number if kind == _CONSECUTIVE else 0.0
            self.places[id] = Place(start + later, end + later, branch, _EXTENTS[kind])

    def _time(self, span: dict[str, Any]) -> Span | tuple[float, float]:
        text = str(span.get("time", "")).strip()
        if text in ("", ":"):
            return -math.inf, math.inf
        first, colon, last = text.partition(":")
        try:
            start, end = float(first), float(last if colon else first)
        except ValueError:
            start = end = math.nan
        if not start <= end or math.isinf(start) or math.isinf(end):
            raise self.at.error(f"{text!r} is not a time, such as 3 or 3:4.5")
        return start, end

    def _put_coreferent(self, hidden: set[str]) -> None:
        """Give hidden events the place of the last event with which they corefer."""
        starts = {span[0]: id for id, span in self.spans.items()}
        for word, others in self._optional("event_coreference", dict).items():
            listed = self.at.value(others, list, "a coreference")
            numbers = [int(word)] if word.isdecimal() and len(word) < 19 else []
            numbers += [other for other in listed if isinstance(other, int)]
            group = [starts[number] for number in numbers if number in starts]
            for id in group:
                places = [
                    self.places[member]
                    for member in group
                    if member != id and member in self.places
                ]
                if id in hidden and id not in self.places and places:
                    self.places[id] = places[-1]


def _is_branch(text: str) -> bool:
    number = text.strip("!@#$%^&*?<>")
    try:
        return math.isfinite(float(number)) and ("<" in text) != (">" in text)
    except ValueError:
        return False
