"""A dated fact, and what is wrong with one, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from timegraph.dates.granules import OPEN, SOME_TIME, DateError, Granule, qualities_of
from timegraph.findings import Finding, Severity
from timeml import Position
from timeml.timex_value import Instant


@dataclass(frozen=True, slots=True)
class Source:
    """Where a fact comes from: a file or record, and the line in it (from 1)."""

    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Fact:
    """``subject`` had ``object`` for its ``relation``, from somewhere in ``start`` to somewhere
    in ``end``.

    The relation is a name that :mod:`timegraph.facts.relations` knows ("employer"), or any other.
    The true extent is a half-open interval [S, E) with S in ``start``, E in ``end`` and S < E.
    ``text`` is the fact as it was stated, if that is how questions refer to it.
    """

    subject: str
    relation: str
    object: str
    start: Granule = OPEN
    end: Granule = OPEN
    source: Source | None = None
    text: str = ""

    @property
    def dates(self) -> str:
        """``January 1926 to January 1934``; ``1926`` where both lie in that year."""
        start, end = str(self.start), str(self.end)
        if start == end and not self.start.is_open:
            return start
        wide = SOME_TIME in (start[: len(SOME_TIME)], end[: len(SOME_TIME)])
        return f"from {start} until {end}" if wide else f"{start} to {end}"

    @property
    def statement(self) -> str:
        """The fact without its dates, as it was stated, or its three parts in a row."""
        if self.text:
            return self.text
        return " | ".join(part for part in (self.subject, self.relation, self.object) if part)

    def __str__(self) -> str:
        return f"{self.statement} ({self.dates})"

    def to_json(self) -> dict[str, Any]:
        """The fact as JSON data, in the form that the reader of JSON lines takes."""
        return {
            "subject": self.subject,
            "relation": self.relation,
            "object": self.object,
            "start": _in_json(self.start),
            "end": _in_json(self.end),
        }


def _in_json(date: Granule) -> str | None:
    # "1984~" gives no bound, but says more than nothing.
    if date == OPEN and not qualities_of(date):
        return None
    text = str(date)  # "8" of a sentence, where no other year is meant
    return text.zfill(4) if len(text) == 1 else text


class Extent(NamedTuple):
    """Which half-open intervals [S, E) a fact can have been: all with ``start_low`` <= S <
    ``start_high``, ``end_low`` <= E < ``end_high`` and S < E.

    Bounds that S < E already implies are drawn tight: ``end_low`` is at least ``start_low``, and
    then not reached; ``start_high`` is at most ``end_high``.
    """

    start_low: Instant | float
    start_high: Instant | float
    end_low: Instant | float
    end_high: Instant | float


def extent_of(fact: Fact) -> Extent | None:
    """The extents that ``fact`` allows, ``None`` if it starts after it ends."""
    start, end = fact.start, fact.end
    start_low = -inf if start.first is None else start.first
    end_high = inf if end.after is None else end.after
    if start_low >= end_high:
        return None
    start_high = inf if start.after is None else start.after
    end_low = -inf if end.first is None else end.first
    return Extent(start_low, min(start_high, end_high), max(end_low, start_low), end_high)


def problem(
    code: str,
    message: str,
    *,
    at: Source | None = None,
    severity: Severity = "error",
) -> Finding:
    """What is wrong with a line, a record or a fact, as the one record of a finding.

    Codes are ``unreadable`` (broken JSON, not UTF-8), ``not-a-fact`` (a line of none of the known
    forms), ``no-date`` (a date that cannot be read), ``unread-dates``, ``no-object``,
    ``start-after-end``, ``contradiction``, ``repeated``, ``empty`` (no fact at all) and
    ``not-a-question``. An *error* is something that was left out, a *warning* something that
    stays in.
    """
    source = at or Source("facts")
    position = None if source.line is None else Position(source.line)
    return Finding(
        code=code, severity=severity, document=source.file, message=message, position=position
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread(Finding):
    """A line that was left out though it may state a fact: what it says of ``subject`` and
    ``relation`` nobody knows. Where these are ``""`` its ``text`` says what it is about."""

    subject: str = ""
    relation: str = ""
    text: str = ""

    @property
    def note(self) -> str:
        """Why an answer cannot count on the other lines, naming this one."""
        line = "" if self.position is None else f":{self.position.line}"
        why = self.message.partition(";")[0]
        return f"{self.document}{line} is left out, so what it states is not known: {why}"


def unread(error: Exception | str, source: Source | None, stated: object) -> Unread:
    """What an ``error`` leaves out: ``stated`` is the text of the line, or the object that has the
    parts of a fact. The code is ``no-date`` for a date, else ``not-a-fact``."""
    code = "no-date" if isinstance(error, DateError) else "not-a-fact"
    found = problem(code, str(error), at=source)
    parts = ("", "", stated if isinstance(stated, str) else "")
    if isinstance(stated, Mapping):
        named = [stated.get(name) for name in ("subject", "relation")]
        subject, relation = (name.strip() if isinstance(name, str) else "" for name in named)
        parts = (subject, relation, "" if subject else " ".join(map(str, stated.values())))
    return Unread(
        code=code, severity="error", document=found.document, message=found.message,
        position=found.position, subject=parts[0], relation=parts[1], text=parts[2],
    )  # fmt: skip


def distinct_objects(facts: Iterable[Fact]) -> tuple[str, ...]:
    """The objects of ``facts``, each once, in their order."""
    return tuple(dict.fromkeys(fact.object for fact in facts))
