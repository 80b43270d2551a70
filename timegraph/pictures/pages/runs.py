"""The one writer of folders of pages: tables, a line and an article for each item, timelines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from timegraph._wording import counted, seconds_in_words
from timegraph.allen import Allen
from timegraph.findings import Sentence
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
from timegraph.pictures.pages.writing import (
    INDEX,
    Resolve,
    Row,
    RowWords,
    data_block,
    file_names,
    filters,
    marked_sentence,
    page,
    pages_style,
    row_pages,
    static,
    tables_html,
    write_pages,
)
from timegraph.pictures.svg import MOST_ARROWS, page_svgs, width_of
from timegraph.proofs import contradiction
from timegraph.proofs.proof import ChainStep, DistanceStep, reason
from timegraph.reduction import in_force
from timegraph.report.measures import run_tables
from timegraph.report.tables import Table
from timegraph.scoring.measure import Grouping, Result, figure_intervals
from timegraph.scoring.run import Run
from timegraph.scoring.statistics import Interval
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


Captioned = Sequence[tuple[str, Table]]
"""Tables with their captions."""

MOST_TIMELINES = 400
"""Timelines of systems' documents that a run's pages have; more would take minutes to write."""

NO_TIMELINES = (
    f"The run has more than {MOST_TIMELINES} documents, so timelines are left out; timegraph "
    "view draws those of a folder"
)

# The scores of systems with their intervals, as a picture at the top of a page.


Bar = tuple[float, float, float]
"""A value between the ends of its interval, which are the value itself where there is none."""


def bar_of(value: float, interval: Interval) -> Bar:
    """The bar of a value with its interval."""
    low, high = (value if end is None else end for end in (interval.low, interval.high))
    return min(low, value), value, max(high, value)


def bars_of(result: Result[Any], figures: Sequence[str]) -> dict[str, Bar]:
    """The bar of each of the figures of a system that is defined."""
    measure = result.measure
    scores = [score for unit in result.units for score in measure.scores(unit.value).values()]
    if not scores or result.score is None:
        return {}
    intervals = figure_intervals(measure, scores, figures)
    values = measure.record(result.score)
    return {
        name: bar_of(values[name], intervals[name]) for name in figures if values[name] is not None
    }


_FIGURES = ("f1", "precision", "recall")
_MOST = 3
_NAME, _SCALE, _VALUE, _ROW, _TOP = 150, 150, 44, 22, 24
_WIDTH = _NAME + _SCALE + _VALUE


def score_plot(results: Sequence[Result[Any]]) -> str:
    """A panel of F1, one of precision and one of recall (of a measure without these: of the first
    three figures that have intervals), each with a line for each system: its value with the 95 %
    interval over documents. Empty without systems, and where a system has several scores."""
    if not results or results[0].measure.labels:
        return ""
    measure = results[0].measure
    figures = _FIGURES if set(_FIGURES) <= set(measure.titles) else measure.intervals[:_MOST]
    drawn = [(result.name, bars_of(result, figures)) for result in results]
    if not any(bars for _, bars in drawn):
        return ""
    panels = "".join(_panel(figure, measure.titles[figure], drawn) for figure in figures)
    return f'<div class="plots">{panels}</div>'


def _panel(figure: str, title: str, systems: Sequence[tuple[str, dict[str, Bar]]]) -> str:
    height = _TOP + _ROW * len(systems) + 16
    parts = [
        f'<svg class="plot" role="img" aria-label="{title} of each system, with 95 % intervals" '
        f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}">'
        f'<text class="title" x="{_NAME}" y="13">{title}</text>'
    ]
    bottom = _TOP + _ROW * len(systems)
    for share in (0.0, 0.5, 1.0):
        x = _NAME + share * _SCALE
        parts.append(f'<path class="rule" d="M{x:.1f} {_TOP - 4}V{bottom}"/>')
        parts.append(f'<text class="tick" x="{x - 7:.1f}" y="{bottom + 12}">{share:g}</text>')
    for k, (name, bars) in enumerate(systems):
        parts += _line(name, bars.get(figure), _TOP + _ROW * k + _ROW / 2)
    return "".join((*parts, "</svg>"))


def _line(name: str, bar: Bar | None, y: float) -> Iterator[str]:
    short = name
    while len(short) > 1 and width_of(short) > _NAME - 8:
        short = f"{short.rstrip(_CUT)[:-1]}{_CUT}"
    yield f'<text y="{y + 4:.1f}">{escape(short)}<title>{escape(name)}</title></text>'
    if bar is None:
        yield f'<text class="tick" x="{_NAME + 6}" y="{y + 4:.1f}">undefined</text>'
        return
    low, value, high = (_NAME + _SCALE * share for share in bar)
    yield f'<path class="interval" d="M{low:.1f} {y}H{high:.1f}m0-4v8M{low:.1f} {y - 4}v8"/>'
    yield f'<circle class="value" cx="{value:.1f}" cy="{y}" r="4"/>'
    yield f'<text x="{_NAME + _SCALE + 8}" y="{y + 4:.1f}">{bar[1]:.3f}</text>'


_CUT = "\N{HORIZONTAL ELLIPSIS}"


# A folder of pages that opens from a disk. The first page has the tables and a line for each item;
# the details of a document's items are in a page of its own, so that a run of 1,000 documents loads
# in pieces.


@dataclass(frozen=True, slots=True)
class Item:
    """A question or a link: its line on the first page, and its article on its document's page.

    ``kinds`` are what filters call the line's verdicts, ``head`` is the article's heading,
    ``below`` HTML under that, and ``terms`` say, as HTML, who answers what.
    """

    row: Row
    kinds: Mapping[str, Sequence[str]]
    head: str
    sentences: Sequence[Sentence]
    terms: Sequence[str]
    below: str = ""

    def article(self, number: int) -> str:
        """The article, with a number that is its own on the page."""
        signs = self.row.verdicts
        kinds = [
            f"{k}{kind}" for k, sign in enumerate(signs) for kind in _kinds(sign, signs, self.kinds)
        ]
        parts = (
            f'<article id="q{number}" tabindex="-1" data-kinds="{" ".join(kinds)}">'
            f"<h2>{escape(self.head)}</h2>{self.below}",
            *(f"<blockquote>{marked_sentence(each)}</blockquote>" for each in self.sentences),
        )
        return "".join((*parts, "<dl>", *self.terms, "</dl></article>"))


def _kinds(sign: str, signs: str, kinds: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield from kinds.get(sign, ())
    if sign == "+" and signs.count("+") == 1:
        yield "only"


def notes_of(run: Run[Any]) -> list[str]:
    """What readers of a run should know, and why systems are not in it."""
    unusable = [f"{system.name}: not scored: {system.reason}" for system in run.unusable]
    return [*run.warnings, *run.remarks, *unusable]


def captioned_tables(
    run: Run[Any], groupings: Sequence[Grouping[Any]] = ()
) -> list[tuple[str, Table]]:
    """The table of all systems and one for each kind of groups, each with its caption."""
    grouped = run_tables(run, groupings) if groupings else []
    names = ("Systems", *(f"By {grouping.name}" for grouping in groupings))
    return list(zip(names, [*run_tables(run), *grouped], strict=True))


def _above(notes: Sequence[str], results: Sequence[Result[Any]], tables: Captioned) -> str:
    said = "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    return f"{said}{score_plot(results)}{tables_html(tables)}"


def write_overview(
    folder: Path,
    title: str,
    tables: Captioned,
    notes: Sequence[str] = (),
    results: Sequence[Result[Any]] = (),
    below: str = "",
) -> Path:
    """Write a page of a plot of the ``results``, ``tables`` with their captions, and HTML ``below``
    them. Returns its path."""
    body = (
        f'<header><h1>{escape(title)}</h1></header><main class="wide">'
        f"{_above(notes, results, tables)}{below}</main>"
    )
    return write_pages(folder, [(INDEX, page(title, body, style=pages_style()))])


class RunPages:
    """The pages of a run, written one document at a time: first the timelines of a document
    (:meth:`draw`), then its items (:meth:`add`), and at last the first page (:meth:`finish`).

    The timelines are those of ``systems`` and, called "", of gold.
    """

    def __init__(
        self,
        folder: Path,
        title: str,
        words: RowWords,
        systems: Sequence[str],
        documents: Iterable[str],
        *,
        gold: bool = False,
    ) -> None:
        self._folder, self._title, self._words, self._systems = folder, title, words, systems
        self._files = file_names(documents)
        self._sides = {"": "gold", **file_names(systems, "", taken=["gold"])}
        self._rows: list[Row] = []
        self._timelines: dict[tuple[str, str], tuple[str, Resolve]] = {}
        self.drawn = (len(systems) + gold) * len(self._files) <= MOST_TIMELINES
        """Whether there are timelines: a run of many documents has none."""

    def draw(
        self, system: str, document: str, graph: TimeGraph, text: Document, resolve: Resolve
    ) -> None:
        """Write the timeline of a system's document, in which ids are what ``resolve`` says."""
        address = f"timelines/{self._sides[system]}/{self._files[document]}"
        write_pages(self._folder, [(address, page_of(graph, text, home=f"../../{INDEX}"))])
        self._timelines[system, document] = address, resolve

    def view(self, system: str, document: str, ids: Iterable[str] = ()) -> str | None:
        """The address of a timeline with these ids selected, relative to the folder; ``None`` if it
        was not written."""
        if (system, document) not in self._timelines:
            return None
        address, resolve = self._timelines[system, document]
        entities = [entity for id in ids if (entity := resolve(id)) is not None]
        return f"{quote(address)}#{','.join(entities)}" if entities else quote(address)

    def add(self, document: str, items: Sequence[Item], head: str = "", above: str = "") -> None:
        """Write the page of a document: with HTML in its ``head``, and ``above`` its items."""
        address = f"documents/{self._files[document]}"
        for number, item in enumerate(items, 1):
            self._rows.append(replace(item.row, address=f"{quote(address)}#q{number}"))
        articles = "".join(item.article(number) for number, item in enumerate(items, 1))
        body = (
            f'<header><h1>{escape(document)}</h1><a href="../{INDEX}">all '
            f"{escape(self._words.title.lower())}</a>{head}</header><main>{above}"
            f"{filters(self._words.kinds, self._systems)}{articles}</main>"
        )
        title = f"{document}: {self._title}"
        html = page(title, body, style=pages_style(), script=static("articles.js"))
        write_pages(self._folder, [(address, html)])

    def finish(self, run: Run[Any], tables: Captioned, opens: str = "all") -> Path:
        """Write the first page: what to know of the run, a plot, ``tables``, and the lines of all
        items, those at first that ``opens`` is the code of. Returns its path."""
        notes = [*notes_of(run), *([] if self.drawn else [NO_TIMELINES])]
        above = _above(notes, run.results, tables)
        pages = row_pages(
            self._title, above, self._rows, systems=self._systems, words=self._words, opens=opens
        )
        return write_pages(self._folder, pages)
