"""Marks: a plain text, and a JSON file that says what in it happened when.

The file is what a person or a language model writes who reads the text; ``marks.schema.json`` has
its form. Nothing counts characters: an event or a time is named by its words (``quote``), with
``occurrence`` (from 1 on) or the words ``before`` and ``after`` it where they are there several
times. The text is in the file next to (``text``, by default ``NAME.txt`` for ``NAME.marks.json``).

Each fault is a diagnostic that says what is wrong and what to write instead, for whoever wrote the
file; what has a fault is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

from timeml._model import Instance, RelType, further_fields
from timeml.document import Attributes, Document, Event, Timex3, TLink
from timeml.readers.draft import DOC_TIME_REL, Draft, Span
from timeml.readers.files import File, Line, decoded, line_of, string, whole
from timeml.timex_value import Unresolvable, parse_value
from timeml.writers import Losses
from timeml.writers.flat import EVENT, Entity, Flat, Link, flat

_ENDING = re.compile(r"(?:\.marks)?\.json$", re.IGNORECASE)
_ID = re.compile(r"[^\s<>&\"']+")
_PLACE = ("id", "quote", "occurrence", "before", "after", "words")
_FIELDS = {
    "marks": ("marks", "text", "labels", "created", "events", "times", "links"),
    "event": (*_PLACE, "class", "event", "attributes"),
    "time": (*_PLACE, "value", "type", "mod", "attributes"),
    "link": ("id", "a", "relation", "b", "weight", "votes"),
}
_TYPES = ("DATE", "TIME", "DURATION", "SET")
_SHOWN = 3


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one file of marks. Raises :class:`timeml.TimeMLError` if it is not JSON, or
    its text is not there."""
    (file,) = files
    first = Line(file, 1)
    content = first.value(whole(file), dict, "the file")
    name = _ENDING.sub("", file.base)
    draft = Draft(file, name, _text(file, content, f"{name}.txt"))
    marks = _Marks(draft)
    marks.check_fields("marks", content, "the file")
    created = content.get("created")
    if created is not None:
        marks.creation_time(created)
    for kind, add in (("event", marks.event), ("time", marks.time), ("link", marks.link)):
        for found in first.value(content.get(f"{kind}s", []), list, f"{kind}s"):
            what = f"{kind} {_name_of(found)}"
            if not isinstance(found, dict):
                marks.fault("bad-span", f"{what} is not an object; write {{...}}", found)
            elif marks.check_fields(kind, found, what):
                add(found, what)
    scheme = content.get("labels", "")
    document = draft.document(scheme=scheme if isinstance(scheme, str) else "")
    yield as_in_timeml(document, marks.event_of)


_TIMEX, _INSTANCE = further_fields("TIMEX3"), further_fields("MAKEINSTANCE")


def _parted(more: Attributes, fields: Mapping[str, str]) -> tuple[dict[str, Any], Attributes]:
    """The attributes that fields have, by these, and the others."""
    named = {fields[key]: word for key, word in more if key in fields}
    return named, tuple(pair for pair in more if pair[0] not in fields)


def as_in_timeml(document: Document, event_of: Mapping[str, str]) -> Document:
    """The document in which timexes have the attributes that TimeML gives them in fields, and marks
    that say their event are instances of it."""
    timexes = tuple(map(_with_fields, document.timexes))
    document = replace(document, timexes=timexes, dct=timexes[0] if document.dct else None)
    if not event_of:
        return document
    groups: dict[tuple[bool, str], list[Event]] = {}
    for mark in document.events:
        eid = event_of.get(mark.eid)
        groups.setdefault((eid is None, eid or mark.eid), []).append(mark)
    events = tuple(
        marks[0] if alone else _of_marks(id, marks) for (alone, id), marks in groups.items()
    )
    links = tuple(_of_instances(link, event_of) for link in document.tlinks)
    return replace(document, events=events, tlinks=links)


def _with_fields(timex: Timex3) -> Timex3:
    fields, extra = _parted(timex.extra, _TIMEX)
    return replace(timex, extra=extra, **fields)


def _of_marks(eid: str, marks: Sequence[Event]) -> Event:
    """The event of several marks. It has the attributes that they share, each instance the rest."""
    parted = [_parted(mark.extra, _INSTANCE) for mark in marks]
    shared = tuple(pair for pair in parted[0][1] if all(pair in extra for _, extra in parted))
    instances = (
        Instance(
            *(mark.eid, eid),
            **fields,
            extra=tuple(pair for pair in extra if pair not in shared),
            line=mark.line,
        )
        for mark, (fields, extra) in zip(marks, parted, strict=True)
    )
    return replace(marks[0], eid=eid, instances=tuple(instances), extra=shared)


def _of_instances(link: TLink, event_of: Mapping[str, str]) -> TLink:
    """The link with the ids of instances in the attributes for these."""
    if link.source in event_of:
        link = replace(link, source_attribute="eventInstanceID")
    if link.target in event_of:
        link = replace(link, target_attribute="relatedToEventInstance")
    return link


def marks_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a file of marks; its ``description`` is what to send to
    whoever writes one, and ``examples`` has one."""
    text = resources.files(__package__).joinpath("marks.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _text(file: File, content: Mapping[str, Any], usual: str) -> str:
    named = content.get("text", usual)
    if not isinstance(named, str) or "/" in named or "\\" in named:
        raise file.error("text must name a file in the same folder", 1)
    data = file.next_to(named)
    if data is None:
        raise file.error(f"its text {named} is not next to it; put the plain text there", 1)
    return decoded(data, named).replace("\r\n", "\n").replace("\r", "\n")


def _id_of(found: Any) -> str:
    id = found.get("id", "") if isinstance(found, dict) else ""
    return id if isinstance(id, str) else ""


def _name_of(found: Any) -> str:
    """What messages call a mark: by its id, or a link by its ends."""
    if isinstance(found, dict) and "a" in found and not _id_of(found):
        return f"from {found['a']} to {found.get('b')}"
    return _id_of(found)


def places_of(text: str, quote: str) -> list[int]:
    """Where a quote begins, at every place; overlapping ones count."""
    found, at = [], text.find(quote)
    while at >= 0 and quote:
        found.append(at)
        at = text.find(quote, at + 1)
    return found


class _Marks:
    """A draft that is filled with marks; ids are those that links may name."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.text = draft.text or ""
        self.ids: dict[str, None] = {}
        self.known: dict[str, list[int]] = {}
        self.left_out: set[str] = set()
        self.event_of: dict[str, str] = {}
        self.events: dict[str, tuple[Any, ...]] = {}

    def fault(self, code: str, message: str, found: object) -> None:
        id = _id_of(found)
        self.left_out.add(id)
        ends = [found[end] for end in "ab" if end in found] if isinstance(found, dict) else []
        self.draft.fault(code, message, id or str((ends or ["marks"])[0]), line_of(found))

    def check_fields(self, kind: str, found: Mapping[str, Any], what: str) -> bool:
        unknown = [name for name in found if name not in _FIELDS[kind]]
        if unknown:
            fields = ", ".join(_FIELDS[kind])
            message = f"{what} has an unknown field {unknown[0]!r}; the fields are {fields}"
            self.fault("bad-span", message, found)
        return not unknown

    def creation_time(self, created: Any) -> None:
        found = {"id": "t0", "value": created} if isinstance(created, str) else created
        if not isinstance(found, dict):
            self.fault("bad-span", 'created must be a date as "1998-05-03"', created)
        elif self.check_fields("time", found, "created"):
            self.time(found, "created", dct=True)

    def event(self, found: dict[str, Any], what: str) -> None:
        spans = self._spans(found, what)
        if spans is None or not self._is_of_event(found, spans, what):
            return
        if self._new_id(found, what):
            if "event" in found:
                self.event_of[found["id"]] = found["event"]
            self.draft.event(
                found["id"],
                spans,
                class_=string(found, "class"),
                words=_words(found),
                line=line_of(found),
                extra=_attributes(found),
            )

    def _is_of_event(self, found: dict[str, Any], spans: Sequence[Span], what: str) -> bool:
        """Whether a mark is an event of its own, or one instance of an event with these words."""
        event = found.get("event")
        if event is None:
            return True
        said = spans, string(found, "class")
        if not isinstance(event, str) or not _ID.fullmatch(event):
            self.fault("missing-id", f"{what}: event must be a name without blanks", found)
        elif event in self.ids and self.event_of.get(event) != event:
            message = f"{what}: another mark has the id {event!r}; take a new name for the event"
            self.fault("duplicate-id", message, found)
        elif self.events.setdefault(event, said) != said:
            message = f"{what}: another mark of the event {event!r} has other words or another"
            self.fault("bad-span", f"{message} class; copy its quote, occurrence, class", found)
        else:
            return True
        return False

    def time(self, found: dict[str, Any], what: str, *, dct: bool = False) -> None:
        stated, type = string(found, "value"), string(found, "type")
        if type is None and stated is not None:
            type = _type_of(stated)
        if type is not None and type not in _TYPES:
            message = f"{what}: the type {type!r} is none of {', '.join(_TYPES)}"
            self.fault("bad-span", message, found)
        meant = parse_value(stated, type if type in _TYPES else None)
        if isinstance(meant, Unresolvable) and meant.reason in ("malformed", "no-such-date"):
            message = (
                f"{what}: the value {stated!r} is not one of TIMEX3; write a date as 1998-05-03, "
                "1998-05, 1998-SP (spring) or 1998, a time as 1998-05-03T16:40, a length as P3D "
                "or PT2H"
            )
            self.fault("bad-span", message, found)
        # A time of which type or value has a fault keeps its place and its links.
        spans = self._spans(found, what)
        if spans is not None and self._new_id(found, what):
            self.draft.timex(
                *(found["id"], spans),
                type=type,
                value=stated,
                mod=string(found, "mod"),
                words=_words(found),
                dct=dct,
                line=line_of(found),
                extra=_attributes(found),
            )

    def link(self, found: dict[str, Any], what: str) -> None:
        label = string(found, "relation")
        votes = found.get("votes")
        if label is None and isinstance(votes, dict) and votes:
            label = max(votes, key=lambda name: (_number(votes[name]), name))
        if label is None:
            message = f"{what} has no relation; write one of {_labels()}"
            self.fault("bad-span", message, found)
            return
        for end in ("a", "b"):
            id = string(found, end)
            if id in self.left_out and id not in self.ids:
                return  # its own fault is reported
            if id not in self.ids:
                listed = ", ".join(list(self.ids)[:20])
                message = f"{what}: {end} is {id!r}, which no event and no time is; ids: {listed}"
                self.fault("dangling-id", message, found)
                return
        extra = [(name, str(found[name])) for name in ("weight",) if name in found]
        if isinstance(votes, dict):
            extra += [("votes", ";".join(f"{name}={number}" for name, number in votes.items()))]
        self.draft.link(
            *(label, found["a"], found["b"]),
            lid=_id_of(found),
            line=line_of(found),
            extra=tuple(extra),
        )

    def _new_id(self, found: dict[str, Any], what: str) -> bool:
        id = found.get("id")
        if not isinstance(id, str) or not _ID.fullmatch(id):
            self.fault("missing-id", f"{what} has no id; give it one without blanks", found)
        elif id in self.ids or (id in self.events and found.get("event") != id):
            self.fault("duplicate-id", f"{what}: another mark has this id; take a new one", found)
        else:
            self.ids[id] = None
            return True
        return False

    def _spans(self, found: dict[str, Any], what: str) -> list[tuple[int, int]] | None:
        """The place of a mark, none for one without a quote, ``None`` if there is a fault."""
        if "quote" not in found:
            return []
        quote = string(found, "quote")
        if not quote or not quote.strip():
            self.fault("bad-span", f"{what}: its quote is empty; copy words of the text", found)
            return None
        places = self.known.setdefault(quote, places_of(self.text, quote))
        chosen = [at for at in places if self._fits(found, at, at + len(quote))]
        number = found.get("occurrence")
        if number is not None and type(number) is int and 1 <= number <= len(chosen):
            chosen = [chosen[number - 1]]
        elif number is not None:
            message = (
                f"{what}: occurrence is {number!r}, but {quote!r} is there {len(chosen)} times"
            )
            self.fault("bad-span", f"{message}; count from 1 on", found)
            return None
        if len(chosen) == 1:
            return [(chosen[0], chosen[0] + len(quote))]
        self.fault("bad-span", f"{what}: {self._wrong(quote, places, chosen)}", found)
        return None

    def _fits(self, found: Mapping[str, Any], start: int, end: int) -> bool:
        context = [" ".join((string(found, key) or "").split()) for key in ("before", "after")]
        around = " ".join(self.text[max(0, start - 200) : start].split())
        follows = " ".join(self.text[end : end + 200].split())
        return around.endswith(context[0]) and follows.startswith(context[1])

    def _wrong(self, quote: str, places: list[int], chosen: list[int]) -> str:
        if not places:
            at = self.text.lower().find(quote.lower())
            there = f"; it has {self.text[at : at + len(quote)]!r}" if at >= 0 else ""
            return f"the text does not have the words {quote!r}{there}; copy them exactly"
        if not chosen:
            return f"{quote!r} is not there between these words; copy before and after exactly"
        shown = "; ".join(
            f"{number}: ...{' '.join(self.text[max(0, at - 25) : at + len(quote) + 15].split())}..."
            for number, at in enumerate(chosen[:_SHOWN], start=1)
        )
        return f"{quote!r} is there {len(chosen)} times ({shown}); add occurrence, from 1 on"


def _words(found: Mapping[str, Any]) -> str:
    """The words of a mark that has no place in the text, such as a creation time."""
    return string(found, "words") or ""


def _number(found: object) -> float:
    return float(found) if isinstance(found, (int, float)) else 0.0


def _attributes(found: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    more = found.get("attributes")
    return tuple((str(k), str(v)) for k, v in more.items()) if isinstance(more, dict) else ()


def _type_of(stated: str) -> str:
    if stated.startswith("P") and not stated.startswith(("PAST", "PRESENT")):
        return "DURATION"
    return "TIME" if "T" in stated and not stated.endswith("_REF") else "DATE"


def _labels() -> str:
    return ", ".join(rel_type.value for rel_type in RelType if rel_type.annotated)


# Entities and links for formats whose annotations all stand in the text.
#
# A creation time outside the text is not an annotation there: how an entity is related to it is
# expressed by an attribute of the entity.


@dataclass(frozen=True, slots=True)
class InText:
    """The links between entities in the text, and the label of the link of an entity with the
    creation time, by the entity's id."""

    links: tuple[Link, ...]
    relative: Mapping[str, str]


def in_text(whole: Flat, placed: Collection[str], losses: Losses) -> InText:
    """What marks can express of the links of a document with the ids ``placed`` in its text; the
    rest, and the entities elsewhere, are lost."""
    dct = None if whole.dct in placed else whole.dct
    links: list[Link] = []
    relative: dict[str, str] = {}
    for link in whole.links:
        layers: tuple[str, ...] = ("",)
        if link.source in placed and link.target in placed:
            links.append(link)
        elif link.source not in placed or link.target != dct:
            what = "links from the creation time" if link.source == dct else "links"
            losses.add(f"{what} with an entity that is not in the text", link.lid)
            continue
        elif link.source in relative:
            losses.add("further links of an entity with the creation time", link.lid)
            continue
        else:
            relative[link.source] = link.label
            layers = ("", DOC_TIME_REL)
        if link.attributes or link.layer not in layers:
            losses.add("attributes of links", link.lid)
    for entity in whole.entities:
        if entity.id == dct:
            # An entity that is related to it brings it back, but not what it is.
            if entity.value or entity.kind or entity.attributes or not relative:
                what = "creation times outside the text (their values and ids)"
                losses.add(what, entity.id)
        elif entity.id not in placed:
            losses.add("entities without a position in the text", entity.id)
    return InText(tuple(links), relative)


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """Two files for each document: its text, and its marks."""
    files = {}
    for name, document in losses.each(documents):
        marks = _marks(flat(document, losses, instances=True), name, losses)
        if document.scheme != "tml":
            marks["labels"] = document.scheme
        files[f"{name}.txt"] = document.text.encode()
        files[f"{name}.marks.json"] = _listed(marks).encode()
    return files


def _marks(whole: Flat, name: str, losses: Losses) -> dict[str, Any]:
    marks: dict[str, Any] = {"marks": 1, "text": f"{name.rpartition('/')[2]}.txt"}
    events: list[Any] = []
    times: list[Any] = []
    unnamed = {entity.id for entity in whole.entities if len(entity.id.split()) != 1}
    for entity in whole.entities:
        if entity.id in unnamed:  # statements have names, marks ids
            losses.add("entities whose names have blanks", entity.id)
            continue
        if len(entity.spans) > 1:
            losses.add("separate pieces of annotations (one span covers them)", entity.id)
        mark = dict(_mark(entity, whole.text))
        if entity.placed and "quote" not in mark:
            losses.add("places of annotations without words", entity.id)
        if entity.is_dct:
            marks["created"] = mark
        else:
            (times if entity.is_timex else events).append(mark)
    links = []
    for link in whole.links:
        if link.source in unnamed or link.target in unnamed:
            losses.add("links of an entity whose name has blanks", link.lid)
            continue
        links.append({"id": link.lid, "a": link.source, "relation": link.label, "b": link.target})
        if link.attributes or link.layer:
            losses.add("attributes of links", link.lid)
    return marks | {"events": events, "times": times, "links": links}


def _mark(entity: Entity, text: str) -> Iterator[tuple[str, Any]]:
    yield "id", entity.id
    more = dict(entity.attributes)
    if not entity.is_timex and EVENT in more:
        yield "event", more.pop(EVENT)
    start, quote = 0, ""
    if entity.placed:
        start, end = min(entity.spans)[0], max(last for _, last in entity.spans)
        quote = text[start:end]
    if quote.strip():  # a place is named by its words
        yield "quote", quote
        places = places_of(text, quote)
        if len(places) > 1:
            yield "occurrence", places.index(start) + 1
    elif entity.words:
        yield "words", entity.words
    if entity.is_timex:
        own = (("type", entity.kind), ("value", entity.value), ("mod", entity.mod))
        yield from ((key, value) for key, value in own if value is not None)
    elif entity.kind is not None:
        yield "class", entity.kind
    if more:
        yield "attributes", more


def _listed(marks: dict[str, Any]) -> str:
    """JSON with a mark a line."""
    parts = []
    for key, found in marks.items():
        if isinstance(found, list):
            lines = ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in found)
            parts.append(f'"{key}": [\n{lines}\n]' if found else f'"{key}": []')
        else:
            parts.append(f'"{key}": {json.dumps(found, ensure_ascii=False)}')
    return "{" + ",\n".join(parts) + "}\n"
