"""Columns of dates in tables: what is read, what is refused and why, which contradict each other.

A table is CSV with a heading, or a JSON object a line. Columns that must follow one another, as
birth, baptism and death, are compared row by row: a later one that is certainly before an earlier
one contradicts it; one that only is so if ``?`` and ``~`` are taken at their word does as written;
else it may, where nothing says that it does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from timegraph.answer import Answer
from timegraph.dates.comparing import When, compare
from timegraph.findings import Finding, Rule, Severity
from timeml import Position, TimeMLError
from timeml.edtf import EdtfError
from timeml.readers.records import fields_of


def rules_by_code(*rules: tuple[str, Severity, str, str]) -> dict[str, Rule]:
    """Rules by their codes: code, severity, what is wrong, and how to fix it."""
    return {rule[0]: Rule(*rule) for rule in rules}


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
_KNOWN = (
    (
        *("birth", "born", "birthdate", "birth_date", "date_of_birth"),
        *("baptism", "baptised", "baptized"),
        *("death", "died", "deathdate", "death_date", "date_of_death"),
        *("burial", "buried"),
    ),
    (*("start", "begin", "from", "start_date", "begin_date"), *("end", "until", "to", "end_date")),
)
_NAMES = frozenset(name for names in _KNOWN for name in names)
_EMPTY = frozenset({"", "null", "none"})


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
        name for name in heading if _mostly_dates(rows, name, known=_key(name) in _NAMES)
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
            if cell.lower() in _EMPTY:
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
    cells = [cell for _, row in rows if (cell := row.get(name, "").strip()).lower() not in _EMPTY]
    dates = sum((known or len(cell) > 3) and _is_date(cell) for cell in cells)
    return dates > 0 if known else 2 * dates > len(cells)


def _is_date(cell: str) -> bool:
    try:
        return bool(When(cell))
    except EdtfError:
        return False


def _key(name: str) -> str:
    return name.lower().replace(" ", "_")


def _known_orders(columns: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    by_name = {_key(name): name for name in columns}
    orders = (tuple(by_name[name] for name in names if name in by_name) for names in _KNOWN)
    return tuple(order for order in orders if len(order) > 1)
