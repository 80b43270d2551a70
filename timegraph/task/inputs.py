"""Input documents: plain text made TimeML for the participants of a task, and the way back."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from timegraph._wording.counting import counted
from timegraph.findings import Finding
from timegraph.task.submissions import decoded, finding
from timeml import Document, Position, TimeMLError
from timeml.plain_text import creation_time, make_document, plain_text, title_of, unwritable
from timeml.timex_value import CalendarInterval, parse_value

# The plain form of a document: its text, with creation time and title above it.
#
# There are two forms of what stands above the text. The short one is the creation time's TIMEX3
# value on a line of its own; a line and a blank line below it are the title, unless the line ends
# as a sentence does. The long one has the lines ``created: VALUE`` and ``title: TITLE``, either
# of which may be left out, and a blank line.


_HEADER = re.compile(r"(created|title):[ \t]*(.*)")
_LONGEST_TITLE = 25
"""Words; a paragraph of one line with more of them is text."""


@dataclass(frozen=True, slots=True)
class PlainForm:
    """A text with its creation time, as a TIMEX3 value, and its title, where they are known."""

    text: str
    created: str | None = None
    title: str | None = None


def is_date(value: str) -> bool:
    """Whether a TIMEX3 value is a place on the calendar, as a creation time has to be."""
    return isinstance(parse_value(value), CalendarInterval)


def parse_plain(content: str, *, titles: bool = True) -> PlainForm:
    """The parts of a file. Without ``titles`` the short form has none. A value that is not a date
    is returned as it is."""
    headers: dict[str, str] = {}
    rest = content
    while (match := _HEADER.match(rest)) and match[1] not in headers:
        headers[match[1]] = " ".join(match[2].split())
        rest = rest[match.end() + 1 :]
    if headers:
        first, _, after = rest.partition("\n")
        text = rest if first.strip() else after
        return PlainForm(text, headers.get("created") or None, headers.get("title") or None)
    first, _, after = content.partition("\n")
    if not first.strip() or not is_date(first.strip()):
        return PlainForm(content)
    text, title = split_title(after) if titles else (after, None)
    return PlainForm(text, first.strip(), title)


def split_title(content: str) -> tuple[str, str | None]:
    """The text below a title, and the title; ``None`` if the content does not begin with one."""
    lines = content.lstrip("\n").split("\n", 2)
    if len(lines) < 3 or lines[1].strip() or not lines[2].strip():
        return content, None
    title = lines[0].strip()
    ends_a_sentence = title.rstrip("\"'”’»)").endswith((".", ":", ";", ","))
    if not title or ends_a_sentence or len(title.split()) > _LONGEST_TITLE:
        return content, None
    return lines[2], " ".join(title.split())


def render_plain(form: PlainForm) -> str:
    """The file that :func:`parse_plain` reads as ``form``: the short form if that is possible."""
    short = "".join(
        (
            f"{form.created}\n" if form.created else "",
            f"{form.title}\n\n" if form.title else "",
            form.text,
        )
    )
    if parse_plain(short) == form:
        return short
    headers = [
        f"{name}: {value}\n"
        for name, value in (("created", form.created), ("title", form.title))
        if value
    ]
    return "".join((*headers, "\n", form.text))


# A table of creation times: a line for each document with its name, its TIMEX3 value and, where
# there is a third column, its title.


_HEADINGS = {
    "document": frozenset({"document", "doc", "docid", "name", "file", "id"}),
    "created": frozenset({"created", "creation time", "creation_time", "dct", "date", "value"}),
    "title": frozenset({"title", "headline"}),
}
_ORDER = ("document", "created", "title")


@dataclass(frozen=True, slots=True)
class CreationTime:
    """A line of the table; ``titled`` says whether the table has titles at all."""

    document: str
    value: str
    title: str | None
    titled: bool
    line: int


def read_creation_times(data: bytes, file: str) -> dict[str, CreationTime]:
    """The lines of a table by document, as the table names it without the ending ``.txt``.

    Cells are separated by tabs, else commas, else ``|``, else blanks. A first line of headings
    (document, created, title) says which column is which. Raises :class:`timeml.TimeMLError` that
    names file and line for a line without value, a value that is not a date, and a document that
    occurs twice.
    """
    text = decoded(data, file)
    rows = [(n, cells) for n, cells in enumerate(_cells(text), start=1) if any(cells)]
    if not rows:
        raise TimeMLError(
            "the file has no creation times; write lines of document, tab, value", file=file
        )
    columns = _columns(rows[0][1])
    order = columns or list(_ORDER[: max(len(cells) for _, cells in rows)])
    titled = "title" in order
    result: dict[str, CreationTime] = {}
    for line, cells in rows[bool(columns) :]:
        row = dict(zip(order, cells, strict=False))
        name, value = row.get("document", "").removesuffix(".txt"), row.get("created", "")
        if not name or not value:
            what = "has no document" if value else f"has no creation time for {name!r}"
            raise TimeMLError(f"the line {what}; write document, tab, value", file=file, line=line)
        if not is_date(value):
            message = f"{name}: the creation time {value!r} is not a TIMEX3 date or time"
            raise TimeMLError(f"{message}; write it as 1998-04-18", file=file, line=line)
        if name in result:
            message = f"{name} has a creation time on line {result[name].line} already"
            raise TimeMLError(f"{message}; remove one of them", file=file, line=line)
        title = " ".join(row.get("title", "").split()) or None
        result[name] = CreationTime(name, value, title, titled, line)
    return result


def render_creation_times(rows: Iterable[tuple[str, str | None, str | None]]) -> str:
    """The table of documents, values and titles; documents without a value are left out."""
    lines = ["\t".join(_ORDER)]
    lines += [f"{name}\t{value}\t{title or ''}" for name, value, title in rows if value]
    return "".join(f"{line.rstrip(chr(9))}\n" for line in lines)


def _cells(text: str) -> list[list[str]]:
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = next((mark for mark in "\t,|" if mark in first), None)
    if separator is None:
        return [line.split(None, 2) for line in text.split("\n")]
    if separator == ",":
        return [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text))]
    return [[cell.strip() for cell in line.split(separator)] for line in text.split("\n")]


def _columns(cells: list[str]) -> list[str] | None:
    """What the columns hold if these cells are headings, else ``None``."""
    names = [
        next((name for name, headings in _HEADINGS.items() if cell.lower() in headings), "")
        for cell in cells
    ]
    return names if {"document", "created"} <= set(names) else None


# Plain texts made input documents, and input documents made plain texts.


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
