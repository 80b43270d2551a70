"""Facts in our own two forms: JSON objects, one per line, and CSV with a heading.

Both have the fields ``subject``, ``relation``, ``object``, ``start`` and ``end``; a date that is
missing, ``null``, empty, ``open``, ``present`` or ``?`` is open.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from timegraph.facts.dates import OPEN, DateError, Granule, read_date
from timegraph.facts.fact import Fact, Source, unread
from timegraph.facts.readers.lines import ReadFacts, close_at, repaired
from timegraph.facts.readers.sentences import NotAFactError
from timegraph.findings.record import Finding

__all__ = ["FIELDS", "date_of_field", "fact_of", "is_fact", "read_csv"]

FIELDS = ("subject", "relation", "object", "start", "end")
"""The fields of a fact, in the order in which CSV has them."""

_OPEN_WORDS = frozenset({"", "open", "present", "now", "today", "?", "none", "null"})


def is_fact(record: object) -> bool:
    """Whether ``record`` is a JSON object with the fields that a fact must have."""
    return isinstance(record, Mapping) and {"subject", "relation", "object"} <= record.keys()


def fact_of(record: Mapping[str, Any], source: Source | None = None) -> Fact:
    """The fact that an object states.

    Raises :class:`NotAFactError` for a field that is missing or not a text, and
    :class:`timegraph.facts.DateError` for a date that cannot be read.
    """
    values = []
    for field in FIELDS[:3]:
        value = record.get(field)
        if not isinstance(value, str) or (not value.strip() and field != "object"):
            raise NotAFactError(
                f"the fact has no text as {field!r}; it needs "
                "subject, relation and object, and may have start and end"
            )
        values.append(repaired(value.strip()))
    subject, relation, name = values
    start, end = (date_of_field(record.get(field), field) for field in FIELDS[3:])
    return Fact(subject, relation, name, start, end, source)


def date_of_field(value: object, field: str) -> Granule:
    """The date in a field of a fact, which may be open. Raises
    :class:`timegraph.facts.DateError`."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is not None and not isinstance(value, str):
        raise DateError(f"{field!r} is {value!r}, which is not a date; write the date as a string")
    if value is None or value.strip().lower() in _OPEN_WORDS:
        return OPEN
    return read_date(value)


def read_csv(text: str, *, file: str = "facts", open_end: Granule | None = None) -> ReadFacts:
    """The facts of a CSV text, whose first row names the fields in any order and case; other
    columns are passed over, and so are empty rows. A row that is not a fact is a finding."""
    facts: list[Fact] = []
    problems: list[Finding] = []
    for line, row in _rows(text):
        source = Source(file, line)
        try:
            facts.append(fact_of(row, source))
        except (NotAFactError, DateError) as error:
            problems.append(unread(error, source, row))
    return ReadFacts(tuple(close_at(facts, open_end)), tuple(problems))


def _rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the heading with their lines."""
    rows = csv.reader(io.StringIO(text))
    heading: list[str] | None = None
    for row in rows:
        if not any(cell.strip() for cell in row):
            continue
        if heading is None:
            heading = [cell.strip().lower() for cell in row]
            continue
        yield rows.line_num, dict(zip(heading, row, strict=False))
