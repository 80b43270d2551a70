"""The picture of docs/decoding.md: ``python benchmarks/decoding_picture.py TIMES GAINS [PATH]``,
from what ``decoding.py --record TIMES`` and ``voting.py --record GAINS`` wrote."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean, median
from typing import Any

from folders import DOCS
from voting import read_records

__all__ = ["draw", "gains_by_noise", "gains_by_size", "times_of"]

NOISES = {"b10": "10 %", "b15": "15 %", "b22": "22-25 %", "b30": "30 %"}

# Okabe and Ito's colours, which the colour-blind tell apart, each with a mark of its own.
_METHODS = {
    "heaviest": ("#999999", "s"),
    "greedy": ("#E69F00", "^"),
    "triads": ("#56B4E9", "D"),
    "decoded": ("#000000", "o"),
}
_SOLVERS = {
    "program": ("#000000", "o", "with the extra"),
    "ascent": ("#009E73", "v", "without"),
    "RC2": ("#D55E00", "s", "RC2"),
    "CP-SAT": ("#56B4E9", "D", "CP-SAT"),
}
_SIZES = {20: ("#009E73", "o"), 30: ("#0072B2", "s"), 50: ("#D55E00", "^"), 100: ("#CC79A7", "D")}


def times_of(
    records: list[dict[str, Any]], method: str
) -> dict[tuple[int, str], tuple[float, bool]]:
    """Median seconds of a method by the size and noise of random orders, and whether all results
    are proven; without those of which some did not end."""
    seconds: dict[tuple[int, str], list[float]] = defaultdict(list)
    proven: dict[tuple[int, str], bool] = defaultdict(lambda: True)
    for record in records:
        if record["method"] == method and record["line"].startswith("random order of "):
            size, noise = record["line"].removeprefix("random order of ").split(", ")
            key = int(size), noise
            seconds[key].append(record.get("seconds", float("inf")))
            proven[key] &= "bound" in record and record["bound"] - record["value"] < 0.5
    return {
        key: (median(times), proven[key])
        for key, times in seconds.items()
        if max(times) < float("inf")
    }


def gains_by_noise(records: list[dict[str, Any]], corpus: str, method: str) -> dict[str, float]:
    """The mean F1 of a method over seeds, by noise."""
    return {
        noise: mean(record[method]["f1"] for record in here)
        for noise in NOISES
        if (
            here := [
                record
                for record in records
                if record["line"].startswith(f"{corpus} {noise},") and method in record
            ]
        )
    }


def gains_by_size(records: list[dict[str, Any]], method: str) -> dict[int, float]:
    """F1 of a method by the number of events of random orders."""
    return {
        int(record["line"].split()[3].rstrip(",")): record[method]["f1"]
        for record in records
        if record["line"].startswith("random orders") and method in record
    }


def draw(times: list[dict[str, Any]], gains: list[dict[str, Any]], path: Path) -> None:
    """Draw to ``path``, 800 pixels wide."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, ((noisy, sized), (gained, grown)) = pyplot.subplots(2, 2, figsize=(8, 7))
    program = times_of(times, "program")
    for size, (colour, mark) in _SIZES.items():
        _line(
            noisy,
            {NOISES[noise]: program[size, noise] for noise in NOISES if (size, noise) in program},
            (colour, mark, f"{size} events"),
        )
    for method, style in _SOLVERS.items():
        known = times_of(times, method)
        _line(sized, {n: known[n, "b22"] for n in _SIZES if (n, "b22") in known}, style)
    for method, (colour, mark) in _METHODS.items():
        by_noise = gains_by_noise(gains, "OmniTemp", method)
        shown = {NOISES[noise]: (f1, True) for noise, f1 in by_noise.items()}
        _line(gained, shown, (colour, mark, method))
        by_size = {size: (f1, True) for size, f1 in gains_by_size(gains, method).items()}
        _line(grown, by_size, (colour, mark, method))
    for axes, title, across, up in (
        (noisy, "Time, with the extra", "noise", "seconds"),
        (sized, "Time at a noise of 22-25 %", "events, all pairs", "seconds"),
        (gained, "OmniTemp, simulated votes", "noise", "F1"),
        (grown, "Random orders, noise 22-25 %", "events, all pairs", "F1"),
    ):
        axes.set_title(title, fontsize=11)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.grid(True, alpha=0.3)
    for axes in (noisy, sized, gained):  # the last two have the same lines
        axes.legend(fontsize=9)
    for axes in (noisy, sized):
        axes.set_yscale("log")
        axes.set_ylim(0.01, 200)
    figure.text(0.5, 0.005, "hollow: not proven within the limit of time", ha="center", fontsize=9)
    figure.tight_layout(rect=(0, 0.02, 1, 1))
    figure.savefig(path, dpi=100)
    pyplot.close(figure)


def _line(axes: Any, shown: dict[Any, tuple[float, bool]], style: tuple[str, str, str]) -> None:
    """A line, whose marks are hollow where something is not proven."""
    colour, mark, label = style
    if not shown:
        return
    heights = [height for height, _ in shown.values()]
    axes.plot(list(shown), heights, "-", marker=mark, color=colour, label=label)
    for place, (height, proven) in shown.items():
        if not proven:
            axes.plot([place], [height], mark, color=colour, markerfacecolor="white")


def main() -> None:
    """Draw the picture."""
    times, gains, *path = map(Path, sys.argv[1:])
    records = [json.loads(line) for line in times.read_text(encoding="utf-8").splitlines()]
    draw(records, read_records(gains), path[0] if path else DOCS / "decoding.png")


if __name__ == "__main__":
    main()
