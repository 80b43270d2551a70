"""Tables of dates on the command line: ``timegraph check --from dates``."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from timegraph.commands import main as cli


def run(*args: object, input: str = "") -> Result:
    return CliRunner().invoke(cli.timegraph, list(map(str, args)), input=input)


def test_a_table_is_checked(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("born,died\n1984,1990\n1990,1985\nc. 1984,\n", encoding="utf-8")
    done = run("check", "--from", "dates", table)
    assert done.exit_code == 1
    assert "died 1985 is before born 1990" in done.stdout
    assert "the nearest right form is '1984~'" in done.stdout
    assert "born, died must follow one another" in done.stdout
    content = json.loads(run("check", "--from", "dates", "--format", "json", table).stdout)
    assert [finding["code"] for finding in content["findings"]] == [
        "dates-contradict",
        "refused-date",
    ]
    assert content["columns"][0]["read"] == 2


def test_notes_are_shown_if_asked_for() -> None:
    command = ("check", "--from", "dates", "--order", "a,b", "-")
    done = run(*command, input="a,b\n1984,1984-05\n")
    assert done.exit_code == 0
    assert "may be before" not in done.stdout
    noted = run(*command, "--severity", "note", input="a,b\n1984,1984-05\n")
    assert "b 1984-05 may be before a 1984" in noted.stdout


def test_bad_usage() -> None:
    assert run("check", "--from", "dates", "nowhere.csv").exit_code == 2
    assert run("check", "--order", "a,b", "x.tml").exit_code == 2
    assert run("check", "--from", "dates", "--order", "a,c", "-", input="a\n1984\n").exit_code == 2
    assert run("check", "--from", "dates", "--html", "d", "-", input="a\n1984\n").exit_code == 2
