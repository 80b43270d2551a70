"""The colours of pictures that stand alone: those of pages, written out for programs that know no
variables of CSS."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

__all__ = ["THEMES", "Theme", "style_of"]

Theme = Literal["light", "dark", "auto"]
THEMES: tuple[Theme, ...] = get_args(Theme)

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
    return files("timegraph.pictures").joinpath("static", name).read_text(encoding="utf-8")
