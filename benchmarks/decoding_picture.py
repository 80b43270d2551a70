"""The picture of docs/decoding.md: ``python benchmarks/decoding_picture.py TIMES GAINS PATH``, from
what ``decoding.py --record TIMES`` and ``voting.py --record GAINS`` wrote."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean, median
from typing import Any

__all__ = ["draw", "gains_by_noise", "times_of"]

NOISES = ("b10", "b15", "b22", "b30")
_METHODS = {
    "heaviest": "tab:gray",
    "greedy": "tab:orange",
    "triads": "tab:blue",
    "decoded": "black",
}
_SOLVERS = {"program": "black", "ascent": "tab:green", "RC2": "tab:red", "CP-SAT": "tab:blue"}


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def times_of(records: list[dict[str, Any]], method: str) -> dict[tuple[int, str], float]:
    """Median seconds of a method by the size and noise of random orders; what did not end in its
    limit counts as infinite."""
    found: dict[tuple[int, str], list[float]] = defaultdict(list)
    for record in records:
        if record["method"] == method and record["line"].startswith("random order of "):
            size, noise = record["line"].removeprefix("random order of ").split(", ")
            found[int(size), noise].append(record.get("seconds", float("inf")))
    return {key: median(seconds) for key, seconds in found.items()}


def gains_by_noise(records: list[dict[str, Any]], corpus: str, method: str) -> dict[str, float]:
    """The mean F1 of a method over seeds, by noise."""
    return {
        noise: mean(record[method]["f1"] for record in here)
        for noise in NOISES
        if (here := [r for r in records if r["line"].startswith(f"{corpus} {noise},")])
    }


def draw(times: list[dict[str, Any]], gains: list[dict[str, Any]], path: Path) -> None:
    """Draw to ``path``."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, ((noisy, sized), (gained, grown)) = pyplot.subplots(2, 2, figsize=(9, 7))
    sizes = sorted({size for size, _ in times_of(times, "program")})
    for size in sizes:
        known = times_of(times, "program")
        here = [noise for noise in NOISES if (size, noise) in known]
        noisy.plot(here, [known[size, noise] for noise in here], marker="o", label=f"{size} events")
    for method, colour in _SOLVERS.items():
        known = times_of(times, method)
        here = [size for size in sizes if known.get((size, "b22"), float("inf")) < float("inf")]
        sized.plot(here, [known[size, "b22"] for size in here], "o-", color=colour, label=method)
    for method, colour in _METHODS.items():
        found = gains_by_noise(gains, "OmniTemp", method)
        gained.plot(list(found), list(found.values()), "o-", color=colour, label=method)
        orders = {
            int(r["line"].split()[3].rstrip(",")): r[method]["f1"]
            for r in gains
            if r["line"].startswith("random orders")
        }
        grown.plot(list(orders), list(orders.values()), "o-", color=colour, label=method)
    for axes, title in (
        (noisy, "seconds, with the linear program, by noise"),
        (sized, "seconds by number of events, noise b22"),
        (gained, "F1 on OmniTemp's votes, by noise"),
        (grown, "F1 by number of events, noise b22"),
    ):
        axes.set_title(title, fontsize=10)
        axes.grid(True, alpha=0.3)
        axes.legend(fontsize=8)
    for axes in (noisy, sized):
        axes.set_yscale("log")
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


if __name__ == "__main__":
    draw(_read(Path(sys.argv[1])), _read(Path(sys.argv[2])), Path(sys.argv[3]))
