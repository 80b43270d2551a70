"""Tables with times: columns of dates that follow one another, and exports of memories.

A table is CSV with a heading, or a JSON object a line. What is read, what is refused and why, and
which rows contradict each other, are findings.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import isfinite
from sys import intern
from typing import Any, NamedTuple

from timegraph.answer import Answer
from timegraph.dates.comparing import compare
from timegraph.findings import Finding, Rule, rules_by_code
from timeml import Position, TimeMLError
from timeml.edtf import EdtfError, When
from timeml.readers.records import fields_of, rows
from timeml.readers.statements import missing_relation, sides_of

# Columns of dates. Those that must follow one another, as birth, baptism and death, are compared
# row by row: a later one that is certainly before an earlier one contradicts it; one that only is
# so if ``?`` and ``~`` are taken at their word does as written; else it may, where nothing says
# that it does not.


DATE_RULES: Mapping[str, Rule] = rules_by_code(
    ("refused-date", "error", "text that is not a date", "write it as the message shows"),
    ("dates-contradict", "error", "date that is certainly before one that it must follow",
     "correct one of the two"),
    ("dates-contradict-as-written", "warning",
     "date that is before one that it must follow, if ? and ~ say nothing",
     "correct one of the two, or leave it: the dates are marked as not certain"),
    ("dates-may-contradict", "note", "date that may be before one that it must follow",
     "nothing, or a finer date"),
)  # fmt: skip

# Columns that follow one another, where the user names none.
_FOLLOWING = (
    (
        *("birth", "born", "birthdate", "birth_date", "date_of_birth"),
        *("baptism", "baptised", "baptized"),
        *("death", "died", "deathdate", "death_date", "date_of_death"),
        *("burial", "buried"),
    ),
    (*("start", "begin", "from", "start_date", "begin_date"), *("end", "until", "to", "end_date")),
)
_KNOWN = frozenset(name for names in _FOLLOWING for name in names)
_NO_DATE = frozenset({"", "null", "none"})


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """What was found in a table. ``columns`` has of each how many dates were read, refused and
    empty, ``orders`` which must follow one another."""

    path: str
    columns: Mapping[str, tuple[int, int, int]]
    orders: tuple[tuple[str, ...], ...]
    findings: tuple[Finding, ...]


def check_table(text: str, *, path: str, order: Sequence[str] = ()) -> CheckedTable:
    """Check the columns of dates in a table.

    ``order`` names the columns that must follow one another; without it these are columns of known
    names (birth, start, end, death). Read are these, if a cell of theirs is a date, and all in
    which most cells are dates. Raises
    ``TimeMLError`` for text that is not a table, and for a column that it lacks.
    """
    rows = list(fields_of(text))
    heading = list(dict.fromkeys(name for _, row in rows for name in row))
    missing = [name for name in order if name not in heading]
    if missing:
        raise TimeMLError(f"no column {missing[0]}; there are {', '.join(heading) or 'none'}")
    dates = list(order) or [
        name for name in heading if _mostly_dates(rows, name, known=_folded(name) in _KNOWN)
    ]
    if not dates:
        raise TimeMLError("no column of dates; name them with --order")
    orders = (tuple(order),) if order else _known_orders(dates)
    counts = {name: Counter[str]() for name in dates}
    findings: list[Finding] = []
    for line, row in rows:
        read: dict[str, When] = {}
        for name in dates:
            cell = row.get(name, "").strip()
            if cell.lower() in _NO_DATE:
                counts[name]["empty"] += 1
                continue
            try:
                read[name] = When(cell)
                counts[name]["read"] += 1
            except EdtfError as error:
                counts[name]["refused"] += 1
                refused = DATE_RULES["refused-date"]
                findings.append(table_finding(refused, path, line, f"{name}: {error}", name))
        for followed in orders:
            findings += _contradictions(read, followed, path, line)
    columns = {name: (n["read"], n["refused"], n["empty"]) for name, n in counts.items()}
    return CheckedTable(path, columns, orders, tuple(findings))


def _contradictions(
    dates: Mapping[str, When], order: Sequence[str], path: str, line: int
) -> Iterator[Finding]:
    for early, late in combinations([name for name in order if name in dates], 2):
        code = _code(dates[early], dates[late])
        if code is not None:
            verb = "may be" if code == "dates-may-contradict" else "is"
            said = f"{late} {dates[late]} {verb} before {early} {dates[early]}"
            qualities = [*dates[early].qualities(), *dates[late].qualities()]
            if code == "dates-contradict-as-written":
                said += f" as written; {', '.join(qualities)}"
            yield table_finding(DATE_RULES[code], path, line, said, early, late)


def _code(early: When, late: When) -> str | None:
    before = compare(late, early).before
    if before is Answer.YES:
        return "dates-contradict"
    if compare(late, early, as_written=True).before is Answer.YES:
        return "dates-contradict-as-written"
    return "dates-may-contradict" if before is Answer.UNKNOWN else None


def table_finding(rule: Rule, path: str, line: int, message: str, *ids: str) -> Finding:
    """What a rule finds in a line of a table."""
    return rule.found(path, message, ids=(str(line), *ids), position=Position(line))


def _mostly_dates(rows: Sequence[tuple[int, Mapping[str, str]]], name: str, *, known: bool) -> bool:
    """Whether most cells are dates; in a column of a ``known`` name one, which may be short: in
    others numbers of three digits are numbers."""
    cells = [cell for _, row in rows if (cell := row.get(name, "").strip()).lower() not in _NO_DATE]
    dates = sum((known or len(cell) > 3) and _is_date(cell) for cell in cells)
    return dates > 0 if known else 2 * dates > len(cells)


def _is_date(cell: str) -> bool:
    try:
        return bool(When(cell))
    except EdtfError:
        return False


def _folded(name: str) -> str:
    return name.lower().replace(" ", "_")


def _known_orders(columns: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    by_name = {_folded(name): name for name in columns}
    orders = (tuple(by_name[name] for name in names if name in by_name) for names in _FOLLOWING)
    return tuple(order for order in orders if len(order) > 1)


# The exports of memories: facts with the period in which they hold, and the times at which the
# memory recorded and retired them. A row is a fact: subject, relation, object, since when and until
# when it holds (the end does not belong to it), when it was stated, recorded, and retired. Without
# an end it still holds.


MEMORY_RULES: Mapping[str, Rule] = rules_by_code(
    ("refused-date", "error", "text that is not a date", "write it as the message shows"),
    ("empty-period", "error", "fact that ends when it starts", "correct a date"),
    ("inverted-period", "error", "fact that ends before it starts", "swap or correct them"),
    ("ends-before-start", "error", "end that is before every start of its fact",
     "correct the end, or record the earlier time at which the fact held"),
    ("two-at-once", "error", "two values at once of a relation that has one at a time",
     "end the older one by the start of the newer"),
    ("closed-by-older", "error", "fact that was closed by a late message about an older time",
     "open it again, and end the older fact by its start"),
    ("lost-occurrence", "error", "earlier occurrence of a fact that a later one replaced",
     "keep both: the fact happened twice"),
    ("mixed-zones", "warning",
     "time with a zone among times without one, or the other way round",
     "write all times with a zone, or none"),
    ("lost-second", "warning", "period that loses the last second of its day",
     "end it at 00:00:00 of the next day"),
    ("recorded-too-early", "warning", "fact that was recorded before it was stated",
     "correct one of the two times"),
    ("retired-too-early", "error", "fact that was retired before it was recorded",
     "correct one of the two times"),
)  # fmt: skip
"""What is found in the exports of memories."""

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "uuid", "edge_uuid", "fact_id", "edge_id"),
    "subject": (
        *("subject", "source", "source_name", "source_node", "source_node_name", "subject_name"),
        *("head", "source_entity", "source_node_uuid", "source_id", "subject_id"),
    ),
    "relation": (
        *("relation", "predicate", "relation_type", "relationship", "relation_name", "edge_name"),
        *("name", "property", "attribute", "rel", "type"),
    ),
    "object": (
        *("object", "target", "target_name", "target_node", "target_node_name", "object_name"),
        *("tail", "target_entity", "value", "target_node_uuid", "target_id", "object_id"),
    ),
    "start": ("valid_at", "valid_from", "t_valid", "start", "start_date", "valid_start"),
    "end": (
        *("invalid_at", "valid_to", "valid_until", "t_invalid", "end", "end_date", "valid_end"),
        "invalid_from",
    ),
    "said": ("said_at", "reference_time", "observed_at", "message_at", "mentioned_at"),
    "recorded": ("created_at", "recorded_at", "ingested_at", "t_created", "recorded_from"),
    "retired": (
        *("expired_at", "retired_at", "superseded_at", "t_expired", "deleted_at", "recorded_to"),
        *("invalidated_at", "recorded_until"),
    ),
}  # fmt: skip
"""What is read, and what today's memories call it."""

_NEEDED = ("subject", "relation", "object")
_TIMES = ("start", "end", "said", "recorded", "retired")
_ONLY_HERE = (_COLUMNS["start"][:3], _COLUMNS["end"][:4])
_EMPTY = frozenset({"", "null", "none", "nan", "nat"})
_LAST_SECOND = re.compile(r".*T23:59:59(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?")
_BLANK = re.compile(r"^(\d{4}-\d\d-\d\d) (?=\d)")
_WITH_TIME = re.compile(r".*T\d")
_AT_ONCE = 60  # seconds between two records of one change
_NONE = frozenset[str]()
_RARE = 50  # of so many rows one is an exception


class _Time(NamedTuple):
    """A time as it is written, the first instant at which it can be and the first one after it;
    both are ``None`` where it could not be read."""

    text: str
    low: Any = None
    high: Any = None
    zoned: bool = False


@lru_cache(maxsize=1 << 12)
def _time(text: str) -> _Time:
    date = When(text)
    starts, ends = date.extent
    return _Time(text, starts.low, (ends or starts).high, date.zoned)


@dataclass(frozen=True, slots=True)
class _Row:
    """A fact with its line and its times, as far as there are some: all that is kept of a row."""

    line: int
    id: str
    subject: str
    relation: str
    object: str
    start: _Time | None = None
    end: _Time | None = None
    said: _Time | None = None
    recorded: _Time | None = None
    retired: _Time | None = None

    def text(self, time: str) -> str:
        """A time as it is written; empty where there is none."""
        found = getattr(self, time)
        return "" if found is None else found.text

    def low(self, time: str) -> Any:
        """The first instant of a time, ``None`` where there is none."""
        found = getattr(self, time)
        return found and found.low

    def has(self, time: str) -> bool:
        """Whether a time is there and could be read."""
        return self.low(time) is not None

    @property
    def inverted(self) -> bool:
        """Whether it certainly ends before it starts."""
        return self.before("end", self, "start")

    def before(self, time: str, other: _Row, another: str) -> bool:
        """Whether a time is certainly before a time of another row."""
        earlier, later = getattr(self, time), getattr(other, another)
        if earlier is None or later is None or earlier.high is None or later.low is None:
            return False
        return bool(earlier.high <= later.low)

    def at_once(self, time: str, other: _Row, another: str) -> bool:
        """Whether two times are those of one change."""
        a, b = self.low(time), other.low(another)
        return a is not None and b is not None and bool(abs(a - b) <= _AT_ONCE)

    def __str__(self) -> str:
        start, end = (self.text(side) or ".." for side in ("start", "end"))
        return f"{self.subject} {self.relation} {self.object} ({start} to {end})"


def is_memory(head: str) -> bool:
    """Whether a table that begins so is the export of a memory: it has facts, and since or until
    when they are valid."""
    start = head.lstrip("\ufeff \t\r\n[")
    try:
        if start[:1] == "{":
            names = [*json.JSONDecoder().raw_decode(start)[0]]
        else:
            _, names = next(rows(start), (1, []))
    except (ValueError, RecursionError):
        return False
    keys = [*map(_key, names)]
    return any(name in keys for known in _ONLY_HERE for name in known) and all(
        _column_of(keys, field) for field in _NEEDED
    )


def check_memory(
    text: str,
    *,
    path: str,
    rules: Iterable[Mapping[str, str]] = (),
    columns_as: Mapping[str, str] | None = None,
) -> CheckedTable:
    """Check the times of the facts that a memory exports: a table with a heading, JSON objects a
    line, or a list of them.

    ``rules`` are statements of which relations there is one at a time, as ``{"one_at_a_time":
    "employer"}``; a line of JSON is one, too.
    ``columns_as`` gives names of columns (``{"subject": "who"}``). Raises
    :class:`timeml.TimeMLError` for what is not such an export.
    """
    named = tuple(rules)
    every, names = [*named], dict[str, None]()
    for _, row in fields_of(text):  # read twice, so that no table need be kept
        if "one_at_a_time" in row:
            every.append(row)
        else:
            names.update(dict.fromkeys(row))
    single = {(side, rule["one_at_a_time"]) for rule in every for side in sides_of(rule)}
    columns = _columns(list(names), columns_as)
    findings: list[Finding] = []
    rows = [
        _row(line, row, columns, path, findings)
        for line, row in fields_of(text)
        if "one_at_a_time" not in row
    ]
    if missing := missing_relation(named, (row.relation for row in rows)):
        raise TimeMLError(missing)
    counts = {column: _counted(rows, field) for field, column in columns.items() if field in _TIMES}
    found = _Findings(path, findings)
    _check_facts(rows, found)
    _check_closings(rows, single, found)
    for fact in rows:
        _check_row(fact, found)
    _check_zones(rows, found)
    _check_recorded(rows, found)
    findings.sort(key=lambda finding: finding.position.line if finding.position else 0)
    return CheckedTable(path, counts, (), tuple(findings))


class _Findings:
    """The findings so far; of one row a second rule that follows from the first is left out."""

    def __init__(self, path: str, findings: list[Finding]) -> None:
        self._path, self._findings = path, findings
        self.lines: dict[int, set[str]] = defaultdict(set)

    def add(self, code: str, row: _Row, message: str, *others: _Row) -> None:
        """Add a finding about a row, with the other rows that it is about."""
        if self.has(row, code):
            return
        self.lines[row.line].add(code)
        lines = (str(other.line) for other in others)
        rule = MEMORY_RULES[code]
        self._findings.append(table_finding(rule, self._path, row.line, message, *lines))

    def has(self, row: _Row, *codes: str) -> bool:
        """Whether one of these was found in a row."""
        return not self.lines.get(row.line, _NONE).isdisjoint(codes)


# ---- reading ----------------------------------------------------------------------------------


def _key(name: str) -> str:
    return re.sub(r"[\s-]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip())).lower()


def _column_of(names: Sequence[str], field: str) -> str | None:
    return next((name for name in _COLUMNS[field] if name in names), None)


def _columns(heading: Sequence[str], columns_as: Mapping[str, str] | None) -> dict[str, str]:
    """The column of each field that is there. Raises :class:`timeml.TimeMLError` for one that is
    lacking, and for what was named and is not there."""
    by_key = {_key(name): name for name in reversed(heading)}
    columns: dict[str, str] = {}
    for field in _COLUMNS:
        name = _column_of(list(by_key), field)
        if name is not None:
            columns[field] = by_key[name]
    for field, name in (columns_as or {}).items():
        if field not in _COLUMNS:
            raise TimeMLError(f"no field {field}; name {', '.join(_COLUMNS)}")
        if name not in heading:
            raise TimeMLError(f"no column {name}; there are {', '.join(heading) or 'none'}")
        columns[field] = name
    lacking = [field for field in _NEEDED if field not in columns]
    if not lacking and not {"start", "end"} & columns.keys():
        lacking = ["start"]
    if lacking:
        raise TimeMLError(
            f"no column for {', '.join(lacking)}; there are {', '.join(heading) or 'none'}. Name "
            f"it: --columns-as {lacking[0]}=COLUMN"
        )
    return columns


def _row(
    line: int,
    row: Mapping[str, str],
    columns: Mapping[str, str],
    path: str,
    findings: list[Finding],
) -> _Row:
    cells = {field: " ".join(row.get(column, "").split()) for field, column in columns.items()}
    times: dict[str, _Time] = {}
    for field in _TIMES:
        cell = cells.get(field, "")
        if cell.lower() in _EMPTY:
            continue
        cell = _BLANK.sub(r"\1T", cell)
        try:
            times[field] = _time(cell)
        except EdtfError as error:
            times[field] = _Time(cell)
            message = f"{columns[field]}: {error}"
            findings.append(table_finding(MEMORY_RULES["refused-date"], path, line, message))
    subject, relation, object = (intern(cells[field]) for field in _NEEDED)
    return _Row(line, cells.get("id", ""), subject, relation, object, *map(times.get, _TIMES))


def _counted(rows: Sequence[_Row], field: str) -> tuple[int, int, int]:
    read = sum(row.has(field) for row in rows)
    empty = sum(not row.text(field) for row in rows)
    return read, len(rows) - read - empty, empty


# ---- rows by themselves -----------------------------------------------------------------------


def _check_row(row: _Row, found: _Findings) -> None:
    start, end = row.text("start"), row.text("end")
    if row.inverted and not found.has(row, "closed-by-older"):
        found.add("inverted-period", row, f"{row} ends before it starts")
    elif len(start) > len("1998-05") and row.low("start") == row.low("end") is not None:
        found.add("empty-period", row, f"{row} ends when it starts")
    if _LAST_SECOND.fullmatch(end):
        found.add("lost-second", row, f"{row} ends a second before the day does")
    if row.before("retired", row, "recorded"):
        retired, recorded = row.text("retired"), row.text("recorded")
        found.add("retired-too-early", row, f"{row}: retired {retired}, recorded {recorded}")


def _check_zones(rows: Sequence[_Row], found: _Findings) -> None:
    """Within the times at which facts hold, and within those of the memory, whichever is rarer."""
    for fields in (("start", "end"), ("said", "recorded", "retired")):
        zoned = Counter(has for row in rows for _, has in _zones(row, fields))
        if len(zoned) == 2:
            rare = zoned[True] < zoned[False]
            for row in rows:
                for text in (text for text, has in _zones(row, fields) if has == rare):
                    much = "has a time zone, and most times have none" if rare else (
                        "has no time zone, and most times have one")  # fmt: skip
                    found.add("mixed-zones", row, f"{row}: {text} {much}")


def _zones(row: _Row, fields: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The times of a row that have a time of day, and whether they have a zone."""
    for field in fields:
        time = getattr(row, field)
        if time is not None and time.low is not None and _WITH_TIME.match(time.text):
            yield time.text, time.zoned


def _check_recorded(rows: Sequence[_Row], found: _Findings) -> None:
    """What was recorded before it was stated; where nobody wrote when, before it began, if nearly
    all other facts were recorded later."""
    early = [row for row in rows if row.before("recorded", row, "said")]
    for row in early:
        said, recorded = row.text("said"), row.text("recorded")
        found.add("recorded-too-early", row, f"{row}: recorded {recorded}, said {said}")
    untold = [row for row in rows if row.has("recorded") and not row.has("said")]
    early = [row for row in untold if row.before("recorded", row, "start") and not row.inverted]
    if len(early) * _RARE <= len(untold):
        for row in early:
            recorded = row.text("recorded")
            found.add("recorded-too-early", row, f"{row}: recorded {recorded}, before it began")


# ---- rows next to each other -------------------------------------------------------------------


def _check_facts(rows: Sequence[_Row], found: _Findings) -> None:
    """Rows of one subject, relation and object."""
    facts: dict[tuple[str, ...], list[_Row]] = defaultdict(list)
    for row in rows:
        facts[row.subject, row.relation, row.object].append(row)
    for group in facts.values():
        if len(group) == 1:
            continue
        starts = [row for row in group if row.has("start")]
        for row in (row for row in group if starts and not row.text("start")):
            if all(row.before("end", other, "start") for other in starts):
                message = f"{row} ends before {starts[0]} starts"
                found.add("ends-before-start", row, message, starts[0])
        for row in group:
            for other in group:
                if other is not row and _replaced(row, other, group):
                    message = f"{row} was replaced by {other}, which is another time"
                    found.add("lost-occurrence", row, message, other)


def _replaced(row: _Row, other: _Row, group: Sequence[_Row]) -> bool:
    """Whether another occurrence of a fact took the place of a row: it was retired when the other
    was recorded, or both have one id, and nothing that is in force is about its time."""
    apart = row.before("end", other, "start") or other.before("end", row, "start")
    if not row.has("start") or not apart or row.inverted or other.inverted:
        return False
    taken = row.at_once("retired", other, "recorded")
    if row.id and row.id == other.id and not row.has("retired"):
        taken = row.before("recorded", other, "recorded")
    in_force = [third for third in group if third is not row and not third.has("retired")]
    return taken and not any(_overlap(row, third) for third in in_force)


def _overlap(row: _Row, other: _Row) -> bool:
    """Whether two periods certainly overlap; without an end a fact still holds."""
    return _holds_after(row, other) and _holds_after(other, row)


def _holds_after(row: _Row, other: _Row) -> bool:
    if not other.has("start"):
        return False
    return not row.text("end") or other.before("start", row, "end")


def _check_closings(rows: Sequence[_Row], rules: set[tuple[str, str]], found: _Findings) -> None:
    """Rows of one subject and relation: what closed which, and what holds at once."""
    groups: dict[tuple[str, str, str], list[_Row]] = defaultdict(list)
    for row in rows:
        groups["subject", row.relation, row.subject].append(row)
        if ("object", row.relation) in rules:
            groups["object", row.relation, row.object].append(row)
    for (side, relation, _), group in groups.items():
        if len(group) == 1:
            continue
        for row, other in _pairs(group, "retired", "end"):
            _check_closing(row, other, found)
        if (side, relation) in rules:
            _check_at_once(side, group, found)


def _pairs(group: Sequence[_Row], *times: str) -> Iterator[tuple[_Row, _Row]]:
    """Rows that were closed when another one was recorded, by the moments."""
    closers: dict[int, list[_Row]] = defaultdict(list)
    for row in group:
        for time in ("recorded", "start"):
            low = row.low(time)
            if low is not None and isfinite(low):
                closers[int(low // _AT_ONCE)].append(row)
    for row in group:
        for time in times:
            low = row.low(time)
            if low is not None and isfinite(low):
                moment = int(low // _AT_ONCE)
                for near in (moment - 1, moment, moment + 1):
                    yield from ((row, other) for other in closers[near] if other is not row)


def _check_closing(row: _Row, older: _Row, found: _Findings) -> None:
    """Whether a late message about an older time closed a row."""
    if row.object == older.object and row.subject == older.subject:
        return
    if older.before("recorded", row, "recorded") or not older.before("start", row, "start"):
        return
    by_record = row.at_once("retired", older, "recorded") or row.at_once("end", older, "recorded")
    by_start = row.at_once("end", older, "start")
    if by_record or by_start:
        message = f"{row} was closed by {older}, which is older"
        found.add("closed-by-older", row, message, older)


def _check_at_once(side: str, group: Sequence[_Row], found: _Findings) -> None:
    other_side = "object" if side == "subject" else "subject"
    dated = [row for row in group if row.has("start") and not row.inverted]
    dated.sort(key=lambda row: (row.low("start"), row.line))
    for number, row in enumerate(dated):
        for later in dated[number + 1 :]:
            if row.before("end", later, "start"):
                break
            same = getattr(row, other_side) == getattr(later, other_side)
            if same or not _overlap(row, later) or not _believed_together(row, later):
                continue
            if not any(
                found.has(held, "closed-by-older", "lost-occurrence") for held in (row, later)
            ):
                message = f"{row} and {later} hold at once: one {row.relation} at a time"
                found.add("two-at-once", later, f"{message} per {side}", row)


def _believed_together(row: _Row, other: _Row) -> bool:
    """Whether there was a time at which the memory held both."""
    for a, b in ((row, other), (other, row)):
        retired, recorded = a.low("retired"), b.low("recorded")
        if retired is not None and (recorded is None or retired <= recorded + _AT_ONCE):
            return False
    return True
