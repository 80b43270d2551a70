"""How sure a score is: confidence intervals, and whether two systems differ.

Documents are what is drawn, since annotations of one document depend on each other. Both methods
take, for each document, the counts that a score is made of, add them up and compute the score
anew; nothing is assumed of its distribution. Seeds are stated, and the same seed gives the same
figures on every platform and Python version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from math import ceil, floor
from random import Random

__all__ = [
    "LEVEL",
    "RESAMPLES",
    "SEED",
    "TRIALS",
    "Difference",
    "Interval",
    "bootstrap_intervals",
    "paired_randomisation",
]

LEVEL = 0.95
RESAMPLES = 2_000
TRIALS = 10_000
SEED = 20150501
"""Defaults: the level of intervals, bootstrap samples, trials of the randomisation test, and the
seed of both."""

Counts = Sequence[float]
Measure = Callable[[Sequence[float]], "float | None"]

# Sums in another order differ in the last digits, and that must not look like a difference.
_TOLERANCE = 1e-12
_BITS = bytes(int(character == ord("1")) for character in range(256))


@dataclass(frozen=True, slots=True)
class Interval:
    """``low`` and ``high`` hold the score with the probability ``level``; ``None`` where the
    score is undefined however documents are drawn."""

    low: float | None
    high: float | None
    level: float


@dataclass(frozen=True, slots=True)
class Difference:
    """``difference`` is the first score less the second; ``p`` how probable one at least as far
    from 0 is if the systems do not differ. Both ``None`` where a score is undefined."""

    difference: float | None
    p: float | None


def bootstrap_intervals(
    documents: Sequence[Counts],
    measures: Mapping[str, Measure],
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> dict[str, Interval]:
    """The percentile bootstrap interval of each score (Efron & Tibshirani 1993, chapter 13).

    ``documents`` has the counts of each document, all of one length; a measure makes a score of
    their sums, ``None`` if it is undefined (such samples are passed over). Raises ``ValueError``
    for a level not between 0 and 1 or fewer than 1 resamples.
    """
    if not 0 < level < 1:
        raise ValueError(f"level lies between 0 and 1, not {level}")
    if resamples < 1:
        raise ValueError(f"resamples is 1 or more, not {resamples}")
    random, n, columns = Random(seed), len(documents), _columns(documents)
    samples = []
    for _ in range(resamples if n else 0):
        drawn = [floor(random.random() * n) for _ in range(n)]
        samples.append([sum(map(column.__getitem__, drawn)) for column in columns])
    return {
        name: _interval([score for s in samples if (score := measure(s)) is not None], level)
        for name, measure in measures.items()
    }


def _interval(scores: list[float], level: float) -> Interval:
    if not scores:
        return Interval(None, None, level)
    scores.sort()
    tail, last = (1 - level) / 2, len(scores) - 1
    low, high = floor(tail * last + _TOLERANCE), ceil((1 - tail) * last - _TOLERANCE)
    return Interval(scores[low], scores[high], level)


def paired_randomisation(
    *,
    first: Sequence[Counts],
    second: Sequence[Counts],
    measure: Measure,
    trials: int = TRIALS,
    seed: int = SEED,
) -> Difference:
    """Whether two systems differ: the paired approximate randomisation test (Noreen 1989; Yeh
    2000, "More accurate tests for the statistical significance of result differences").

    ``first`` and ``second`` have the counts of the same documents. In each trial each document's
    counts change sides with probability 1/2; ``p`` = (c + 1) / (trials + 1), where c trials give
    a difference at least as large. With so few documents that there are no more than ``trials``
    ways to change sides, all are tried and ``p`` is exact. Raises ``ValueError`` if the numbers
    of documents differ or there are fewer than 1 trials.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} documents beside {len(second)}: nothing to pair")
    if trials < 1:
        raise ValueError(f"trials is 1 or more, not {trials}")
    observed = _difference(measure, _sums(first), _sums(second)) if first else None
    if observed is None:
        return Difference(None, None)
    # Documents on which the systems agree change nothing when they change sides.
    apart = [(a, b) for a, b in zip(first, second, strict=True) if tuple(a) != tuple(b)]
    if not apart:
        return Difference(observed, 1.0)
    totals = _sums(first), _sums(second)
    gaps = _columns([[x - y for x, y in zip(a, b, strict=True)] for a, b in apart])
    exact = 1 << len(apart) <= trials
    extreme = count = 0
    for changed in _all_ways(len(apart)) if exact else _some_ways(len(apart), trials, seed):
        moved = [sum(compress(column, changed)) for column in gaps]
        found = _difference(
            measure,
            [total - gap for total, gap in zip(totals[0], moved, strict=True)],
            [total + gap for total, gap in zip(totals[1], moved, strict=True)],
        )
        count += 1
        extreme += found is None or abs(found) >= abs(observed) - _TOLERANCE
    return Difference(observed, extreme / count if exact else (extreme + 1) / (count + 1))


def _some_ways(n: int, trials: int, seed: int) -> Iterator[bytes]:
    random = Random(seed)
    for _ in range(trials):
        yield _bits(random.getrandbits(n), n)


def _all_ways(n: int) -> Iterator[bytes]:
    for number in range(1 << n):
        yield _bits(number, n)


def _bits(number: int, n: int) -> bytes:
    return f"{number:0{n}b}".encode().translate(_BITS)


def _columns(documents: Sequence[Counts]) -> list[list[float]]:
    return [list(column) for column in zip(*documents, strict=True)]


def _sums(documents: Sequence[Counts]) -> list[float]:
    return [sum(column) for column in _columns(documents)]


def _difference(measure: Measure, first: Counts, second: Counts) -> float | None:
    one, other = measure(first), measure(second)
    return None if one is None or other is None else one - other
