"""Timelines of SemEval-2015 Task 4 (Minard et al. 2015): a file for each target entity.

The first line is the entity. Each other line has a number, a time anchor and the events at this
place of the timeline, ``DOCUMENT-SENTENCE-WORD`` each, with tabs between them::

    Steve Jobs
    1    2004-08        18315-7-fighting
    2    2005-06-05     1664-2-keynote    18355-2-keynote

A timeline is one document. Events of one number are SIMULTANEOUS, those of the next number later,
and each is IS_INCLUDED in its anchor, which may share its ends (the scheme ``tml-weak``). Events of
the number 0 have no place in the order. An anchor such as ``XXXX-XX-XX`` is unknown. A file that
has only the name of an entity is a timeline without events.

The task scores timelines by other links (:func:`scored`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from timeml.document import Document
from timeml.readers.draft import Draft
from timeml.readers.files import File

_NUMBER = re.compile(r"\d{1,18}")


class _Line(NamedTuple):
    """A line of a timeline: its number in the file, its text, its place, anchor and events."""

    line: int
    text: str
    number: int
    anchor: str
    events: tuple[str, ...]


def _timeline(file: File) -> tuple[str, list[_Line]]:
    """The entity, and the lines."""
    first, *rest = file.text().split("\n")
    name = first.strip()
    if not name:
        raise file.error("the first line is not the name of an entity", 1)
    lines = []
    for line, text in enumerate(rest, start=2):
        if not text.strip():
            continue
        number, anchor, *events = (part.strip() for part in f"{text}\t".split("\t"))
        if not _NUMBER.fullmatch(number) or not anchor:
            raise file.error("a timeline's line must begin with a number and a time anchor", line)
        lines.append(_Line(line, text.rstrip(), int(number), anchor, tuple(filter(None, events))))
    return name, lines


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one timeline. Raises :class:`timeml.TimeMLError` for a line that is not of
    one."""
    (file,) = files
    name, lines = _timeline(file)
    draft = Draft(file, name)
    groups: dict[int, list[tuple[str, int]]] = {}
    for line, _, number, anchor, events in lines:
        tid = f"t_{anchor}"
        has_year = "X" not in anchor.upper().partition("-")[0]
        if has_year and not draft.is_timex(tid):
            draft.timex(tid, type="DATE", value=anchor, words=anchor, line=line)
        for event in events:
            draft.event(event, words=_word(event), line=line)
            groups.setdefault(number, []).append((event, line))
            if has_year:
                draft.link("IS_INCLUDED", event, tid, layer="anchor", line=line)
    before: str | None = None
    for _, group in sorted(item for item in groups.items() if item[0] != 0):
        (leader, line), *others = group
        for event, own_line in others:
            draft.link("SIMULTANEOUS", leader, event, layer="order", line=own_line)
        if before is not None:
            draft.link("BEFORE", before, leader, layer="order", line=line)
        before = leader
    yield draft.document()


def scored(file: File, *, ordering: bool = False) -> Document:
    """A timeline with the links by which its task scores it, in TimeML's own labels.

    Lines of the number 0 are left out, the others sorted as people sort: numbers by their value.
    Each event is SIMULTANEOUS with its anchor, of which equal texts are one timex, unknown anchors
    as well; and BEFORE the next event if its number is less, else SIMULTANEOUS with it. With
    ``ordering`` only the latter links are there. A mention that stands several times is as many
    events: the second is called ``MENTION#2``. Raises as :func:`documents`.
    """
    name, lines = _timeline(file)
    draft = Draft(file, name)
    copies: dict[str, int] = {}
    before: tuple[str, int] | None = None
    for line, _, number, anchor, mentions in sorted(lines, key=_natural):
        if number == 0:
            continue
        tid = f"t_{anchor}"
        if mentions and not ordering and not draft.is_timex(tid):
            draft.timex(tid, type="DATE", value=anchor, words=anchor, line=line)
        for mention in mentions:
            copies[mention] = copies.get(mention, 0) + 1
            event = mention if copies[mention] == 1 else f"{mention}#{copies[mention]}"
            draft.event(event, words=_word(mention), line=line)
            if not ordering:
                draft.link("SIMULTANEOUS", event, tid, layer="anchor", line=line)
            if before is not None:
                label = "BEFORE" if before[1] < number else "SIMULTANEOUS"
                draft.link(label, before[0], event, layer="order", line=line)
            before = event, number
    return replace(draft.document(), scheme="tml")


def _word(mention: str) -> str:
    return mention.split("-", 2)[-1]


def _natural(line: _Line) -> list[tuple[bool, int, str]]:
    """The order in which people sort lines: digits in them as numbers."""
    parts = re.split(r"(\d+)", line.text)
    return [
        (not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts if part
    ]
