"""Groups of commands, each imported when it is called; and what slices add to other commands."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import click

_ADDED = {
    "checks of dated facts": "timegraph.facts.commands._inputs",
    "claims about dated facts": "timegraph.facts.claims",
}
"""What commands of the core take from slices, which they do not import."""


def added(part: str) -> ModuleType:
    """The module of a slice that adds this part, imported now."""
    return importlib.import_module(_ADDED[part])


class LazyGroup(click.Group):
    """A group whose ``homes`` name, for each command, its module and its line in the help of the
    group, so that help loads no command. The module has the command as ``command``, unless another
    name stands behind a colon."""

    def __init__(self, *args: Any, homes: Mapping[str, tuple[str, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.homes = homes

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, sorted."""
        return sorted(self.homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        if cmd_name not in self.homes:
            return None
        module, _, name = self.homes[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), name or "command")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called. One that is not there is bad usage, and the message names
        the one that resembles it, or all."""
        name = args[0]
        if name not in self.homes and not ctx.resilient_parsing and not name.startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(name, self.homes, n=1)
            if ctx.parent is not None and name in getattr(ctx.parent.command, "homes", ()):
                close = [f"{ctx.parent.command_path} {name}"]  # facts check: timegraph check
            listed = ", ".join(self.list_commands(ctx))
            way_out = f"did you mean {close[0]}?" if close else f"the commands are {listed}"
            raise click.UsageError(f"no command is called {name}; {way_out}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        if not self.homes:
            return
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.homes[name][1]) for name in sorted(self.homes)])
