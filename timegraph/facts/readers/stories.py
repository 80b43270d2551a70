"""Facts as statements of a story: "(Ada was married to Bo) starts at 1948" and "... ends at 1953".

TGQA (Xiong et al. 2024). Questions name events by the words in brackets, so facts keep them.
"""

from __future__ import annotations

import re

from timegraph.facts.dates import OPEN, Granule, stated_date
from timegraph.facts.fact import Fact, Source
from timegraph.facts.relations import key_of, read_statement
from timeml.plain_dates import DATE

__all__ = ["Story", "is_statement"]

_STATEMENT = re.compile(
    rf"\((?P<event>.*)\)\s+(?P<edge>starts|ends|started|ended)\s+(?:at|in)\s+(?P<date>{DATE})"
    r"\s*\.*",
    re.IGNORECASE | re.DOTALL,
)


def is_statement(text: str) -> bool:
    """Whether ``text`` says when an event in brackets starts or ends."""
    return _STATEMENT.fullmatch(text.strip()) is not None


class Story:
    """Statements on their way to facts: an end closes the start before it."""

    def __init__(self) -> None:
        self._parts: list[tuple[str, Granule, Granule, Source | None]] = []
        self._open: dict[str, list[int]] = {}

    def add(self, text: str, source: Source | None = None) -> None:
        """Take in a statement. Raises :class:`timegraph.facts.DateError` for a date that the
        calendar does not have, and ``ValueError`` for a text that is not a statement."""
        match = _STATEMENT.fullmatch(text.strip())
        if match is None:
            raise ValueError(
                f"{text!r} is not a statement like (Ada owned the Mill) starts at 1926"
            )
        event, date = " ".join(match["event"].split()), stated_date(match["date"])
        waiting = self._open.setdefault(key_of(event), [])
        if match["edge"].lower().startswith("start"):
            waiting.append(len(self._parts))
            self._parts.append((event, date, OPEN, source))
        elif waiting:
            position = waiting.pop()
            name, start, _, first = self._parts[position]
            self._parts[position] = (name, start, date, first)
        else:
            self._parts.append((event, OPEN, date, source))

    def facts(self) -> list[Fact]:
        """The facts in the order in which they were first named."""
        return [_fact(*part) for part in self._parts]


def _fact(event: str, start: Granule, end: Granule, source: Source | None) -> Fact:
    statement = read_statement(event)
    if statement is None:
        return Fact(event, "", "", start, end, source, event)
    return Fact(statement.subject, statement.relation, statement.object, start, end, source, event)
