"""``timegraph questions edit``: at a terminal, through pipes, and when it is cut short."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands.main import timegraph

MARKED = "document: bees\ncreated: 2021-07-11\n\nThe bees [came]{e1}.\n---\n"
QUESTION = "IS e1 BEFORE t0 | Did they come before? | yes\n"


def run(*args: object, stdin: str = "") -> Result:
    return CliRunner().invoke(timegraph, ["questions", "edit", *map(str, args)], input=stdin)


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    file = tmp_path / "bees.txt"
    file.write_text(MARKED, encoding="utf-8")
    return file


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def test_lines_of_a_pipe(marked: Path) -> None:
    done = run(marked, stdin=f"mark 2\n\n{QUESTION}quit\nmark 1\n")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "e2 is 'bees'",
        "question 1: new: the answers so far leave it open",
    ]
    assert done.stderr == f"saved in {marked}\n"
    assert text_of(marked) == MARKED.replace("bees [", "[bees]{e2} [") + QUESTION


def test_mistakes_are_named_and_the_rest_is_done(marked: Path) -> None:
    done = run(marked, stdin=f"mark 9\n{QUESTION}")
    assert done.exit_code == 1
    assert "there are no words 9" in done.stderr
    assert text_of(marked) == MARKED + QUESTION


def test_an_untouched_text_is_not_written(marked: Path) -> None:
    marked.write_text(MARKED.replace("\n\n", "\n \n"), encoding="utf-8")
    done = run(marked, stdin="marks\nwords\n")
    assert (done.exit_code, done.stderr) == (0, "")
    assert text_of(marked) == MARKED.replace("\n\n", "\n \n")


def test_new_marked_texts(tmp_path: Path, root: Path) -> None:
    plain = root / "examples" / "shared-task" / "texts" / "blog-bees.txt"
    document = tmp_path / "in"
    arguments = ["task", "input", str(plain.parent), "--output", str(document)]
    assert CliRunner().invoke(timegraph, arguments).exit_code == 0
    for number, source in enumerate((plain, document / "blog-bees.tml")):
        file = tmp_path / f"{number}.txt"
        done = run(source, "--output", file, stdin="mark 4\n")
        assert done.exit_code == 0, done.stderr
        assert text_of(file).startswith(
            "document: blog-bees\ncreated: 2021-07-11\ntitle: We have bees!\n\n"
            "Yesterday the bees [came]{e1}."
        )
    assert text_of(tmp_path / "0.txt") == text_of(tmp_path / "1.txt")


def test_bad_usage(marked: Path, tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("1998\n\nIt rained.", encoding="utf-8")
    (tmp_path / "undated.txt").write_text("It rained.", encoding="utf-8")
    (tmp_path / "faulty.txt").write_text(MARKED.replace("{e1}", ""), encoding="utf-8")
    nested = '<TimeML><TEXT><EVENT eid="e1"><EVENT eid="e2">a</EVENT></EVENT></TEXT></TimeML>'
    (tmp_path / "nested.tml").write_text(nested, encoding="utf-8")
    for arguments, message in (
        ([tmp_path], "is a folder; give one of its documents"),
        ([tmp_path / "none"], "none: No such file"),
        ([tmp_path / "plain.txt"], "is not a marked text; give --output FILE"),
        ([tmp_path / "plain.txt", "--output", marked], "is there already; to go on with it: time"),
        ([tmp_path / "undated.txt", "--output", tmp_path / "x"], "no creation time"),
        ([tmp_path / "faulty.txt"], "faulty.txt:4:15: no {id} right after the ]"),
        ([tmp_path / "nested.tml", "--output", tmp_path / "x"], "marks cannot nest"),
        (
            [tmp_path / "plain.txt", "--output", tmp_path / "no" / "x"],
            "does not exist; make it first",
        ),
    ):
        done = run(*arguments)
        assert done.exit_code == 2, done.output
        assert message in done.stderr


def started(marked: Path, **streams: int) -> subprocess.Popen[bytes]:
    code = "from timegraph.commands.main import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "questions", "edit", str(marked)],
        env={**os.environ, "PYTHONPATH": os.getcwd(), "COLUMNS": "80", "TERM": "dumb"},
        **streams,  # type: ignore[call-overload]
    )


def test_a_closed_pipe_loses_nothing(marked: Path) -> None:
    process = started(marked, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    process.stdin.write(QUESTION.encode())
    process.stdin.close()
    assert process.wait(300) == 0
    assert text_of(marked) == MARKED + QUESTION


pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")


@pytest.mark.parametrize(
    ("end", "code"),
    [
        pytest.param(b"\x04", 0, id="D"),
        pytest.param(b"", 130, id="C", marks=pytest.mark.slow),
        pytest.param(b"quit\n", 0, id="quit", marks=pytest.mark.slow),
    ],
)
def test_at_a_terminal(marked: Path, end: bytes, code: int) -> None:
    """The prompt shows the numbered words; what was entered is there after Ctrl-D and Ctrl-C."""
    ours, theirs = pty.openpty()
    process = started(marked, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""

    def wait_for(words: bytes, *, interrupt: bool = False) -> bytes:
        """What the terminal shows up to these words, since they were waited for last. With
        ``interrupt``, Ctrl-C is pressed meanwhile: more than once, since readline may be busy."""
        nonlocal shown
        until = time.monotonic() + 300
        while words not in shown:
            assert time.monotonic() < until, shown
            if interrupt:
                process.send_signal(signal.SIGINT)
            if select.select([ours], [], [], 1)[0]:
                shown += os.read(ours, 4096)
        before, _, shown = shown.partition(words)
        return before

    try:
        # The terminal is readline's only while there is a prompt.
        assert b"1:The 2:bees [3:came]{e1}." in wait_for(b"\n> ")
        os.write(ours, b"mark 2\n")
        assert b"e2 is 'bees'" in wait_for(b"\n> ")
        os.write(ours, QUESTION.encode())
        assert b"question 1: new" in wait_for(b"\n> ")
        if end:
            os.write(ours, end)
        else:
            os.write(ours, b"half a line")
            wait_for(b"half a line")
        wait_for(b"saved in", interrupt=not end)
        assert process.wait(300) == code
    finally:
        if process.poll() is None:
            process.kill()
        os.close(ours)
    assert text_of(marked) == MARKED.replace("bees [", "[bees]{e2} [") + QUESTION
