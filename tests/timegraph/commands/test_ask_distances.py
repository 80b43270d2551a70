"""``timegraph ask`` and questions about distances: text, proofs, JSON, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli
from timegraph.commands._prompt import completions
from timeml import read

DOCUMENT = """<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT><TEXT>
They <EVENT eid="e1" class="OCCURRENCE">sailed</EVENT> on
<TIMEX3 tid="t1" type="DATE" value="2020-05-04">Monday</TIMEX3> and
<EVENT eid="e2" class="OCCURRENCE">landed</EVENT> on
<TIMEX3 tid="t2" type="DATE" value="2020-05-12">Tuesday</TIMEX3>.</TEXT>
<TLINK lid="l1" relType="IS_INCLUDED" eventInstanceID="e1" relatedToTime="t1"/>
<TLINK lid="l2" relType="IS_INCLUDED" eventInstanceID="e2" relatedToTime="t2"/></TimeML>"""


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "a.tml"
    path.write_text(DOCUMENT, encoding="utf-8")
    return path


def ask(*args: object, input: str = "") -> Result:
    return CliRunner().invoke(cli.timegraph, ["ask", *map(str, args)], input=input)


def test_each_form_has_its_answer(document: Path) -> None:
    questions = {
        "HOW LONG t1": "exactly 1 day",
        "HOW LONG BETWEEN t1.end t2.start": "exactly 7 days",
        "HOW LONG BETWEEN e1.end 2020-06.start": "more than 27 days and less than 28 days",
        "IS e1 AT LEAST 7 DAYS BEFORE e2": "yes",
        "IS e2 AT MOST 9 DAYS AFTER e1": "yes",
        "IS e1 EXACTLY 8 DAYS BEFORE e2": "unknown",
        "LIST WITHIN 8 DAYS AFTER t1": "t0 May 8, e2 landed, t2 Tuesday",
        "LIST WITHIN 1 WEEK BEFORE t0": "e1 sailed, t1 Monday",
    }
    result = ask(document, *questions)
    assert result.stdout.splitlines() == list(questions.values())
    assert result.exit_code == 0


def test_proofs_show_the_arithmetic(document: Path) -> None:
    result = ask(document, "--why", "IS e1 AT LEAST 1 WEEK BEFORE e2", "HOW LONG t1")
    yes, *steps, length = result.stdout.partition("\n  together t1.end")[0].splitlines()[:-2]
    assert yes == (
        'yes: e2 "landed".start - e1 "sailed".end is more than 7 days and less than 9 days, since'
    )
    assert steps == [
        '  t2.start < e2.start (l2: e2 "landed" IS_INCLUDED t2 "Tuesday")',
        "  t2.start >= 2020-05-12 (calendar)",
        "  t1.end <= 2020-05-05 (calendar)",
        '  e1.end < t1.end (l1: e1 "sailed" IS_INCLUDED t1 "Monday")',
        "  together e2.start - e1.end > 2020-05-12 - 2020-05-05 = 7 days",
    ]
    assert length == 'exactly 1 day: t1 "Monday".end - t1 "Monday".start is exactly 1 day, since'


def test_json(document: Path) -> None:
    asked = ["HOW LONG e1", "is e1 at least 1 week before e2", "LIST WITHIN 8 DAYS AFTER t1"]
    result = ask(document, "--why", "--format", "json", *asked)
    length, yes, listed = json.loads(result.stdout)["answers"]
    assert length["answer"] == {
        "at_least": {"seconds": 0, "reached": False},
        "at_most": {"seconds": 86_400, "reached": False},
        "words": "more than 0 and less than 1 day",
    }
    assert length["proof"]["distances"][0]["x"] == "e1.start"
    assert yes["question"] == "IS e1 AT LEAST 1 WEEK BEFORE e2"
    assert (yes["answer"], yes["proof"]["answer"]) == ("yes", "yes")
    assert listed["answer"]["certain"] == ["t0", "e2", "t2"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("HOW LONG", "HOW LONG a"),
        ("HOW LONG BETWEEN e1 e2", "'e1' is not an endpoint"),
        ("IS e1 AT LEAST BEFORE e2", "the length before 'BEFORE' is missing"),
        ("IS e1 AT LEAST -3 DAYS BEFORE e2", "is negative"),
        ("IS e1 AT LEAST 3 MOONS BEFORE e2", "'3 MOONS' is not a length"),
        ("HOW LONG BETWEEN e1.end 2020-02-30.start", "'2020-02-30' is not a date"),
        ("IS e1 AT LEAST 3 DAYS BEFORE 2020-13", "'2020-13' is not a date"),
        ("IS e1 AT LEAST 99999 YEARS BEFORE e2", "longer than the calendar"),
    ],
)
def test_bad_questions_are_refused_with_the_way_out(
    document: Path, question: str, said: str
) -> None:
    result = ask(document, question)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output
    # In a pipe the other lines still have their answers.
    piped = ask(document, input=f"{question}\nHOW LONG t1\n")
    assert piped.stdout.splitlines() == ["error", "exactly 1 day"]
    assert piped.exit_code == 1


@pytest.mark.parametrize("value", ["99999-05-03", "-9999", "BC9999"])
def test_far_years_are_as_exact_as_others(document: Path, value: str) -> None:
    result = ask(document, f"HOW LONG {value}", f"IS t1 AT LEAST 9 DECADES BEFORE {value}")
    assert result.exit_code in (0, 2)
    assert "Traceback" not in result.output


def test_what_is_missing_and_times_of_two_kinds_of_clock_are_unknown(document: Path) -> None:
    result = ask(document, "HOW LONG e9", "IS e9 AT LEAST 1 DAY BEFORE e1")
    assert result.stdout.splitlines() == ["unknown", "unknown"]
    assert result.exit_code == 1
    mixed = ask(document, "HOW LONG BETWEEN t1.end 2020-05-06T09:00Z.start")
    assert mixed.stdout == "more than 0 and less than 3 days\n"


def test_the_prompt_completes_the_forms() -> None:
    document = read(DOCUMENT.encode())
    assert completions([], "H", document) == ["HOW"]
    assert completions(["HOW"], "", document) == ["LONG"]
    assert completions(["HOW", "LONG"], "B", document) == ["BETWEEN"]
    assert completions(["HOW", "LONG", "BETWEEN"], "e1", document) == ["e1.start", "e1.end"]
    assert completions(["IS", "e1"], "A", document) == ["AFTER", "AT"]
    assert completions(["IS", "e1", "AT"], "", document) == ["LEAST", "MOST"]
    assert completions(["IS", "e1", "AT", "LEAST", "3", "DAYS"], "B", document) == ["BEFORE"]
    asked = ["IS", "e1", "AT", "LEAST", "3", "DAYS", "BEFORE"]
    assert completions(asked, "e", document) == ["e1", "e2"]


LASTING = """<TimeML><TEXT>She <EVENT eid="e1" class="OCCURRENCE">slept</EVENT> for
<TIMEX3 tid="t1" type="DURATION" value="PT9H">nine hours</TIMEX3>.</TEXT>
<TLINK lid="l1" relType="DURING" eventInstanceID="e1" relatedToTime="t1"/></TimeML>"""


def test_durations_of_the_text_are_read_unless_switched_off(tmp_path: Path) -> None:
    path = tmp_path / "b.tml"
    path.write_text(LASTING, encoding="utf-8")
    for options, answer in (
        ((), "more than 8 hours and less than 10 hours"),
        (("--durations", "exact"), "exactly 9 hours"),
        (("--durations", "off"), "unknown"),
        (("--during", "contained"), "more than 0 and less than 10 hours"),
    ):
        assert ask(path, *options, "HOW LONG e1").stdout == f"{answer}\n"
    proof = ask(path, "--why", "HOW LONG e1").stdout
    assert (
        't1.end < t1.start + 10 hours (t1 PT9H: t1 "nine hours".end - t1 "nine hours".start is '
        "about PT9H)"
    ) in proof
