"""``timegraph facts ask`` as its users run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli

Q = "Which employer did Ida Holm work for in May 1987?"


def facts(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["facts", *map(str, args)])


@pytest.fixture
def career(root: Path) -> Path:
    return root / "examples" / "facts" / "career.csv"


def test_an_answer(career: Path) -> None:
    done = facts("ask", career, Q)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "Sund and Sons Foundry\n", "")


def test_several_questions_and_why(career: Path) -> None:
    done = facts(
        "ask", career, Q, "Who was the spouse of Ida Holm 2 years after May 1986?", "--why"
    )
    assert done.exit_code == 0
    assert "certain, March 1985 to November 1993 [career.csv:5]" in done.stdout
    assert "2 years after May 1986 is May 1988" in done.stdout
    assert "is within Ove Berg, since" in done.stdout


def test_unknown_is_not_nothing(career: Path) -> None:
    unknown = facts("ask", career, "Which employer did Eve work for in May 1987?")
    assert unknown.stdout.startswith("unknown\n  note: there is no fact about 'Eve'")
    assert facts("ask", career, Q.replace("1987", "1950")).stdout == "nothing\n"


def test_readings_and_open_ends(career: Path) -> None:
    question = "Who was the head coach of Lund Rovers in 1999?"
    assert facts("ask", career, question, "--reading", "possible").stdout == "Per Lind\n"
    assert facts("ask", career, question, "--one-object", "P286").stdout == "nothing\n"


@pytest.mark.parametrize("format", ["json", "csv", "markdown"])
def test_formats(career: Path, format: str) -> None:
    done = facts("ask", career, Q, "--format", format)
    assert done.exit_code == 0
    assert "Sund and Sons Foundry" in done.stdout
    if format == "json":
        [answer] = json.loads(done.stdout)["answers"]
        assert (answer["answers"], answer["known"], answer["kind"]) == (
            ["Sund and Sons Foundry"], True, "in")  # fmt: skip


def test_what_is_not_understood(career: Path) -> None:
    done = facts("ask", career, "Why?", Q)
    assert done.exit_code == 1
    assert "not answered: the question form 'Why' is not supported" in done.stdout
    assert "Sund and Sons Foundry" in done.stdout
    assert "problem" in facts("ask", career, "Why?", "--format", "json").stdout
    assert "not answered" in facts("ask", career, "Why?", "--format", "csv").stdout


def test_facts_that_are_wrong(tmp_path: Path) -> None:
    file = tmp_path / "f.jsonl"
    file.write_text('{"subject": "A"}\n', encoding="utf-8")
    done = facts("ask", file, "Which team did A play for in 2025?")
    assert (done.exit_code, done.stdout.splitlines()[0]) == (1, "unknown")
    assert "f.jsonl:1" in done.stderr
    assert "f.jsonl: there is no fact" in done.stderr


def test_dates_in_fields_that_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "f.jsonl"
    fact = {"subject": "A", "relation": "team", "object": "B", "begin": 1850, "end": None}
    file.write_text(json.dumps(fact), encoding="utf-8")
    done = facts("ask", file, "Which team did A play for in 1851?")
    assert done.exit_code == 1
    assert "f.jsonl: the dates in begin are not read; call them start" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["career"], "no question"),
        (["nowhere.csv", Q], "nowhere.csv: No such file"),
        (["binary", Q], "is not UTF-8"),
    ],
)
def test_bad_usage(career: Path, tmp_path: Path, arguments: list[str], message: str) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    places = {"career": career, "binary": binary}
    done = facts("ask", *(places.get(argument, argument) for argument in arguments))
    assert done.exit_code == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # The month in which a fact starts is its own only where no other fact covers it.
        ("Which position did Ada hold in May 2003?", "Deputy"),
        ("Which position did Ada hold in June 2003?", "Deputy"),
        ("Which position did Ada hold in Jul 2003?", "Deputy"),
        ("Which position did Ada hold in Dec 2007?", "Minister"),
        ("Which position did Ada hold in Jan 2008?", "(unanswerable)"),
    ],
)
def test_the_start_of_a_fact_under_the_rule_of_timeqa(
    question: str, answer: str, tmp_path: Path
) -> None:
    (tmp_path / "ada.txt").write_text(
        "May 2003 - Jul 2003: Ada's position is ( Deputy )\n"
        "Jul 2003 - Dec 2007: Ada's position is ( Minister )\n",
        encoding="utf-8",
    )
    done = facts("ask", tmp_path / "ada.txt", question, "--reading", "timeqa")
    assert (done.exit_code, done.stdout) == (0, f"{answer}\n")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Anna Berg's membership organization in 2002", "Guild"),
        ("Was Anna Berg's membership organization Guild in 2003?", "yes"),
        ("When was Anna Berg's membership organization Guild?", "Jan 2000 to Dec 2004"),
        ("Who was the head of Embassy of Canada, Washington, D.C. in 2002?", "Bo Lind"),
    ],
)
def test_relations_of_several_words_and_subjects_with_of_and_commas(
    question: str, answer: str, tmp_path: Path
) -> None:
    (tmp_path / "facts.txt").write_text(
        "Jan 2000 - Dec 2004: Anna Berg's membership organization is ( Guild )\n"
        "Jan 2001 - Dec 2003: Embassy of Canada, Washington, D.C.'s head is ( Bo Lind )\n",
        encoding="utf-8",
    )
    done = facts("ask", tmp_path / "facts.txt", question)
    assert (done.exit_code, done.stdout) == (0, f"{answer}\n")


def test_what_wikidata_itself_deprecates_is_no_problem(root: Path, tmp_path: Path) -> None:
    lines = (root / "examples/facts/wikidata.json").read_text("utf-8").splitlines()
    file = tmp_path / "wikidata.json"  # without the fact that ends before it starts
    file.write_text("\n".join(line for line in lines if "Lund Rovers" not in line), "utf-8")
    done = facts("ask", file, "Which employer did Ida Holm work for in 1983?")
    assert "1 statement of deprecated rank is left out" in done.stderr
    assert done.exit_code == 0


def test_a_line_of_another_relation_leaves_the_order_of_events_known(tmp_path: Path) -> None:
    (tmp_path / "facts.csv").write_text(
        "subject,relation,object,start,end\nAda,employer,Mill,1990,1992\nAda,employer,Works,1993,\n"
        "Ada,employer,Yard,,1988\nAda,school,Old Hall,winter 1985,summer 1988\n",
        encoding="utf-8",
    )
    for side, answer in (("after", "Works"), ("before", "Yard")):
        question = f"Which employer did Ada work for {side} Mill?"
        assert facts("ask", tmp_path / "facts.csv", question).stdout == f"{answer}\n"
    asked = facts("ask", tmp_path / "facts.csv", "Which employer did Ada work for after Old Hall?")
    assert asked.stdout.startswith("unknown\n")
