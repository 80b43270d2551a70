"""Findings: what is reported about documents, whatever found it and however it is printed.

A finding never speaks in ids alone: each id that it names comes with the words that it stands on,
and with the sentence that they are in. Reports are made from the fields; no program has to parse
a message.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Literal, get_args

from timegraph.links import DistanceLink, Endpoint, Link, Placement, PointLink
from timegraph.sentences import Sentences
from timeml import ALink, Event, Position, Signal, SLink, Timex3, TLink
from timeml.document import Stated

if TYPE_CHECKING:
    from timegraph.links import Naming
    from timegraph.networks.links import NetworkLink
    from timeml import Document

__all__ = [
    "CitedLink",
    "Describer",
    "Finding",
    "Mark",
    "Mention",
    "SEVERITIES",
    "Sentence",
    "Severity",
]


# Ids of a document with the words that they stand for.


_LONGEST_NAME = 40


def named(document: Document, entity: str) -> str:
    """An entity with the words that it stands for: ``ei21 cited``."""
    return f"{entity} {_words(document, entity)}".rstrip()


def _words(document: Document, entity: str) -> str:
    words = " ".join(document.entity(entity).text.split())
    return words if len(words) <= _LONGEST_NAME else words[: _LONGEST_NAME - 1] + "…"


def naming(document: Document) -> Naming:
    """What texts call the entities of a graph of ``document``: ``ei21 "cited"``; by their ids
    alone those without words, and dates that questions brought in."""

    def name(entity: Hashable) -> str:
        try:
            words = _words(document, str(entity))
        except KeyError:
            words = ""
        return f'{entity} "{words}"' if words else str(entity)

    return name


def described(document: Document, id: str) -> str:
    """``id`` with the words that it stands for: ``ei21 "cited"``, ``t8 "1995"``."""
    entity = document.resolve(id)
    if entity is None:
        return f"{id} (not in the document)"
    shown = f'{id} "{_words(document, entity)}"'
    annotation = document.entity(entity)
    if not isinstance(annotation, Event) and annotation.value:
        shown += f" {annotation.value}"
    return shown


Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""From the most to the least severe."""


@dataclass(frozen=True, slots=True)
class Mention:
    """An id and the words that it stands on; ``words`` is ``""`` if it stands on none.

    ``kind`` is ``"event"``, ``"timex"``, ``"signal"``, ``"creation time"``, ``"instant"`` of the
    calendar, or ``"unknown"`` for an id that nothing in the document has. ``without_text`` is
    true in documents without text, such as lists of links, where it is not worth saying that an
    id has no words.
    """

    id: str
    words: str
    kind: str = "event"
    without_text: bool = False

    def __str__(self) -> str:
        """``ei3 "dreamt"``."""
        if self.words:
            return f'{self.id} "{self.words}"' if self.id else f'"{self.words}"'
        if self.kind == "unknown":
            return f"{self.id or 'nothing'} (not in the document)"
        if self.kind == "instant" or self.without_text:
            return self.id
        return f"{self.id} ({self.kind} without words)"

    def to_json(self) -> dict[str, Any]:
        """The mention as JSON data."""
        return {"id": self.id, "words": self.words, "kind": self.kind}


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters ``[start, end)`` of a sentence that the annotation ``id`` stands on."""

    start: int
    end: int
    id: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document with the words of interest marked, in text order.

    Runs of white space are one blank. ``...`` at either end stands for what was left out of a
    sentence that is too long to show.
    """

    text: str
    marks: tuple[Mark, ...] = ()

    def __str__(self) -> str:
        """The sentence with its marks in brackets: ``She [ate ei1] and [slept ei2].``"""
        pieces: list[str] = []
        inserts = [(mark.start, 1, -mark.end, "[") for mark in self.marks]
        inserts += [(mark.end, 0, -mark.start, f" {mark.id}]") for mark in self.marks]
        done = 0
        for place, _, _, bracket in sorted(inserts):
            pieces += self.text[done:place], bracket
            done = place
        return "".join((*pieces, self.text[done:]))

    def to_json(self) -> dict[str, Any]:
        """The sentence as JSON data; the offsets of its marks are half-open."""
        marks = [{"start": mark.start, "end": mark.end, "id": mark.id} for mark in self.marks]
        return {"text": self.text, "marks": marks}


@dataclass(frozen=True, slots=True)
class CitedLink:
    """A link that a finding involves: ``source relation target``, with the words of its ends.

    ``id`` is its lid, ``""`` if it has none; a constraint of the calendar has ``origin``
    ``"calendar"``. ``uses`` are the endpoint constraints of the link that matter here.
    """

    id: str
    source: Mention
    relation: str
    target: Mention
    line: int | None = None
    uses: tuple[str, ...] = ()
    origin: str = "TLINK"

    def __str__(self) -> str:
        """``l3: ei3 "dreamt" BEFORE ei1 "ate"``."""
        text = f"{self.source} {self.relation} {self.target}"
        name = self.id or ("" if self.origin == "TLINK" else self.origin)
        return f"{name}: {text}" if name else text

    def to_json(self) -> dict[str, Any]:
        """The link as JSON data."""
        return {
            "id": self.id or None,
            "line": self.line,
            "source": self.source.to_json(),
            "relation": self.relation,
            "target": self.target.to_json(),
            "uses": list(self.uses),
            "origin": self.origin,
            "text": str(self),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something to report about a document.

    ``code`` is the stable short name of the rule or reason, ``document`` the path or name that
    reports use. ``ids`` are the annotations that the finding is about, and with code and document
    say which finding it is, whatever its line. ``links`` are the links involved, the one that the
    finding is about first; of a long chain they are those at its two ends, and ``links_between`` is
    how many stand between these. ``fix`` says how to fix it.
    """

    code: str
    severity: Severity
    document: str
    message: str
    ids: tuple[str, ...] = ()
    position: Position | None = None
    mentions: tuple[Mention, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    links: tuple[CitedLink, ...] = ()
    links_between: int = 0
    fix: str = ""

    @property
    def key(self) -> tuple[str, str, tuple[str, ...]]:
        """What says whether two findings are the same: code, document and ids."""
        return self.code, self.document, self.ids

    @property
    def file(self) -> str:
        """The file of the document: a document in a file of many is called ``FILE#NAME``, and
        a TimeML file ends in ``.tml``."""
        file, mark, name = self.document.rpartition("#")
        return file if mark and not name.lower().endswith((".tml", ".xml")) else self.document

    @property
    def place(self) -> str:
        """``path``, ``path:line`` or ``path:line:column``, as far as it is known."""
        if self.position is None:
            return self.document
        place = f"{self.document}:{self.position.line}"
        return place if self.position.column is None else f"{place}:{self.position.column}"

    def __str__(self) -> str:
        """``path:line:column: message [code]``."""
        return f"{self.place}: {self.message} [{self.code}]"

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON data; what is not known is ``None``."""
        at = self.position
        return {
            "code": self.code,
            "severity": self.severity,
            "document": self.document,
            "line": None if at is None else at.line,
            "column": None if at is None else at.column,
            "end_line": None if at is None else at.end_line,
            "end_column": None if at is None else at.end_column,
            "ids": list(self.ids),
            "mentions": [mention.to_json() for mention in self.mentions],
            "sentences": [sentence.to_json() for sentence in self.sentences],
            "message": self.message,
            "links": [link.to_json() for link in self.links],
            "links_between": self.links_between,
            "mend": self.fix or None,
        }


# What a rule is: its code, how severe its findings are, and what its documentation says.
#
# Rules stand next to the functions that apply them; :mod:`timegraph.checking.document` has all of
# them. Codes are stable: baselines, configuration and other programs name them.


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: ``title`` says in a few words what is wrong, ``fix`` what to do.

    ``explanation`` is a paragraph in Markdown and ``example`` what triggers the rule, without the
    indentation that they have in the source; ``tools/make_rule_pages.py`` makes pages from them.
    """

    code: str
    severity: Severity
    title: str
    fix: str
    explanation: str = ""
    example: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "explanation", " ".join(self.explanation.split()))
        object.__setattr__(self, "example", cleandoc(self.example))

    def found(self, document: str, message: str, *, fix: str = "", **more: Any) -> Finding:
        """A finding of the rule, with its advice unless ``fix`` is given, and ``more`` fields."""
        return Finding(
            code=self.code,
            severity=self.severity,
            document=document,
            message=message,
            fix=fix or self.fix,
            **more,
        )


def rules_by_code(*rules: tuple[str, Severity, str, str]) -> dict[str, Rule]:
    """Rules by their codes: code, severity, what is wrong, and how to fix it."""
    return {rule[0]: Rule(*rule) for rule in rules}


# The annotations of one document in the words of its text.


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
        # Many findings about one document name the same annotations and sentences.
        self.mention = cache(self._mention)
        self._excerpt = cache(self._cut)

    def annotation(self, id: str) -> _Annotation | None:
        """The event, timex or signal that an id means, ``None`` if the document has none."""
        entity = self._document.resolve(id)
        if entity is not None:
            return self._document.entity(entity)
        return self._signals.get(id)

    @cached_property
    def _signals(self) -> dict[str, Signal]:
        return {signal.sid: signal for signal in self._document.signals}

    def _mention(self, id: str) -> Mention:
        """An id with its words."""
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

    def link(
        self, link: NetworkLink | TLink | SLink | ALink, *, uses: Iterable[str] = ()
    ) -> CitedLink:
        """A link with the words of its ends; ``uses`` are the constraints of it that matter."""
        if not isinstance(link, (TLink, SLink, ALink)):
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

    def _other(self, link: NetworkLink, uses: tuple[str, ...]) -> CitedLink:
        origin = "constraint" if link.source is None else str(link.source)
        if isinstance(link, Link):
            relation = " or ".join(member.value for member in link.relation)
            a, b = self.mention(str(link.a)), self.mention(str(link.b))
        elif isinstance(link, Placement):
            relation, uses = "is", ()
            whole = link.start != link.end
            a = self.mention(str(link.start[0])) if whole else self._endpoint(link.start)
            b = Mention(link.words, "", "instant")
        elif isinstance(link, (PointLink, DistanceLink)):  # one constraint, which uses itself
            uses = ()
            if isinstance(link, PointLink):
                relation = link.op
            else:
                relation = f"{link.words} before" if link.words else "distance"
            a, b = map(self._endpoint, (link.x, link.y))
        else:
            from timegraph.networks.links import NoOverlap  # few documents have choices

            relation = "and" if isinstance(link, NoOverlap) else "or"
            first, _, last = str(link).rpartition(", " if relation == "and" else " or ")
            a, b = (Mention(words, "", "choice", True) for words in (first, last))
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

    def _cut(self, span: _Span, marks: tuple[_Span, ...], ids: tuple[str, ...]) -> Sentence:
        """The characters ``span`` of the text, cut where they go on for long next to the marks,
        which have these ids."""
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
