"""Pictures of graphs and documents, for files and for notebooks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timegraph.documents.build import document_of
from timegraph.pictures.layout import captions_of, plain_timeline, shown_entities, timeline_of
from timegraph.pictures.svg import Theme, svg_of

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timeml import Document


MOST_SHOWN = 200
"""Entities that a notebook draws without being asked for all."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that notebooks show: ``svg`` is the drawing, ``text`` what stands in for it."""

    svg: str
    text: str

    @property
    def html(self) -> str:
        """The drawing as an element that scrolls where it is too wide."""
        return f'<div style="overflow-x:auto">{self.svg}</div>'

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__


def show(
    graph: TimeGraph, document: Document | None = None, *, only: Iterable[Hashable] | None = None
) -> Picture:
    """The timeline of a graph; ``document`` gives the words of its entities (by default the one
    that :func:`timegraph.build` made the graph of), ``only`` draws some of them (the first 200 by
    default). Raises ``KeyError`` for an entity that the graph lacks."""
    document = document_of(graph) if document is None else document
    if only is None and len(graph) > MOST_SHOWN:
        only = graph.entities[:MOST_SHOWN]
    entities = None if only is None else tuple(only)
    svg = draw_svg(graph, document, only=entities, theme="auto")
    return Picture(svg, draw_text(graph, document, only=entities))


def draw_svg(
    graph: TimeGraph,
    document: Document | None = None,
    *,
    only: Iterable[Hashable] | None = None,
    with_arrows: bool | None = None,
    theme: Theme = "light",
    notes: bool | None = None,
) -> str:
    """The timeline as an SVG file of its own; of more than 1,500 entities those ``only``, or the
    first that links name.

    Arrows are drawn if there are at most 25, else counted; ``with_arrows`` decides otherwise.
    ``theme`` is "light", "dark", or "auto", which follows the reader's choice. ``notes`` says
    whether the picture names what it leaves out, by default unless ``only`` chose it. Raises
    ``KeyError`` for an unknown entity, ``ValueError`` for an unknown theme.
    """
    timeline = timeline_of(graph, only=shown_entities(graph) if only is None else only)
    captions = captions_of(timeline, document)
    name = "a graph" if document is None else document.name or document.docid or "a document"
    return svg_of(
        timeline,
        captions,
        title=f"Timeline of {name}",
        with_arrows=with_arrows,
        theme=theme,
        notes=only is None if notes is None else notes,
    )


def draw_text(
    graph: TimeGraph,
    document: Document | None = None,
    *,
    only: Iterable[Hashable] | None = None,
    width: int = 80,
) -> str:
    """The timeline in plain characters, in lines of ``width`` columns, of as many entities as
    :func:`draw_svg` draws. Raises ``KeyError`` for an unknown entity."""
    timeline = timeline_of(graph, only=shown_entities(graph) if only is None else only)
    captions = captions_of(timeline, document)
    return plain_timeline(timeline, captions, width=width)
