"""``timegraph check --from facts``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands.main import timegraph
from timegraph.facts.commands._inputs import FACT_RULES

FACTS = """subject,relation,object,start,end
Town,head coach,Bo,2001,2006
Town,head coach,Cy,2003,
Town,head coach,Bo,2001,2006
Ada,position held,mayor,2001,2004
Ben,position held,mayor,2002,2005
"""


def check(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["check", "--from", "facts", *map(str, args)])


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "facts.csv"
    path.write_text(FACTS, encoding="utf-8")
    return path


def test_what_there_is_one_of_is_the_user_s_choice(table: Path) -> None:
    def codes(*options: str) -> list[str]:
        done = check(table, "--format", "json", *options)
        assert done.exit_code == 1
        found = json.loads(done.stdout)["findings"]
        assert {finding["code"] for finding in found} <= set(FACT_RULES)
        return [f"{finding['code']}:{finding['line']}" for finding in found]

    assert codes() == ["repeated:4"]
    assert codes("--one-object", "head coach") == ["contradiction:3", "repeated:4"]
    assert codes("--one-subject", "P39") == ["repeated:4", "contradiction:6"]


def test_a_clean_table(root: Path) -> None:
    career = root / "examples/facts/career.csv"
    done = check(career, "--one-object", "spouse")
    assert done.exit_code == 0
    assert check(career, "--one-object", "employer").exit_code == 1


def test_bad_usage(table: Path, tmp_path: Path) -> None:
    assert check(tmp_path / "no.csv").exit_code == 2
    unknown = check(table, "--one-object", "shoe size")
    assert "no fact has the relation shoe size; there are head coach" in unknown.stderr
    assert check("--html", tmp_path / "html", table).exit_code == 2
    # A table of facts is a document of statements, too, where the same rule holds.
    document = CliRunner().invoke(timegraph, ["check", "--one-object", "head coach", str(table)])
    assert document.exit_code == 1
    for name, hint in (
        ("spouse", "there are head coach"),
        ("Head coach", "did you mean head coach?"),
    ):
        document = CliRunner().invoke(timegraph, ["check", "--one-object", name, str(table)])
        assert document.exit_code == 2
        assert f"no fact has the relation {name}; {hint}" in document.stderr


@pytest.mark.parametrize("option", [["--repair"]])
def test_what_is_for_documents_is_refused(table: Path, option: list[str]) -> None:
    done = check(table, *option)
    assert done.exit_code == 2
    assert "for documents, not for tables" in done.stderr
