"""The script of the examples that turns GEDCOM into statements."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from timegraph.statements import Statement

SCRIPT = "examples/statements/gedcom.py"


def run(root: Path, path: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, SCRIPT, str(path)]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def test_a_family_tree_becomes_statements(root: Path) -> None:
    said = [
        Statement.parse(line)
        for line in run(root, "examples/statements/family.ged").stdout.splitlines()
    ]
    assert len(said) == 14
    assert str(said[1]) == '"Ada Miller I1".end WITHIN [..1880]   # DEAT BEF 1880'
    assert all(statement.links() for statement in said)
    assert {statement.kind for statement in said} == {"place", "order", "distance"}


def test_what_is_not_gedcom_is_named(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.ged"
    path.write_text("0 HEAD\nhello\n")
    assert "line 2 is not GEDCOM" in run(root, path).stderr
    path.write_text("0 @I1@ INDI\n1 NAME Ada\n1 BIRT\n2 DATE sometime\n")
    done = run(root, path)
    assert done.stdout == ""
    assert "BIRT sometime is left out" in done.stderr
