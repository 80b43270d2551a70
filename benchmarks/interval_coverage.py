"""How often intervals hold the true score, and how often equal systems are said to differ.

``python benchmarks/interval_coverage.py [--draws N] [--trials N]`` takes the systems of the QA
TempEval kits (``TIMEGRAPH_DATA``; without it the two systems of the shipped kit). A system's
documents are the population and its score the truth; documents are drawn from it with replacement.
For false claims, systems that are equal by construction are made of one system: each answers each
document like one of its documents drawn at random, so that no system is better.

Prints the share of intervals that cover the truth, in percent, by number of documents and method,
and the share of runs in which any difference is claimed among 2, 4 and 8 equal systems, without
and with Holm's correction. docs/statistics.md has the figures of a run with the default options.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from itertools import combinations
from math import ceil, floor
from pathlib import Path
from random import Random
from statistics import fmean

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # the code of this clone, installed or not

from folders import DATA, KIT  # noqa: E402

from timegraph.qa import read_questions  # noqa: E402
from timegraph.scoring import (  # noqa: E402
    Score,
    holm,
    jackknife_interval,
    paired_randomisation,
    read_key,
    score_system,
)
from timegraph.scoring.statistics import LEVEL, SEED, Interval  # noqa: E402
from timeml import open_collection  # noqa: E402

__all__ = ["main"]

SIZES = (5, 8, 10, 20, 25)
FIGURES = ("precision", "recall", "f1")
Documents = list[tuple[float, ...]]


def measure(figure: str):
    def of(counts: Sequence[float]) -> float | None:
        return getattr(Score(*map(round, counts)), figure)

    return of


MEASURES = {figure: measure(figure) for figure in FIGURES}


def kits() -> Iterator[tuple[Path, str]]:
    """The folders of kits and the names of their question files."""
    tempeval = DATA / "qa-tempeval"
    if tempeval.is_dir():
        yield tempeval / "train", "question-set.txt"
        yield tempeval / "test-news", "question-set-yes.txt"
    else:
        yield KIT.parent, "question-set.txt"


def populations() -> Iterator[tuple[str, Documents]]:
    """The counts of each document, for every system of the kits."""
    for kit, name in kits():
        (file,) = kit.glob(f"**/{name}")
        questions = read_questions(file, lenient=True)
        key = read_key(open_collection(file.parent / "question-events"), questions)
        for folder in sorted(folder for folder in (kit / "systems").iterdir() if folder.is_dir()):
            result = score_system(open_collection(folder), questions=questions, key=key)
            yield (
                folder.name,
                [astuple(unit.value.score) for unit in result.units if unit.value.score.questions],
            )


def bootstrap_intervals(documents: Documents) -> dict[str, Interval]:
    """The percentile bootstrap interval of each figure (Efron & Tibshirani 1993, chapter 13), of
    200 samples."""
    random = Random(SEED)
    samples = [
        [sum(column) for column in zip(*random.choices(documents, k=len(documents)), strict=True)]
        for _ in range(200)
    ]
    intervals = {}
    for figure, measure in MEASURES.items():
        scores = sorted(score for sums in samples if (score := measure(sums)) is not None)
        tail, last = (1 - LEVEL) / 2, len(scores) - 1
        ends: tuple[float | None, ...] = (None, None)
        if scores:
            ends = scores[floor(tail * last)], scores[ceil((1 - tail) * last)]
        intervals[figure] = Interval(*ends)
    return intervals


def coverage(documents: Documents, size: int, draws: int, random: Random) -> dict[str, float]:
    """The share of samples whose interval covers the truth, by method and figure."""
    totals = [sum(column) for column in zip(*documents, strict=True)]
    covered: dict[str, list[bool]] = {}
    for _ in range(draws):
        sample = random.choices(documents, k=size)
        for method, intervals in (
            ("jackknife", {name: jackknife_interval(sample, MEASURES[name]) for name in FIGURES}),
            ("bootstrap", bootstrap_intervals(sample)),
        ):
            for figure, interval in intervals.items():
                truth = MEASURES[figure](totals)
                if truth is not None and interval.low is not None and interval.high is not None:
                    held = interval.low - 1e-9 <= truth <= interval.high + 1e-9
                    covered.setdefault(f"{method} {figure}", []).append(held)
    return {name: fmean(held) for name, held in covered.items()}


def claims(
    documents: Documents, systems: int, runs: int, trials: int, random: Random
) -> list[float]:
    """The share of runs in which a difference is claimed among equal systems: from the best one
    without a correction, from the first one by Holm, and between any two by Holm."""
    count = [0, 0, 0]
    for _ in range(runs):
        # Each system answers each document like a random one of the population.
        teams = [random.choices(documents, k=10) for _ in range(systems)]
        scores = [MEASURES["f1"]([sum(c) for c in zip(*team, strict=True)]) or 0 for team in teams]
        best = max(range(systems), key=scores.__getitem__)
        p_values = {
            (a, b): paired_randomisation(
                first=teams[a], second=teams[b], measure=MEASURES["f1"], trials=trials
            ).p
            for a, b in combinations(range(systems), 2)
        }
        families = (
            [p for pair, p in p_values.items() if best in pair],
            holm([p for pair, p in p_values.items() if 0 in pair]),
            holm(list(p_values.values())),
        )
        for k, family in enumerate(families):
            count[k] += any(p is not None and p <= 0.05 for p in family)
    return [number / runs for number in count]


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--draws", type=int, default=1000, help="samples per system and size")
    parser.add_argument("--runs", type=int, default=100, help="runs per number of equal systems")
    parser.add_argument("--trials", type=int, default=1024, help="trials of each test")
    options = parser.parse_args()
    systems = list(populations())
    print(f"{len(systems)} systems, {options.draws} draws each; nominal 95 %, mean (lowest)")
    columns = [f"{method} {figure}" for method in ("jackknife", "bootstrap") for figure in FIGURES]
    print("documents", *columns, sep="  ")
    for size in SIZES:
        random = Random(size)
        rows = [coverage(documents, size, options.draws, random) for _, documents in systems]
        cells = []
        for column in columns:
            shares = [100 * row[column] for row in rows if column in row]
            cells.append(f"{fmean(shares):.1f} ({min(shares):.1f})".rjust(len(column)))
        print(f"{size:9}", *cells, sep="  ")
    print("\nany false claim among equal systems on 10 documents, in percent")
    titles = ("from the best, uncorrected", "from the first, Holm", "any two, Holm")
    print("systems", *titles, sep="  ")
    for number in (2, 4, 8):
        random = Random(number)
        rows = [
            claims(documents, number, options.runs, options.trials, random)
            for _, documents in systems[-4:]
        ]
        cells = [
            f"{100 * fmean(column):.1f}".rjust(len(title))
            for title, column in zip(titles, zip(*rows, strict=True), strict=True)
        ]
        print(f"{number:7}", *cells, sep="  ")


if __name__ == "__main__":
    main()
