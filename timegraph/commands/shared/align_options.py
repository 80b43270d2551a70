"""The option ``--align``: whether and how ids are aligned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import click

from timegraph.commands.shared.command import Bundle
from timegraph.commands.shared.options import choice_option
from timeml.normalize import ALIGN_BY, AlignBy

_BY_MEANING = (
    "overlap: by the most shared characters; first-token: events only by the same first token, as "
    "in published figures"
)


def _align_option(values: Sequence[str], help: str, called: str = "") -> click.Option:
    return choice_option("--align HOW", values, help, called=called, default="overlap")


align_by_option = _align_option(ALIGN_BY, f"How annotations are paired. {_BY_MEANING}.", "align_by")


def align_options(whose: str) -> Bundle[AlignBy | None]:
    """The option ``--align`` for ids of ``whose`` documents; the command receives ``align_by``,
    ``None`` where ids are not to be aligned."""
    help = f"How ids become those of {whose}. {_BY_MEANING}; off: not at all."
    return Bundle("align_by", (_align_option((*ALIGN_BY, "off"), help),), aligned_by)


def aligned_by(align: str) -> AlignBy | None:
    """How ids are aligned, for a value of ``--align``; ``None``: not at all."""
    return next((by for by in get_args(AlignBy) if by == align), None)
