"""The formats in which every command prints its results."""

from __future__ import annotations

from typing import Literal, get_args

__all__ = ["FORMATS", "Format"]

Format = Literal["text", "json", "csv", "markdown", "latex"]
FORMATS: tuple[Format, ...] = get_args(Format)
