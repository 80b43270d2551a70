"""How wide words are in a picture, in pixels: never less than a browser makes them."""

from __future__ import annotations

from timegraph.report.plain_text import display_width

__all__ = ["SIZE", "width_of"]

SIZE = 12
"""Pixels of the letters of labels."""

# Thousandths of the size, those of DejaVu Sans, which is wider than what other systems use.
_WIDTHS = {
    letter: width
    for width, letters in (
        (300, "'IJijl"),
        (350, " ,./:;\\|\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}"),
        (400, "()-[]ft"),
        (450, "!r"),
        (550, '?cs"*_`z'),
        (600, "FLkvxy"),
        (650, "0123456789$EPSTYabdeghnopqu{}"),
        (700, "ABCKRVXZ"),
        (750, "NU"),
        (850, "#+<=>^w~&DGHOQ"),
        (900, "M"),
        (950, "%"),
    )
    for letter in letters
}
_OTHER, _WIDE = 1000, 1150


def width_of(words: str, size: float = SIZE) -> float:
    """The most pixels that ``words`` take in letters of ``size`` pixels."""
    return size / 1000 * sum(map(_width, words))


def _width(letter: str) -> int:
    width = _WIDTHS.get(letter)
    if width is not None:
        return width
    columns = display_width(letter)
    return 0 if columns == 0 else _WIDE if columns > 1 else _OTHER
