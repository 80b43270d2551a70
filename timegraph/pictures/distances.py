"""The plot of scores by distance: precision, recall and coverage of each system, with intervals."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from timegraph.scoring.confidence import figure_intervals
from timegraph.scoring.qa_tempeval.groups import CREATION_TIME, Grouping
from timegraph.scoring.qa_tempeval.kits import GroupScore, KitsResult

__all__ = ["PlotLibraryError", "distance_plot"]

_FIGURES = ("precision", "recall", "coverage")
_SHIFT = 0.12
_MARKERS = "osD^vP*X"


class PlotLibraryError(ImportError):
    """matplotlib is not installed; the message says how to install it."""

    def __init__(self) -> None:
        super().__init__(
            "a plot needs matplotlib, which is not installed: pip install 'timegraph-qa[plot]'"
        )


@dataclass(frozen=True, slots=True)
class _Point:
    place: float
    value: float
    below: float
    above: float


def distance_plot(results: Sequence[KitsResult], distances: Grouping, *, format: str) -> bytes:
    """A panel for each figure, in it a line for each system that is in every kit, over the bins of
    ``distances`` that have questions; bars are 95 % intervals over documents
    (:func:`~timegraph.scoring.statistics.jackknife_intervals`). ``format`` is one of matplotlib's,
    such as ``"svg"`` or ``"png"``.

    Equal scores give equal bytes with one version of matplotlib. Raises :class:`PlotLibraryError`
    without it, ``ValueError`` for a format that it does not write.
    """
    try:
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotLibraryError from None
    shown = [(one.name, one.by(distances)) for one in results if not one.lacking]
    present = {name for _, groups in shown for (name,) in groups}
    bins = [name for name in distances.order if name in present]
    ordered = len(bins) - (CREATION_TIME in bins)  # no line leads to what is no distance
    with matplotlib.rc_context({"svg.hashsalt": "timegraph", "svg.fonttype": "none"}):
        figure = Figure(figsize=(3.6 * len(_FIGURES), 3.6), layout="constrained")
        FigureCanvasAgg(figure)
        panels = figure.subplots(1, len(_FIGURES), sharey=True)
        for panel, name in zip(panels, _FIGURES, strict=True):
            for k, (system, groups) in enumerate(shown):
                shift = _SHIFT * (k - (len(shown) - 1) / 2)
                points = _points(groups, bins, name, shift)
                bars = panel.errorbar(
                    [one.place for one in points],
                    [one.value for one in points],
                    yerr=[[one.below for one in points], [one.above for one in points]],
                    label=system,
                    marker=_MARKERS[k % len(_MARKERS)],
                    capsize=2,
                    linestyle="none",
                )
                near = [one for one in points if round(one.place) < ordered]
                panel.plot(
                    [one.place for one in near],
                    [one.value for one in near],
                    color=bars.lines[0].get_color(),
                    linewidth=1,
                )
            panel.set_title(name)
            panel.set_xticks(range(len(bins)), [one.replace(" ", "\n") for one in bins])
            panel.set_xlabel(f"distance in {distances.fields['distance']}")
            panel.set_ylim(-0.03, 1.03)
            panel.grid(axis="y", alpha=0.3)
        if shown:
            panels[-1].legend(fontsize="small")
        out = io.BytesIO()
        metadata = {"Date": None} if format == "svg" else {"Software": None}
        figure.savefig(out, format=format, metadata=metadata if format in ("svg", "png") else None)
    return out.getvalue()


def _points(
    groups: dict[tuple[str, ...], GroupScore], bins: Sequence[str], figure: str, shift: float
) -> list[_Point]:
    points = []
    for k, name in enumerate(bins):
        group = groups.get((name,))
        value = None if group is None else getattr(group.score, figure)
        if group is None or value is None:
            continue
        interval = figure_intervals(
            [score for _, score in group.documents],
            figures=[figure],
            strata=[kit for kit, _ in group.documents],
        )[figure]
        low = value if interval.low is None else interval.low
        high = value if interval.high is None else interval.high
        points.append(_Point(k + shift, value, max(0.0, value - low), max(0.0, high - value)))
    return points
