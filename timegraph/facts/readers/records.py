"""One question of a benchmark with its answers and, if it has them, its facts.

The fields of all benchmarks are known by name: the question; its answers under ``answers``,
``targets`` (TimeQA), ``text_answers`` (Complex-TR, TempReason) or ``answer``; its facts under
``facts`` (TISER, TG-LLM, ours) or ``fact_context`` (Complex-TR, TempReason).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from timegraph.dates.granules import OPEN, DateError, Granule, read_date
from timegraph.facts.answering.answers import READINGS, Reading
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact, Source, unread
from timegraph.facts.readers.lines import UNKNOWN, NotAFactError, ReadFacts, close_at, repaired
from timegraph.facts.relations import key_of
from timegraph.findings.record import Finding

_IDS = ("id", "idx", "original_id", "_id", "qid")
_ANSWERS = ("answers", "targets", "text_answers", "answer")
_FACTS = ("facts", "fact_context")
_KNOWN = frozenset({"question", "candidates", "reading", "dataset", "group",
                    *_IDS, *_ANSWERS, *_FACTS})  # fmt: skip
_NO_COLUMNS: Mapping[str, tuple[str, ...]] = {}
_TISER: dict[str, Reading] = {"tempreason": "tempreason", "timeqa": "timeqa", "tgqa": "tgqa"}


@dataclass(frozen=True, slots=True)
class Record:
    """A question with what belongs to it.

    ``golds`` is ``None`` where no answer is given. ``base`` are its facts, ``None`` if it has
    none; records with the same facts share it. ``group`` names the records that belong together,
    ``reading`` is the benchmark whose rule made the answers, if that is known. ``columns`` are
    its other fields that hold text, such as the answers of models.
    """

    id: str
    question: str
    golds: tuple[str, ...] | None
    base: FactBase | None
    group: str
    reading: Reading | None = None
    candidates: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    source: Source | None = None

    def __repr__(self) -> str:
        return f"<Record {self.id}: {self.question[:60]!r}>"


def is_question(record: object) -> bool:
    """Whether ``record`` is a JSON object with a question in it."""
    return isinstance(record, Mapping) and isinstance(record.get("question"), str)


def facts_in(record: Mapping[str, Any]) -> Any:
    """The facts of a record as they stand in it, ``None`` if it has none."""
    return next((record[name] for name in _FACTS if record.get(name) is not None), None)


def answers_of(value: object) -> tuple[str, ...] | None:
    """The answers under a field: a text, a list of texts, or ``{"text": [...]}``; ``None`` for
    anything else."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Mapping):
        value = value.get("text")
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        return (str(value),)
    if isinstance(value, Sequence) and all(isinstance(text, (str, int)) for text in value):
        return tuple(str(text) for text in value)
    return None


def record_of(
    record: Mapping[str, Any],
    base: FactBase | None,
    *,
    number: int,
    group: str | None = None,
    reading: Reading | None = None,
    source: Source | None = None,
) -> Record:
    """The record that an object states; ``number`` is its id if it has none, ``reading`` that of
    its facts.

    Raises :class:`NotAFactError` for answers that are not texts and for an unknown reading.
    """
    question = repaired(record["question"])
    id = next((str(record[name]) for name in _IDS if record.get(name) is not None), str(number))
    stated = next((name for name in _ANSWERS if record.get(name) is not None), None)
    golds = None if stated is None else answers_of(record[stated])
    if stated is not None and golds is None:
        raise NotAFactError(f"{stated!r} of question {id} is not a string or a list of strings")
    # TimeQA releases its questions with these three fields, and without facts.
    own_reading = (
        record.get("reading")
        or _TISER.get(str(record.get("dataset", "")).partition("_")[0])
        or ("timeqa" if stated == "targets" and "idx" in record else None)
    )
    if own_reading is not None and own_reading not in READINGS:
        readings = ", ".join(READINGS)
        raise NotAFactError(
            f"question {id} has the unknown reading {own_reading!r}; the readings are {readings}"
        )
    if golds is not None:
        golds = tuple(repaired(gold) for gold in golds)
        if base is not None and stated == "answer" and len(golds) == 1:
            golds = known_parts(golds[0], base.objects) or golds
        if (own_reading or reading) == "timeqa":
            golds = tuple("" if gold == UNKNOWN else gold for gold in golds)
    others = {name: answers_of(record[name]) for name in record if name not in _KNOWN}
    return Record(
        id,
        question,
        golds,
        base,
        str(record.get("group", id)) if group is None else group,
        own_reading or reading,
        answers_of(record["candidates"]) or () if "candidates" in record else (),
        {name: value for name, value in others.items() if value} if others else _NO_COLUMNS,
        source,
    )


def known_parts(text: str, objects: Mapping[str, str]) -> tuple[str, ...]:
    """The objects that ``text`` lists, if it is one of them or a row of them with blanks, commas,
    semicolons or "and" between; empty if it is not. ``objects`` are those of
    :attr:`timegraph.facts.FactBase.objects`."""
    whole = key_of(text)
    if not whole or whole in objects:
        return (text,) if whole in objects else ()
    return _parts(whole, objects)


_BETWEEN = (", and ", " $and ", "; ", " and ", " , ", ", ", " ")


def _parts(text: str, objects: Mapping[str, str]) -> tuple[str, ...]:
    longest_first = sorted(objects, key=lambda name: (-len(name), name))

    @cache
    def rest(begin: int) -> tuple[str, ...] | None:
        for name in longest_first:
            if not text.startswith(name, begin):
                continue
            end = begin + len(name)
            if end == len(text):
                return (name,)
            for between in _BETWEEN:
                if text.startswith(between, end):
                    tail = rest(end + len(between))
                    if tail is not None:
                        return (name, *tail)
        return None

    return tuple(objects[name] for name in rest(0) or ())


# Facts in our own two forms: JSON objects, one per line, and CSV with a heading.
#
# Both have the fields ``subject``, ``relation``, ``object``, ``start`` and ``end``; a date that
# is missing, ``null``, empty, ``open``, ``present`` or ``?`` is open.


FIELDS = ("subject", "relation", "object", "start", "end")
"""The fields of a fact, in the order in which CSV has them."""

_OPEN_WORDS = frozenset({"", "open", "present", "now", "today", "?", "none", "null"})


def is_fact(record: object) -> bool:
    """Whether ``record`` is a JSON object with the fields that a fact must have."""
    return isinstance(record, Mapping) and {"subject", "relation", "object"} <= record.keys()


def fact_of(record: Mapping[str, Any], source: Source | None = None) -> Fact:
    """The fact that an object states.

    Raises :class:`NotAFactError` for a field that is missing or not a text, and
    :class:`timegraph.dates.DateError` for a date that cannot be read.
    """
    values = []
    for column in FIELDS[:3]:
        value = record.get(column)
        if not isinstance(value, str) or (not value.strip() and column != "object"):
            raise NotAFactError(
                f"the fact has no text as {column!r}; it needs "
                "subject, relation and object, and may have start and end"
            )
        values.append(repaired(value.strip()))
    subject, relation, name = values
    start, end = (date_of_field(record.get(column), column) for column in FIELDS[3:])
    return Fact(subject, relation, name, start, end, source)


def date_of_field(value: object, column: str) -> Granule:
    """The date in a field of a fact, which may be open. Raises
    :class:`timegraph.dates.DateError`."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is not None and not isinstance(value, str):
        raise DateError(f"{column!r} is {value!r}, which is not a date; write the date as a string")
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
