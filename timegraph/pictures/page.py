"""The page of a document: its text beside its timeline, in one file that needs no network."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.pictures.captions import Caption, captions_of
from timegraph.pictures.layout import Timeline, shown_entities, timeline_of
from timegraph.pictures.marked_text import MOST_CHARACTERS, marked_text
from timegraph.pictures.pages.html import Part, data_block, page, static
from timegraph.pictures.payload import payload_of
from timegraph.pictures.svg import MOST_ARROWS, svg_of

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timeml import Document

__all__ = ["page_of"]


def page_of(graph: TimeGraph, document: Document, *, home: str | None = None) -> str:
    """The page as HTML: what the graph of ``document`` entails, to look at and to click through.

    ``home`` is the address of the page that lists documents, if there is one. Nothing in the page
    loads anything; its Content-Security-Policy forbids it.
    """
    timeline = timeline_of(graph, only=shown_entities(graph))
    captions = captions_of(timeline, document)
    name = document.name or document.docid or "document"
    picture = svg_of(timeline, captions, title=f"Timeline of {name}", page=True)
    back = "" if home is None else f'<a href="{escape(home)}">all documents</a>'
    body = (
        f"<header><h1>{escape(name)}</h1>{back}"
        '<label>Find <input type="search" id="find" autocomplete="off" '
        f'placeholder="a word or an id"></label>{_switch(timeline)}</header>\n'
        f"{_notes(graph, document, timeline)}"
        '<main><section id="text" aria-label="Text" tabindex="0">'
        f"{_outside(timeline, captions)}"
        f'<div class="body">{marked_text(document.text, captions)}</div></section>\n'
        f'<section id="picture" aria-label="Timeline" tabindex="0">{picture}</section></main>\n'
        f'<aside id="panel" aria-live="polite" aria-label="Selection" tabindex="0">'
        f"{_help(timeline)}</aside>\n"
        f"{data_block('data', payload_of(graph, timeline, captions))}"
    )
    style, script = static("timeline.css"), Part("".join(static(name).text for name in _SCRIPTS))
    return page(f"{name}: timeline", body, style=style, script=script)


_SCRIPTS = ("relations.js", "chains.js", "bounds.js", "paint.js", "timeline.js")


def _switch(timeline: Timeline) -> str:
    """What shows and hides the arrows; many are hidden at first."""
    if not timeline.arrows:
        return ""
    checked = "" if len(timeline.arrows) > MOST_ARROWS else " checked"
    return (
        f'<label><input type="checkbox" id="arrows" autocomplete="off"{checked}> '
        f"Arrows between parts ({len(timeline.arrows)})</label>"
    )


def _help(timeline: Timeline) -> str:
    words = (
        "Select a word or a bar to see what is certain of all others; select a second one to see "
        "how the two relate, and why. "
    )
    if timeline.arrows:
        words += "An arrow leads to what is certainly later. "
    if timeline.broken:
        words += "A broken arrow is a link that was left out. "
    return f"<p>{words}Escape clears.</p>"


def _notes(graph: TimeGraph, document: Document, timeline: Timeline) -> str:
    notes = []
    if timeline.hidden:
        notes.append(
            f"not shown: {timeline.hidden:,} of {counted(len(graph), 'entity', 'entities')}; the "
            f"page shows the first {len(timeline.entities):,} that have links"
        )
    if len(document.text) > MOST_CHARACTERS:
        more = len(document.text) - MOST_CHARACTERS
        notes.append(f"the text is cut: {counted(more, 'more character')} at its end")
    if not document.text.strip():
        notes.append("the document has no text")
    if not timeline.entities:
        notes.append("the document has no events and no time expressions")
    return "".join(f'<p class="note">{escape(note)}.</p>' for note in notes)


def _outside(timeline: Timeline, captions: list[Caption]) -> str:
    """What has no place in the text, and what is in no link, as buttons."""
    alone = set(timeline.alone)
    parts = []
    without = [k for k, one in enumerate(captions) if one.start is None]
    if without:
        buttons = " ".join(_button(k, captions[k]) for k in without)
        parts.append(f'<p class="outside">Outside the text: {buttons}</p>')
    if alone:
        buttons = " ".join(_button(k, captions[k]) for k in sorted(alone))
        parts.append(
            f'<details class="outside"><summary>{len(alone)} in no link</summary>{buttons}'
            "</details>"
        )
    return "".join(parts)


def _button(number: int, caption: Caption) -> str:
    return (
        f'<button type="button" class="{caption.kind}" data-e="{number}" aria-pressed="false">'
        f'<span class="sign" aria-hidden="true"></span>{escape(caption.label)} '
        f"<small>{escape(caption.id)}</small></button>"
    )
