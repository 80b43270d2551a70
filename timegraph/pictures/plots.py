"""Plots as figures of matplotlib (extra ``plot``): scores of systems with their intervals."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from timegraph.qa.places import CREATION_TIME
from timegraph.scoring.measure import FIGURES, Grouping, Result, figure_intervals
from timegraph.scoring.qa_tempeval.comparison import DocumentAnswers
from timegraph.scoring.qa_tempeval.measure import QA_TEMPEVAL
from timegraph.scoring.signature import CountedScore

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from timegraph.scoring.statistics import Interval


MARKERS = "osD^vP*X"
"""The marks of systems, so that colour is not needed to distinguish them."""


class PlotLibraryError(ImportError):
    """matplotlib is not installed; the message says how to install it."""

    def __init__(self) -> None:
        super().__init__(
            "a plot needs matplotlib, which is not installed: pip install 'timegraph-qa[plot]'"
        )


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


def new_figure(panels: int, *, width: float, height: float) -> tuple[Figure, list[Any]]:
    """A figure of panels that share their vertical axis. Notebooks show it as SVG, whether or not
    they know matplotlib. Raises :class:`PlotLibraryError` without matplotlib."""
    try:
        import matplotlib  # noqa: F401 - a missing library is noticed even if a part of it is there
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotLibraryError from None

    class Plot(Figure):
        def _repr_svg_(self) -> str:
            return saved(self, "svg").decode()

    figure = Plot(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, list(figure.subplots(1, panels, sharey=True, squeeze=False)[0])


def saved(figure: Figure, format: str) -> bytes:
    """The figure as a file of one of matplotlib's formats, such as ``"svg"`` or ``"png"``. Equal
    figures give equal bytes with one version of matplotlib. Raises ``ValueError`` for a format
    that it does not write."""
    import matplotlib

    out = io.BytesIO()
    metadata = {"svg": {"Date": None}, "png": {"Software": None}}.get(format)
    with matplotlib.rc_context({"svg.hashsalt": "timegraph", "svg.fonttype": "none"}):
        figure.savefig(out, format=format, metadata=metadata)
    return out.getvalue()


def plot_scores(results: Iterable[Result[Any]], *, figures: Sequence[str] = FIGURES) -> Figure:
    """A panel for each of ``figures`` (attributes of the scores), in it a line for each system with
    its value and the 95 % interval over documents
    (:func:`~timegraph.scoring.statistics.jackknife_intervals`; none with fewer than two documents,
    or where the value is undefined). The best value of each panel is printed in bold.

    Results are those of any measure that has one score for a system:
    :func:`timegraph.scoring.score_system`, :func:`timegraph.scoring.score_awareness_system`.
    Raises :class:`PlotLibraryError` without matplotlib, ``AttributeError`` for a figure that the
    scores do not have.
    """
    systems = list(results)
    figure, panels = new_figure(
        len(figures), width=1.2 + 2.4 * len(figures), height=1.1 + 0.42 * max(1, len(systems))
    )
    bars = [bars_of(system, figures) for system in systems]
    for panel, name in zip(panels, figures, strict=True):
        values = [of_system[name].value for of_system in bars if name in of_system]
        best = max(values, default=None)
        for place, of_system in enumerate(bars):
            bar = of_system.get(name)
            if bar is None:
                panel.text(0.02, place, "undefined", va="center", fontsize="small")
                continue
            panel.errorbar(
                [bar.value],
                [place],
                xerr=[[bar.below], [bar.above]],
                marker=MARKERS[place % len(MARKERS)],
                color=f"C{place % 10}",
                capsize=3,
            )
            panel.annotate(
                f"{bar.value:.2f}",
                (bar.value, place),
                xytext=(0, 6),
                textcoords="offset points",
                ha="center",
                fontsize="small",
                fontweight="bold" if bar.value == best and len(systems) > 1 else "normal",
            )
        panel.set_title({"f1": "F1"}.get(name, name))
        panel.set_xlim(-0.03, 1.03)
        panel.set_ylim(max(1, len(systems)) - 0.4, -0.6)
        panel.set_yticks(range(len(systems)), [system.name for system in systems])
        panel.grid(axis="x", alpha=0.3)
    return figure


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


# The plot of scores by distance: precision, recall and coverage of each system, with intervals.


_FIGURES = ("precision", "recall", "coverage")
_SHIFT = 0.12


Answers = Result[DocumentAnswers]
Distances = Grouping[DocumentAnswers]


def distance_plot(results: Sequence[Answers], distances: Distances, *, format: str) -> bytes:
    """:func:`plot_distances` as a file; ``format`` is one of matplotlib's, such as ``"svg"`` or
    ``"png"``.

    Equal scores give equal bytes with one version of matplotlib. Raises
    :class:`~timegraph.pictures.plots.PlotLibraryError` without it, ``ValueError`` for a format
    that it does not write.
    """
    return saved(plot_distances(results, distances), format)


def plot_distances(results: Sequence[Answers], distances: Distances) -> Figure:
    """A panel for each figure, in it a line for each system that is in every kit, over the bins of
    ``distances`` that have questions; bars are 95 % intervals over documents
    (:func:`~timegraph.scoring.statistics.jackknife_intervals`). Raises
    :class:`~timegraph.pictures.plots.PlotLibraryError` without matplotlib.
    """
    shown = [
        (result.name, {name: scores[()] for (name,), scores in groups.items()})
        for result in results
        if not result.lacking
        for groups in (result.group_scores(distances),)
    ]
    present = dict.fromkeys((name,) for _, groups in shown for name in groups)
    # Groups in parentheses are those of questions without a distance.
    bins = [name for (name,) in distances.arrange(present) if name[:1] != "("]
    ordered = len(bins) - (CREATION_TIME in bins)  # no line leads to what is not a distance
    figure, panels = new_figure(len(_FIGURES), width=3.6 * len(_FIGURES), height=3.6)
    for panel, name in zip(panels, _FIGURES, strict=True):
        for k, (system, groups) in enumerate(shown):
            shift = _SHIFT * (k - (len(shown) - 1) / 2)
            bars = _bars(groups, bins, name)
            drawn = panel.errorbar(
                [place + shift for place in bars],
                [bar.value for bar in bars.values()],
                yerr=[[bar.below for bar in bars.values()], [bar.above for bar in bars.values()]],
                label=system,
                marker=MARKERS[k % len(MARKERS)],
                capsize=2,
                linestyle="none",
            )
            near = [place for place in bars if place < ordered]
            panel.plot(
                [place + shift for place in near],
                [bars[place].value for place in near],
                color=drawn.lines[0].get_color(),
                linewidth=1,
            )
        panel.set_title(name)
        panel.set_xticks(range(len(bins)), [text.replace(" ", "\n") for text in bins])
        panel.set_xlabel(f"distance in {distances.fields['distance']}")
        panel.set_ylim(-0.03, 1.03)
        panel.grid(axis="y", alpha=0.3)
    if shown:
        panels[-1].legend(fontsize="small")
    return figure


def _bars(
    groups: Mapping[str, Sequence[tuple[str, CountedScore]]], bins: Sequence[str], figure: str
) -> dict[int, Bar]:
    """The bar of each bin, by its number, that has a value."""
    bars = {}
    for k, name in enumerate(bins):
        scores = groups.get(name, ())
        value = getattr(sum((score for _, score in scores), QA_TEMPEVAL.empty), figure)
        if value is not None:
            bars[k] = bar_of(value, figure_intervals(QA_TEMPEVAL, scores, [figure])[figure])
    return bars
