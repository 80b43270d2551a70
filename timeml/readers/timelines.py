"""Timelines of SemEval-2015 Task 4 (Minard et al. 2015): a file for each target entity.

The first line is the entity. Each other line has a number, a time anchor and the events at this
place of the timeline, ``DOCUMENT-SENTENCE-WORD`` each, with tabs between them::

    Steve Jobs
    1    2004-08        18315-7-fighting
    2    2005-06-05     1664-2-keynote    18355-2-keynote

A timeline is one document. Events of one number are SIMULTANEOUS, those of the next number later,
and each is IS_INCLUDED in its anchor, which may share its ends (the scheme ``tml-weak``). Events of
the number 0 have no place in the order. An anchor such as ``XXXX-XX-XX`` is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeml.document import Document
from timeml.readers.draft import Draft
from timeml.readers.files import File

__all__ = ["documents"]

_NUMBER = re.compile(r"\d{1,18}")


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one timeline. Raises :class:`timeml.TimeMLError` for a line that is not of
    one."""
    (file,) = files
    first, *lines = file.text().split("\n")
    name = first.strip()
    if not name:
        raise file.error("the first line is not the name of an entity", 1)
    draft = Draft(file, name)
    groups: dict[int, list[tuple[str, int]]] = {}
    for line, text in enumerate(lines, start=2):
        if not text.strip():
            continue
        number, anchor, *events = (part.strip() for part in f"{text}\t".split("\t"))
        if not _NUMBER.fullmatch(number) or not anchor:
            raise file.error("a timeline's line must begin with a number and a time anchor", line)
        tid = f"t_{anchor}"
        known = "X" not in anchor.upper().partition("-")[0]
        if known and not draft.is_timex(tid):
            draft.timex(tid, type="DATE", value=anchor, words=anchor, line=line)
        for event in filter(None, events):
            draft.event(event, words=event.split("-", 2)[-1], line=line)
            groups.setdefault(int(number), []).append((event, line))
            if known:
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
