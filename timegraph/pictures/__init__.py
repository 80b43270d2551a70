"""Pictures that claim only what is entailed: timelines as SVG, as plain text, and as pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.pictures.browser import BrowserMissingError, png_of
    from timegraph.pictures.index import index_of
    from timegraph.pictures.layout import Timeline, timeline_of
    from timegraph.pictures.notebook import Picture, draw_svg, draw_text, show
    from timegraph.pictures.page import page_of

__all__ = [
    "BrowserMissingError",
    "Picture",
    "Timeline",
    "draw_svg",
    "draw_text",
    "index_of",
    "page_of",
    "png_of",
    "show",
    "timeline_of",
]

_HOMES = {
    "BrowserMissingError": "browser",
    "Picture": "notebook",
    "Timeline": "layout",
    "draw_svg": "notebook",
    "draw_text": "notebook",
    "index_of": "index",
    "page_of": "page",
    "png_of": "browser",
    "show": "notebook",
    "timeline_of": "layout",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
