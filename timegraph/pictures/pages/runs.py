"""The pages of a score: tables, every question with what each system answers, and why.

A folder of pages opens from a disk. The first page has the tables and a line for each question; the
details of a document's questions are in a page of its own, so that a run of 1,000 documents loads
in pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import quote

from timegraph.pictures.pages.writing import (
    Row,
    RowWords,
    file_names,
    filters,
    marked_sentence,
    page,
    pages_style,
    row_pages,
    static,
    tables_html,
    term,
)
from timegraph.pictures.svg import width_of
from timegraph.report.tables import Table
from timegraph.scoring import AnsweredQuestion, DocumentAnswers, Result, answers_of
from timegraph.scoring.measure import figure_intervals
from timegraph.scoring.statistics import Interval

# The scores of systems with their intervals, as a picture at the top of a page.


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with the lengths of its interval below and above it (0 where there is none)."""

    value: float
    below: float = 0.0
    above: float = 0.0


def bar_of(value: float, interval: Interval) -> Bar:
    """The bar of a value with its interval."""
    low = value if interval.low is None else interval.low
    high = value if interval.high is None else interval.high
    return Bar(value, max(0.0, value - low), max(0.0, high - value))


def bars_of(result: Result[Any], figures: Sequence[str]) -> dict[str, Bar]:
    """The bar of each of the figures of a system that is defined."""
    measure = result.measure
    scores = [
        (unit.stratum, score)
        for unit in result.units
        for score in measure.scores(unit.value).values()
    ]
    if not scores or result.score is None:
        return {}
    intervals = figure_intervals(measure, scores, figures)
    values = {name: getattr(result.score, name) for name in figures}
    return {
        name: bar_of(value, intervals[name]) for name, value in values.items() if value is not None
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
    low, value, high = (
        _NAME + _SCALE * share
        for share in (bar.value - bar.below, bar.value, bar.value + bar.above)
    )
    yield f'<path class="interval" d="M{low:.1f} {y}H{high:.1f}m0-4v8M{low:.1f} {y - 4}v8"/>'
    yield f'<circle class="value" cx="{value:.1f}" cy="{y}" r="4"/>'
    yield f'<text x="{_NAME + _SCALE + 8}" y="{y + 4:.1f}">{bar.value:.3f}</text>'


_CUT = "\N{HORIZONTAL ELLIPSIS}"


_WORDS = RowWords(
    title="Questions",
    heads=("document", "no.", "question", "expected"),
    choices=(
        ("-", "wrong"),
        ("?", "unknown"),
        ("x", "wrong or unknown"),
        ("+", "right"),
        ("only", "only this system right"),
        ("differ", "systems differ"),
    ),
    signs="+ right, - wrong, ? unknown where yes or no is expected",
)
_KINDS = (
    ("wrong", "wrong"),
    ("unknown", "unknown"),
    ("not-right", "wrong or unknown"),
    ("right", "right"),
    ("only", "only this system right"),
)
_VERDICTS = {"+": "right", "-": "wrong", "?": "unknown", ".": "not scored"}


View = Callable[[str, str, tuple[str, ...]], "str | None"]
"""The address of the timeline of a system's document, relative to the folder, with the entities of
a question selected; ``None`` where there is none."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the pages show: of each system its name and its answers, in one order for all."""

    title: str
    systems: tuple[tuple[str, tuple[AnsweredQuestion, ...]], ...]
    tables: Sequence[tuple[str, Table]]
    notes: Sequence[str]
    view: View
    opens: str
    plot: str

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.systems]

    @property
    def questions(self) -> tuple[AnsweredQuestion, ...]:
        """The questions, with the answers of the first system."""
        return self.systems[0][1] if self.systems else ()


def score_pages(
    title: str,
    results: Sequence[Result[DocumentAnswers]],
    tables: Sequence[tuple[str, Table]] = (),
    notes: Sequence[str] = (),
    view: View = lambda system, document, ids: None,
    *,
    opens: str = "all",
) -> Iterator[tuple[str, str]]:
    """Every page of the folder: its path in it, and its HTML; ``index.html`` is the first.

    ``results`` are those of systems that were asked the same questions with ``explain=True``,
    ``tables`` come with their captions; ``view`` gives the address of the timeline of a system's
    document. ``opens`` says which questions are listed at first: "all", or those on which systems
    "differ".
    """
    systems = tuple((result.name, answers_of(result).answers) for result in results)
    shown = _Shown(title, systems, tables, notes, view, opens, score_plot(results))
    by_document: dict[str, list[int]] = {}
    for number, answered in enumerate(shown.questions):
        by_document.setdefault(answered.question.document, []).append(number)
    addresses = file_names(by_document)
    yield from _index(shown, addresses)
    for document, numbers in by_document.items():
        yield f"documents/{addresses[document]}", _document(shown, document, numbers)


def overview_page(
    title: str,
    tables: Sequence[tuple[str, Table]],
    links: Sequence[tuple[str, str]],
    notes: Sequence[str] = (),
    results: Sequence[Result[Any]] = (),
    between: str = "",
) -> str:
    """A page of a plot of the ``results``, ``tables`` with their captions, and HTML ``between``
    them and links (names and addresses) to the pages of the runs that they are over."""
    said = "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    rows = "".join(
        f'<li><a href="{escape(quote(address))}">{escape(name)}</a></li>' for name, address in links
    )
    below = f"<h2>Questions</h2><ul>{rows}</ul>" if links else ""
    body = (
        f'<header><h1>{escape(title)}</h1></header><main class="wide">{said}{score_plot(results)}'
        f"{tables_html(tables)}{between}{below}</main>"
    )
    return page(title, body, style=pages_style())


def _index(shown: _Shown, addresses: dict[str, str]) -> Iterator[tuple[str, str]]:
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in shown.notes)
    return row_pages(
        shown.title,
        f"{notes}{shown.plot}{tables_html(shown.tables)}",
        _rows(shown, addresses),
        systems=shown.names,
        words=_WORDS,
        opens=shown.opens,
    )


def _rows(shown: _Shown, addresses: dict[str, str]) -> Iterator[Row]:
    for number, answered in enumerate(shown.questions):
        asked = answered.question
        answers = [of_system[number] for _, of_system in shown.systems]
        yield Row(
            number=str(asked.number),
            document=asked.document,
            words=asked.text or asked.query,
            expected="" if asked.answer is None else str(asked.answer),
            verdicts="".join(map(_verdict, answers)),
            answers=tuple(str(answer.predicted) for answer in answers),
            address=f"documents/{quote(addresses[asked.document])}#q{number + 1}",
            relation="" if asked.question is None else asked.question.group or "",
            reasons=tuple(map(_reason, answers)),
        )


def _reason(answered: AnsweredQuestion) -> str:
    """Why an answer is not right, in a few words."""
    if answered.wrong:
        return f"says {answered.predicted}, not {answered.question.answer}"
    unknown = None if answered.context is None else answered.context.unknown
    return unknown.reason if answered.left_open and unknown is not None else ""


def _verdict(answered: AnsweredQuestion) -> str:
    if answered.wrong:
        return "-"
    if answered.left_open:
        return "?"
    return "+" if answered.question.scored and answered.correct else "."


def _document(shown: _Shown, document: str, numbers: Sequence[int]) -> str:
    articles = "".join(_question(shown, document, number) for number in numbers)
    body = (
        f'<header><h1>{escape(document)}</h1><a href="../index.html">all questions</a></header>'
        f"<main>{filters(_KINDS, shown.names)}{articles}</main>"
    )
    title = f"{document}: {shown.title}"
    return page(title, body, style=pages_style(), script=static("articles.js"))


def _question(shown: _Shown, document: str, number: int) -> str:
    answered = [answers[number] for _, answers in shown.systems]
    asked = answered[0].question
    context = next((answer.context for answer in answered if answer.context is not None), None)
    words = asked.query if context is None else context.in_words(asked)
    sentences = () if context is None else context.sentences
    expected = "no expected answer" if asked.answer is None else f"expected {asked.answer}"
    parts = [
        f'<article id="q{number + 1}" tabindex="-1" data-kinds="{_kinds(answered)}">',
        f"<h2>Question {escape(str(asked.number))}: {escape(asked.text or asked.query)}</h2>",
        f"<p>{escape(words)} &middot; <b>{escape(expected)}</b></p>",
        *(f"<blockquote>{marked_sentence(sentence)}</blockquote>" for sentence in sentences),
        "<dl>",
    ]
    for name, answer in zip(shown.names, answered, strict=True):
        parts.append(_answer(shown, name, document, answer))
    return "".join((*parts, "</dl></article>"))


def _kinds(answers: Sequence[AnsweredQuestion]) -> str:
    """What the filters of a page know the question by, each with the number of a system."""
    verdicts = list(map(_verdict, answers))
    kinds = []
    for k, verdict in enumerate(verdicts):
        if verdict != ".":
            kinds.append(f"{k}{_VERDICTS[verdict]}")
        if verdict in "-?":
            kinds.append(f"{k}not-right")
        if verdict == "+" and verdicts.count("+") == 1:
            kinds.append(f"{k}only")
    return " ".join(kinds)


def _answer(shown: _Shown, system: str, document: str, answered: AnsweredQuestion) -> str:
    verdict = _verdict(answered)
    sign = "" if verdict == "." else f"{verdict} "
    address = None
    if answered.question.question is not None:
        address = shown.view(system, document, tuple(answered.question.question.args))
    said = "" if verdict == "?" else f" {_VERDICTS[verdict]}"
    return (
        f"{term(system, address)}<dd>"
        f'<span class="verdict v{_VERDICTS[verdict][0]}">{sign}'
        f"{escape(str(answered.predicted))}</span>{said}{_why(answered)}</dd>"
    )


def _why(answered: AnsweredQuestion) -> str:
    context = answered.context
    if context is not None and context.unknown is not None:
        return f"<p>{escape(str(context.unknown))}</p>"
    parts = []
    if answered.why:
        parts.append(f"<p>{escape(answered.why)}</p>")
    if context is not None and context.links:
        links = "".join(f"<li>{escape(str(link))}</li>" for link in context.links)
        parts.append(f"<ul>{links}</ul>")
    return "".join(parts)
