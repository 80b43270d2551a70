"""The place that results go to: whether it is a terminal, how wide, and whether in colour."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["on_terminal", "screen_width", "wants_colour"]


def on_terminal(output: Path | None) -> bool:
    """Whether results go to a terminal: those of a command whose ``--output`` is this."""
    return _to_stdout(output) and sys.stdout.isatty()


def screen_width(output: Path | None) -> int | None:
    """How many columns a line of results may have: as many as COLUMNS says or the terminal has;
    ``None`` for any number, in files and pipes, where a row of a table is a line."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    if not on_terminal(output):
        return None
    import shutil

    return shutil.get_terminal_size().columns


def wants_colour(output: Path | None) -> bool:
    """Whether results may be coloured: on a terminal, unless NO_COLOR is set; elsewhere than in a
    file only if FORCE_COLOR is (no-color.org, force-color.org)."""
    if not _to_stdout(output) or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return on_terminal(output) and os.environ.get("TERM") != "dumb"


def _to_stdout(output: Path | None) -> bool:
    return output is None or str(output) == "-"
