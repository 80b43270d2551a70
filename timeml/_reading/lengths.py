"""Labels and ids of a length that no annotation has: the sign of a broken file.

What is reported of a document names its labels and ids, again and again; one of many megabytes
takes minutes and gigabytes there.
"""

from __future__ import annotations

from timeml.document import Document
from timeml.errors import TimeMLError

__all__ = ["MOST_CHARACTERS", "check_lengths"]

MOST_CHARACTERS = 1_000
"""Of a label or an id. Those of published corpora have less than 200."""


def check_lengths(document: Document, file: str | None) -> Document:
    """``document`` itself. Raises :class:`TimeMLError`, with file and line, for the first label of
    a TLINK, end of one, or id of an event, an instance or a time expression that is too long."""
    most = MOST_CHARACTERS
    for link in document.tlinks:
        if len(link.rel_type) + len(link.source) + len(link.target) + len(link.lid) > most:
            ids = ("id", link.lid), ("source", link.source), ("target", link.target)
            for what, written in (("label", link.rel_type), *ids):
                _check(f"the {what} of a link", written, file, link.line)
    for event in document.events:
        _check("the id of an event", event.eid, file, event.line)
        for instance in event.instances:
            _check("the id of an instance", instance.eiid, file, instance.line)
    for timex in document.timexes:
        _check("the id of a time expression", timex.tid, file, timex.line)
    return document


def _check(what: str, written: str, file: str | None, line: int | None) -> None:
    if len(written) > MOST_CHARACTERS:
        message = f"{what} has {len(written):,} characters, where at most {MOST_CHARACTERS:,} fit"
        hint = f"it begins with {written[:20]!r}; is a tab, a line end or a quote missing after it?"
        raise TimeMLError(f"{message}; {hint}", file=file, line=line)
