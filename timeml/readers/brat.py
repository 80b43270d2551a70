"""brat standoff (Stenetorp et al. 2012): ``NAME.ann``, with its text in ``NAME.txt``.

Entities (T) whose type is that of a time expression (TIMEX3, TIME, DATE, DURATION, SET,
SECTIONTIME, DOCTIME, DCT) are timexes, all others events; DOCTIME and DCT are the creation time.
Relations (R) and the arguments of events (E) are links, named by their type or role. So are
relations without an id (*), which brat writes where the type is symmetric and transitive, from each
entity to the next; Equiv, brat's own, says that entities are one thing and is not a link.

Of the attributes (A, M), normalisations (N) and notes (#), DocTimeRel becomes a link of the layer
``DocTimeRel``, ``value``, ``type`` and ``mod`` those of a timex, a note OriginalId the id of its
entity; the others are kept as they are. A project whose relations are not all of time reads them
with a label scheme of its own, in which those say ``nothing``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from timeml._model import LABEL_SCHEME
from timeml.document import Document
from timeml.readers.draft import DOC_TIME_REL, Draft, Span, is_creation_time, is_timex, timex_type
from timeml.readers.files import File, decoded

ORIGINAL_ID = "OriginalId"
"""The type of the note that has the id of an entity in the document that the file was made of."""

_NUMBER = r"\d{1,18}"
_ENTITY = re.compile(rf"(T\S+)\t(\S+) ({_NUMBER} {_NUMBER}(?:;{_NUMBER} {_NUMBER})*)(?:\t(.*))?")
_RELATION = re.compile(r"(R\S+)\t(\S+) \S+?:(\S+) \S+?:(\S+)\s*")
_EVENT = re.compile(r"(E\S+)\t(\S+):(T\S+)((?: \S+:\S+)*)\s*")
_ATTRIBUTE = re.compile(r"([AM]\S+)\t(\S+) (\S+)(?: (.*?))?\s*")
_NOTE = re.compile(r"#\S*\t(\S+) (\S+)(?:\t(.*))?")
_NORMALISATION = re.compile(r"N\S+\t(\S+) (\S+) (\S+)(?:\t.*)?")
_EQUIVALENCE = re.compile(r"\*\t(\S+)((?: \S+)+)\s*")
# By the first letter of their lines.
_PATTERNS = {
    **{"T": _ENTITY, "R": _RELATION, "E": _EVENT, "A": _ATTRIBUTE, "M": _ATTRIBUTE},
    **{"#": _NOTE, "N": _NORMALISATION, "*": _EQUIVALENCE},
}
_FIELDS = ("value", "type", "mod")


@dataclass(slots=True)
class _Entity:
    """A T line, with what attributes say of it."""

    id: str
    type: str
    spans: list[Span]
    words: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one ``.ann`` file. Raises :class:`timeml.TimeMLError` for a line that is not
    of the format."""
    (file,) = files
    name = file.base[: -len(".ann")] if file.base.endswith(".ann") else file.base
    data = file.beside(f"{name}.txt")
    text = None if data is None else decoded(data, f"{name}.txt")
    draft = Draft(file, name, text)
    entities: dict[str, _Entity] = {}
    triggers: dict[str, str] = {}
    links: list[tuple[str, str, str, str, int]] = []
    attributes: list[tuple[str, str, str, int]] = []
    for number, line in enumerate(file.text().split("\n"), start=1):
        if not line.strip():
            continue
        kind = line[0]
        pattern = _PATTERNS.get(kind)
        match = None if pattern is None else pattern.fullmatch(line)
        if match is None:
            raise file.error(
                f"{line[:40]!r} is not a line of brat: T1<TAB>Event 0 5<TAB>words, or "
                "R1<TAB>BEFORE Arg1:T1 Arg2:T2",
                number,
            )
        if kind == "T":
            spans = [_span(part) for part in match[3].split(";")]
            if match[1] in entities:
                message = f"entity {match[1]}: another entity has the same id; left out"
                draft.fault("duplicate-id", message, match[1], number)
                continue
            entities[match[1]] = _Entity(match[1], match[2], spans, match[4] or "", number)
        elif kind == "R":
            links.append((match[1], match[2], match[3], match[4], number))
        elif kind == "E":
            triggers[match[1]] = match[3]
            for count, argument in enumerate(match[4].split(), start=1):
                role, _, target = argument.partition(":")
                lid = match[1] if count == 1 else f"{match[1]}.{count}"
                links.append((lid, role.rstrip("0123456789"), match[3], target, number))
        elif kind in "AM":
            attributes.append((match[2], match[3], match[4] or "true", number))
        elif kind == "*":
            ends = match[2].split() if match[1] != "Equiv" else []
            links += [("", match[1], *pair, number) for pair in pairwise(ends)]
        else:
            attributes.append((match[1], match[2], match[3] or "", number))
    scheme = next((value for name, _, value, _ in attributes if name == LABEL_SCHEME), "")
    _add(draft, entities, triggers, links, attributes)
    yield draft.document(scheme=scheme)


def _compare(draft: Draft, one: _Entity, id: str) -> None:
    """Report words that are not those of the text: then the places are of another text."""
    text = draft.text
    if text is None or not one.words or any(end > len(text) for _, end in one.spans):
        return
    there = " ".join(text[start:end] for start, end in one.spans)
    if "".join(there.split()) != "".join(one.words.split()):
        message = f"entity {id}: its words are {one.words[:40]!r}, but the text has {there[:40]!r}"
        draft.fault("bad-span", f"{message} in its place", id, one.line)


def _span(text: str) -> Span:
    start, end = text.split()
    return int(start), int(end)


def _add(
    draft: Draft,
    entities: dict[str, _Entity],
    triggers: dict[str, str],
    links: Sequence[tuple[str, str, str, str, int]],
    attributes: Sequence[tuple[str, str, str, int]],
) -> None:
    """Add everything to the draft."""
    to_dct: list[tuple[str, str, int]] = []
    originals: dict[str, str] = {}
    for name, id, value, line in attributes:
        id = triggers.get(id, id)
        if name == DOC_TIME_REL:
            to_dct.append((id, value, line))
        elif name == ORIGINAL_ID:
            originals[id] = value
        elif id in entities and name != LABEL_SCHEME:
            entities[id].attributes[name] = value

    def original(id: str) -> str:
        return originals.get(id, id)

    for entity in entities.values():
        id = original(entity.id)
        _compare(draft, entity, id)
        extra = dict(entity.attributes)
        if not is_timex(entity.type):
            draft.event(
                *(id, entity.spans),
                class_=extra.pop("class", entity.type),
                words=entity.words,
                line=entity.line,
                extra=tuple(extra.items()),
            )
            continue
        given, kind, mod = (extra.pop(name, None) for name in _FIELDS)
        draft.timex(
            *(id, entity.spans),
            type=kind or timex_type(entity.type),
            value=given,
            mod=mod,
            words=entity.words,
            dct=is_creation_time(entity.type) or extra.get("functionInDocument") == "CREATION_TIME",
            line=entity.line,
            extra=tuple(extra.items()),
        )
    for lid, label, source, target, line in links:
        ends = triggers.get(source, source), triggers.get(target, target)
        draft.link(label, *map(original, ends), lid=lid, line=line)
    for id, label, line in to_dct:
        draft.relate_to_creation(original(id), label, line)
