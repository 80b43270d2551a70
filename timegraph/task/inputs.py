"""Input documents: plain text made TimeML for the participants of a task, and the way back."""

from __future__ import annotations

import re
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


def parse_plain(content: str) -> PlainForm:
    """The parts of a file. A value that is not a date is returned as it is."""
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
    text, title = split_title(after)
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


def input_document(data: bytes, *, docid: str, path: str) -> InputDocument:
    """The input document of a text file, whose head has its creation time (:func:`parse_plain`).

    Characters that XML cannot hold are replaced by blanks, and reported. A text without creation
    time, or in another encoding than UTF-8, gives no document.
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
    form = parse_plain(content)
    failure = _undated(form, content, path)
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


def _undated(form: PlainForm, content: str, path: str) -> Finding | None:
    """What is wrong with the creation time of a text."""
    if form.created is None:
        first = content.lstrip("\n").partition("\n")[0].strip()
        shown = first if len(first) <= 60 else first[:59] + "…"
        message = f"no creation time: the first line is {shown!r}, which is not a TIMEX3 value"
        return finding("no-creation-time", path, message, position=Position(1))
    if not is_date(form.created):
        message = f"the creation time {form.created!r} is not a TIMEX3 date or time"
        line = next(
            n for n, line in enumerate(content.split("\n"), 1) if line.startswith("created:")
        )
        return finding("no-creation-time", path, message, position=Position(line))
    return None


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


def plain_text_of(document: Document) -> str:
    """The text file of a document, which may have annotations, with its creation time and title in
    the head: the file that :func:`input_document` makes the same document of."""
    created = None if document.dct is None else document.dct.value
    return render_plain(PlainForm(plain_text(document), created, title_of(document)))
