"""The plain form of a document: its text, with creation time and title above it.

There are two forms of what stands above the text. The short one is the creation time's TIMEX3
value on a line of its own; a line and a blank line below it are the title, unless the line ends
as a sentence does. The long one has the lines ``created: VALUE`` and ``title: TITLE``, either of
which may be left out, and a blank line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeml.timex_value import CalendarInterval, parse_value

__all__ = ["PlainForm", "is_date", "parse_plain", "render_plain", "split_title"]

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
