"""Pictures that claim only what is entailed: timelines as SVG, as plain text, and as pages.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily
from timegraph.pictures.themes import PARTS, THEMES, Parts, Theme

if TYPE_CHECKING:
    from timegraph.pictures.browser import BrowserMissingError, png_of
    from timegraph.pictures.distances import distance_plot, plot_distances
    from timegraph.pictures.layout import Timeline, timeline_of
    from timegraph.pictures.notebook import Picture, draw_svg, draw_text, show
    from timegraph.pictures.page import page_of
    from timegraph.pictures.pages.agreement import write_agreement_pages
    from timegraph.pictures.pages.awareness import awareness_pages, write_awareness_pages
    from timegraph.pictures.pages.beside import beside_pages
    from timegraph.pictures.pages.checks import check_pages, write_check_pages
    from timegraph.pictures.pages.index import index_of
    from timegraph.pictures.pages.naming import FileNames, file_names
    from timegraph.pictures.pages.runs import overview_page, score_pages
    from timegraph.pictures.pages.scores import write_score_pages
    from timegraph.pictures.pages.tables import write_table_pages
    from timegraph.pictures.plots import PlotLibraryError, plot_scores

__all__ = [
    "PARTS",
    "THEMES",
    "BrowserMissingError",
    "FileNames",
    "Parts",
    "Picture",
    "PlotLibraryError",
    "Theme",
    "Timeline",
    "awareness_pages",
    "beside_pages",
    "check_pages",
    "distance_plot",
    "draw_svg",
    "draw_text",
    "file_names",
    "index_of",
    "overview_page",
    "page_of",
    "plot_distances",
    "plot_scores",
    "png_of",
    "score_pages",
    "show",
    "timeline_of",
    "write_agreement_pages",
    "write_awareness_pages",
    "write_check_pages",
    "write_score_pages",
    "write_table_pages",
]

_HOMES = {
    "browser": "BrowserMissingError png_of",
    "distances": "distance_plot plot_distances",
    "layout": "Timeline timeline_of",
    "notebook": "Picture draw_svg draw_text show",
    "page": "page_of",
    "pages.agreement": "write_agreement_pages",
    "pages.awareness": "awareness_pages write_awareness_pages",
    "pages.beside": "beside_pages",
    "pages.checks": "check_pages write_check_pages",
    "pages.index": "index_of",
    "pages.naming": "FileNames file_names",
    "pages.runs": "overview_page score_pages",
    "pages.scores": "write_score_pages",
    "pages.tables": "write_table_pages",
    "plots": "PlotLibraryError plot_scores",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
