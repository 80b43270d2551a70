"""Facts of Wikidata: entities as JSON (a dump, lines, one), also gzip, and results of SPARQL.

Of each statement with a property of the table the value is a fact, from its qualifier P580 to P582,
or at P585. A qualifier without a value is one of three things: *some value* is some instant, *no
value* means that there is no start or no end, and one that is not there is not known. A date is its
precision wide; JSON has Julian dates as Julian, which are converted, results of SPARQL have them in
the Gregorian calendar already. Statements of deprecated rank are left out.

Formats: Wikibase's JSON (mediawiki.org/wiki/Wikibase/DataModel/JSON), SPARQL 1.1 results in JSON.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

from timegraph._files import no_collections
from timegraph._wording import counted
from timegraph.dates.granules import OPEN, DateError, Granule, day, month, year
from timegraph.facts.fact import Fact, Source, Unread, problem, unread
from timegraph.facts.readers.lines import ReadFacts
from timegraph.facts.relations import RELATIONS
from timegraph.findings import Finding
from timeml.timex_value import DAY, day_number

PROPERTIES: Mapping[str, str] = {relation.property: relation.name for relation in RELATIONS}
"""The properties that are read, each with the name of its relation."""

_JULIAN = "Q1985786"
_TIME = re.compile(r"([+-]?)(\d{1,16})-(\d\d)-(\d\d)T")
_FAR = 1_000_000
NO_END = Granule(day_number(_FAR) * DAY, None, "open", "no end")
NO_START = Granule(None, day_number(-_FAR) * DAY, "open", "no start")
SOME = Granule(None, None, "some", "some time")
_ID = re.compile(rb'"id"\s*:\s*"([QPL]\d+)"')
_ENGLISH = re.compile(
    rb'"en"\s*:\s*\{\s*"language"\s*:\s*"en"\s*,\s*"value"\s*:\s*("(?:[^"\\]|\\.)*")'
)
_LENGTHS = {8: 10, 7: 100, 6: 1000}
_HEAD = 16_384
_BUFFER = 1 << 20
_SHAPE = re.compile(
    rb'"type"\s*:\s*"item"|"entities"\s*:\s*\{\s*"[QPL]\d|"(?:labels|claims)"\s*:\s*\{\s*"(?:P\d|\w+'
    rb'"\s*:\s*\{\s*"language")|"head"\s*:\s*\{\s*"(?:vars|link)"|"results"\s*:\s*\{\s*"bindings"'
)


def is_wikidata(path: Path) -> bool:
    """Whether a file begins as Wikidata's JSON does: with an entity or with results of SPARQL.
    Never true of a pipe, which can be read only once. Raises ``OSError``."""
    if not path.is_file():
        return False
    try:
        with opened(path) as stream:
            head = stream.read(_HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
    except (EOFError, gzip.BadGzipFile, zlib.error):
        return True  # its reader says what is damaged
    return head[:1] in (b"{", b"[") and _SHAPE.search(head) is not None


def opened(path: Path) -> IO[bytes]:
    """The bytes of a file, also of one that gzip has packed."""
    with path.open("rb") as stream:
        packed = stream.read(2) == b"\x1f\x8b"
    return BufferedReader(gzip.open(path), _BUFFER) if packed else path.open("rb", _BUFFER)


@no_collections()
def read_wikidata(path: Path, *, properties: Mapping[str, str] = PROPERTIES) -> ReadFacts:
    """The facts in a file; ``properties`` says which are read, and as which relation.

    Names are English labels, if the file has them, else another language's, else ids. What is left
    out is a finding: by line what is broken or not a date, in total what is deprecated or without a
    value. Raises ``OSError``, and for damaged gzip also ``EOFError`` and ``zlib.error``.
    """
    reader = _Reader(path.name, properties)
    with opened(path) as lines:
        reader.read(lines)
    return ReadFacts(tuple(reader.named()), tuple(reader.findings()))


_ODD = (AttributeError, LookupError, TypeError, ValueError, OverflowError)
"""What reading a statement of another form ends with."""


@dataclass
class _Reader:
    file: str
    properties: Mapping[str, str]
    facts: list[Fact] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    problems: list[Finding] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def read(self, lines: Iterable[bytes]) -> None:
        """Read entities line by line; a file that is one JSON value is read as a whole."""
        names_property = re.compile(b'"P%s"' % _one_of(name[1:] for name in self.properties)).search
        rest: list[bytes] = []
        opened = False
        for number, line in enumerate(lines, start=1):
            begin = line.lstrip()[:2]
            if number == 1:
                opened = line.strip() == b"["
            if rest or (number <= 1 + opened and not _is_whole(_item(line))):
                if number == 2 and not rest:
                    rest.append(b"[")  # JSON over several lines
                rest.append(line)
            elif begin == b"[{" or names_property(line) or b'"bindings"' in line[:1024]:
                self._line(number, _item(line))
            elif begin[:1] == b"{":
                self._only_label(line)
        if rest:
            self._line(1, b"".join(rest))

    def _only_label(self, text: bytes) -> None:
        """The label of an entity without facts, which others may name; without reading all of
        it."""
        place = text.find(b'"en"')
        label = _ENGLISH.match(text, place) if place > 0 else None
        id = None if label is None else _ID.search(text, 0, place)
        if id is not None and label is not None and b'"labels"' in text[:place]:
            quoted = label[1]
            plain = b"\\" not in quoted
            self.labels[id[1].decode()] = quoted[1:-1].decode() if plain else json.loads(quoted)

    def _line(self, number: int, text: bytes) -> None:
        source = Source(self.file, number)
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            left_out = unread(f"is not JSON: {error}", source, text.decode(errors="replace"))
            self.problems.append(replace(left_out, code="unreadable"))
            return
        if isinstance(value, list):
            values = value
        elif isinstance(value, dict) and isinstance(value.get("entities"), dict):
            values = list(value["entities"].values())
        else:
            values = [value]
        for entity in values:
            if not isinstance(entity, dict):
                message = "is not an entity of Wikidata"
                self.problems.append(problem("not-a-fact", message, at=source))
            elif isinstance(entity.get("results"), dict):
                self._results(entity["results"], source)
            else:
                self._entity(entity, source)

    def _entity(self, entity: Mapping[str, Any], source: Source) -> None:
        subject, claims = entity.get("id"), entity.get("claims")
        if not isinstance(subject, str):
            message = "is not an entity of Wikidata: it has no id"
            self.problems.append(problem("not-a-fact", message, at=source))
            return
        label = _label(entity.get("labels"))
        if label:
            self.labels[subject] = label
        if not isinstance(claims, dict):
            return
        for name in [name for name in claims if name in self.properties]:  # in the file's order
            for statement in claims[name] if isinstance(claims[name], list) else ():
                self._statement(subject, self.properties[name], statement, source)

    def _statement(self, subject: str, relation: str, statement: Any, source: Source) -> None:
        try:
            if statement.get("rank") == "deprecated":
                self.left_out["of deprecated rank"] += 1
                return
            object = _value(statement["mainsnak"])
            if object is None:
                self.left_out["without a value"] += 1
                return
            qualifiers = statement.get("qualifiers") or {}
            start, end = _extent(qualifiers)
        except _ODD as error:
            message = DateError(f"{subject} {relation}: {_reason(error)}")
            self.problems.append(
                unread(message, source, {"subject": subject, "relation": relation})
            )
            return
        self.facts.append(Fact(subject, relation, object, start, end, source))

    def _results(self, results: Mapping[str, Any], source: Source) -> None:
        """Bindings of ``subject`` (or ``item``), ``relation``, ``object`` (or ``value``) with their
        ``...Label``, ``start``, ``end``, ``time`` and ``startPrecision`` and so on."""
        for row in results.get("bindings") or ():
            try:
                cells = {name: cell["value"] for name, cell in row.items()}
                subject = _cell(cells, "subject", "item")
                object = _cell(cells, "object", "value")
                relation = _cell(cells, "relation", "property")
                times = {name: _sparql_date(row, name) for name in ("start", "end", "time")}
            except _ODD as error:
                self.problems.append(
                    unread(f"{_reason(error)} in {str(row)[:80]}", source, str(row))
                )
                continue
            at = times["time"]
            start, end = (times[name] if at is OPEN else at for name in ("start", "end"))
            name = self.properties.get(relation, relation)
            self.facts.append(Fact(subject, name, object, start, end, source))

    def named(self) -> Iterator[Fact]:
        """The facts with labels in the place of ids."""
        labels = self.labels
        for fact in self.facts:
            subject, object = labels.get(fact.subject), labels.get(fact.object)
            yield Fact(
                subject or fact.subject,
                fact.relation,
                object or fact.object,
                fact.start,
                fact.end,
                fact.source,
            )

    def findings(self) -> Iterator[Finding]:
        """What was left out."""
        for found in self.problems:
            named = isinstance(found, Unread) and self.labels.get(found.subject)
            yield replace(found, subject=named) if isinstance(found, Unread) and named else found
        for reason, number in self.left_out.items():
            be = "is" if number == 1 else "are"
            message = f"{counted(number, 'statement')} {reason} {be} left out"
            yield problem("not-a-fact", message, at=Source(self.file), severity="note")


def _one_of(words: Iterable[str]) -> bytes:
    """A pattern of any of the words, which looks at each character once."""
    by_first: dict[str, list[str]] = {}
    for word in words:
        by_first.setdefault(word[:1], []).append(word[1:])
    parts = [
        first.encode() + (_one_of(rest) if first else b"")
        for first, rest in sorted(by_first.items())
    ]
    return b"(?:%s)" % b"|".join(sorted(parts, reverse=True))


def _item(line: bytes) -> bytes:
    """A line of a list without the comma at its end."""
    return line.strip().rstrip(b",")


def _is_whole(text: bytes) -> bool:
    """Whether a first line is a value by itself, or begins a list with a line for each item."""
    return text in (b"[", b"") or (text[:1] in b"{[" and text[-1:] in b"}]")


def _label(labels: Any) -> str:
    if not isinstance(labels, dict) or not labels:
        return ""
    label = labels.get("en") or labels.get("mul") or next(iter(labels.values()))
    return str(label.get("value", "")) if isinstance(label, dict) else ""


def _value(snak: Mapping[str, Any]) -> str | None:
    """What a statement says; ``None`` for some or no value."""
    if snak.get("snaktype") != "value":
        return None
    value = snak["datavalue"]["value"]
    if not isinstance(value, dict):
        return str(value)
    for name in ("id", "text", "amount", "time"):
        if name in value:
            return str(value[name])
    return f"Q{value['numeric-id']}"


def _extent(qualifiers: Mapping[str, Any]) -> tuple[Granule, Granule]:
    """Start and end; of several qualifiers the first counts."""
    at = qualifiers.get("P585")
    if at and not qualifiers.keys() & {"P580", "P582"}:
        date = _date(at[0], SOME)
        return date, date
    start, end = (qualifiers.get(name) for name in ("P580", "P582"))
    return (
        _date(start[0], NO_START) if start else OPEN,
        _date(end[0], NO_END) if end else OPEN,
    )


def _date(snak: Mapping[str, Any], none: Granule) -> Granule:
    kind = snak["snaktype"]
    if kind != "value":
        return SOME if kind == "somevalue" else none
    value = snak["datavalue"]["value"]
    julian = str(value.get("calendarmodel", "")).endswith(_JULIAN)
    return _granule(value["time"], int(value["precision"]), julian=julian)


@lru_cache(maxsize=65_536)
def _granule(text: str, precision: int, *, julian: bool = False, zero: bool = False) -> Granule:
    """A date as wide as its precision. ``zero`` says that the year 0 is 1 BC, as in RDF; JSON has
    no year 0."""
    match = _TIME.match(text)
    if match is None:
        raise ValueError(f"{text!r} is not a date of Wikidata")
    sign, digits, month_text, day_text = match.groups()
    y, m, d = int(digits), int(month_text), int(day_text)
    if sign == "-":
        y = -y if zero else 1 - y
    if abs(y) > 9_000_000:
        raise ValueError(f"{text!r} is too far away")
    if precision >= 9 and julian:
        return _julian(y, m, d, precision)
    if precision >= 11:
        return day(y, _month(m), d)
    if precision == 10:
        return month(y, _month(m))
    if precision == 9:
        return year(y)
    if precision not in _LENGTHS:
        raise ValueError(f"precision {precision} of {text!r} is coarser than a millennium")
    length = _LENGTHS[precision]
    # The 1920s begin with 1920, the 20th century and the 2nd millennium with a year that ends in 1.
    begin = y // 10 * 10 if length == 10 else (y - 1) // length * length + 1
    first, after = (day_number(end) * DAY for end in (begin, begin + length))
    return Granule(first, after, {10: "decade", 100: "century"}.get(length, "span"))


def _month(m: int) -> int:
    if not 1 <= m <= 12:
        raise ValueError(f"there is no month {m}")
    return m


def _julian(y: int, m: int, d: int, precision: int) -> Granule:
    """A day, month or year of the Julian calendar, which its text says."""
    if precision >= 11:
        first, after, unit, text = julian_day(y, _month(m), d), 1, "day", f"{y}-{m:02d}-{d:02d}"
    elif precision == 10:
        first, unit, text = julian_day(y, _month(m), 1), "span", f"{y}-{m:02d}"
        after = julian_day(y + m // 12, m % 12 + 1, 1) - first
    else:
        first, unit, text = julian_day(y, 1, 1), "span", f"{y}"
        after = julian_day(y + 1, 1, 1) - first
    return Granule(first * DAY, (first + after) * DAY, unit, f"{text} (Julian)")


def julian_day(y: int, m: int, d: int) -> int:
    """Days from 1970-01-01 to a day of the Julian calendar; the year 0 is 1 BC."""
    lengths = (31, 29 if y % 4 == 0 else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if not 1 <= d <= lengths[m - 1]:
        raise ValueError(f"the month {m} of {y} has no day {d}")
    past = y - 1
    # 1 January of the year 1 is two days earlier than in the Gregorian calendar.
    return day_number(1) - 2 + 365 * past + past // 4 + sum(lengths[: m - 1]) + d - 1


def _cell(cells: Mapping[str, str], *names: str) -> str:
    for name in names:
        if f"{name}Label" in cells:
            return cells[f"{name}Label"]
    for name in names:
        if name in cells:
            return cells[name].rpartition("/")[2]
    raise ValueError(f"has no {' or '.join(names)}")


def _sparql_date(row: Mapping[str, Any], name: str) -> Granule:
    cell = row.get(name)
    if cell is None:
        return OPEN
    text = cell["value"]
    if cell.get("type") == "bnode" or "/genid/" in text:
        return SOME
    stated = row.get(f"{name}Precision")
    # Without precision 1 January is most often a year.
    precision = int(stated["value"]) if stated else 9 if "-01-01T00" in text else 11
    return _granule(text, precision, zero=True)


def _reason(error: Exception) -> str:
    if isinstance(error, ValueError):
        return str(error)
    return f"is not of the form of Wikidata ({type(error).__name__}: {error})"
