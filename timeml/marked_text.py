"""Text as HTML with marks around some of its spans, and everything else escaped."""

from __future__ import annotations

from collections.abc import Iterable


def marked_html(text: str, marks: Iterable[tuple[int, int, str]]) -> str:
    """``text`` as HTML, with a ``mark`` element around each span ``(start, end, opening)``, where
    ``opening`` is the element's start tag, and whatever is to stand before the words.

    Of spans that begin together the longer one is outside. A span that overlaps another without
    being inside it is cut where the other ends, since elements nest.
    """
    from html import escape

    parts: list[str] = []
    ends: list[int] = []  # of the open marks, the innermost last
    at = 0

    def write_to(end: int) -> None:
        nonlocal at
        while ends and ends[-1] <= end:
            parts.append(escape(text[at : ends[-1]]) + "</mark>")
            at = ends.pop()
        parts.append(escape(text[at:end]))
        at = end

    for start, end, opening in sorted(marks, key=lambda mark: (mark[0], -mark[1])):
        write_to(start)
        ends.append(min([end, len(text), *ends]))
        parts.append(opening)
    write_to(len(text))
    return "".join(parts)
