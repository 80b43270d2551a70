"""The page of a document: its text beside its timeline, in one file that needs no network."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.pictures.captions import Caption, captions_of
from timegraph.pictures.layout import Timeline, shown_entities, timeline_of
from timegraph.pictures.marked_text import MOST_CHARACTERS, marked_text
from timegraph.pictures.pages.html import data_block, page, static
from timegraph.pictures.payload import payload_of
from timegraph.pictures.svg import MOST_ARROWS, page_svgs

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timeml import Document

__all__ = ["page_of"]

MOST_UNZOOMED = 150
"""Entities of which a page shows the timeline without an overview."""


def page_of(graph: TimeGraph, document: Document, *, home: str | None = None) -> str:
    """The page as HTML: what the graph of ``document`` entails, to look at and to click through.

    ``home`` is the address of the page that lists documents, if there is one. Nothing in the page
    loads anything; its Content-Security-Policy forbids it.
    """
    timeline = timeline_of(graph, only=shown_entities(graph))
    captions = captions_of(timeline, document)
    name = document.name or document.docid or "document"
    picture, height = page_svgs(timeline, captions, title=f"Timeline of {name}")
    back = "" if home is None else f'<a href="{escape(home)}">all documents</a>'
    body = (
        f"<header><h1>{escape(name)}</h1>{back}"
        '<label>Find <input type="search" id="find" autocomplete="off" '
        'placeholder="word, date or id"></label> <span id="count" role="status"></span>'
        f"{_switch(timeline)}{_zoom(timeline)}</header>\n"
        f"{_notes(graph, document, timeline)}"
        f'<main{_shape(timeline, height)}><div id="words">'
        '<section id="text" aria-label="Text" tabindex="0">'
        f"{_outside(captions)}"
        f'<div class="body" dir="auto">{marked_text(document.text, captions)}</div></section>\n'
        '<aside id="panel" aria-live="polite" aria-label="Selection" tabindex="0">'
        f"{_help(timeline)}</aside></div>\n"
        f'<section id="picture" aria-label="Timeline" tabindex="0">{picture}</section></main>\n'
        f"{data_block('data', payload_of(graph, timeline, captions))}"
    )
    return page(f"{name}: timeline", body, style=static(*_STYLES), script=static(*_SCRIPTS))


_LOW = 520  # pixels of a timeline that leaves room below it

_STYLES = ("palette.css", "timeline.css", "picture.css")
_SCRIPTS = ("relations.js", "chains.js", "bounds.js", "paint.js", "moving.js", "timeline.js")


def _switch(timeline: Timeline) -> str:
    """What shows and hides the arrows; many are hidden at first."""
    if not timeline.arrows:
        return ""
    checked = "" if len(timeline.arrows) > MOST_ARROWS else " checked"
    return (
        f'<label><input type="checkbox" id="arrows" autocomplete="off"{checked}> '
        f"Arrows ({len(timeline.arrows)})</label>"
    )


def _shape(timeline: Timeline, height: float) -> str:
    """How a page shares its room: a large timeline has an overview beside it, below a low one is
    what is selected, which else stands below the text."""
    if len(timeline.entities) > MOST_UNZOOMED:
        return ' class="large"'
    return ' class="low"' if height <= _LOW else ""


def _zoom(timeline: Timeline) -> str:
    """What makes a large picture smaller and larger."""
    if len(timeline.entities) <= MOST_UNZOOMED:
        return ""
    return (
        '<span class="zoom" role="group" aria-label="Size of the timeline">'
        '<button type="button" id="smaller" aria-label="smaller">\N{MINUS SIGN}</button> '
        '<button type="button" id="larger" aria-label="larger">+</button></span>'
    )


def _help(timeline: Timeline) -> str:
    core = '<rect class="core" x="1" y="5" width="30" height="5"/>'
    keys = [
        (_sample("timex", core), "certainly lasts from here to there"),
        (_sample("event"), "lies in there; overlapping lines, or words under one, say no order"),
        (_sample("event", fade="left"), "nothing is known on the side that fades"),
        ("=", "surely at the same time"),
    ]
    if timeline.arrows:
        keys.append(("\N{RIGHTWARDS ARROW}", "leads to what is later"))
    if timeline.broken:
        keys.append(("\N{HEAVY MULTIPLICATION X}", "a link that was left out"))
    words = " ".join(f'<span class="key"><b>{sign}</b> {meaning}.</span>' for sign, meaning in keys)
    return (
        "<p>Select a word, here or in the timeline, to see what is certain of all others, and a "
        "second one to see how the two relate, and why. Escape clears.</p>"
        f'<p class="legend">What stands wholly left of something is earlier. {words}</p>'
    )


def _sample(kind: str, core: str = "", *, fade: str = "") -> str:
    """A bar as the legend shows it."""
    fill = f' fill="url(#fade-{fade}-{kind})"' if fade else ""
    return (
        f'<svg class="timeline sample" width="32" height="14" aria-hidden="true"><g class="row '
        f'{kind}"><rect class="line" x="1" y="7" width="30" height="1.6"{fill}/>{core}</g></svg>'
    )


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


def _outside(captions: list[Caption]) -> str:
    """What has no place in the text, as buttons."""
    without = [k for k, caption in enumerate(captions) if caption.start is None]
    if not without:
        return ""
    buttons = " ".join(_button(k, captions[k]) for k in without)
    return f'<p class="outside">Outside the text: {buttons}</p>'


def _button(number: int, caption: Caption) -> str:
    return (
        f'<button type="button" class="{caption.kind}" data-e="{number}" aria-pressed="false">'
        f"{escape(caption.label)} "
        f"<small>{escape(caption.id)}</small></button>"
    )
