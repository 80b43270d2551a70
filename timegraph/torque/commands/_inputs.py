"""What the commands of ``timegraph torque`` read and how they end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from timegraph.commands.shared.command import BadUsage, Call, Messages
from timegraph.commands.shared.options import choice_option, path_argument, path_option
from timegraph.torque.passages import PassageSet, Problem, heading, parsed_json
from timegraph.torque.scoring import contrast_groups

_SHOWN = 5

passages_argument = path_argument("passages", "PASSAGES.json")

groups_option = path_option(
    "--groups FILE",
    "The contrast groups, as in question_clustering.json; without them C is not scored.",
)

before_option = choice_option(
    "--before",
    ["starts", "intervals"],
    "Before means: starts before the other starts, or ends before the other starts.",
    default="starts",
)

empty_option = choice_option(
    "--empty",
    ["official", "all"],
    "Which annotators count: as in the official program none after the first one whose answer "
    "is empty, or all.",
    default="official",
)


def groups_in(path: Path | None, passages: PassageSet) -> list[tuple[tuple[str, str], ...]]:
    """The contrast groups of a file like the released ``question_clustering.json``."""
    if path is None:
        return []
    content = parsed_json(path.read_bytes(), str(path))
    numbered = isinstance(content, dict) and all(
        isinstance(groups, dict) and all(isinstance(texts, list) for texts in groups.values())
        for groups in content.values()
    )
    if not numbered:
        raise BadUsage(f"{path}: is not an object of groups of questions by passage")
    return contrast_groups(content, passages.questions)


def name_problems(call: Call, problems: Iterable[Problem]) -> bool:
    """Name the problems on stderr, by kind. Returns whether there are any."""
    by_code: dict[str, list[Problem]] = {}
    for problem in problems:
        by_code.setdefault(problem.code, []).append(problem)
    for code, same in by_code.items():
        for line in (f"{heading(code, len(same))}:", *_lines(same, call.messages)):
            call.messages.warn(line)
    return bool(by_code)


def finish(call: Call, problems: Iterable[Problem]) -> None:
    """Name the problems on stderr, and end with exit code 1 if there are any."""
    call.finish(complete=not name_problems(call, problems))


def _lines(problems: Sequence[Problem], messages: Messages) -> list[str]:
    shown = problems if messages.verbosity == "verbose" else problems[:_SHOWN]
    more = len(problems) - len(shown)
    lines = [str(problem) for problem in shown]
    if more > 0:
        lines.append(f"and {more} more (--verbose)")
    return [f"  {line}" for line in lines]
