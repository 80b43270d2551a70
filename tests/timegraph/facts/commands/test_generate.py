"""``timegraph facts generate`` as its users run it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from timegraph.commands import main as cli


def facts(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["facts", *map(str, args)])


def test_from_facts_to_scores(root: Path, tmp_path: Path) -> None:
    career = root / "examples" / "facts" / "career.csv"
    made = tmp_path / "made.jsonl"
    arguments = ("generate", "timeqa", career, "--seed", "1")
    assert facts(*arguments, "--output", made).exit_code == 0
    assert facts(*arguments).stdout == made.read_text(encoding="utf-8")
    done = facts("score", made, "--columns", "questions,identical,identical_right")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1].split()[-2:] == ["1.000", "1.000"]
    assert facts(*arguments, "--one-object", "spouse").exit_code == 0


def test_bad_usage(tmp_path: Path) -> None:
    empty = tmp_path / "f.csv"
    empty.write_text("subject,relation,object\nAda,shoe size,9\n", encoding="utf-8")
    done = facts("generate", "timeqa", empty, "--seed", "1")
    assert (done.exit_code, "no question can be made" in done.stderr) == (2, True)
    assert facts("generate", "timeqa", empty).exit_code == 2
    wrong = tmp_path / "w.csv"
    wrong.write_text("subject,relation,object,start,end\nAda,team,Reds,1990,1999\n,,,,1\n",
                     encoding="utf-8")  # fmt: skip
    done = facts("generate", "timeqa", wrong, "--seed", "1")
    assert done.exit_code == 1
    assert "w.csv:3" in done.stderr


def test_questions_of_timeqas_human_form(tmp_path: Path) -> None:
    group = {"index": "/wiki/Old_Tower#P127", "questions": [
        ["Whose was the tower from 1811 to 1827?", [{"answer": "Bo"}]],
        ["Who had it from 1830 to 1840?", [{"answer": "Cy"}]],
    ]}  # fmt: skip
    file = tmp_path / "human.json"
    file.write_text(json.dumps([group]))
    done = facts("generate", "timeqa", file, "--seed", "1")
    assert "Who was the owner of Old Tower from 1811 to 1827?" in done.stdout
    assert done.exit_code == 0
