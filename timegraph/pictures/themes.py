"""The colours of pictures that stand alone: those of pages, written out for programs that know no
variables of CSS."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, get_args

Theme = Literal["light", "dark", "auto"]
THEMES: tuple[Theme, ...] = get_args(Theme)

Parts = Literal["both", "calendar", "groups"]
"""What of a timeline a picture draws: what has dates, what has none, or both."""
PARTS: tuple[Parts, ...] = get_args(Parts)

_VARIABLE = re.compile(r"--([\w-]+):([^;}]+)")
_USE = re.compile(r"var\(--([\w-]+)\)")
_DARK = "@media (prefers-color-scheme:dark)"


@cache
def style_of(theme: Theme) -> str:
    """The style of a picture; "auto" follows the reader's choice of dark or light. Raises
    ``ValueError`` for another theme."""
    if theme == "auto":
        return f"{style_of('light')}{_DARK}{{{style_of('dark')}}}"
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}: choose {', '.join(THEMES)}")
    colours = palette(theme)
    return _USE.sub(lambda match: colours[match[1]], _read("picture.css"))


def palette(theme: Literal["light", "dark"]) -> dict[str, str]:
    """The colours of a theme by their names in ``palette.css``."""
    light, _, dark = _read("palette.css").partition(_DARK)
    colours = dict(_VARIABLE.findall(light))
    if theme == "dark":
        colours |= _VARIABLE.findall(dark)
    # A name that stands for another one has its colour.
    return {
        name: _USE.sub(lambda match: colours[match[1]], value) for name, value in colours.items()
    }


def _read(name: str) -> str:
    from importlib.resources import files

    return files("timegraph.pictures").joinpath("static", name).read_text(encoding="utf-8")
