"""Entity scores by their definition (UzZaman et al. 2013, TempEval-3), for equal texts."""

from __future__ import annotations

from timegraph.testing.oracle.alignment import pairs_by_definition
from timeml import Document, Event, Timex3

__all__ = ["entity_counts"]


def entity_counts(*, gold: Document, system: Document, layer: str) -> dict[str, int]:
    """The number of EVENTs or TIMEX3s (``layer``) on each side, without the creation time, and of
    pairs that cover the same characters (``strict``) or share a character (``relaxed``)."""
    ours, theirs = _annotations(system, layer), _annotations(gold, layer)
    strict = relaxed = 0
    for mine, yours in pairs_by_definition(system, gold):
        if (mine in ours) != (yours in theirs):  # the creation time of one side only
            ours.pop(mine, None)
            theirs.pop(yours, None)
        if mine in ours and yours in theirs:
            relaxed += 1
            strict += _place(system, ours[mine]) == _place(gold, theirs[yours])
    return {
        "system": len(ours),
        "gold": len(theirs),
        "strict": strict,
        "relaxed": relaxed,
    }


def _annotations(document: Document, layer: str) -> dict[str, Event | Timex3]:
    if layer == "EVENT":
        return {event.eid: event for event in document.events}
    return {timex.tid: timex for timex in document.timexes if timex != document.dct}


def _place(document: Document, annotation: Event | Timex3) -> tuple[int, int] | str:
    """The numbers of the first and the last character, white space not counted."""
    if annotation.start is None or annotation.end is None:
        return "".join(annotation.text.split())
    before = document.text[: annotation.start]
    within = document.text[annotation.start : annotation.end]
    first = len("".join(before.split()))
    return first, first + len("".join(within.split()))
