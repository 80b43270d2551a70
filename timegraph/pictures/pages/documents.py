"""The page of a document: its timeline, and its text with the entities marked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from html import escape
from math import lcm
from typing import TYPE_CHECKING, Any

from timegraph._wording import counted, seconds_in_words
from timegraph.allen import Allen
from timegraph.links import (
    EPOCH,
    AnyLink,
    DistanceConstraint,
    Endpoint,
    Naming,
    PointConstraint,
    Side,
    cite,
    endpoint_name,
)
from timegraph.pictures.layout import (
    MOST_CONFLICTS,
    Caption,
    Timeline,
    captions_of,
    named_by,
    naming_by,
    shown_entities,
    timeline_of,
)
from timegraph.pictures.pages.writing import data_block, page, static
from timegraph.pictures.svg import MOST_ARROWS, page_svgs
from timegraph.proofs import contradiction
from timegraph.proofs.proof import ChainStep, DistanceStep, reason
from timegraph.reduction import in_force
from timeml import TLink
from timeml.document import marked_html

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timeml import Document


# A document's text as HTML, with its entities marked and everything escaped.


MOST_CHARACTERS = 1_000_000
"""Characters of a text that a page shows."""

_BLOCK = 1_000
_AT_ONCE = 50_000  # characters that a browser lays out at once


def marked_text(text: str, captions: Sequence[Caption]) -> str:
    """The first :data:`MOST_CHARACTERS` of ``text`` with a ``mark`` for each caption in it that has
    a place, in pieces of whole lines: of a long text a browser need not lay out all at once."""
    shown = text[:MOST_CHARACTERS]
    marks = [
        (caption.start, min(caption.end, len(shown)), _opening(number, caption))
        for number, caption in enumerate(captions)
        if caption.start is not None and caption.end is not None and caption.start < len(shown)
    ]
    # What a browser has not laid out yet has a guessed height, so that words below it would move.
    kind = "block" if len(shown) > _AT_ONCE else "piece"
    return "".join(
        f'<div class="{kind}">{part}</div>' for part in _blocks(shown, sorted(marks)) if part
    )


def _blocks(text: str, marks: Sequence[tuple[int, int, str]]) -> Iterator[str]:
    """The text as HTML in pieces of at least :data:`_BLOCK` characters, each to the end of a line
    where no mark is open."""
    begin = end_of_marks = k = 0
    here: list[tuple[int, int, str]] = []
    while begin < len(text):
        end = text.find("\n", begin + _BLOCK) + 1 or len(text)
        while k < len(marks) and marks[k][0] < end:
            here.append(marks[k])
            end_of_marks = max(end_of_marks, marks[k][1])
            if end_of_marks > end:
                end = text.find("\n", end_of_marks) + 1 or len(text)
            k += 1
        moved = [(start - begin, stop - begin, opening) for start, stop, opening in here]
        yield marked_html(text[begin:end], moved)
        here.clear()
        begin = end


def _opening(number: int, caption: Caption) -> str:
    value = f" = {caption.value}" if caption.value else ""
    return (
        f'<mark class="{caption.kind}" data-e="{number}" tabindex="0" role="button" '
        f'aria-pressed="false" title="{escape(caption.id + value)}">'
    )


# What the page of a timeline computes with: relations, constraints in force, conflicts.
#
# The relations of a pair of which something is known are a letter or two, so that a document of
# 1,000 entities takes less than 3 MB. The page finds chains of constraints by the same search as
# :mod:`timegraph.proofs`; which relations are possible it never computes.


def payload_of(graph: TimeGraph, timeline: Timeline, captions: Sequence[Caption]) -> dict[str, Any]:
    """The data of a page, for JSON.

    ``entities`` has ``[id, kind, words, value]`` of each; ``masks`` and ``rows`` the relations;
    ``points`` the names of points, those of entity i being 2 i and 2 i + 1; ``arcs`` the
    constraints in force as ``[x, y, strict, link]``, ``=`` both ways; ``bounds`` those on
    distances, y - x <= value, as ``[x, y, value, strict, link]`` with values in 1/``scale``
    seconds; ``links`` their words.
    """
    points: dict[Endpoint, int] = {}
    for entity in timeline.entities:
        for side in ("start", "end"):
            points[entity, side] = len(points)
    structural = [(2 * k, 2 * k + 1) for k in range(len(timeline.entities))]
    links: dict[int, int] = {}
    words: list[list[Any]] = []
    number = {entity: k for k, entity in enumerate(timeline.entities)}

    def point(endpoint: Endpoint) -> int:
        index = points.get(endpoint)
        if index is None:
            index = points[endpoint] = len(points)
            entity, side = endpoint
            if side != "at":  # an entity that is not shown: both of its points, and their order
                other: Side = "end" if side == "start" else "start"
                points[entity, other] = len(points)
                pair = (index, index + 1)
                structural.append(pair if side == "start" else pair[::-1])
        return index

    arcs = []
    bounds: list[tuple[int, int, Fraction, bool, int]] = []
    for constraint, link in in_force(graph):
        if id(link) not in links:
            links[id(link)] = len(words)
            words.append(_words(link, number))
        x, y = point(constraint.x), point(constraint.y)
        if isinstance(constraint, DistanceConstraint):
            bounds.append((x, y, constraint.value, constraint.strict, links[id(link)]))
            continue
        arcs.append([x, y, int(constraint.op == "<"), links[id(link)]])
        if constraint.op == "=":
            arcs.append([y, x, 0, links[id(link)]])
    conflicts = _conflicts(graph, number, naming_by(captions), point)
    masks, letters, rows = _encoded(timeline)
    scale = _scale([value for _, _, value, _, _ in bounds])
    return {
        "entities": [
            [caption.id, caption.kind, caption.whole, caption.value] for caption in captions
        ],
        "relations": [relation.value for relation in Allen],
        "masks": masks,
        "letters": letters,
        "rows": rows,
        "points": [endpoint_name(endpoint) for endpoint in points],
        "structural": structural,
        "arcs": arcs,
        "scale": scale or 1,
        "bounds": [
            [x, y, int(value * scale), int(strict), link] for x, y, value, strict, link in bounds
        ]
        if scale
        else [],
        "links": words,
        "conflicts": conflicts,
    }


def _words(link: AnyLink, number: dict[Hashable, int], called: Naming | None = None) -> list[Any]:
    """A link's id or source, its words, and the numbers of its entities."""
    source = link.source
    name = source.lid if isinstance(source, TLink) else str(source or "")
    return [name, cite(link, called), [number[end] for end in named_by(link) if end in number]]


def _scale(values: Sequence[Fraction]) -> int:
    """What makes all of the values whole numbers of which a script can add dozens exactly; 0 if
    nothing does."""
    scale = lcm(*(value.denominator for value in values))
    largest = max((abs(value) for value in values), default=Fraction(0))
    return scale if largest * scale < 2**53 // 64 else 0


def _encoded(timeline: Timeline) -> tuple[list[int], int, list[str]]:
    """The different masks, how many capital letters name one, and for each entity a text: for each
    entity after it of which something is known, how many entities further on that is (in base 36,
    nothing for 1) and the letters of the mask."""
    masks = sorted(set(timeline.masks.values()))
    letters = 1 if len(masks) <= 26 else 2 if len(masks) <= 26**2 else 3
    code = {mask: _capitals(number, letters) for number, mask in enumerate(masks)}
    rows: list[list[str]] = [[] for _ in timeline.entities]
    last = list(range(len(timeline.entities)))
    for (i, j), mask in sorted(timeline.masks.items()):
        gap = j - last[i]
        rows[i].append(("" if gap == 1 else _base36(gap)) + code[mask])
        last[i] = j
    return masks, letters, ["".join(row) for row in rows]


def _capitals(number: int, letters: int) -> str:
    capitals = ""
    for _ in range(letters):
        number, letter = divmod(number, 26)
        capitals = chr(65 + letter) + capitals
    return capitals


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def _conflicts(
    graph: TimeGraph,
    number: dict[Hashable, int],
    name: Naming,
    point: Callable[[Endpoint], int],
) -> list[dict[str, Any]]:
    """Each conflict with its link, what it claims, and the steps of the chain that contradicts
    this; claims are those of :func:`_claim`."""
    conflicts = []
    for conflict in graph.conflicts[:MOST_CONFLICTS]:
        chain = contradiction(graph, conflict)
        conflicts.append(
            {
                "link": _words(conflict.link, number, name),
                "constraints": [_claim(constraint, point) for constraint in conflict.constraints],
                "steps": [
                    [_claim(step, point), reason(step.link, name), int(step.link is None)]
                    for step in chain.steps
                ],
                "against": [_words(link, number, name) for link in conflict.against],
            }
        )
    return conflicts


_ORDER = {"<": "is before", "<=": "is not after", "=": "is"}


def _claim(
    claim: PointConstraint | DistanceConstraint | ChainStep | DistanceStep,
    point: Callable[[Endpoint], int],
) -> list[Any]:
    """A claim as the number of a point, what is known of it, and the number of another point, or
    without that where it is a date."""
    if isinstance(claim, (PointConstraint, ChainStep)):
        return [point(claim.x), _ORDER[claim.op], point(claim.y)]
    x, y = claim.x, claim.y
    if EPOCH in (x, y):
        dated = y if x == EPOCH else x
        text = claim.claim if isinstance(claim, DistanceStep) else str(claim)
        return [point(dated), text.removeprefix(endpoint_name(dated)).strip()]
    if not claim.value:
        return [point(y), _ORDER["<" if claim.strict else "<="], point(x)]
    length = seconds_in_words(abs(claim.value))
    if claim.value > 0:
        return [
            point(y),
            f"is {'less than' if claim.strict else 'at most'} {length} after",
            point(x),
        ]
    return [point(y), f"is {'more than' if claim.strict else 'at least'} {length} before", point(x)]


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
    """How a page shares its room: a large timeline has an overview next to it, below a low one is
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
    """What stands nowhere in the text, as buttons."""
    without = [k for k, caption in enumerate(captions) if caption.start is None]
    if not without:
        return ""
    buttons = " ".join(
        f'<button type="button" class="{captions[k].kind}" data-e="{k}" aria-pressed="false">'
        f"{escape(captions[k].label)} <small>{escape(captions[k].id)}</small></button>"
        for k in without
    )
    return f'<p class="outside">Outside the text: {buttons}</p>'
