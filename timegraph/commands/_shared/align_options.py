"""The options that say whether and how ids are aligned."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from timegraph.commands._shared.files import BadUsage
from timeml.normalize import ALIGN_BY, AlignBy

__all__ = ["align_by_option", "align_options"]

R = TypeVar("R")
_Decorator = Callable[[Callable[..., R]], Callable[..., R]]

_BY = "--align-by"
_MEANING = (
    "Which annotations pair: those that share the most characters (overlap), or as the official "
    "normaliser of QA TempEval pairs them, to reproduce published figures: events only if they "
    "begin with the same token (first-token)."
)

align_by_option: Callable[[Any], Any] = click.option(
    _BY, type=click.Choice(ALIGN_BY), default="overlap", show_default=True, help=_MEANING
)


def align_options(whose: str) -> _Decorator[R]:
    """The options ``--align/--no-align`` and ``--align-by`` for ids of ``whose`` documents; the
    command receives the arguments ``align`` and ``align_by``.

    The second without the first is bad usage.
    """

    def decorate(command: Callable[..., R]) -> Callable[..., R]:
        @wraps(command)
        def checked(*args: Any, align: bool, align_by: AlignBy | None, **options: Any) -> R:
            if align_by is not None and not align:
                raise BadUsage(f"{_BY} and --no-align exclude each other: leave one of them out")
            return command(*args, align=align, align_by=align_by or "overlap", **options)

        with_by = click.option(
            _BY,
            type=click.Choice(ALIGN_BY),
            default=None,
            help=f"{_MEANING}  [default: overlap]",
        )
        with_switch = click.option(
            "--align/--no-align",
            default=True,
            help=f"Rename the systems' ids to those of {whose}, by text position (the default), "
            "or take them as they are, as in normalised files.",
        )
        return with_switch(with_by(checked))

    return decorate
