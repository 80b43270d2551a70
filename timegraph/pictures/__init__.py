"""Pictures that claim only what is entailed: timelines as SVG, as plain text, and as pages.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily
from timegraph.pictures.svg import THEMES, Theme

if TYPE_CHECKING:
    from timegraph.pictures.layout import Timeline, timeline_of
    from timegraph.pictures.notebook import Picture, draw_svg, draw_text, show
    from timegraph.pictures.pages.runs import page_of
    from timegraph.pictures.pages.scores import (
        write_agreement_page,
        write_awareness_pages,
        write_score_pages,
        write_table_pages,
    )
    from timegraph.pictures.pages.writing import file_names, index_of

__all__ = [
    "THEMES",
    "Picture",
    "Theme",
    "Timeline",
    "draw_svg",
    "draw_text",
    "file_names",
    "index_of",
    "page_of",
    "show",
    "timeline_of",
    "write_agreement_page",
    "write_awareness_pages",
    "write_score_pages",
    "write_table_pages",
]

_HOMES = {
    "layout": "Timeline timeline_of",
    "notebook": "Picture draw_svg draw_text show",
    "pages.runs": "page_of",
    "pages.scores": (
        "write_agreement_page write_awareness_pages write_score_pages write_table_pages"
    ),
    "pages.writing": "file_names index_of",
}

__getattr__, __dir__, _ = lazily(__name__, _HOMES)
