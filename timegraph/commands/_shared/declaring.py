"""Arguments and options in a few words, spelled as the help shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["choice_option", "option", "path_argument", "path_option", "switch"]


class _Path(click.Path):
    """As ``click.Path(path_type=Path)``, but loads ``pathlib`` only if a path is given: loading it
    takes longer than answering a question."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        from pathlib import Path

        return Path(str(super().convert(value, param, ctx)))


def option(spelled: str, help: str, *, called: str = "", **more: Any) -> click.Option:
    """The option that is ``spelled`` so, such as ``--kit DIR``; the command receives its value
    under the name that it is ``called``, by default its own. The help shows a default, unless
    ``show_default`` is among what ``more`` there is to say to ``click.Option``."""
    name, _, metavar = spelled.partition(" ")
    if more.get("default") is not None:
        more.setdefault("show_default", True)
    return click.Option([name, *filter(None, [called])], metavar=metavar or None, help=help, **more)


def switch(spelled: str, help: str, *, called: str = "") -> click.Option:
    """An option without a value."""
    return option(spelled, help, called=called, is_flag=True)


def path_option(spelled: str, help: str, *, called: str = "", **more: Any) -> click.Option:
    """An option whose value is a path."""
    return option(spelled, help, called=called, type=_Path(), **more)


def choice_option(
    spelled: str, choices: Sequence[str], help: str, *, called: str = "", **more: Any
) -> click.Option:
    """An option whose value is one of ``choices``."""
    return option(spelled, help, called=called, type=click.Choice(choices), **more)


def path_argument(called: str, metavar: str | None = None, **more: Any) -> click.Argument:
    """An argument that is a path, or with ``nargs=-1`` any number of them."""
    return click.Argument([called], metavar=metavar, type=_Path(), **more)
