"""Answers in words and as JSON data: ids with the text that they stand for, times as dates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from timegraph.answer import Answer
from timegraph.calendar_links import CalendarPoint
from timegraph.qa.listing import ListAnswer
from timegraph.qa.when import WhenAnswer
from timeml.timex_value import format_instant

if TYPE_CHECKING:
    from fractions import Fraction

    from timegraph.qa.session import AnyAnswer
    from timeml import Document

__all__ = ["answer_in_words", "answer_to_json"]

_DAY = 86_400
_LONGEST = 40


def _named(document: Document, entity: str) -> str:
    words = " ".join(document.entity(entity).text.split())
    return f"{entity} {words if len(words) <= _LONGEST else words[: _LONGEST - 1] + '…'}".rstrip()


def _instant(point: CalendarPoint, zone: int | None, *, full: bool = False) -> str:
    """ISO 8601, on the clock of the document. Midnights are written as a date, unless ``full``.
    ``zone`` is that of :class:`WhenAnswer`."""
    if not point.zoned and zone is None:
        return format_instant(point.instant)
    offset = zone or 0
    text = format_instant(point.instant + (offset if point.zoned else 0))
    if "T" not in text:
        if zone is not None and not full:
            return text
        text += "T00:00"
    sign, minutes = "-" if offset < 0 else "+", abs(offset) // 60
    return text + (f"{sign}{minutes // 60:02d}:{minutes % 60:02d}" if offset else "Z")


def _period(answer: WhenAnswer) -> str:
    first, last, zone = answer.earliest, answer.latest, answer.zone
    if first is not None and last is not None:
        local = first.instant + (zone or 0 if first.zoned else 0)
        whole_day = first.clock == last.clock and last.instant - first.instant == _DAY
        if whole_day and not local % _DAY:
            return _instant(first, zone)
        return f"between {_instant(first, zone)} and {_instant(last, zone)}"
    if first is not None:
        return f"{_instant(first, zone)} or later"
    return f"before {_instant(last, zone)}" if last is not None else ""


def answer_in_words(document: Document, answer: AnyAnswer, *, possible: bool = False) -> str:
    """One line: ``yes``; ``ei21 cited, ei24 ordered`` or ``none``; ``1998-04-18, within t1
    Saturday`` or ``unknown``; ``at least 3 days``. ``possible`` adds what is possible but not
    certain to lists."""
    if isinstance(answer, Answer):
        return str(answer)
    if isinstance(answer, ListAnswer):
        certain = ", ".join(_named(document, entity) for entity in answer.certain) or "none"
        if not possible:
            return certain
        others = ", ".join(_named(document, entity) for entity in answer.possible) or "none"
        return f"{certain}; possibly {others}"
    if not isinstance(answer, WhenAnswer):
        return answer.words
    parts = [_period(answer)] if _period(answer) else []
    if answer.within:
        parts.append("within " + ", ".join(_named(document, tid) for tid in answer.within))
    return ", ".join(parts) or "unknown"


def answer_to_json(answer: AnyAnswer) -> Any:
    """The answer as JSON data: a string; an object with ``certain`` and ``possible`` ids; an
    object with ``earliest``, ``latest`` (ISO 8601, ``null`` if not known; the end is exclusive)
    and ``within``; or, of a length, one with ``at_least`` and ``at_most``: ``seconds``, a whole
    number or a fraction as text, and whether it is ``reached``, or ``null``; and ``words``."""
    if isinstance(answer, Answer):
        return str(answer)
    if isinstance(answer, ListAnswer):
        return {"certain": list(answer.certain), "possible": list(answer.possible)}
    if not isinstance(answer, WhenAnswer):
        return {
            "at_least": _bound(answer.lower, answer.lower_reached),
            "at_most": _bound(answer.upper, answer.upper_reached),
            "words": answer.words,
        }
    return {
        "earliest": _instant_or_null(answer.earliest, answer.zone),
        "latest": _instant_or_null(answer.latest, answer.zone),
        "within": list(answer.within),
    }


def _bound(seconds: Fraction | None, reached: bool) -> dict[str, Any] | None:
    if seconds is None:
        return None
    whole = seconds.denominator == 1
    return {"seconds": int(seconds) if whole else str(seconds), "reached": reached}


def _instant_or_null(point: CalendarPoint | None, zone: int | None) -> str | None:
    return None if point is None else _instant(point, zone, full=True)
