"""Plain texts made input documents, and input documents made plain texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from timegraph._wording.counting import counted
from timegraph.findings import Finding
from timegraph.task.inputs.creation_times import CreationTime
from timegraph.task.inputs.plain_form import (
    PlainForm,
    is_date,
    parse_plain,
    render_plain,
    split_title,
)
from timegraph.task.rules import finding
from timegraph.task.text_files import decoded
from timeml import Document, Position, TimeMLError
from timeml.plain_text import creation_time, make_document, plain_text, title_of, unwritable

__all__ = ["FEWEST_WORDS", "InputDocument", "input_document", "plain_form_of", "plain_text_of"]

FEWEST_WORDS = 120
"""Texts with fewer words are reported: QA TempEval asks 6 to 12 questions about each."""

_MARKUP = re.compile(r"\s*<(\?xml\b|TimeML\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class InputDocument:
    """What became of a text: its document, ``None`` if it could not be made, and the findings."""

    document: Document | None
    words: int = 0
    findings: tuple[Finding, ...] = ()


def input_document(
    data: bytes,
    *,
    docid: str,
    path: str,
    times: Mapping[str, CreationTime] | None = None,
    titles: bool = True,
) -> InputDocument:
    """The input document of a text file.

    With ``times`` the creation time comes from there, and the whole file is text (and title, if
    the table has no titles); without, from the file's head (:func:`parse_plain`). Characters that
    XML cannot hold are replaced by blanks, and reported. A text without creation time, or in
    another encoding than UTF-8, gives no document.
    """
    try:
        content = decoded(data, path)
    except TimeMLError as error:
        position = None if error.line is None else Position(error.line)
        problem = finding("unreadable", path, error.message, position=position)
        return InputDocument(None, findings=(problem,))
    if _MARKUP.match(content):
        problem = finding("already-timeml", path, "the file is TimeML, not plain text")
        return InputDocument(None, findings=(problem,))
    form, failure = _form(content, docid, path, times, titles)
    if failure is not None:
        return InputDocument(None, len(form.text.split()), (failure,))
    words = len(form.text.split())
    findings = []
    if not words:
        problem = finding("unreadable", path, "the file holds no text", fix="write the text")
        return InputDocument(None, 0, (problem,))
    if words < FEWEST_WORDS:
        findings.append(finding("short-text", path, f"the text has {counted(words, 'word')}"))
    if form.title is None:
        findings.append(finding("no-title", path, "the text has no title"))
    bad = list(unwritable(content))
    if bad:
        findings.append(_unwritable(content, bad, path))
    assert form.created is not None
    document = make_document(
        _writable(form.text),
        docid=docid,
        created=creation_time(form.created),
        title=None if form.title is None else _writable(form.title),
    )
    return InputDocument(document, words, tuple(findings))


def _form(
    content: str,
    docid: str,
    path: str,
    times: Mapping[str, CreationTime] | None,
    titles: bool,
) -> tuple[PlainForm, Finding | None]:
    """The parts of a text, and what is wrong with its creation time."""
    if times is None:
        form = parse_plain(content, titles=titles)
    else:
        row = times.get(docid)
        if row is None:
            message = f"the table of creation times has no line for {docid}"
            return PlainForm(content), finding(
                "no-creation-time", path, message, fix=f"add a line for {docid} to the table"
            )
        text, title = content, row.title
        if titles and not row.titled:
            text, title = split_title(content)
        form = PlainForm(text, row.value, title)
    if form.created is None:
        first = content.lstrip("\n").partition("\n")[0].strip()
        shown = first if len(first) <= 60 else first[:59] + "…"
        message = f"no creation time: the first line is {shown!r}, which is not a TIMEX3 value"
        return form, finding("no-creation-time", path, message, position=Position(1))
    if not is_date(form.created):
        message = f"the creation time {form.created!r} is not a TIMEX3 date or time"
        line = next(
            n for n, line in enumerate(content.split("\n"), 1) if line.startswith("created:")
        )
        return form, finding("no-creation-time", path, message, position=Position(line))
    return form, None


def _unwritable(content: str, bad: list[tuple[int, str]], path: str) -> Finding:
    offset, character = bad[0]
    before = content[:offset]
    position = Position(before.count("\n") + 1, offset - before.rfind("\n"))
    others = f", and {len(bad) - 1} more such characters" if len(bad) > 1 else ""
    message = f"TimeML cannot hold the character U+{ord(character):04X}{others}"
    return finding("unwritable-character", path, message, position=position)


def _writable(text: str) -> str:
    for character in {character for _, character in unwritable(text)}:
        text = text.replace(character, " ")
    return text


def plain_form_of(document: Document) -> PlainForm:
    """Text, creation time and title of a document, which may have annotations."""
    created = None if document.dct is None else document.dct.value
    return PlainForm(plain_text(document), created, title_of(document))


def plain_text_of(document: Document) -> str:
    """The text file of a document, whose head has its creation time and title: the file that
    :func:`input_document` makes the same document of."""
    return render_plain(plain_form_of(document))
