"""The option ``--plot FILE``: scores by distance as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from timegraph.commands._shared.files import BadUsage, check_writable, write_bytes
from timegraph.commands._shared.messages import Messages
from timegraph.pictures.distances import distance_plot
from timegraph.scoring.qa_tempeval.groups import Grouping
from timegraph.scoring.qa_tempeval.kits import KitsResult

__all__ = ["check_plot", "plot_option", "write_plot"]

_FORMATS = (".svg", ".png", ".pdf")

plot_option: Callable[[Any], Any] = click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Also draw precision, recall and coverage by distance, with intervals, into FILE: .svg, "
    ".png or .pdf. Needs matplotlib (extra plot).",
)


def check_plot(path: Path | None) -> None:
    """Raise :class:`BadUsage` if no plot can be written: before a long run, not after."""
    if path is None:
        return
    check_writable(path, "--plot")
    if path.suffix.lower() not in _FORMATS:
        raise BadUsage(f"--plot {path}: give a name that ends in {', '.join(_FORMATS)}")
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise BadUsage(
            "--plot needs matplotlib, which is not installed: pip install 'timegraph-qa[plot]'"
        )


def write_plot(
    path: Path, results: Sequence[KitsResult], distances: Sequence[Grouping], messages: Messages
) -> None:
    """Draw the plot of these results."""
    (grouping,) = distances
    write_bytes([distance_plot(results, grouping, format=path.suffix.lower()[1:])], path)
    for one in results:
        if one.lacking:
            messages.warn(f"--plot: {one.lacks}")
