"""Documents made of plain text, as a shared task hands them out, and the plain text in a document.

Such a document has the elements DOCID, DCT, TITLE and TEXT, and nothing else until somebody
annotates it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from timeml._model import COMMENT, INSTRUCTION, Layout, Mark, Raw, Token
from timeml.document import Document, Event, Timex3

__all__ = ["creation_time", "make_document", "plain_text", "title_of", "unwritable"]

S = TypeVar("S", Event, Timex3)

UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML 1.0 cannot hold (section 2.2)."""


def unwritable(text: str) -> Iterator[tuple[int, str]]:
    """The characters of a text that XML 1.0 cannot hold (section 2.2), each with its offset."""
    for found in UNWRITABLE.finditer(text):
        yield found.start(), found[0]


def creation_time(value: str, tid: str = "t0") -> Timex3:
    """A document creation time with this TIMEX3 value, which is also its text."""
    return Timex3(
        tid=tid,
        type="TIME" if "T" in value else "DATE",
        value=value,
        start=None,
        end=None,
        text=value,
        function_in_document="CREATION_TIME",
        temporal_function="false",
    )


def make_document(
    text: str,
    *,
    docid: str,
    created: Timex3 | None = None,
    title: str | None = None,
    events: tuple[Event, ...] = (),
    timexes: tuple[Timex3, ...] = (),
) -> Document:
    """The document with this text, on which ``events`` and ``timexes`` (without ``created``) stand.

    The text of TEXT is a line feed and then ``text``, as TimeML files are usually written. The
    offsets of events and timexes count in ``text``; in the document each is one more.
    """
    tokens: list[Token] = ["\n\n", Raw("DOCID"), docid, Mark.CLOSE, "\n\n"]
    if created is not None:
        tokens += [Raw("DCT"), Mark.DCT, created.text, Mark.CLOSE, Mark.CLOSE, "\n\n"]
    if title is not None:
        tokens += [Raw("TITLE"), title, Mark.CLOSE, "\n\n"]
    tokens += [Raw("TEXT", is_text=True), "\n" + text, Mark.CLOSE, "\n\n"]
    own = () if created is None else (created,)
    return Document(
        text="\n" + text,
        docid=docid,
        dct=created,
        events=tuple(map(_moved, events)),
        timexes=own + tuple(map(_moved, timexes)),
        layout=Layout(tokens=tuple(tokens)),
    )


def plain_text(document: Document) -> str:
    """The text of a document without the line feed after the start tag of TEXT, if there is one:
    of :func:`make_document` the ``text``."""
    return document.text.removeprefix("\n")


def title_of(document: Document) -> str | None:
    """The title: the characters of the first element TITLE, in upper or lower case, with
    single blanks; ``None`` if there is none."""
    parts: list[str] | None = None
    depth = 0
    for token in document.layout.tokens or ():
        if parts is None:
            if isinstance(token, Raw) and token.tag.rpartition("}")[2].lower() == "title":
                parts = []
        elif isinstance(token, str):
            parts.append(token)
        elif token is Mark.CLOSE:
            if not depth:
                break
            depth -= 1
        elif isinstance(token, Raw):
            depth += token.tag not in (COMMENT, INSTRUCTION)
        elif token in (Mark.EVENT, Mark.TIMEX3, Mark.DCT, Mark.SIGNAL):
            depth += 1
    return " ".join("".join(parts or ()).split()) or None


def _moved(span: S) -> S:
    """The span, moved by the line feed before the text; what stands outside the text stays."""
    if span.start is None or span.end is None:
        return span
    return replace(span, start=span.start + 1, end=span.end + 1)
