"""Writes the pages of the reference: every public name, and every command with its options.

Called by ``conf.py`` at each build. What is public is what the ``__all__`` of these modules lists.
"""

from __future__ import annotations

import inspect
import re
import sys
import types
import typing
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click

from timegraph.commands.main import timegraph

__all__ = ["MODULES", "PROVISIONAL", "leaf_commands", "value_text", "write"]

MODULES = {
    "Graphs and answers": [
        "timegraph",
        "timegraph.options",
        "timegraph.proofs",
        "timegraph.repairs",
        "timegraph.networks",
        "timegraph.statements",
        "timegraph.decoding",
        "timegraph.labels",
        "timegraph.documents",
        "timegraph.dates",
    ],
    "Documents and formats": [
        "timeml",
        "timeml.readers",
        "timeml.writers",
        "timeml.plain_text",
        "timeml.timex_value",
        "timeml.edtf",
    ],
    "Questions, facts and passages": [
        "timegraph.qa",
        "timegraph.facts",
        "timegraph.facts.readers",
        "timegraph.times",
        "timegraph.annotation",
        "timegraph.torque",
        "timegraph.task.drawing",
    ],
    "Scores and reports": [
        "timegraph.scoring",
        "timegraph.facts.scoring",
        "timegraph.report",
        "timegraph.pictures",
    ],
    "Services": ["timegraph.service"],
    "Checking and corpora": [
        "timegraph.checking",
        "timegraph.findings",
        "timegraph.corpus",
    ],
    "Testing": [
        "timegraph.testing",
        "timegraph.testing.oracle",
        "timegraph.testing.strategies",
        "timegraph.facts.strategies",
    ],
}
"""The public modules, by the job that they are for, in the order of the reference."""

PROVISIONAL = {
    "timegraph.corpus",
    "timegraph.dates",
    "timegraph.decoding",
    "timegraph.findings",
    "timegraph.networks",
    "timegraph.pictures",
    "timegraph.report",
    "timegraph.service",
    "timegraph.statements",
    "timegraph.task.drawing",
}
"""Modules whose names may still change in a minor release, as ``stability.md`` explains."""


def write(folder: Path) -> None:
    """Write a page for each public module, one for the commands, and their index; pages that are
    as they were stay untouched, so that a build reads only what changed."""
    pages = {"commands.md": "\n".join(_commands()), "index.md": "\n".join(_index())}
    documented: dict[int, str] = {}
    for modules in MODULES.values():
        for module in modules:
            pages[f"{module}.rst"] = "\n".join(_module(module, documented))
    folder.mkdir(exist_ok=True)
    for name, text in pages.items():
        page = folder / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")
    for page in folder.iterdir():
        if page.name not in pages:
            page.unlink()


def _index() -> Iterator[str]:
    yield "# Reference\n"
    yield "Every public name with its docstring, and every command with its options.\n"
    yield "```{toctree}\n:maxdepth: 1\n\ncommands\n```\n"
    for title, modules in MODULES.items():
        yield f"## {title}\n"
        yield "```{toctree}\n:maxdepth: 1\n"
        yield from modules
        yield "```\n"


def _commands() -> Iterator[str]:
    yield "# Commands\n"
    yield "What `--help` prints, command by command. [Which command for which job](../commands.md)"
    yield "is the way in by what you want to do.\n"
    for words, command in leaf_commands(timegraph, ("timegraph",)):
        context = click.Context(command, info_name=words, max_content_width=90)
        yield f"## {words}\n"
        text = command.get_help(context)
        yield f"```text\n{text}\n```\n"
        pages = dict.fromkeys(re.findall(r"\bdocs/([a-z-]+)\.md", text))
        if pages:
            yield f"See {', '.join(f'[{page}](../{page}.md)' for page in pages)}.\n"


def leaf_commands(
    command: click.Command, words: tuple[str, ...]
) -> Iterator[tuple[str, click.Command]]:
    """All commands below this one that have no commands of their own, as they are typed."""
    if not isinstance(command, click.Group):
        yield " ".join(words), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        if below is not None:
            yield from leaf_commands(below, (*words, name))


def _module(name: str, documented: dict[int, str]) -> Iterator[str]:
    """A page of a module; ``documented`` has what pages before it describe, by identity."""
    module = import_module(name)
    yield f"{name}\n{'=' * len(name)}\n"
    if name in PROVISIONAL:
        yield ".. note::\n   Provisional: names here may still change in a minor release"
        yield "   (:doc:`/stability`).\n"
    yield f".. automodule:: {name}\n   :no-members:\n"
    for public in sorted(module.__all__, key=str.casefold):
        thing = getattr(module, public)
        if isinstance(thing, type) and id(thing) in documented:
            yield f".. py:class:: {public}\n   :no-index:\n"
            yield f"   The same as :class:`{documented[id(thing)]}`.\n"
            continue
        documented[id(thing)] = f"{name}.{public}"
        yield from _entry(name, public, thing)
        yield ""


def type_aliases() -> dict[str, str]:
    """The public names of types that signatures should show by name rather than spelt out."""
    modules = [import_module(name) for names in MODULES.values() for name in names]
    return {
        name: name
        for module in modules
        for name in module.__all__
        if typing.get_origin(getattr(module, name)) is not None
    }


def _entry(module: str, name: str, thing: object) -> Iterator[str]:
    """The directive for a public name. Values are described by the text below their assignment,
    which autodoc does not find where the name is imported from another module."""
    if isinstance(thing, type) and not isinstance(thing, types.GenericAlias):
        kind = "exception" if issubclass(thing, BaseException) else "class"
        yield f".. auto{kind}:: {module}.{name}"
        yield "   :members:"
    elif inspect.isroutine(thing):
        yield f".. autofunction:: {module}.{name}"
    else:
        yield f".. py:data:: {name}\n"
        yield from (f"   {line}" for line in value_text(module, name, thing))


def value_text(package: str, name: str, thing: object) -> list[str]:
    """The lines below the assignment of a public value, wherever below its package that is."""
    from sphinx.pycode import ModuleAnalyzer  # the tests read the lists above without Sphinx

    top = package.partition(".")[0]
    for home, module in sorted(sys.modules.items()):
        if home.partition(".")[0] != top or vars(module).get(name) is not thing:
            continue
        lines = ModuleAnalyzer.for_module(home).find_attr_docs().get(("", name))
        if lines:
            return lines
    return []
