"""Exports of memories: faults that are planted in clean ones are found, and nothing else is."""

from __future__ import annotations

import csv
import io
import json
import os
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from timegraph.commands import main as cli
from timegraph.dates.tables import MEMORY_RULES, check_memory, is_memory
from timeml import TimeMLError
from timeml.readers.statements import rules_of

Row = dict[str, Any]
BEGIN = datetime(2015, 1, 1)
EXPORTS = int(os.environ.get("TIMEGRAPH_EXPORTS", "3"))
SINGLE = ("employer", "lives in")


def written(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment.isoformat()}Z"


def clean(seed: int, size: int = 2000) -> list[Row]:
    """Lives with jobs and homes, one at a time, a job held twice, and friends, of whom there are
    many; each closed fact is retired when its successor is recorded."""
    random = Random(seed)
    rows: list[Row] = []
    person = 0
    while len(rows) < size:
        person += 1
        for relation in SINGLE:
            now = BEGIN + timedelta(hours=random.randrange(20_000))
            values = random.sample(range(40), 3)
            values.append(values[0])  # the first one again
            lives: list[Row] = []
            for value in values[: random.randrange(1, 5)]:
                recorded = now + timedelta(hours=random.randrange(1, 200))
                if lives:
                    lives[-1]["invalid_at"] = now
                    lives[-1]["expired_at"] = recorded
                lives.append(row(person, relation, f"{relation} {value}", now, None, recorded))
                now = recorded + timedelta(hours=random.randrange(2000, 8000))
            rows += lives
        for friend in random.sample(range(1000), random.randrange(4)):
            now = BEGIN + timedelta(hours=random.randrange(50_000))
            end = now + timedelta(hours=random.randrange(500, 9000)) if friend % 3 == 0 else None
            recorded = (end or now) + timedelta(hours=random.randrange(1, 90))
            rows.append(row(person, "friend of", f"Person {1000 + friend}", now, end, recorded))
    rows = rows[:size]
    for number, made in enumerate(rows):
        made["uuid"] = f"u{number}"
    return rows


def row(person: int, relation: str, value: str, start: Any, end: Any, recorded: datetime) -> Row:
    return {"uuid": "", "source": f"Person {person}", "relation": relation, "target": value,
            "valid_at": start, "invalid_at": end, "created_at": recorded, "expired_at": None,
            "said_at": recorded - timedelta(minutes=3)}  # fmt: skip


def open_rows(rows: list[Row]) -> list[int]:
    """Jobs that are still held, and were not held before."""
    times = Counter((r["source"], r["relation"], r["target"]) for r in rows)
    return [
        k
        for k, r in enumerate(rows)
        if r["relation"] == "employer"
        and not r["invalid_at"]
        and times[r["source"], r["relation"], r["target"]] == 1
    ]


def _empty(rows: list[Row], k: int) -> int:
    rows[k]["invalid_at"] = rows[k]["valid_at"]
    return k


def _inverted(rows: list[Row], k: int) -> int:
    rows[k]["invalid_at"] = rows[k]["valid_at"] - timedelta(days=40)
    return k


def _ends_before_start(rows: list[Row], k: int) -> int:
    early = rows[k]["valid_at"] - timedelta(days=90)
    recorded = rows[k]["created_at"] + timedelta(days=3)
    rows.append({**rows[k], "uuid": "new", "valid_at": None, "invalid_at": early,
                 "created_at": recorded, "said_at": recorded})  # fmt: skip
    return len(rows) - 1


def _two_at_once(rows: list[Row], k: int) -> int:
    start = rows[k]["valid_at"] + timedelta(days=30)
    recorded = rows[k]["created_at"] + timedelta(days=31)
    rows.append({**rows[k], "uuid": "new", "target": "Another", "valid_at": start,
                 "created_at": recorded, "said_at": recorded})  # fmt: skip
    return len(rows) - 1


def _closed_by_older(rows: list[Row], k: int) -> int:
    start = rows[k]["valid_at"] - timedelta(days=30)
    recorded = rows[k]["created_at"] + timedelta(days=31)
    rows[k]["expired_at"] = rows[k]["invalid_at"] = recorded
    rows.append({**rows[k], "uuid": "new", "target": "An older one", "valid_at": start,
                 "invalid_at": rows[k]["valid_at"], "created_at": recorded, "said_at": recorded,
                 "expired_at": None})  # fmt: skip
    return k


def _lost(rows: list[Row], k: int) -> int:
    start, recorded = rows[k]["valid_at"], rows[k]["created_at"] + timedelta(days=900)
    rows[k] |= {"invalid_at": start + timedelta(days=100), "expired_at": recorded}
    rows.append({**rows[k], "uuid": "new", "valid_at": start + timedelta(days=800),
                 "invalid_at": None, "created_at": recorded, "said_at": recorded,
                 "expired_at": None})  # fmt: skip
    return k


def _lost_second(rows: list[Row], k: int) -> int:
    day = (rows[k]["valid_at"] + timedelta(days=20)).date()
    rows[k]["invalid_at"] = datetime(day.year, day.month, day.day, 23, 59, 59)
    return k


def _zone(rows: list[Row], k: int) -> int:
    rows[k]["valid_at"] = rows[k]["valid_at"].isoformat()
    return k


def _too_early(rows: list[Row], k: int) -> int:
    rows[k]["said_at"] = rows[k]["created_at"] + timedelta(days=2)
    return k


def _retired(rows: list[Row], k: int) -> int:
    rows[k]["expired_at"] = rows[k]["created_at"] - timedelta(days=2)
    return k


def _not_a_date(rows: list[Row], k: int) -> int:
    rows[k]["valid_at"] = "2021-02-30"
    return k


FAULTS: dict[str, Callable[[list[Row], int], int]] = {
    "empty-period": _empty,
    "inverted-period": _inverted,
    "ends-before-start": _ends_before_start,
    "two-at-once": _two_at_once,
    "closed-by-older": _closed_by_older,
    "lost-occurrence": _lost,
    "lost-second": _lost_second,
    "mixed-zones": _zone,
    "recorded-too-early": _too_early,
    "retired-too-early": _retired,
    "refused-date": _not_a_date,
}


def as_csv(rows: list[Row]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]))
    writer.writeheader()
    writer.writerows({k: text(v) for k, v in r.items()} for r in rows)
    return stream.getvalue()


def as_json(rows: list[Row]) -> str:
    return "".join(json.dumps({k: text(v) or None for k, v in r.items()}) + "\n" for r in rows)


def text(value: Any) -> str:
    return written(value) if isinstance(value, datetime) or value is None else str(value)


def planted(seed: int) -> tuple[list[Row], list[tuple[str, int]]]:
    """An export with every fault in three facts, and where: rule and number of the row."""
    rows, random = clean(seed), Random(seed)
    places = open_rows(rows)
    random.shuffle(places)
    where = [(code, plant(rows, places.pop())) for code, plant in FAULTS.items() for _ in range(3)]
    return rows, sorted(where, key=lambda one: one[1])


def test_there_is_a_fault_of_every_kind() -> None:
    assert FAULTS.keys() == MEMORY_RULES.keys()


@pytest.mark.parametrize("seed", range(EXPORTS))
def test_nothing_is_found_in_a_clean_export(seed: int) -> None:
    for spelled in (as_csv, as_json):
        checked = check_memory(spelled(clean(seed)), path="m", rules=rules_of(SINGLE))
        assert checked.findings == ()


@pytest.mark.parametrize("seed", range(EXPORTS))
@pytest.mark.parametrize("spelled", [as_csv, as_json])
def test_all_that_is_planted_is_found_and_nothing_else(seed: int, spelled: Any) -> None:
    rows, where = planted(seed)
    checked = check_memory(spelled(rows), path="m", rules=rules_of(SINGLE))
    first = 2 if spelled is as_csv else 1
    found = sorted((f.code, f.position.line - first) for f in checked.findings if f.position)
    assert found == sorted(where)
    assert all(finding.fix and finding.message for finding in checked.findings)


def test_the_command_knows_an_export_by_its_heading(tmp_path: Path) -> None:
    rows, where = planted(1)
    for name, spelled in (("m.csv", as_csv), ("m.jsonl", as_json)):
        path = tmp_path / name
        path.write_text(spelled(rows))
        options = ["--one-object", "employer", "--one-object", "lives in", "--format", "json"]
        done = CliRunner().invoke(cli.timegraph, ["check", *options, str(path)])
        assert done.exit_code == 1
        findings = json.loads(done.stdout)["findings"]
        assert sorted(f["code"] for f in findings) == sorted(code for code, _ in where)
    done = CliRunner().invoke(cli.timegraph, ["check", "--one-object", "employr", str(path)])
    assert "no fact has the relation employr; did you mean employer?" in done.stderr
    path.write_text(as_json(clean(1)))
    done = CliRunner().invoke(cli.timegraph, ["check", str(path)])
    assert (done.exit_code, done.stderr) == (0, "")


def test_columns_have_the_names_that_the_user_says(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("who,does,what,since,till\nAnn,employer,Acme,2015-01-02,2014-01-02\n")
    as_named = [f"--columns-as={field}" for field in (
        "subject=who", "relation=does", "object=what", "start=since", "end=till")]  # fmt: skip
    done = CliRunner().invoke(cli.timegraph, ["check", *as_named, str(path)])
    assert (done.exit_code, "ends before it starts" in done.stdout) == (1, True)
    done = CliRunner().invoke(cli.timegraph, ["check", "--from", "memory", str(path)])
    assert done.exit_code == 2
    assert "no column for subject, relation, object" in " ".join(done.stderr.split())
    assert "--columns-as subject=COLUMN" in " ".join(done.stderr.split())
    done = CliRunner().invoke(cli.timegraph, ["check", "--columns-as", "subject", str(path)])
    assert "takes FIELD=COLUMN" in done.stderr


def test_a_declaration_in_the_export_is_read() -> None:
    rows = (
        '{"one_at_a_time": "employer"}\n'
        '{"subject": "Ann", "relation": "employer", "object": "Acme", "valid_from": "2015"}\n'
        '{"subject": "Ann", "relation": "employer", "object": "Bolt", "valid_from": "2018"}\n'
    )
    (finding,) = check_memory(rows, path="m").findings
    assert (finding.code, finding.ids) == ("two-at-once", ("3", "2"))
    assert not check_memory(rows.partition("\n")[2], path="m").findings


def test_other_tables_are_not_taken_for_exports() -> None:
    assert not is_memory("subject,relation,object,start,end\n")
    assert not is_memory('{"a": "x", "relation": "before", "b": "y"}\n')
    assert is_memory('[{"source": "a", "target": "b", "name": "c", "validAt": "2015"},\n')
    assert is_memory("Source;Target;Relation;Valid From\n")
    with pytest.raises(TimeMLError, match="no field whom"):
        check_memory(
            "subject,relation,object,valid_at\na,b,c,2015\n", path="m", columns_as={"whom": "x"}
        )


@pytest.mark.parametrize("row", ["Ben,employer", "Ann,employer,Acme,2015-01-01,,2019-01-01"])
def test_a_row_of_another_length_than_the_heading_is_refused(row: str) -> None:
    text = f"subject,relation,object,valid_at,invalid_at\nAnn,employer,Acme,2015-01-01,\n{row}\n"
    with pytest.raises(TimeMLError, match="fields, the heading 5") as found:
        check_memory(text, path="memory.csv")
    assert found.value.line == 3
