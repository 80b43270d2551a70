"""Pictures that claim only what is entailed: timelines as SVG, as plain text, and as pages.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.pictures.layout import Timeline as Timeline, timeline_of as timeline_of
    from timegraph.pictures.pages.documents import page_of as page_of
    from timegraph.pictures.pages.scores import (
        write_agreement_page as write_agreement_page,
        write_awareness_pages as write_awareness_pages,
        write_score_pages as write_score_pages,
        write_table_pages as write_table_pages,
    )
    from timegraph.pictures.pages.writing import file_names as file_names, index_of as index_of
    from timegraph.pictures.svg import (
        THEMES as THEMES,
        Picture as Picture,
        Theme as Theme,
        draw_svg as draw_svg,
        draw_text as draw_text,
        show as show,
    )

_HOMES = {
    "layout": "Timeline timeline_of",
    "pages.documents": "page_of",
    "pages.scores": (
        "write_agreement_page write_awareness_pages write_score_pages write_table_pages"
    ),
    "pages.writing": "file_names index_of",
    "svg": "Picture THEMES Theme draw_svg draw_text show",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
