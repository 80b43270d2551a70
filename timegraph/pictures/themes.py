"""The colours of pictures that stand alone: those of pages, written out for programs that know no
variables of CSS."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, get_args

__all__ = ["PARTS", "THEMES", "Parts", "Theme", "style_of"]

Theme = Literal["light", "dark", "auto"]
THEMES: tuple[Theme, ...] = get_args(Theme)

Parts = Literal["both", "calendar", "groups"]
"""What of a timeline a picture draws: what has dates, what has none, or both."""
PARTS: tuple[Parts, ...] = get_args(Parts)

_VARIABLE = re.compile(r"--([\w-]+):([^;}]+)")
_DARK = "@media (prefers-color-scheme:dark)"


@cache
def style_of(theme: Theme) -> str:
    """The style of a picture; "auto" follows the reader's choice of dark or light. Raises
    ``ValueError`` for another theme."""
    light, _, dark = _read("palette.css").partition(_DARK)
    if theme == "light":
        return _filled(light)
    if theme == "dark":
        return _filled(dark)
    if theme == "auto":
        return f"{_filled(light)}{_DARK}{{{_filled(dark)}}}"
    raise ValueError(f"no theme {theme!r}: choose {', '.join(THEMES)}")


def _filled(palette: str) -> str:
    colours = dict(_VARIABLE.findall(palette))
    rules = _read("picture.css")
    return re.sub(r"var\(--([\w-]+)\)", lambda found: colours[found[1]], rules)


def _read(name: str) -> str:
    from importlib.resources import files

    return files("timegraph.pictures").joinpath("static", name).read_text(encoding="utf-8")
