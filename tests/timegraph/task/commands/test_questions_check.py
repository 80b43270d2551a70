"""``timegraph questions check``: the shipped kit, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.question_sets import GOLD, KEY, folder
from timegraph.commands.main import timegraph


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["questions", "check", *map(str, args)])


def test_the_kit_beside_its_gold(kit: Path) -> None:
    done = run("--kit", kit, "--gold", kit / "gold", "--format", "json")
    assert done.exit_code == 1, done.stderr
    content = json.loads(done.stdout)
    assert {document["consistent"] for document in content["documents"]} == {"yes", "8 of 8"}
    total = content["documents"][-1]
    assert (total["document"], total["questions"], total["gold_agrees"]) == ("all", 93, 93)
    assert content["signature"].startswith("measure:gold-answers|on-conflict:drop-constraint|")


def test_a_clean_set(tmp_path: Path) -> None:
    key = folder(tmp_path / "key", day=KEY)
    questions = tmp_path / "set.txt"
    questions.write_text("1|day|IS e1 BEFORE e2|Did she eat before she slept?|yes\n")
    done = run(questions, "--key", key, "--output", tmp_path / "out.txt")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "day.tml" in (tmp_path / "out.txt").read_text()


def test_a_set_that_is_given_twice_and_the_only_set_of_a_kit(tmp_path: Path, kit: Path) -> None:
    key = folder(tmp_path / "key", day=KEY)
    questions = tmp_path / "set.txt"
    questions.write_text("1|day|IS e1 BEFORE e2||yes\n")
    twice = run(questions, questions, "--key", key)
    assert twice.exit_code == 2
    assert "is given twice" in twice.stderr
    of_kit = run("--kit", kit, "question-set.txt")
    assert of_kit.stdout == run("--kit", kit).stdout != ""


def test_without_a_key_ids_are_those_of_gold(tmp_path: Path) -> None:
    gold = folder(tmp_path / "gold", day=GOLD)
    questions = tmp_path / "set.txt"
    questions.write_text("1|day|IS ei1 BEFORE e12||no\n")
    done = run(questions, "--gold", gold, "--select", "gold-*")
    assert done.exit_code == 1
    assert "gold says yes, since l1: ei1" in done.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "no question set: name the files"),
        (("{set}",), "no key: give --key DIR"),
        (("{set}", "--key", "{key}", "--kit", "{key}"), "exclude each other"),
        (("{set}", "{set}", "--key", "{key}"), "is given twice"),
        (("{key}", "--key", "{key}"), "is a folder"),
        (("missing.txt", "--key", "{key}"), "missing.txt: No such file"),
        (("{empty}", "--key", "{key}"), "the file has no questions"),
        (("{set}", "--key", "{key}", "--select", "gold-opne"), "did you mean gold-open?"),
        (("{set}", "--key", "nowhere"), "--key nowhere"),
    ],
)
def test_bad_usage(tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    key = folder(tmp_path / "key", day=KEY)
    questions, empty = tmp_path / "set.txt", tmp_path / "empty.txt"
    questions.write_text("1|day|IS e1 BEFORE e2||yes\n")
    empty.write_text("")
    done = run(*(arg.format(set=questions, key=key, empty=empty) for arg in args))
    assert done.exit_code == 2
    assert message in done.stderr


@pytest.fixture
def several(tmp_path: Path) -> list[Path]:
    sets = []
    for name, lines in (
        ("set-a", "1|day|IS e1 BEFORE e2||yes\n2|day|LIST BEFORE e1|x\n3|day|WHEN e1|x\n"),
        ("set-b", "1|day|IS e2 BEFORE e1||yes\n2|day|IS e1 BEFORE 1998||yes\n"),
        ("set-c", "1|noon|IS e1 SIMULTANEOUS e2||no\n"),
    ):
        sets.append(tmp_path / f"{name}.txt")
        sets[-1].write_text(lines)
    return sets


def _row(text: str, name: str) -> str:
    (row,) = [line for line in text.splitlines() if line.startswith(f"{name} ")]
    return " ".join(row.split())


def test_several_sets_are_checked_together(several: list[Path], tmp_path: Path) -> None:
    done = run(*several, "--key", folder(tmp_path / "key", day=KEY))
    assert "1 of set-a.txt" in done.stdout
    assert "gold" not in done.stdout.partition("document  ")[2]
    assert _row(done.stdout, "all") == "all 6 3 1 0 0 of 1 1 1 question -"


@pytest.mark.parametrize(
    ("format", "begin"),
    [
        ("text", "unknown-document (error)"),
        ("csv", "document,line,"),
        ("github", "::error file="),
        ("markdown", "| document |"),
        ("json", "{"),
    ],
)
def test_every_format(several: list[Path], tmp_path: Path, format: str, begin: str) -> None:
    key, gold = folder(tmp_path / "key", day=KEY), folder(tmp_path / "gold", day=GOLD)
    done = run(*several, "--key", key, "--gold", gold, "--format", format)
    assert done.exit_code == 1, done.stderr
    assert done.stdout.startswith(begin)


def test_of_a_document_that_is_not_there_nothing_is_decided(tmp_path: Path) -> None:
    key = folder(tmp_path / "key", day=KEY)
    questions = tmp_path / "set.txt"
    questions.write_text(
        "1|day|IS e1 BEFORE e2||yes\n2|day|IS e2 BEFORE e1||yes\n3|nowhere|IS e1 BEFORE e2||yes\n"
    )
    done = run(questions, "--key", key, "--format", "json")
    day, nowhere, total = json.loads(done.stdout)["documents"]
    names = ("consistent", "contradictions", "drop", "implied")
    assert [nowhere.get(name) for name in names] == [None] * 4
    assert [total.get(name) for name in names] == ["0 of 1", 1, "1 question", None]
    assert day["implied"] is None
