"""What people get wrong in files of statements: refused, with the line and the way out."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from timegraph.commands import main as cli

HEAD = "subject,relation,object,start,end\n"
FACTS = "Ann,mayor of,Kelp,1997,1999\nAnn,mayor of,Kelp,2003,2005\n"

CASES = {
    "columns that say nothing": (
        "who,did,what,on\nAnn,met,Ben,1997\n",
        ["x.csv:1", "'who', 'did', 'what', 'on'", "a, relation, b"],
    ),
    "a row too short": (
        f"{HEAD}Ann,mayor of,Kelp\n",
        ["x.csv:2", "the row has 3 fields, the heading 5"],
    ),
    "an unknown relation": ("a,relation,b\nx,befor,y\n", ["x.csv:2", "did you mean before?"]),
    "a date that is nearly right": (
        f"{HEAD}Ann,mayor of,Kelp,1997-13,1999\n",
        ["x.csv:2", "1997-13"],
    ),
    "a date with a slip": (f"{HEAD}Ann,mayor of,Kelp,1997-2,1999\n", ["x.csv:2", "1997-02"]),
    "an end before the start": (
        f"{HEAD}Ann,mayor of,Kelp,1999,1997\n",
        ["x.csv:2", "ends (1997) before it starts (1999)"],
    ),
    "an occurrence that is not there": (
        "subject,relation,object,start,occurrence\nAnn,mayor of,Kelp,1997,7\n",
        ["x.csv:2", "has 0 occurrences; the next one is 1, not 7"],
    ),
    "which occurrence": (
        HEAD + FACTS + "Ann,mayor of,Kelp,,\n",
        ["x.csv:4", '"occurrence": 1, "occurrence": 2', "or give start and end"],
    ),
    "a column twice": ("a,relation,b,a\nx,before,y,z\n", ["x.csv:1", "names a column twice"]),
    "two declarations": (
        "one_at_a_time,per\nemployer,subject\nemployer,day\n",
        ["x.csv:3", "per must be one of subject, object, both"],
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_message_has_the_line_and_the_way_out(
    tmp_path: Path, case: str, mark: str, separator: str
) -> None:
    content, parts = CASES[case]
    path = tmp_path / "x.csv"
    path.write_text(mark + content.replace(",", separator), encoding="utf-8")
    done = CliRunner().invoke(cli.timegraph, ["check", str(path)])
    assert done.exit_code == 2 or done.exit_code == 1
    said = " ".join((done.stdout + done.stderr).split())
    for part in parts:
        assert " ".join(part.split()) in said, said


def test_all_faulty_lines_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    wrong = ["repair BEFOR party", "party AFTR storm", "flood LASTS 3 dyas"]
    path.write_text("\n".join(["storm BEFORE flood", *wrong, *wrong[:2], "a AFTER b", "c AFTER a"]))
    done = CliRunner().invoke(cli.timegraph, ["check", "--from", "statements", str(path)])
    assert "x.txt:2: unknown relation 'BEFOR'; did you mean before?; line 3: " in done.stderr
    assert "line 4: exactly must be a length" in done.stderr
    assert "2 more such lines" in done.stderr


def test_a_text_of_which_some_lines_are_statements(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("a BEFORE b\na BEFORE\nb | x\nhello world\n")
    done = CliRunner().invoke(cli.timegraph, ["check", str(path)])
    assert "x.txt:2: 'a BEFORE' is not a statement" in done.stderr


def test_the_source_of_a_contradiction_is_named_once(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("a BEFORE b   # letter 1\nb BEFORE c\nc BEFORE a\n")
    said = CliRunner().invoke(cli.timegraph, ["check", str(path)]).stdout
    assert said.count("x.txt:1 (letter 1): a before b") == 1
    assert "x.txt: " not in said
    assert "line 1: " not in said


def test_a_name_that_looks_like_a_date_is_one_unless_quoted(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text('storm DURING 1998-05\n"1998-06" BEFORE flood\n')
    ask = CliRunner().invoke(cli.timegraph, ["ask", str(path), "WHEN storm", "WHEN flood"])
    storm, flood = ask.stdout.splitlines()
    assert "1998-05" in storm
    assert flood == "unknown"


def test_declarations_that_leave_no_world_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text(
        "ONE mayor of AT A TIME PER OBJECT\n"
        "Ann | mayor of | Kelp | 1997 | 2000\n"
        "Ben | mayor of | Kelp | 1998 | 2001\n"
    )
    done = CliRunner().invoke(cli.timegraph, ["check", str(path)])
    assert done.exit_code == 1
    said = " ".join(done.stdout.split())
    assert "one mayor of at a time per object" in said


def test_the_options_of_one_at_a_time_are_that_rule(tmp_path: Path) -> None:
    facts = "Ann | mayor of | Kelp | 1997 | 2000\nBen | mayor of | Kelp | 1998 | 2001\n"
    plain, ruled = tmp_path / "x.txt", tmp_path / "y.txt"
    plain.write_text(facts)
    ruled.write_text("ONE mayor of AT A TIME PER OBJECT\n" + facts)
    found = []
    for arguments in ([plain, "--one-subject", "mayor of"], [ruled], [plain]):
        done = CliRunner().invoke(cli.timegraph, ["check", *map(str, arguments)])
        found.append([line.strip() for line in done.stdout.splitlines() if "per object" in line])
    assert found[0]
    assert len(found[0]) == len(found[1])
    assert found[2] == []
