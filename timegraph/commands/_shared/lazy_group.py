"""A group of commands each of which is imported only when it is called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import ClassVar

import click

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """A group whose :attr:`homes` name, for each command, its module and its line in the help of
    the group, so that help loads no command. The module has the command as ``command``."""

    homes: ClassVar[Mapping[str, tuple[str, str]]] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, sorted."""
        return sorted(self.homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        if cmd_name not in self.homes:
            return None
        command = importlib.import_module(self.homes[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        if not self.homes:
            return
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.homes[name][1]) for name in sorted(self.homes)])
