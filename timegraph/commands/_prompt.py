"""The prompt of ``timegraph ask``: questions typed by a person, with completion and help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import click

from timegraph._pace import TimedOut
from timegraph._wording import counted
from timegraph.findings import described
from timegraph.qa import ListRelation
from timegraph.qa.naming import split_words, words_that_name
from timeml import Document, RelType

_PROMPT = "? "
_WORDS = ("why", "help", "entities", "quit")
_HELP = """
why               the proof of the latest answer
entities [WORD]   the ids with their words, or only those whose words contain WORD
help              this text
quit              leave (or Ctrl-D)
Tab completes words, ids and relations."""


def run_prompt(
    document: Document, forms: str, ask: Callable[[str], str], why: Callable[[], str]
) -> None:
    """Read lines until ``quit`` or the end of input, and print the result of ``ask`` for each
    question, and that of ``why`` for ``why``. If they raise
    ``ValueError``, its message is printed and the prompt goes on. ``forms`` are those of questions,
    for ``help``."""
    complete_with(partial(completions, document=document))
    entities = counted(len(document.entities), "entity", "entities")
    click.echo(f"{entities}; Tab completes, help explains, Ctrl-D leaves.")
    while True:
        try:
            line = input(_PROMPT)
        except EOFError:
            click.echo()
            return
        words = line.split()
        command = words[0].lower() if words else ""
        if command in ("quit", "exit") and len(words) == 1:
            return
        if command in ("help", "?"):
            click.echo(forms + _HELP)
        elif command == "entities":
            click.echo(_entities(document, " ".join(words[1:])), nl=False)
        elif command:
            try:
                is_why = command.rstrip("?") == "why" and len(words) == 1
                click.echo(why() if is_why else ask(line))
            except (TimedOut, ValueError) as error:
                click.echo(str(error))


def completions(before: Sequence[str], prefix: str, document: Document) -> list[str]:
    """The words that begin with ``prefix`` and may follow the words ``before``."""
    before = split_words(" ".join(before))
    kind = before[0].upper() if before else ""
    place = len(before)
    words: Sequence[str] = ()
    if place == 0:
        words = ("IS", "LIST", "WHEN", "HOW", *_WORDS)
    elif kind == "IS" and place == 2:
        words = (*(member.value for member in RelType), *_COMPARING)
    elif kind == "IS" and place > 2 and before[2].upper() in _COMPARING:
        words = _COMPARING[before[2].upper()] if place == 3 else ("BEFORE", "AFTER")
        if before[-1].upper() in ("BEFORE", "AFTER"):
            words = _arguments(document)
    elif kind == "HOW":
        words = _after_how([word.upper() for word in before], document)
    elif kind == "LIST" and place == 1:
        words = tuple(member.value for member in ListRelation)
    elif place <= {"IS": 3, "LIST": 3, "WHEN": 1}.get(kind, 0):
        words = _arguments(document)
    fitting = [word for word in words if word.startswith(prefix)]
    return fitting or [word for word in words if word.lower().startswith(prefix.lower())]


def _arguments(document: Document) -> Sequence[str]:
    return (*document.entities, *words_that_name(document))


# The words that compare with a length, by their first one.
_COMPARING: dict[str, tuple[str, ...]] = {
    "AT": ("LEAST", "MOST"),
    "MORE": ("THAN",),
    "LESS": ("THAN",),
    "EXACTLY": (),
}


def _after_how(before: Sequence[str], document: Document) -> Sequence[str]:
    if len(before) == 1:
        return ("LONG",)
    if len(before) == 2:
        return ("BETWEEN", *_arguments(document))
    if before[2] == "BETWEEN" and len(before) < 5:
        return tuple(f"{id}.{side}" for id in _arguments(document) for side in ("start", "end"))
    return ()


def complete_with(completions: Callable[[Sequence[str], str], list[str]]) -> None:
    """Let Tab complete words at the prompt: ``completions`` gives those that may follow the words
    before, and begin with a prefix."""
    try:
        import readline
    except ImportError:  # Windows, and some builds of Python: a prompt without completion
        return

    def complete(prefix: str, state: int) -> str | None:
        before = readline.get_line_buffer()[: readline.get_begidx()].split()
        words = completions(before, prefix)
        return f"{words[state]} " if state < len(words) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" \t")
    uses_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if uses_libedit else "tab: complete")


def _entities(document: Document, word: str) -> str:
    lines = [described(document, id) for id in document.entities]
    shown = [line for line in lines if word.lower() in line.lower()]
    return "".join(f"{line}\n" for line in shown) or f"no entity has {word!r} in its words\n"
