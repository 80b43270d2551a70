"""``timegraph facts ask`` with readings in place of questions in English."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli

FACTS = """\
2005-01-31\tLund\tvisit\tAnna
2005-02-01\tLund\tvisit\tBo
2005-02-01\tLund\tvisit\tNorway
"""
READING = '{"subject": "Lund", "relation": "visit", "op": "after first", "time": "2005-01"'


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    (tmp_path / "facts.tsv").write_text(FACTS, encoding="utf-8")
    (tmp_path / "countries.txt").write_text("Norway\nSweden\n", encoding="utf-8")
    return tmp_path / "facts.tsv"


def ask(facts: Path, *args: object, text: str = "") -> Result:
    given = ["facts", "ask", str(facts), *map(str, args)]
    return CliRunner().invoke(cli.timegraph, given, input=text)


def test_a_reading_is_answered(facts: Path) -> None:
    done = ask(facts, READING + "}", "--why")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "Bo; Norway",
        "  Lund | visit | Bo | 2005-02-01",
        "  Lund | visit | Norway | 2005-02-01",
    ]


def test_names_of_a_kind(facts: Path) -> None:
    reading = READING + ', "type": "country"}'
    done = ask(facts, reading, "--names", f"country={facts.parent / 'countries.txt'}")
    assert done.stdout == "Norway\n"
    assert "its names are not known" in ask(facts, reading).stdout


def test_lines_of_readings(facts: Path) -> None:
    lines = [
        json.dumps({"question": "Who next?", "reading": json.loads(READING + "}")}),
        READING.replace("Lund", "Malmo") + "}",
        READING[:20],
        '{"question": "Who?", "reading": null}',
        "",
    ]
    done = ask(facts, "@-", "--format", "json", text="\n".join(lines))
    assert done.exit_code == 1
    first, unknown, half, none = json.loads(done.stdout)["answers"]
    assert (first["question"], first["answers"], first["known"]) == (
        "Who next?",
        ["Bo", "Norway"],
        True,
    )
    assert (unknown["answers"], unknown["known"]) == ([], False)
    assert half["problem"].startswith("is not JSON")
    assert none["problem"] == "has no reading"
    file = facts.parent / "readings.jsonl"
    file.write_text("\n".join(lines[:2]), encoding="utf-8")
    assert "  unknown" in ask(facts, f"@{file}").stdout.splitlines()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([READING + "}", "Who was it?"], "ask apart"),
        (["@none.jsonl"], "@none.jsonl: No such file"),
        ([READING + "}", "--names", "country"], "write KIND=FILE"),
        ([READING + "}", "--names", "country=none.txt"], "No such file"),
    ],
)
def test_bad_usage(args: list[str], message: str, facts: Path) -> None:
    done = ask(facts, *args)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_table_that_cannot_be_read(tmp_path: Path) -> None:
    assert ask(tmp_path / "none.tsv", READING + "}").exit_code == 2
    (tmp_path / "empty.tsv").write_text("", encoding="utf-8")
    assert "has no quadruple" in ask(tmp_path / "empty.tsv", READING + "}").stderr
