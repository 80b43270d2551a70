"""The one writer of folders of pages: tables, a line and an article for each item, timelines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from timegraph.findings import Sentence
from timegraph.pictures.pages.documents import page_of
from timegraph.pictures.pages.writing import (
    INDEX,
    Resolve,
    Row,
    RowWords,
    file_names,
    filters,
    marked_sentence,
    page,
    pages_style,
    row_page,
    static,
    tables_html,
    write_page,
)
from timegraph.pictures.svg import width_of
from timegraph.report.measures import run_tables
from timegraph.report.tables import Table
from timegraph.scoring.measure import Grouping, Result, figure_intervals
from timegraph.scoring.run import Run
from timegraph.scoring.statistics import Interval

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timeml import Document


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
    return write_page(folder, INDEX, page(title, body, style=pages_style()))


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
        write_page(self._folder, address, page_of(graph, text, home=f"../../{INDEX}"))
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
        write_page(self._folder, address, html)

    def finish(self, run: Run[Any], tables: Captioned, opens: str = "all") -> Path:
        """Write the first page: what to know of the run, a plot, ``tables``, and the lines of all
        items, those at first that ``opens`` is the code of. Returns its path."""
        notes = [*notes_of(run), *([] if self.drawn else [NO_TIMELINES])]
        above = _above(notes, run.results, tables)
        html = row_page(
            self._title, above, self._rows, systems=self._systems, words=self._words, opens=opens
        )
        return write_page(self._folder, INDEX, html)
