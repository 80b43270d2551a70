"""The plot of scores by distance: precision, recall and coverage of each system, with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from timegraph.pictures.plots import MARKERS, Bar, bar_of, new_figure, saved
from timegraph.scoring.confidence import figure_intervals
from timegraph.scoring.measure import Grouping, Result
from timegraph.scoring.qa_tempeval.answered_questions import DocumentAnswers
from timegraph.scoring.qa_tempeval.groups import CREATION_TIME
from timegraph.scoring.qa_tempeval.measure import QA_TEMPEVAL
from timegraph.scoring.ratios import CountedScore

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["distance_plot", "plot_distances"]

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
