"""A family tree in GEDCOM as statements: who was born and died when, and that a child is born in
its mother's life, and at most ten months after its father's.

    python examples/statements/gedcom.py examples/statements/family.ged > family.txt
    timegraph check family.txt

A person is a name with its id. What a date does not say exactly (ABT, BEF, BET ... AND ...) is
written as EDTF; any other date is left out and named on stderr.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

from timegraph.statements import Statement

MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
LINE = re.compile(r"\s*\d+\s+(?:(@[^@]+@)\s+)?(\w+)(?:\s+(.*?))?\s*$")


def records(text: str) -> Iterator[dict[str, Any]]:
    """The records of a file: tag, id and fields; those of an event have its tag before them."""
    record: dict[str, Any] = {}
    event = ""
    for number, raw in enumerate(text.splitlines(), 1):
        match = LINE.match(raw)
        if match is None:
            sys.exit(f"line {number} is not GEDCOM: {raw[:60]!r}; write LEVEL TAG VALUE")
        level, (id, tag, value) = int(raw.split()[0]), match.groups()
        if level == 0:
            if record:
                yield record
            record = {"id": id, "tag": tag}
        elif level == 1:
            event = tag
            record.setdefault(tag, []).append(value or "")
        elif tag == "DATE":
            record[f"{event} DATE"] = value or ""
    yield record


def edtf(date: str) -> str:
    """A date of GEDCOM in EDTF. Raises ``ValueError`` for any other text."""
    words = date.upper().split()
    if words[:1] in (["ABT"], ["EST"], ["CAL"]):
        return edtf(" ".join(words[1:])) + "~"
    if words[:1] in (["BEF"], ["AFT"]):
        plain = edtf(" ".join(words[1:]))
        return f"[..{plain}]" if words[0] == "BEF" else f"[{plain}..]"
    if words[:1] == ["BET"] and "AND" in words:
        at = words.index("AND")
        return f"[{edtf(' '.join(words[1:at]))}..{edtf(' '.join(words[at + 1 :]))}]"
    *day, year = words
    parts = [f"{int(year):04}"]
    if day:
        parts.append(f"{MONTHS.index(day[-1]) + 1:02}")
    if len(day) == 2:
        parts.append(f"{int(day[0]):02}")
    return "-".join(parts)


def statements(text: str) -> Iterator[Statement]:
    """What a GEDCOM file says about time."""
    known = [record for record in records(text) if record["tag"] in ("INDI", "FAM")]
    names = {}
    for record in (record for record in known if record["tag"] == "INDI"):
        name = " ".join(record.get("NAME", ["?"])[0].replace("/", " ").split())
        names[record["id"]] = f"{name} {record['id'].strip('@')}"
        for event, side in (("BIRT", "start"), ("DEAT", "end")):
            date = record.get(f"{event} DATE")
            if date:
                of = [names[record["id"]], side]
                try:
                    yield Statement.of(
                        {"of": of, "within": edtf(date), "source": f"{event} {date}"}
                    )
                except (ValueError, IndexError) as error:
                    print(f"{of[0]}: {event} {date} is left out: {error}", file=sys.stderr)
    for family in (record for record in known if record["tag"] == "FAM"):
        for child in (names[id] for id in family.get("CHIL", ()) if id in names):
            for mother in (names[id] for id in family.get("WIFE", ()) if id in names):
                why = {"source": f"{mother} is the mother of {child}"}
                yield Statement.of(
                    {"x": [mother, "start"], "op": "<", "y": [child, "start"], **why}
                )
                yield Statement.of({"x": [child, "start"], "op": "<", "y": [mother, "end"], **why})
            for father in (names[id] for id in family.get("HUSB", ()) if id in names):
                why = {"source": f"{father} is the father of {child}"}
                yield Statement.of(
                    {"x": [father, "start"], "op": "<", "y": [child, "start"], **why}
                )
                born = {"x": [father, "end"], "y": [child, "start"], "at_most": "10 months"}
                yield Statement.of({**born, **why})


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("give one file of GEDCOM")
    with open(sys.argv[1], encoding="utf-8-sig") as stream:
        for statement in statements(stream.read()):
            print(statement)
