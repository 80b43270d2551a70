"""Questions in template words: "Did 'cited' happen after 'became'?"."""

from __future__ import annotations

from timegraph.task.drawing.pool import Candidate
from timeml import Document, RelType

__all__ = ["in_words"]

_TEMPLATES = {
    RelType.BEFORE: "Did {a} happen before {b}?",
    RelType.AFTER: "Did {a} happen after {b}?",
    RelType.IBEFORE: "Did {a} end exactly when {b} began?",
    RelType.IAFTER: "Did {a} begin exactly when {b} ended?",
    RelType.INCLUDES: "Did {a} begin before {b} and end after it?",
    RelType.IS_INCLUDED: "Did {a} happen during {b}?",
    RelType.BEGINS: "Did {a} begin together with {b} and end before it?",
    RelType.BEGUN_BY: "Did {a} begin together with {b} and end after it?",
    RelType.ENDS: "Did {a} end together with {b} and begin after it?",
    RelType.ENDED_BY: "Did {a} end together with {b} and begin before it?",
    RelType.SIMULTANEOUS: "Did {a} happen exactly at the time of {b}?",
    RelType.IDENTITY: "Was {a} the same event as {b}?",
    RelType.DURING: "Did {a} last exactly as long as {b}, at the same time?",
    RelType.DURING_INV: "Did {b} last exactly as long as {a}, at the same time?",
    RelType.OVERLAPS: "Did {a} begin before {b} and end during it?",
    RelType.OVERLAPPED_BY: "Did {a} begin during {b} and end after it?",
}


def in_words(question: Candidate, document: Document) -> str:
    """The question with the words of its entities; no field separator is among them."""
    words = []
    for entity in (question.a, question.b):
        annotation = document.entity(entity)
        quoted = f"'{' '.join(annotation.text.replace('|', '/').split())}'"
        words.append(f"the creation time {quoted}" if annotation is document.dct else quoted)
    a, b = words
    return _TEMPLATES[question.relation].format(a=a, b=b)
