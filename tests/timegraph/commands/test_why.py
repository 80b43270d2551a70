"""Proofs on the command line: ``ask --why``, ``score --errors``, the proofs of ``--answers``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.json_reports import score_of
from timegraph.commands import main as cli


def run(*args: object, input: str = "") -> Result:
    return CliRunner().invoke(cli.timegraph, list(map(str, args)), input=input)


@pytest.fixture
def document(kit: Path) -> Path:
    return kit / "gold" / "blog-sourdough-diary.tml"


QUESTIONS = ("IS e11 BEFORE e13", "IS e10 BEFORE e9", "IS e14 AFTER e13")


def test_answers_come_with_their_proofs(document: Path) -> None:
    done = run("ask", "--why", document, *QUESTIONS)
    assert done.exit_code == 0
    assert "not use 1 time expression" in done.stderr
    *yes, no, first, second, third, unknown = done.stdout.splitlines()
    assert all(line.startswith("  l") for line in (first, second, third))
    assert yes == [
        'yes: ei11 "went" BEFORE ei13 "pulled", since',
        '  l18: ei10 "hung" AFTER ei11 "went"',
        '  l20: ei10 "hung" BEFORE ei13 "pulled"',
    ]
    assert no == 'no: not ei10 "hung" BEFORE ei9 "put", since'
    claim = 'unknown: ei14 "came" AFTER ei13 "pulled" is not determined: it holds if ei13.start'
    assert unknown.startswith(claim)


def test_unknown_tells_what_is_still_possible_in_the_words_of_the_question(tmp_path: Path) -> None:
    file = tmp_path / "a.tml"
    file.write_text(
        """<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e2">b</EVENT>
        <EVENT eid="e3">c</EVENT></TEXT>
        <TLINK relType="IS_INCLUDED" eventID="e1" relatedToEvent="e2"/>
        <TLINK lid="l2" relType="BEGINS" eventID="e3" relatedToEvent="e2"/></TimeML>""",
        encoding="utf-8",
    )
    asked = ("IS e1 DURING_INV e3", "IS e1 OVERLAPPED_BY e3", "IS e1 IDENTITY e3")
    command = ("ask", "--why", "--during", "contained", file)
    told = run(*command, input="\n".join(asked)).stdout.splitlines()
    listed = [line.partition("still possible: ")[2] for line in told]
    assert told[2] == (
        'no: not e1 "a" IDENTITY e3 "c", since l2: e3 "c" BEGINS e2 "b"; '
        'line 3: e1 "a" IS_INCLUDED e2 "b"'
    )
    assert listed[:2] == ["", "IS_INCLUDED, ENDS, OVERLAPPED_BY, IAFTER, AFTER"]
    (unknown,) = run("ask", "--why", file, "IS e1 DURING e1").stdout.splitlines()
    assert unknown == 'yes: e1 "a" DURING e1 "a", since an interval equals itself'
    (answer,) = json.loads(run("ask", "--why", "--format", "json", file, asked[1]).stdout)[
        "answers"
    ]
    assert answer["proof"]["text"].endswith(listed[1])


def test_what_is_possible_has_the_name_that_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "a.tml"
    file.write_text(
        """<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e2">b</EVENT>
        <EVENT eid="e3">c</EVENT></TEXT>
        <TLINK relType="BEGINS" eventID="e1" relatedToEvent="e2"/>
        <TLINK relType="BEGINS" eventID="e3" relatedToEvent="e2"/></TimeML>""",
        encoding="utf-8",
    )
    for name in ("IDENTITY", "SIMULTANEOUS", "DURING"):
        told = run("ask", "--why", file, f"IS e1 {name} e3").stdout
        assert told.endswith(f"; still possible: BEGINS, {name}, BEGUN_BY\n")


def test_answers_to_lines_of_stdin_stay_one_line_each(document: Path) -> None:
    done = run("ask", "--why", document, input="\n".join(QUESTIONS))
    yes, no, unknown = done.stdout.splitlines()
    assert yes == (
        'yes: ei11 "went" BEFORE ei13 "pulled", since l18: ei10 "hung" AFTER ei11 "went"; '
        'l20: ei10 "hung" BEFORE ei13 "pulled"'
    )
    assert (no[:3], unknown[:8]) == ("no:", "unknown:")


def test_without_an_entity_there_is_no_proof(document: Path) -> None:
    done = run("ask", "--why", document, "IS e99 BEFORE e1")
    assert (done.exit_code, done.stdout) == (1, "unknown\n")


def test_proofs_as_json_and_as_a_column(document: Path) -> None:
    done = run("ask", "--why", "--format", "json", document, *QUESTIONS)
    yes, no, unknown = json.loads(done.stdout)["answers"]
    assert [one["answer"] for one in (yes, no, unknown)] == ["yes", "no", "unknown"]
    assert yes["proof"]["text"].startswith('ei11 "went" BEFORE ei13 "pulled", since l18')
    steps = yes["proof"]["chains"][0]["steps"]
    assert [step["link"]["line"] for step in steps if step["link"]] == [58, 60]
    assert len(unknown["proof"]["witnesses"]) == 2
    plain = json.loads(run("ask", "--format", "json", document, *QUESTIONS).stdout)["answers"]
    assert all("proof" not in one for one in plain)
    assert "since l18" in run("ask", "--why", "--format", "csv", document, *QUESTIONS).stdout


def test_proofs_are_as_wide_as_the_terminal(
    document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("ask", "--why", document, QUESTIONS[2])
    monkeypatch.setenv("COLUMNS", "60")
    (line,) = run(*asked).stdout.splitlines()
    monkeypatch.setattr("timegraph.commands.ask.on_terminal", lambda output: True)
    lines = run(*asked).stdout.splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 60
    assert " ".join(part.strip() for part in lines) == line


def test_answers_of_systems_say_the_words_in_their_proofs(kit: Path, tmp_path: Path) -> None:
    file = tmp_path / "answers.tsv"
    assert run("score", "--kit", kit, "--answers", file).exit_code == 0
    proof = file.read_text(encoding="utf-8").splitlines()[1].split("\t")[7]
    assert proof == 'ei5 "struck" BEFORE ei4 "shut", since l4: ei4 "shut" AFTER ei5 "struck"'


def test_errors_show_the_links_behind_wrong_answers(kit: Path) -> None:
    plain = run("score", "--kit", kit)
    done = run("score", "--kit", kit, "--errors")
    assert done.exit_code == plain.exit_code
    assert done.stdout.startswith(plain.stdout)
    told = done.stdout.removeprefix(plain.stdout)
    assert told.startswith("\ncareful: 7 wrong answers, 39 unknown\n")
    assert (
        '(IS e1 "reopened" BEFORE e11 "cut"): no, expected unknown\n'
        "      | PORT ELLERY - The Kestrel Bridge [reopened e1] to traffic"
    ) in told
    assert 'by line 62: l25: ei11 "had cut" BEFORE ei1 "reopened"\n' in told


def test_errors_as_json(kit: Path) -> None:
    done = run("score", "--kit", kit, "--errors", "--format", "json")
    for system in json.loads(done.stdout)["systems"]:
        # Answered are yes and no, and what was to be unknown whatever the answer.
        wrong = [error for error in system["errors"] if error["predicted"] != "unknown"]
        whole = score_of(system)
        assert len(wrong) == whole["answered"] - whole["correct"]
        assert len(system["errors"]) == whole["questions"] - whole["correct"]
        for error in wrong:
            assert error["code"] == "wrong-answer"
            assert error["predicted"] == error["proof"]["answer"]
            # An entity that equals itself takes no links.
            assert error["proof"]["chains"] or error["proof"]["a"] == error["proof"]["b"]
    plain = run("score", "--kit", kit, "--format", "json")
    assert "errors" not in json.loads(plain.stdout)["systems"][0]


@pytest.mark.parametrize("format_", ["latex", "markdown"])
def test_errors_have_no_place_in_a_paper(kit: Path, format_: str) -> None:
    done = run("score", "--kit", kit, "--errors", "--format", format_)
    assert (done.exit_code, done.stdout) == (2, "")
    message = f"--errors does not work with --format {format_}; choose text, json or csv"
    assert message in done.stderr


def test_of_a_long_question_messages_have_the_beginning(document: Path) -> None:
    for name in ("x" * 3_000, f"[{'9' * 1_500}", "9" * 3_000):
        done = run("ask", document, f"IS e11 BEFORE {name}")
        assert done.exit_code in (1, 2)
        assert len(done.stderr) < 1_000
