"""The pictures of the README are what the script draws from the document."""

from __future__ import annotations

from tests.scripts import script


def test_the_pictures_show_the_document() -> None:
    draw_example = script("tools/draw_example.py")
    for theme, path in draw_example.PICTURES.items():
        assert path.read_text(encoding="utf-8") == draw_example.drawn(theme)
