"""The scores of systems with their intervals, as a picture at the top of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from timegraph.pictures.lettering import width_of
from timegraph.pictures.plots import Bar, bars_of
from timegraph.scoring.measure import Result

__all__ = ["score_plot"]

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
