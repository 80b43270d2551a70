"""Pages name no option and no command that is gone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from timegraph.commands.main import timegraph

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path
    for path in [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
    if path.name != "CHANGELOG.md"  # it says what is gone
    and "reference" not in path.parts  # a build of the site writes it
)

# Options of other programs, of our own scripts, and two mistakes that pages show on purpose.
OF_OTHERS = frozenset(
    [
        "--no-deps",
        "--no-save",
        "--mended",
        "--publish",
        "--check",
        "--quick",
        "--nworkers",
        "--temporal-closure",
        "--calender",
    ]
)
# What follows "timegraph" in a line of Python, in the mark of a label scheme, and in a mistake.
WORDS = frozenset(["import", "labels", "scoer"])


def commands(group: click.Group, name: str = "timegraph") -> Iterator[tuple[str, click.Command]]:
    """Each command with its full name, groups included."""
    context = click.Context(group)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        assert command is not None
        yield f"{name} {word}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {word}")


COMMANDS = dict(commands(timegraph))
GROUPS = {name for name, command in COMMANDS.items() if isinstance(command, click.Group)}
OPTIONS = {
    option
    for command in [timegraph, *COMMANDS.values()]
    for parameter in command.params
    for option in [*parameter.opts, *parameter.secondary_opts]
} | {"--help"}


def dead_options(text: str) -> set[str]:
    """The long options in a text that no command has."""
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+[a-z]", text)) - OPTIONS - OF_OTHERS


def dead_commands(text: str) -> set[str]:
    """What stands as a command of ours in code and is none."""
    called = set()
    for code in re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL):
        for words in re.findall(r"(?<![\w/.])timegraph ((?:[a-z][\w-]*)(?: [a-z][a-z-]+)?)", code):
            first, _, second = words.partition(" ")
            name = f"timegraph {first}"
            if name not in COMMANDS and first not in WORDS:
                called.add(name)
            elif name in GROUPS and second and f"{name} {second}" not in COMMANDS:
                called.add(f"{name} {second}")
    return called


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_names_only_options_and_commands_that_there_are(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert dead_options(text) | dead_commands(text) == set()


# Pages that are lists of pages, or include a file that stands elsewhere.
WITHOUT_OPENING = {"index.md", "changelog.md", "contributing.md", "examples.md"}
DOCS = sorted(path for path in (ROOT / "docs").rglob("*.md") if "reference" not in path.parts)


@pytest.mark.parametrize("page", DOCS, ids=lambda path: path.name)
def test_a_page_opens_with_what_it_covers_what_it_does_not_and_what_it_needs(page: Path) -> None:
    if page.name in WITHOUT_OPENING:
        return
    _, opening, *_ = page.read_text(encoding="utf-8").split("\n\n")
    covers, _, needs = opening.partition("Not here: ")
    assert covers.strip()
    assert "You need: " in needs


def test_what_is_gone_is_noticed() -> None:
    assert dead_options("use `--close-open-ends` or `--jobs 2`") == {"--close-open-ends"}
    assert dead_commands(
        "`timegraph frobnicate x`, `timegraph facts forget`, `timegraph ask a`"
    ) == {
        "timegraph frobnicate",
        "timegraph facts forget",
    }


@pytest.mark.parametrize(
    "command",
    [
        ("questions", "check", "--kit", "examples/kit", "--gold", "examples/kit/gold"),
        ("open", "examples/kit/gold/news-bridge-reopens.tml"),
    ],
    ids=" ".join,
)
def test_the_page_of_files_names_the_keys_of_json(command: tuple[str, ...]) -> None:
    page = (ROOT / "docs/files.md").read_text(encoding="utf-8")
    name = " ".join(word for word in command[:2] if "/" not in word)
    paragraph = page.partition(f"**`{name}`**:")[2].partition("\n\n")[0]
    arguments = [str(ROOT / word) if "/" in word else word for word in command]
    done = CliRunner().invoke(timegraph, [*arguments, "--format", "json"])
    document = json.loads(done.stdout)["documents"][0]
    pairs = document.get("next", [])
    keys = {*document, *(key for pair in pairs for key in pair)}
    named = set(re.findall(r"`(\w+)`", paragraph))
    assert keys <= named
    assert named - keys <= {"documents", "findings", "folders", "null", "all"}
