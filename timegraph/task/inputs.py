"""Input documents: plain text made TimeML for the participants of a task."""

from __future__ import annotations

import re

from timegraph._wording import counted
from timegraph.findings import Finding
from timegraph.task.submissions import finding
from timeml import Document, Position, TimeMLError
from timeml.plain_text import creation_time, make_document, unwritable
from timeml.timex_value import CalendarInterval, parse_value

FEWEST_WORDS = 120
"""Texts with fewer words are reported: QA TempEval asks 6 to 12 questions about each."""

_LONGEST_TITLE = 25
"""Words; a paragraph of one line with more of them is text."""

_MARKUP = re.compile(r"\s*<(\?xml\b|TimeML\b)", re.IGNORECASE)


def is_date(value: str) -> bool:
    """Whether a TIMEX3 value is a place on the calendar, as a creation time has to be."""
    return isinstance(parse_value(value), CalendarInterval)


def decoded(data: bytes, file: str) -> str:
    """The text of a file in UTF-8, with or without byte order mark. Lines end in line feeds, as
    XML has them, whatever ends them in the file.

    Raises :class:`timeml.TimeMLError` that names file and line for another encoding.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TimeMLError("is UTF-16; save it as UTF-8", file=file, line=1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        what = f"byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise TimeMLError(what, file=file, line=before.count(b"\n") + 1) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def split_title(content: str) -> tuple[str, str | None]:
    """The text below a title, and the title; ``None`` if the content does not begin with one: a
    line of its own that does not end as a sentence does."""
    lines = content.lstrip("\n").split("\n", 2)
    if len(lines) < 3 or lines[1].strip() or not lines[2].strip():
        return content, None
    title = " ".join(lines[0].split())
    ends_a_sentence = title.rstrip("\"'”’»)").endswith((".", ":", ";", ","))
    if not title or ends_a_sentence or len(title.split()) > _LONGEST_TITLE:
        return content, None
    return lines[2], title


def input_document(
    data: bytes, *, docid: str, path: str
) -> tuple[Document | None, tuple[Finding, ...]]:
    """The input document of a text file, which has its creation time as a TIMEX3 value on the first
    line and may have a title below it (:func:`split_title`); and the findings about it.

    Characters that XML cannot hold are replaced by blanks, and reported. A text without creation
    time, or in another encoding than UTF-8, gives no document.
    """
    try:
        content = decoded(data, path)
    except TimeMLError as error:
        position = None if error.line is None else Position(error.line)
        return None, (finding("unreadable", path, error.message, position=position),)
    if _MARKUP.match(content):
        return None, (finding("already-timeml", path, "the file is TimeML, not plain text"),)
    first, _, below = content.partition("\n")
    created = first.strip()
    if not is_date(created):
        shown = created if len(created) <= 60 else created[:59] + "…"
        message = f"no creation time: the first line is {shown!r}, which is not a TIMEX3 value"
        return None, (finding("no-creation-time", path, message, position=Position(1)),)
    text, title = split_title(below)
    words = len(text.split())
    if not words:
        return None, (finding("unreadable", path, "the file holds no text", fix="write the text"),)
    findings = []
    if words < FEWEST_WORDS:
        findings.append(finding("short-text", path, f"the text has {counted(words, 'word')}"))
    if title is None:
        findings.append(finding("no-title", path, "the text has no title"))
    bad = list(unwritable(content))
    if bad:
        offset, character = bad[0]
        line = content.count("\n", 0, offset) + 1
        position = Position(line, offset - content.rfind("\n", 0, offset))
        others = f", and {len(bad) - 1} more such characters" if len(bad) > 1 else ""
        message = f"TimeML cannot hold the character U+{ord(character):04X}{others}"
        findings.append(finding("unwritable-character", path, message, position=position))
    blanks = str.maketrans({character: " " for _, character in bad})
    document = make_document(
        text.translate(blanks),
        docid=docid,
        created=creation_time(created),
        title=None if title is None else title.translate(blanks),
    )
    return document, tuple(findings)
