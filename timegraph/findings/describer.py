"""The annotations of one document in the words of its text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from timegraph.findings.record import CitedLink, Mark, Mention, Sentence, Sentences
from timegraph.links import AnyLink, DistanceLink, Endpoint, Link, Placement, PointLink
from timeml import ALink, Event, Signal, SLink, Timex3, TLink
from timeml.document import Stated

if TYPE_CHECKING:
    from timeml import Document


_WORDS = 60
"""Characters of an annotation's words that are shown."""
_AROUND = 160
"""Characters of a long sentence that are shown before the first mark and after the last."""
_LONGEST_TEXT = 600
"""Characters from the first mark of an excerpt to its last."""
_MARKS = 20
"""Marks of an excerpt."""

_Span = tuple[int, int]
_Annotation = Event | Timex3 | Signal


class Describer:
    """Says of a document's ids, links and conflicts which words they are about."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._sentences = Sentences(document.text)
        self._signals: dict[str, Signal] | None = None
        # Many findings about one document name the same annotations and sentences.
        self._mentions: dict[str, Mention] = {}
        self._excerpts: dict[tuple[_Span, tuple[_Span, ...], tuple[str, ...]], Sentence] = {}

    def annotation(self, id: str) -> _Annotation | None:
        """The event, timex or signal that an id means, ``None`` if the document has none."""
        entity = self._document.resolve(id)
        if entity is not None:
            return self._document.entity(entity)
        if self._signals is None:
            self._signals = {signal.sid: signal for signal in self._document.signals}
        return self._signals.get(id)

    def mention(self, id: str) -> Mention:
        """An id with its words."""
        mention = self._mentions.get(id)
        if mention is None:
            mention = self._mentions[id] = self._mention(id)
        return mention

    def _mention(self, id: str) -> Mention:
        annotation = self.annotation(id)
        if annotation is None:
            return Mention(id, "", "unknown")
        kind = "event" if isinstance(annotation, Event) else "timex"
        if isinstance(annotation, Signal):
            kind = "signal"
        elif annotation is self._document.dct:
            kind = "creation time"
        without_text = not self._document.text and self._document.layout.format != "timeml"
        return Mention(id, _shortened(annotation.text), kind, without_text)

    def mentions(self, ids: Iterable[str]) -> tuple[Mention, ...]:
        """Each of ``ids`` once, with its words."""
        return tuple(self.mention(id) for id in dict.fromkeys(ids))

    def link(self, link: AnyLink | TLink | SLink | ALink, *, uses: Iterable[str] = ()) -> CitedLink:
        """A link with the words of its ends; ``uses`` are the constraints of it that matter."""
        if isinstance(link, (Link, PointLink, DistanceLink, Placement)):
            if isinstance(link.source, TLink):
                return self.link(link.source, uses=uses)
            return self._other(link, tuple(uses))
        if isinstance(link, TLink):
            source, target = link.source, link.target
        elif isinstance(link, SLink):
            source, target = link.event_instance_id, link.subordinated_event_instance
        else:
            source, target = link.event_instance_id, link.related_to_event_instance
        kind = type(link).__name__.upper()
        a, b = self._end(source), self._end(target)
        relation = link.rel_type or "(no relType)"
        return CitedLink(link.lid, a, relation, b, link.line, tuple(uses), kind)

    def _end(self, id: str) -> Mention:
        # As an end of a link an id may mean less than in a question.
        if self._document.resolve_end(id) is None:
            return Mention(id, "", "unknown")
        return self.mention(id)

    def _other(self, link: AnyLink, uses: tuple[str, ...]) -> CitedLink:
        origin = "constraint" if link.source is None else str(link.source)
        if isinstance(link, Link):
            relation = " or ".join(member.value for member in link.relation)
            a, b = self.mention(str(link.a)), self.mention(str(link.b))
        elif isinstance(link, Placement):
            relation, uses = "is", ()
            whole = link.start != link.end
            a = self.mention(str(link.start[0])) if whole else self._endpoint(link.start)
            b = Mention(link.words, "", "instant")
        else:  # one constraint, which uses itself
            uses = ()
            if isinstance(link, PointLink):
                relation = link.op
            else:
                before = " before" * isinstance(link, DistanceLink)
                relation = f"{link.words}{before}" if link.words else "distance"
            a, b = map(self._endpoint, (link.x, link.y))
        name, line = "", None
        if isinstance(link.source, Stated):
            name, line, origin = link.source.lid, link.source.line, "statement"
        return CitedLink(name, a, relation, b, line, uses, origin)

    def _endpoint(self, point: Endpoint) -> Mention:
        key, side = point
        if side == "at":  # an instant, such as a day's beginning
            return Mention(str(key), "", "instant")
        mention = self.mention(str(key))
        return Mention(f"{mention.id}.{side}", mention.words, mention.kind, mention.without_text)

    def sentences(self, ids: Iterable[str]) -> tuple[Sentence, ...]:
        """The sentences that the annotations of these ids are in, in text order, each once, with
        all of them marked. What stands outside the text is in none."""
        ids_at: dict[_Span, list[str]] = {}
        for id in dict.fromkeys(ids):
            annotation = self.annotation(id)
            if annotation is not None and annotation.start is not None:
                assert annotation.end is not None
                end = min(annotation.end, annotation.start + 2 * _AROUND)
                ids_at.setdefault((annotation.start, end), []).append(id)
        marks_in: dict[_Span, list[_Span]] = {}
        for place in sorted(ids_at):
            marks_in.setdefault(self._sentences.span(*place), []).append(place)
        return tuple(
            self._excerpt(span, tuple(part), tuple(" ".join(ids_at[mark]) for mark in part))
            for span, marks in sorted(marks_in.items())
            for part in _near_each_other(marks)
        )

    def _excerpt(self, span: _Span, marks: tuple[_Span, ...], ids: tuple[str, ...]) -> Sentence:
        """The characters ``span`` of the text, cut where they go on for long beside the marks,
        which have these ids."""
        key = span, marks, ids
        excerpt = self._excerpts.get(key)
        if excerpt is None:
            excerpt = self._excerpts[key] = self._cut(*key)
        return excerpt

    def _cut(self, span: _Span, marks: tuple[_Span, ...], ids: tuple[str, ...]) -> Sentence:
        text, (start, end) = self._document.text, span
        first, last = marks[0][0], max(mark[1] for mark in marks)
        before, after = "", ""
        if first - start > _AROUND:
            start, before = text.find(" ", first - _AROUND, first) + 1 or first, "... "
        if end - last > _AROUND:
            cut = text.rfind(" ", last, last + _AROUND)
            end, after = last if cut < 0 else cut, " ..."
        shown = list(before)
        place_of: dict[int, int] = {}
        for offset in range(start, end):
            place_of[offset] = len(shown)
            character = text[offset]
            if not character.isspace():
                shown.append(character)
            elif shown and shown[-1] != " ":
                shown.append(" ")
        place_of[end] = len(shown)
        placed = tuple(
            Mark(place_of[a], place_of[b], names) for (a, b), names in zip(marks, ids, strict=True)
        )
        return Sentence("".join(shown).rstrip() + after, placed)


def _near_each_other(marks: list[_Span]) -> list[list[_Span]]:
    """Sorted marks in groups, each of which fits in one excerpt."""
    groups: list[list[_Span]] = []
    for start, end in marks:
        if not groups or start - groups[-1][0][0] > _LONGEST_TEXT or len(groups[-1]) == _MARKS:
            groups.append([])
        groups[-1].append((start, end))
    return groups


def _shortened(words: str) -> str:
    words = " ".join(words.split())
    if len(words) <= _WORDS:
        return words
    end = words.rfind(" ", 0, _WORDS - 3)
    return words[: _WORDS - 4 if end < 0 else end] + " ..."
