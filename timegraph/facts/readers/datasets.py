"""Files of facts and of questions: JSON, JSON lines, Wikidata, CSV, TSV and text, whichever it is.

A file may hold facts alone (:func:`read_facts_file`), or questions with or without their facts
(:func:`read_dataset`). Questions may also share facts: a line ``{"group": "g1", "facts": [...]}``
without a question states them, and questions with the same ``group`` are asked of them.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Literal, get_args

from timegraph._files import no_collections
from timegraph.dates.granules import OPEN, DateError, Granule
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact, Source, problem, unread
from timegraph.facts.question_kinds import Reading, Time, times_in
from timegraph.facts.readers.lines import (
    NotAFactError,
    ReadFacts,
    Record,
    date_of_field,
    fact_of,
    facts_in,
    is_fact,
    is_question,
    read_csv,
    read_lines,
    record_of,
    repaired,
    unread_dates,
    without_object,
)
from timegraph.facts.readers.wikidata import is_wikidata, opened, read_wikidata
from timegraph.facts.relations import relations_called
from timegraph.findings import Finding
from timeml.errors import TimeMLError
from timeml.readers.records import BrokenLine as BrokenLine, records

# TimeQA's groups of facts: its annotated and human_annotated files (Chen, Wang & Wang 2021).
#
# A file is a JSON list, or JSON lines, of groups ``{"index": "/wiki/Vologda#P1376", "questions":
# [["...from 1719 to 1775?", [{"answer": "..."}]]]}``: all questions of a group are about one
# subject and one property of Wikidata. Each question, which holds the printed bounds of a fact,
# becomes facts whose relation is the question itself without its time, since annotators word it
# freely; or the property, where questions are made of them. The annotated files have the two
# dates in the place of the question, ``[["May 1955", "Apr 1956"], [{"answer": "..."}]]``: facts
# of the property.


def is_group(record: object) -> bool:
    """Whether ``record`` has the keys of a group."""
    return isinstance(record, Mapping) and {"index", "questions"} <= record.keys()


def _entries(record: Mapping[str, Any]) -> Iterator[tuple[int, Any, list[str] | None]]:
    """The questions of a group with their numbers and answers; ``None`` for other entries."""
    for number, entry in enumerate(record["questions"]):
        try:
            question, answers = entry
            yield number, question, [str(answer["answer"]) for answer in answers] or [""]
        except (TypeError, ValueError, KeyError):
            yield number, None, None


def questions_of(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The questions of a group as TimeQA's own files have them, with their answers; entries that
    are not questions are left to :func:`read_group`, which reports them."""
    text = {"context": paras} if (paras := record.get("paras")) else {}
    for number, question, targets in _entries(record):
        if targets is not None and isinstance(question, str):
            id = f"{record['index']}#{number}"
            yield text | {"idx": id, "question": question, "targets": targets}


def read_group(
    record: Mapping[str, Any], source: Source | None = None, *, properties: bool = False
) -> ReadFacts:
    """The facts of a group, one for each answer of each question; an answer ``""``, or none at
    all, says that nothing is known for that time. With ``properties`` their relation is that of
    the property of the group, if the table has it.

    A question without a time is a fact without dates. What has not the form of a question with
    answers is a finding.
    """
    facts: list[Fact] = []
    problems: list[Finding] = []
    index = str(record["index"])
    subject = index.rpartition("/")[2].partition("#")[0].replace("_", " ")
    property = str(record.get("type") or index.rpartition("#")[2])
    relation = next(iter(relations_called(property)), "")
    for number, question, names in _entries(record):
        where = f"question {number + 1} of {record['index']!r}"
        message: Exception | str = (
            f"{where} is not [text, [{{answer: ...}}]] or [[start, end], [{{answer: ...}}]]"
        )
        try:
            if isinstance(question, str):
                words, text = repaired(" ".join(question.split())).rstrip(" ?"), question
                time, stem = next(times_in(words), (None, words))
                start, end = (OPEN, OPEN) if time is None else _bounds(time)
                stem, text = (relation, "") if properties and relation else (stem, text)
            else:
                start, end = (date_of_field(date, "date") for date in question)
                stem, text = relation or property, ""
        except DateError as error:
            names, message = None, DateError(f"{where}: {error}")
        except (TypeError, ValueError):
            names = None
        if names is None:
            problems.append(unread(message, source, {"subject": subject}))
            continue
        facts += [Fact(subject, stem, repaired(n), start, end, source, text) for n in names]
    return ReadFacts(tuple(facts), tuple(problems))


def _bounds(time: Time) -> tuple[Granule, Granule]:
    """From when to when an annotator's time is: "after 1990" has no end, "before 1990" no start."""
    has_no_start, has_no_end = time.kind in ("before", "until"), time.kind in ("after", "since")
    start = OPEN if has_no_start else time.first
    return start, OPEN if has_no_end else time.first if has_no_start else time.last


FactFormat = Literal["wikidata"]
FACT_FORMATS: tuple[FactFormat, ...] = get_args(FactFormat)
"""The formats of facts that can be named; the others are recognised by their content."""


class UnreadableError(ValueError):
    """A file that is not text, or of which no line can be read; the message names it."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """The questions of a file, and what was wrong with it."""

    name: str
    records: tuple[Record, ...]
    problems: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        return f"<Dataset {self.name}: {len(self.records)} questions>"


def read_facts_file(
    path: Path, *, format: FactFormat | None = None, properties: bool = False
) -> ReadFacts:
    """The facts in a file: JSON lines or a JSON list of facts or of records with facts, Wikidata's
    JSON, CSV, or text, as its content and ending say, each also as gzip. Facts that several records
    repeat are taken once.

    ``format`` names the format of a file whose beginning does not show it. With ``properties`` the
    relations of TimeQA's groups are those of the table. Raises :class:`UnreadableError` and
    ``OSError``.
    """
    if format == "wikidata" or is_wikidata(path):
        try:
            return read_wikidata(path)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise UnreadableError(f"{path}: is a damaged gzip file: {error}") from None
    text = text_of(path)
    if _is_csv(path):
        return read_csv(text, file=path.name)
    if not text.lstrip().startswith(("{", "[")):
        return read_lines(text, file=path.name)
    facts: dict[Fact, Fact] = {}
    problems: list[Finding] = []
    loose = False
    plain = []
    for value, source in read_objects(text, path):
        if is_fact(value):
            plain.append(value)
        read = facts_of(value, source, properties=properties)
        loose |= read.loose
        problems += read.problems
        for fact in read.facts:
            facts.setdefault(replace(fact, source=None), fact)
    problems += unread_dates(plain, Source(path.name))
    return ReadFacts(tuple(facts.values()), tuple(problems), loose)


@no_collections()
def read_dataset(path: Path, *, facts: Path | None = None) -> Dataset:
    """The questions in a file of any of the benchmarks' forms, with their facts.

    ``facts`` is a file of facts for questions that have none themselves: TimeQA's groups, by the
    part of a question's id before its number, or facts that all questions are asked of. Raises
    :class:`UnreadableError` and ``OSError``.
    """
    reader = _Reader()
    shared = None if facts is None else reader.add_facts(facts)
    text = text_of(path)
    has_json = text.lstrip().startswith(("{", "["))
    objects = read_objects(text, path) if has_json else _tab_separated(text, path.name)
    asked = (
        (each, source) for value, source in objects for each in reader.questions(value, source)
    )
    records = filter(None, (reader.record(*each, shared) for each in asked))
    return Dataset(path.name, tuple(records), tuple(reader.problems))


def text_of(path: Path) -> str:
    """The text of a file, also of one that gzip has packed. Raises :class:`UnreadableError` if it
    is damaged or not UTF-8, and ``OSError``."""
    data = path.read_bytes()
    try:
        return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8-sig")
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise UnreadableError(f"{path}: is a damaged gzip file: {error}") from None
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path}: is not UTF-8 text (byte {error.start})") from None


def _is_csv(path: Path) -> bool:
    return re.search(r"\.[ct]sv(\.gz(ip)?)?$", path.name, re.IGNORECASE) is not None


def read_objects(text: str, path: Path) -> Iterator[tuple[Any, Source]]:
    """The JSON objects in the text of a file, each with its line: those of a list, of lines, or of
    the values of one object; the rows of a table. A line that is not JSON is a :class:`BrokenLine`
    among them."""
    try:
        yield from ((value, Source(path.name, line)) for line, value in records(text))
    except TimeMLError as error:
        raise UnreadableError(f"{path}:{error.line}: {error.message}") from None


def _tab_separated(text: str, file: str) -> Iterator[tuple[Any, Source]]:
    """Questions with a tab before their answers, or alone."""
    for number, line in enumerate(text.split("\n"), 1):
        question, tab, answer = line.rstrip("\r").partition("\t")
        if question.strip():
            value = {"question": question, "id": str(number)} | ({"answer": answer} if tab else {})
            yield value, Source(file, number)


def facts_of(value: Any, source: Source, *, properties: bool = False) -> ReadFacts:
    """The facts that an object, a text or a list of either states; ``properties`` as in
    :func:`read_facts_file`."""
    if isinstance(value, BrokenLine):
        return ReadFacts(
            (), (replace(unread(value.message, source, value.text), code="unreadable"),)
        )
    if is_group(value):
        return read_group(value, source, properties=properties)
    if isinstance(value, Mapping) and not is_fact(value) and facts_in(value) is not None:
        return facts_of(facts_in(value), source)
    if isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(text, str) for text in value)
    ):
        return read_lines(value, file=source.file, line=source.line)
    facts: list[Fact] = []
    problems: list[Finding] = []
    for item in value if isinstance(value, list) else [value]:
        try:
            if not isinstance(item, Mapping):
                raise NotAFactError(f"{json.dumps(item)[:60]} is not a fact")
            facts.append(fact_of(item, source))
        except (NotAFactError, DateError) as error:
            problems.append(unread(error, source, item if isinstance(item, Mapping) else str(item)))
    return ReadFacts(tuple(facts), (*problems, *without_object(facts)))


_Known = tuple[FactBase, "Reading | None", str]
"""Facts that questions are asked of, the reading of their benchmark, and what they are called."""


class _Reader:
    """Reads records one by one; records with the same facts share one base."""

    def __init__(self) -> None:
        self.problems: list[Finding] = []
        self._bases: dict[str, _Known] = {}
        self._groups: dict[str, _Known] = {}
        self._number = 0

    def add_facts(self, path: Path) -> _Known | None:
        """Take in a file of facts: groups by their index, or one base for all questions."""
        if not _is_csv(path) and not is_wikidata(path):
            text = text_of(path)
            has_json = text.lstrip().startswith(("{", "["))
            objects = list(read_objects(text, path)) if has_json else []
            # A line that cannot be read does not make one base of all groups.
            groups = [value for value, _ in objects if not isinstance(value, BrokenLine)]
            if groups and all(map(is_group, groups)):
                for value, source in objects:
                    self._base(value, source)
                return None
        read = read_facts_file(path)
        self.problems += read.problems
        return read.base, None, ""

    def questions(self, value: Any, source: Source) -> Iterator[Any]:
        """The questions of an object: those of a group by annotators, whose facts they state, or
        itself."""
        if is_group(value):
            self._base(value, source)
        yield from questions_of(value) if is_group(value) else (value,)

    def record(self, value: Any, source: Source, shared: _Known | None) -> Record | None:
        """The record of an object, ``None`` for one that only states the facts of a group or is
        not a question at all, which is a finding."""
        if isinstance(value, BrokenLine):
            self.problems.append(problem("unreadable", value.message, at=source))
            return None
        raw = facts_in(value) if isinstance(value, Mapping) else None
        stated = None if raw is None else self._base(raw, source)
        if not is_question(value):
            if stated is not None and "group" in value:
                self._groups[str(value["group"])] = stated
                return None
            message = "is neither a question (a string 'question') nor the facts of a 'group'"
            self.problems.append(problem("not-a-question", message, at=source))
            return None
        self._number += 1
        group = self._group_of(value)
        base, reading, name = stated or self._groups.get(group or "") or shared or (None, None, "")
        try:
            return record_of(
                value,
                base,
                number=self._number,
                group=group or (name if stated is not None else None),
                reading=reading,
                source=source,
            )
        except NotAFactError as error:
            self.problems.append(problem("not-a-question", str(error), at=source))
            return None

    def _group_of(self, value: Mapping[str, Any]) -> str | None:
        """The group of a question: its own field, or a group's index that its id begins with."""
        if "group" in value:
            return str(value["group"])
        head, mark, number = str(value.get("idx") or value.get("id") or "").rpartition("#")
        return head if mark and number.isdigit() and head in self._groups else None

    def _base(self, raw: Any, source: Source) -> _Known:
        """The facts of a record or of a group, which are called by their number or their index."""
        key = "" if isinstance(raw, BrokenLine) else json.dumps(raw)
        if key in self._bases:
            return self._bases[key]
        read = facts_of(raw, source)
        self.problems += read.problems
        if is_group(raw):
            self._groups[str(raw["index"])] = read.base, "timeqa", str(raw["index"])
            return self._groups[str(raw["index"])]
        known = read.base, _reading_of(raw, read), f"facts {len(self._bases) + 1}"
        return self._bases.setdefault(key, known) if key else known


def _reading_of(raw: Any, read: ReadFacts) -> Reading | None:
    """The benchmark that writes facts in this form; ``None`` for our own form."""
    if read.loose:
        return "timeqa"
    if not read.facts or not isinstance(raw[0] if isinstance(raw, list) else raw, str):
        return None
    if any(fact.text for fact in read.facts):
        return "tgqa"
    # TempReason writes "Jan, 1993" where Complex-TR has "January 1993".
    short = any("," in date.text for fact in read.facts for date in (fact.start, fact.end))
    return "tempreason" if short else "complex-tr"


# Files of quadruples: date, subject, relation and object in each line.


_MOST_PROBLEMS = 1000
_HEADS = ({"date", "time", "timestamp"}, {"subject", "head", "source"}, {"relation", "predicate"},
          {"object", "tail", "target"})  # fmt: skip


@lru_cache(maxsize=4096)
def span_of(date: str) -> tuple[int, int] | None:
    """The first and the last day of ``2005``, ``2005-01`` or ``2005-01-31``, as ordinals of the
    proleptic Gregorian calendar; ``None`` for any other text."""
    import datetime
    from calendar import isleap, monthrange

    if not re.fullmatch(r"[0-9]{4}(?:-[0-9]{2}){0,2}", date):
        return None
    try:
        first = datetime.date.fromisoformat(f"{date}-01-01"[:10])
    except ValueError:
        return None
    month = monthrange(first.year, first.month)[1]
    days = {10: 1, 7: month, 4: 365 + isleap(first.year)}[len(date)]
    return first.toordinal(), first.toordinal() + days - 1


@dataclass
class Columns:
    """Quadruples as numbers of names: ``names`` and ``dates`` have each once, dates with their
    first and last day. ``rows`` are the numbers of subject, relation, object and date, each in an
    array of its own."""

    names: dict[str, int] = field(default_factory=dict)
    dates: dict[str, tuple[int, int]] = field(default_factory=dict)
    rows: tuple[array[int], ...] = field(
        default_factory=lambda: tuple(array("i") for _ in range(4))
    )
    problems: list[Finding] = field(default_factory=list)
    left_out: list[tuple[int, Sequence[str]]] = field(default_factory=list)

    @classmethod
    def of(cls, rows: Iterable[tuple[int, Sequence[str]]], file: str = "quadruples") -> Columns:
        """The columns of rows (line number; date, subject, relation, object)."""
        columns = cls()
        names, dates, left_out = columns.names, columns.dates, columns.left_out
        numbers: dict[str, int] = {}
        *add, add_date = (column.append for column in columns.rows)
        for line, row in rows:
            message = "is not a date, a subject, a relation and an object"
            if len(row) == 4 and all(row):
                number = numbers.get(row[0])
                if number is None and (span := span_of(row[0])) is not None:
                    number = numbers[row[0]] = len(dates)
                    dates[row[0]] = span
                if number is not None:
                    add_date(number)
                    for append, name in zip(add, row[1:], strict=True):
                        append(names.setdefault(name, len(names)))
                    continue
                message = f"{row[0][:40]!r} is not a day, a month or a year: write 2005-01-31"
            left_out.append((line, row))
            if len(left_out) <= _MOST_PROBLEMS:
                columns.problems.append(problem("not-a-fact", message, at=Source(file, line)))
        if len(left_out) > _MOST_PROBLEMS:
            message = (
                f"{len(left_out):,} lines are left out; the first {_MOST_PROBLEMS:,} are named"
            )
            columns.problems.append(problem("not-a-fact", message, at=Source(file)))
        return columns


def quadruple_columns(path: Path) -> Columns:
    """The quadruples in a file of lines, with tabs or commas, also gzip. Raises ``OSError`` and
    :class:`UnreadableError`."""
    try:
        with TextIOWrapper(opened(path), encoding="utf-8-sig", newline="") as lines:
            columns = Columns.of(_rows(lines), path.name)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path}: is not UTF-8 ({error.reason}); save it as UTF-8") from None
    except (EOFError, gzip.BadGzipFile) as error:
        raise UnreadableError(f"{path}: is a damaged gzip file: {error}") from None
    if not columns.dates:
        first = f"; {columns.problems[0]}" if columns.problems else ""
        raise UnreadableError(
            f"{path}: has no quadruple: write date, subject, relation and object in each line, "
            f"with tabs or commas between them{first}"
        )
    return columns


def _rows(lines: Iterable[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """The rows with the date first, whatever the order in the file; blank lines are passed over."""
    place: list[int] = []
    comma = ""
    for number, text in enumerate((line.rstrip("\r\n") for line in lines), start=1):
        if not text:
            continue
        comma = comma or ("\t" if "\t" in text else ",")
        try:
            row = text.split("\t") if comma == "\t" else next(csv.reader([text]))
        except csv.Error:
            row = []
        if not place:
            named = [name.strip().lower() for name in row]
            found = [[k for k, name in enumerate(named) if name in heads] for heads in _HEADS]
            place = [columns[0] for columns in found if columns]
            if len(place) == 4:
                continue
            dated_last = len(row) == 4 and span_of(row[0]) is None and span_of(row[3]) is not None
            place = [3, 0, 1, 2] if dated_last else [0, 1, 2, 3]
        is_other = place != [0, 1, 2, 3] and len(row) > max(place)
        yield number, [row[k] for k in place] if is_other else row
