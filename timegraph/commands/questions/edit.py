"""``timegraph questions edit``: marks and questions, written at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

import timeml
from timegraph._wording.counting import counted
from timegraph.commands._shared.command import Call, command_with
from timegraph.commands._shared.declaring import option, path_argument, path_option
from timegraph.commands._shared.files import BadUsage, check_writable, write_bytes
from timegraph.commands._shared.messages import warn
from timegraph.commands._shared.terminal.prompt import complete_with
from timegraph.commands._shared.terminal.screen import screen_width
from timegraph.report.plain_text import printable, wrapped
from timegraph.task.editing.known import TIME_LIMIT
from timegraph.task.editing.session import HELP, EditingSession
from timegraph.task.inputs.documents import input_document
from timegraph.task.marked_texts.keys import UnmarkableError, marked_text
from timegraph.task.marked_texts.marked_text import MarkedText
from timegraph.task.marked_texts.parse import parse_marked_text
from timegraph.task.marked_texts.render import render_marked_text

__all__ = ["command"]

_PROMPT = "> "
_LINES = "\n".join(f"  {line}" for line in HELP.split("\n"))

_EPILOG = f"""\b
Examples (from the project root):
  timegraph questions edit examples/shared-task/questions/blog-bees.txt
  timegraph questions edit input/blog-bees.tml --output marked/blog-bees.txt

\b
At the prompt:
{_LINES}

If stdin is not a terminal, each line of it is a command; exit code 1: a line could not be done.
"""


@command_with(
    path_argument("document", "DOC"),
    path_option("--output FILE", "The marked text to write, if DOC is not one: a new file."),
    option(
        "--time-limit SECONDS",
        "How long to search at most whether the answers so far decide a new question.",
        type=click.FloatRange(min=0, min_open=True),
        default=TIME_LIMIT,
    ),
    epilog=_EPILOG,
)
def command(call: Call, *, document: Path) -> None:
    """Mark words of DOC and write questions about them: a marked text, or a new one of an input
    document (.tml) or a plain text.

    Each question is held against the answers so far. Every change is saved at once.
    """
    marked, file = _opened(document, call.output)
    session = EditingSession(marked, time_limit=call.time_limit)
    saved: MarkedText = marked
    problems = 0
    at_terminal = sys.stdin.isatty()
    if at_terminal:
        complete_with(session.completions)
        _print(session.do("words"))
        _print(f"{marked.document}: {counted(len(marked.questions), 'question')}; help explains.")
    try:
        for line in _typed() if at_terminal else sys.stdin:
            if not line.strip():
                continue
            if line.split()[0].lower() in ("quit", "exit"):
                break
            try:
                reply = session.do(line)
            except ValueError as error:
                problems += 1
                _print(str(error)) if at_terminal else warn(str(error))
                continue
            if session.marked is not saved:
                _save(session.marked, file)
                saved = session.marked
            _print(reply)
    finally:
        # Ctrl-C and a closed pipe may come between a change and its saving.
        if session.marked is not saved:
            _save(session.marked, file)
            saved = session.marked
        if saved is not marked:
            warn(f"saved in {file}")
    call.finish(complete=at_terminal or not problems)


def _typed() -> Iterator[str]:
    """The lines that are typed at the prompt, until Ctrl-D."""
    while True:
        try:
            yield input(_PROMPT)
        except EOFError:
            click.echo()
            return


def _print(text: str) -> None:
    for line in text.split("\n"):
        for part in wrapped(printable(line), screen_width(None)):
            click.echo(part)
    sys.stdout.flush()  # whoever writes line by line waits for the reply


def _save(marked: MarkedText, file: Path) -> None:
    write_bytes([render_marked_text(marked).encode()], file)


def _opened(document: Path, output: Path | None) -> tuple[MarkedText, Path]:
    """The marked text to begin with, and the file that it is saved in."""
    if document.is_dir():
        raise BadUsage(f"{document}: is a folder; give one of its documents")
    data = document.read_bytes()
    if data.removeprefix(b"\xef\xbb\xbf").startswith(b"document:"):
        file = document if output is None else output
        marked = parse_marked_text(data, str(document))
    elif output is None:
        raise BadUsage(
            f"{document}: is not a marked text; give --output FILE, where its marked text is "
            "to be written"
        )
    else:
        file = output
        marked = _new(data, document)
    if file.exists() and file is not document:
        raise BadUsage(
            f"--output {file}: is there already; to go on with it: timegraph questions edit {file}"
        )
    check_writable(file)
    return marked, file


def _new(data: bytes, document: Path) -> MarkedText:
    if document.name.lower().endswith((".tml", ".te3input")) or data.lstrip().startswith(b"<"):
        try:
            return marked_text(timeml.read(document), document.name)
        except UnmarkableError as error:
            raise BadUsage(f"{document}: {error}") from None
    result = input_document(data, docid=document.stem, path=str(document))
    if result.document is None:
        finding = result.findings[0]
        raise BadUsage(f"{finding.place}: {finding.message}; {finding.fix}")
    return marked_text(result.document, f"{document.stem}.tml")
