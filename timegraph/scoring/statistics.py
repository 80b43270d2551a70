"""Confidence intervals of scores that hold for as few as eight documents.

Documents are the unit that is drawn, since the annotations of one document depend on each other.
The interval is the jackknife's (Tukey 1958; Efron & Tibshirani 1993, chapter 11) with Student's t,
on the scale of arcsin(sqrt(score)), which makes the spread of a ratio nearly the same everywhere
and keeps the interval within 0 and 1. Percentile bootstrap intervals are too short for few
documents: ``benchmarks/interval_coverage.py`` shows how often either one covers the true score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import asin, comb, cos, fsum, isclose, pi, sin, sqrt, tan
from operator import getitem
from random import Random

LEVEL = 0.95
"""The level of intervals."""

FEW_DOCUMENTS = 5
"""With fewer documents than this an interval is not to be relied on."""

INTERVAL_METHOD = "jackknife-t-arcsine"
"""The method's name in signatures."""

Counts = Sequence[float]
Measure = Callable[[Sequence[float]], "float | None"]


@dataclass(frozen=True, slots=True)
class Interval:
    """``low`` and ``high`` hold the true score in about 95 % of all cases (:data:`LEVEL`); ``None``
    where the documents do not allow an interval."""

    low: float | None
    high: float | None


def jackknife_interval(
    documents: Sequence[Counts], measure: Measure, *, bounded: bool = True
) -> Interval:
    """The interval of a score, from 0 to 1; no random numbers are drawn.

    ``documents`` has the counts of each document, all of one length. The measure makes a score
    between 0 and 1 of their sums, ``None`` if it is undefined. A score of exactly 0 or 1 has no
    spread from which an interval could be made; its interval is that of a proportion over the
    documents for which the score is defined (Clopper & Pearson 1934). With fewer than two
    documents, or an undefined score, ``low`` and ``high`` are ``None``.

    With ``bounded=False`` the measure may be any number, such as a mean or a difference: then the
    interval is made on its own scale, and 0 and 1 are nothing special.
    """
    totals = [fsum(column) for column in zip(*documents, strict=True)]
    score = measure(totals) if len(documents) > 1 else None
    if score is None:
        return Interval(None, None)
    if bounded and (isclose(score, 0, abs_tol=1e-12) or isclose(score, 1)):
        defined = sum(measure(counts) is not None for counts in documents)
        reach = 1 - ((1 - LEVEL) / 2) ** (1 / max(defined, 1))
        return Interval(0.0, reach) if score < 0.5 else Interval(1 - reach, 1.0)
    without = (
        measure([total - count for total, count in zip(totals, counts, strict=True)])
        for counts in documents
    )
    # Where the rest has no score, the document that was left out changes nothing that is known.
    scaled = _angle if bounded else float
    angles = [scaled(score if other is None else other) for other in without]
    reach = t_quantile((1 + LEVEL) / 2, len(angles) - 1) * sqrt(_variance(angles))
    center = scaled(score)
    if not bounded:
        return Interval(center - reach, center + reach)
    # There and back again, the score itself may move in its last digit.
    return Interval(min(score, _score(center - reach)), max(score, _score(center + reach)))


def _variance(angles: Sequence[float]) -> float:
    """The jackknife's variance, of the scores without each document."""
    n = len(angles)
    mean = fsum(angles) / n
    return (n - 1) / n * fsum((angle - mean) ** 2 for angle in angles)


def _angle(score: float) -> float:
    return asin(sqrt(min(1.0, max(0.0, score))))


def _score(angle: float) -> float:
    return sin(min(pi / 2, max(0.0, angle))) ** 2


@lru_cache(maxsize=256)
def t_quantile(probability: float, freedom: int) -> float:
    """The value below which Student's t with ``freedom`` degrees (a whole number) falls with this
    probability, at least 1/2. The distribution is the finite series of Abramowitz & Stegun (1964),
    26.7.3 and 26.7.4; the quantile is found by bisection."""
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if (1 + _within(middle, freedom)) / 2 < probability:
            low = middle
        else:
            high = middle
    return tan((low + high) / 2) * sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """The probability that \\|t\\| is below sqrt(freedom) tan(angle)."""
    cosine, odd = cos(angle), freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    # The terms of the series, each made of the one before.
    for k in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (k - 1) / k
    if odd:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total


# Whether systems differ: tests for pairs of systems, and the correction for many pairs.
#
# Paired approximate randomisation draws documents, since the annotations of one document depend
# on each other; McNemar's test counts the questions that only one of two systems gets right.
# Seeds are stated, and the same seed gives the same figures on every platform and Python version.


TRIALS = 10_000
SEED = 20150501
"""Defaults: trials of the randomisation test, and its seed."""

# Sums in another order differ in the last digits, and that must not look like a difference.
_TOLERANCE = 1e-12


@dataclass(frozen=True, slots=True)
class Difference:
    """``difference`` is the first score less the second; ``p`` how probable one at least as far
    from 0 is if the systems do not differ. Both ``None`` where a score is undefined."""

    difference: float | None
    p: float | None


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """The p values corrected for their number (Holm 1979): claiming a difference wherever one is
    below 0.05 is wrong anywhere in the family with a probability of at most 0.05. ``None`` (not
    tested) stays ``None`` and does not count."""
    tested = sorted((p, k) for k, p in enumerate(p_values) if p is not None)
    result: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for rank, (p, k) in enumerate(tested):
        highest = max(highest, min(1.0, (len(tested) - rank) * p))
        result[k] = highest
    return result


def mcnemar(*, only_first: int, only_second: int) -> float:
    """The exact two-sided p of McNemar's test (McNemar 1947): ``only_first`` questions were right
    in the first system alone, ``only_second`` in the second alone. Raises ``ValueError`` for a
    negative number."""
    if only_first < 0 or only_second < 0:
        raise ValueError(f"numbers of questions are 0 or more, not {only_first}, {only_second}")
    n, fewer = only_first + only_second, min(only_first, only_second)
    as_uneven = sum(comb(n, k) for k in range(fewer + 1))
    return float(min(1.0, 2 * as_uneven / 2**n))


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
        raise ValueError(f"{len(first)} documents and {len(second)}: nothing to pair")
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
    ways = range(1 << len(apart)) if exact else _some_ways(len(apart), trials, seed)
    extreme = count = 0
    decided: dict[tuple[float, ...], bool] = {}  # counts are small, so that many ways sum up alike
    for moved in _sums_moved(gaps, ways):
        far = decided.get(moved)
        if far is None:
            difference = _difference(
                measure,
                [total - gap for total, gap in zip(totals[0], moved, strict=True)],
                [total + gap for total, gap in zip(totals[1], moved, strict=True)],
            )
            far = difference is None or abs(difference) >= abs(observed) - _TOLERANCE
            decided[moved] = far
        count += 1
        extreme += far
    return Difference(observed, extreme / count if exact else (extreme + 1) / (count + 1))


def _some_ways(n: int, trials: int, seed: int) -> Iterator[int]:
    random = Random(seed)
    for _ in range(trials):
        yield random.getrandbits(n)


def _sums_moved(
    gaps: Sequence[Sequence[float]], ways: Iterable[int]
) -> Iterator[tuple[float, ...]]:
    """For each of ``ways``, the sum of each column over the documents that change sides: those
    whose bits are set, the first document having the highest."""
    eights = range(0, len(gaps[0]), 8)  # documents, one for each bit of a byte
    tables = [[_sums_of_choices(column[::-1][k : k + 8]) for k in eights] for column in gaps]
    length = len(tables[0])
    for way in ways:
        choices = way.to_bytes(length, "little")
        yield tuple([sum(map(getitem, parts, choices)) for parts in tables])


def _sums_of_choices(part: Sequence[float]) -> list[float]:
    """The sum of every choice of the numbers, 256 of eight; of the first where bit 0 is set."""
    sums: list[float] = [0]
    for number in part:
        sums += [total + number for total in sums]
    return sums


def _columns(documents: Sequence[Counts]) -> list[list[float]]:
    return [list(column) for column in zip(*documents, strict=True)]


def _sums(documents: Sequence[Counts]) -> list[float]:
    return [sum(column) for column in _columns(documents)]


def _difference(measure: Measure, first: Counts, second: Counts) -> float | None:
    one, other = measure(first), measure(second)
    return None if one is None or other is None else one - other
