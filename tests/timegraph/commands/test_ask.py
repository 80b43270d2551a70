"""``timegraph ask`` as its users run it: arguments, stdin, and the prompt in a terminal."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli


@pytest.fixture
def document(kit: Path) -> Path:
    return kit / "gold" / "news-festival-storm.tml"


def ask(*args: object, input: str | bytes = "") -> Result:
    return CliRunner().invoke(cli.timegraph, ["ask", *map(str, args)], input=input)


def test_answers_are_one_a_line(document: Path) -> None:
    done = ask(document, "IS ei4 OVERLAPS ei6", "is ei6 before  ei4", "IS ei4 BEFORE ei6")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "yes\nno\nno\n", "")


def test_questions_come_from_stdin(document: Path) -> None:
    done = ask(document, input="IS ei4 OVERLAPS ei6\n\nIS ei6 BEFORE ei4")
    assert (done.exit_code, done.stdout) == (0, "yes\nno\n")


def test_questions_end_in_a_question_mark_as_the_task_writes_them(document: Path) -> None:
    done = ask(document, "IS ei4 OVERLAPS ei6 ?", "LIST BETWEEN ei4 AND ei6?")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "yes\nnone\n", "")
    done = ask(document, input="IS ei6 BEFORE ei4 ?\nWHEN ei6?\n")
    assert (done.exit_code, done.stderr) == (0, "")


def test_a_line_that_is_no_question_keeps_its_place(document: Path) -> None:
    done = ask(document, input="IS ei4 OVERLAPS ei6\nwhat?\nIS ei6 BEFORE ei4\n")
    assert (done.exit_code, done.stdout) == (1, "yes\nerror\nno\n")
    assert done.stderr.startswith("stdin:2: 'what?' is not a question")


def test_words_of_the_prompt_say_what_to_do_instead(document: Path) -> None:
    done = ask(document, input="why?\nhelp\nIS ei6 BEFORE ei4\nquit\nIS ei4 BEFORE ei6\n")
    assert done.stdout == "error\nerror\nno\n"
    assert "stdin:2: 'help' is for the prompt; --why shows proofs" in done.stderr


def test_a_bad_argument_answers_nothing(document: Path) -> None:
    done = ask(document, "IS ei4 OVERLAPS ei6", "IS ei4 OVERLAP ei6")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "did you mean OVERLAPS?" in done.stderr


def test_what_the_document_lacks_is_told(document: Path) -> None:
    done = ask(document, "--no-calendar", "IS ei4 BEFORE ei999", "IS ei4 BEFORE 1998-05")
    assert (done.exit_code, done.stdout) == (1, "unknown\nunknown\n")
    assert "the document has no ei999, so the answer is unknown" in done.stderr
    assert "without the calendar the place of 1998-05 in time is unknown" in done.stderr


def test_a_word_of_several_is_offered_with_them(tmp_path: Path) -> None:
    file = tmp_path / "d.tml"
    file.write_text(
        '<TimeML><TEXT>It <EVENT eid="e1" class="OCCURRENCE">burned down</EVENT>.</TEXT></TimeML>'
    )
    done = ask(file, "WHEN burned")
    assert 'so the answer is unknown; did you mean e1 "burned down"?' in done.stderr


def test_dates_lists_and_times_use_the_calendar(kit: Path) -> None:
    bridge = kit / "gold" / "news-bridge-reopens.tml"
    done = ask(bridge, "IS ei5 BEFORE 2019", "WHEN ei5", "LIST WITHIN t1", "--listed", "events")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "yes",
        "2018-12-25, within t4 Christmas Day",
        "ei1 reopened, ei3 said, ei10 crossed, ei11 cut, ei17 declined",
    ]
    done = ask(bridge, "--why", "--listed", "timexes", "LIST BEFORE t4", input=None)
    assert done.stdout.startswith("none; possibly ")
    done = ask(bridge, "--format", "json", "WHEN ei5", "LIST BEFORE t4")
    answers = [answer["answer"] for answer in json.loads(done.stdout)["answers"]]
    assert answers[0] == {"earliest": "2018-12-25", "latest": "2018-12-26", "within": ["t4"]}
    assert answers[1]["certain"] == []


def test_a_date_that_is_none_is_refused(document: Path) -> None:
    done = ask(document, "IS ei4 BEFORE 1998-45")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "1998-45" in done.stderr
    assert "write it as 1998-05-03" in done.stderr


def test_the_document_comes_from_stdin(document: Path) -> None:
    done = ask("-", "IS ei4 OVERLAPS ei6", input=document.read_bytes())
    assert (done.exit_code, done.stdout) == (0, "yes\n")
    assert ask("-").exit_code == 2


def test_other_formats(document: Path, tmp_path: Path) -> None:
    done = ask(document, "--format", "json", "IS ei4 OVERLAPS ei6")
    assert json.loads(done.stdout)["answers"] == [
        {"question": "IS ei4 OVERLAPS ei6", "answer": "yes"}
    ]
    done = ask(document, "--format", "csv", input="is ei4 overlaps ei6\n")
    assert done.stdout == "question,answer\nIS ei4 OVERLAPS ei6,yes\n"
    out = tmp_path / "out"
    assert ask(document, "--output", out, "IS ei4 OVERLAPS ei6").exit_code == 0
    assert out.read_text(encoding="utf-8") == "yes\n"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("nowhere.tml", "No such file"),
        ("examples/kit/gold", "is a folder"),
        ("examples/kit/eval-questions/question-set.txt", "question-set.txt:1: "),
    ],
)
def test_bad_documents(root: Path, place: str, said: str) -> None:
    done = ask(root / place, "IS ei1 BEFORE ei2")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr


def test_contradicting_documents(kit: Path) -> None:
    hasty = kit / "systems" / "hasty" / "news-festival-storm.tml"
    done = ask(hasty, "IS ei4 AFTER ei4")
    assert (done.exit_code, done.stdout) == (0, "no\n")
    assert "left out as contradictory" in done.stderr
    done = ask(hasty, "--on-conflict", "error", "IS ei4 AFTER ei4")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--on-conflict drop-constraint" in done.stderr


def in_terminal(root: Path, document: Path, *typed: bytes) -> tuple[int, str]:
    """The exit code and what the terminal shows when ``typed`` is typed, piece by piece.

    A Ctrl-C that comes between the prompt and the moment when readline listens is lost, as it
    would be for a person, who presses it again.
    """
    pty = pytest.importorskip("pty")
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover - another process
        os.chdir(root)
        # A dumb terminal gets no escape sequences between the end of a line and the prompt.
        environment = {**os.environ, "TERM": "dumb"}
        program = [sys.executable, "cli.py", "ask", str(document)]
        os.execve(sys.executable, program, environment)
    shown = b""
    end = time.monotonic() + 300

    def wait_for(mark: bytes, start: int, until: float = end) -> bool:
        """Whether the mark is shown, or the program is gone, before that moment."""
        nonlocal shown
        while mark not in shown[start:]:
            if time.monotonic() > until:
                return False
            if select.select([terminal], [], [], 0.05)[0]:
                try:
                    piece = os.read(terminal, 4096)
                except OSError:  # how Linux says that the other side is gone
                    return True
                if not piece:
                    return True
                shown += piece
        return True

    wait_for(b"\n? ", 0)
    for text in typed:
        start = len(shown)
        os.write(terminal, text)
        while not wait_for(b"\n? ", start, time.monotonic() + 2) and time.monotonic() < end:
            if text == b"\x03":
                os.write(terminal, text)
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.02)
    os.close(terminal)
    return os.waitstatus_to_exitcode(ended[1]), shown.decode()


@pytest.mark.skipif(os.name == "nt", reason="terminals are POSIX")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # forking beside threads, on 3.12
def test_the_prompt_answers_and_explains(root: Path, document: Path) -> None:
    code, shown = in_terminal(
        root,
        document,
        b"IS ei4 OVERLAPS ei6 ?\n",
        b"LIST BETWEEN ei4 AND ei6\n",
        b"entities evac\n",
        b"IS playing OVERLAPS evacuation\n",
        b"why\n",
        b"WHEN storm\n",
        b"nonsense\n",
        b"help\n",
        b"quit\n",
    )
    assert code == 0
    assert 'yes: ei4 "playing" OVERLAPS ei6 "evacuation"' in shown
    assert "\nnone" in shown
    assert '\nei6 "evacuation"' in shown
    assert "'nonsense' is not a question" in shown
    assert '? why\r\nei4 "playing" OVERLAPS ei6 "evacuation", since\r\n' in shown
    assert "unknown; the document has no storm" in shown
    assert "Tab completes words, ids and relations." in shown


@pytest.mark.skipif(os.name == "nt", reason="terminals are POSIX")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("key", "expected"), [(b"\x04", 0), (b"\x03", 130)])
def test_the_prompt_is_left_by_ctrl_d_and_ctrl_c(
    root: Path, document: Path, key: bytes, expected: int
) -> None:
    code, shown = in_terminal(root, document, key)
    assert code == expected
    assert "Traceback" not in shown


DATED = """\
<?xml version="1.0" ?>
<TimeML>
<DCT><TIMEX3 tid="t0" type="DATE" value="{created}" functionInDocument="CREATION_TIME">May 4</TIMEX3></DCT>
<TEXT>It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT> on
<TIMEX3 tid="t1" type="DATE" value="1998-05-03">Sunday</TIMEX3>, and it
<EVENT eid="{second}" class="OCCURRENCE">snowed</EVENT>
<TIMEX3 tid="t2" type="DATE" value="1998-05-05">later</TIMEX3>.</TEXT>
<TLINK lid="l1" relType="IS_INCLUDED" eventID="e1" relatedToTime="t1"/>
<TLINK lid="l2" relType="AFTER" timeID="t1" relatedToTime="t2"/>
</TimeML>
"""  # noqa: E501 - a line break inside the creation time would be part of it


def dated(folder: Path, created: str = "1998-05-04", second: str = "e2") -> Path:
    path = folder / "dated.tml"
    path.write_text(DATED.format(created=created, second=second), encoding="utf-8")
    return path


def test_dates_are_written_as_any_value_is(tmp_path: Path) -> None:
    document = dated(tmp_path)
    questions = {
        "IS e1 AFTER BC0044": "yes",
        "IS e1 AFTER FY1995": "yes",
        "IS e1 BEFORE +12345": "yes",
        "IS e1 BEFORE future_ref": "yes",
        "IS e1 IS_INCLUDED 1998-W18": "yes",
    }
    done = ask(document, *questions)
    assert (done.exit_code, done.stdout.split()) == (0, list(questions.values()))
    refused = ask(document, "IS e1 AFTER 1998-13")
    assert refused.exit_code == 2
    assert "[no-such-date]" in refused.stderr
    # A value that can never be a date may as well be an id.
    for value in ("XXXX-05", "T09:30", "P1D", "pxa", "P" + "X" * 60 + "_", "BC44a", "FY98"):
        done = ask(document, f"IS e1 AFTER {value}")
        assert (done.exit_code, done.stdout) == (1, "unknown\n")


def test_an_id_that_looks_like_a_date_is_an_id(tmp_path: Path) -> None:
    done = ask(dated(tmp_path, second="19981"), "IS 19981 AFTER 1998-05", "WHEN 19981")
    assert (done.exit_code, done.stdout) == (0, "unknown\nunknown\n")


def test_without_the_calendar_even_a_date_and_itself_are_unknown(tmp_path: Path) -> None:
    done = ask(dated(tmp_path), "--no-calendar", "IS 1998 SIMULTANEOUS 1998")
    assert (done.exit_code, done.stdout) == (1, "unknown\n")


def test_a_link_that_the_calendar_contradicts_is_told_as_such(tmp_path: Path) -> None:
    done = ask(dated(tmp_path), "--format", "json", "WHEN e1")
    assert "1 link left out as contradictory, 1 of these by the calendar:" in done.stderr
    assert done.stderr.rstrip().endswith("dated.tml:9 l2 (calendar)")
    (warning,) = json.loads(done.stdout)["warnings"]
    assert 'l2: t1 "Sunday" AFTER t2 "later" (t2.end < t1.start) contradicts calendar' in warning


@pytest.mark.parametrize(
    ("created", "earliest"),
    [
        ("1998-05-04", "1998-05-03"),
        ("1998-05-04T09:00", "1998-05-03"),
        ("1998-05-04T09:00Z", "1998-05-03T00:00Z"),
        ("1998-05-04T09:00-05:00", "1998-05-03T00:00-05:00"),
        ("1998-05-04T09:00+05:30", "1998-05-03T00:00+05:30"),
    ],
)
def test_times_are_on_the_clock_of_the_creation_time(
    tmp_path: Path, created: str, earliest: str
) -> None:
    document = dated(tmp_path, created=created)
    assert ask(document, "WHEN e1").stdout == "1998-05-03, within t1 Sunday\n"
    done = ask(document, "--format", "json", "WHEN e1")
    assert json.loads(done.stdout)["answers"][0]["answer"]["earliest"] == earliest


def test_what_a_question_says_is_never_vague(tmp_path: Path) -> None:
    exact = ("--calendar-reading", "exact")
    for reading in ((), exact, (*exact, "--coarse", "bounds")):
        done = ask(dated(tmp_path), *reading, "LIST WITHIN 1998-05", "IS e1 DURING 1998")
        assert done.stdout.split("\n")[0] == "t0 May 4, e1 rained, t1 Sunday, t2 later"


REPEATING = b"""<TimeML><TEXT>They <EVENT eid="e1" class="STATE">ran</EVENT>
<TIMEX3 tid="t1" type="SET" value="P1D" quant="EVERY">every day</TIMEX3> and
<TIMEX3 tid="t2" type="SET" value="XXXX-WXX-2">each Tuesday</TIMEX3> in
<TIMEX3 tid="t3" type="DATE" value="1998">1998</TIMEX3>.</TEXT></TimeML>"""


def test_what_repeats_is_named_once_where_the_calendar_is_on(tmp_path: Path) -> None:
    path = tmp_path / "runs.tml"
    path.write_bytes(REPEATING)
    done = ask(path, "WHEN e1", "IS e1 BEFORE t3")
    message = (
        'the calendar does not use 2 time expressions for what repeats: t1 "every day" P1D, '
        't2 "each Tuesday" XXXX-WXX-2; an event in such a set of times gets no date from it'
    )
    assert done.stderr == f"runs.tml: {message}\n"
    assert done.exit_code == 0
    assert json.loads(ask(path, "--format", "json", "WHEN e1").stdout)["warnings"] == [message]
    assert ask("--no-calendar", path, "IS e1 BEFORE t3").stderr == ""


def test_the_answer_says_that_only_starts_are_known(tmp_path: Path) -> None:
    path = tmp_path / "m.tsv"
    path.write_text("d\tate\tleft\t1\t2\tBEFORE\n")
    done = ask(path, "IS ei1 BEFORE ei2", "IS ei1.start BEFORE ei2.start", "IS ei1 INCLUDES ei2")
    assert (done.exit_code, done.stdout) == (0, "unknown\nyes\nunknown\n")
    assert done.stderr == (
        "IS ei1 BEFORE ei2: only starts are known: IS ei1.start BEFORE ei2.start is yes\n"
    )
    record = json.loads(ask(path, "--format", "json", "IS ei2 AFTER ei1").stdout)["answers"][0]
    assert record["note"] == "only starts are known: IS ei2.start AFTER ei1.start is yes"
    why = ask("--why", path, "IS ei1.start BEFORE ei2.start")
    assert why.stdout.startswith(
        'yes: ei1.start BEFORE ei2.start, since l1: ei1 "ate" BEFORE ei2 "left"'
    )
