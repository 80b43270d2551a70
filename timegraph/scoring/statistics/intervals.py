"""Confidence intervals of scores that hold for as few as eight documents.

Documents are the unit that is drawn, since the annotations of one document depend on each other.
The interval is the jackknife's (Tukey 1958; Efron & Tibshirani 1993, chapter 11) with Student's t,
on the scale of arcsin(sqrt(score)), which makes the spread of a ratio nearly the same everywhere
and keeps the interval within 0 and 1. Documents of several kits are drawn within each kit: then the
variances of the kits add up (Jones 1974, "Jackknife estimation of functions of stratum means"),
with as many degrees of freedom as documents less kits (Rust & Rao 1996). Percentile bootstrap
intervals are too short for few documents: ``benchmarks/interval_coverage.py`` shows how often
either one covers the true score.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import asin, cos, fsum, isclose, pi, sin, sqrt, tan

__all__ = [
    "FEW_DOCUMENTS",
    "INTERVAL_METHOD",
    "LEVEL",
    "STRATIFIED_METHOD",
    "Counts",
    "Interval",
    "Measure",
    "jackknife_intervals",
    "t_quantile",
]

LEVEL = 0.95
"""The default level of intervals."""

FEW_DOCUMENTS = 5
"""With fewer documents than this an interval is not to be relied on."""

INTERVAL_METHOD = "jackknife-t-arcsine"
"""The method's name in signatures."""

STRATIFIED_METHOD = f"stratified-{INTERVAL_METHOD}"
"""Its name where documents are drawn within each of several kits."""

Counts = Sequence[float]
Measure = Callable[[Sequence[float]], "float | None"]


@dataclass(frozen=True, slots=True)
class Interval:
    """``low`` and ``high`` hold the true score in about ``level`` of all cases; ``None`` where
    the documents do not allow an interval."""

    low: float | None
    high: float | None
    level: float


def jackknife_intervals(
    documents: Sequence[Counts],
    measures: Mapping[str, Measure],
    *,
    level: float = LEVEL,
    bounded: bool = True,
    strata: Sequence[Hashable] | None = None,
) -> dict[str, Interval]:
    """The interval of each score, from 0 to 1; no random numbers are drawn.

    ``documents`` has the counts of each document, all of one length. A measure makes a score
    between 0 and 1 of their sums, ``None`` if it is undefined. A score of exactly 0 or 1 has no
    spread from which an interval could be made; its interval is that of a proportion over the
    documents for which the score is defined (Clopper & Pearson 1934). With fewer than two
    documents, or an undefined score, ``low`` and ``high`` are ``None``. Raises ``ValueError`` for
    a level not between 0 and 1.

    With ``bounded=False`` a measure may be any number, such as a mean or a difference: then the
    interval is made on its own scale, and 0 and 1 are nothing special.

    ``strata`` says of each document which kit it is drawn from; by default all are of one. A kit
    with fewer than two documents has no spread, so that ``low`` and ``high`` are ``None``.
    """
    if not 0 < level < 1:
        raise ValueError(f"level lies between 0 and 1, not {level}")
    kits: dict[Hashable, list[int]] = {}
    for k, stratum in enumerate([None] * len(documents) if strata is None else strata):
        kits.setdefault(stratum, []).append(k)
    totals = [fsum(column) for column in zip(*documents, strict=True)]
    without = [
        [total - count for total, count in zip(totals, counts, strict=True)] for counts in documents
    ]
    return {
        name: _interval(
            documents, totals, without, measure, level, list(kits.values()), bounded=bounded
        )
        for name, measure in measures.items()
    }


def _interval(
    documents: Sequence[Counts],
    totals: Counts,
    without: Sequence[Counts],
    measure: Measure,
    level: float,
    kits: Sequence[Sequence[int]],
    bounded: bool,
) -> Interval:
    score = measure(totals) if all(len(kit) > 1 for kit in kits) and kits else None
    if score is None:
        return Interval(None, None, level)
    if bounded and (isclose(score, 0, abs_tol=1e-12) or isclose(score, 1)):
        defined = sum(measure(counts) is not None for counts in documents)
        reach = 1 - ((1 - level) / 2) ** (1 / max(defined, 1))
        return Interval(0.0, reach, level) if score < 0.5 else Interval(1 - reach, 1.0, level)
    # Where the rest has no score, the document that was left out changes nothing that is known.
    left_out = [measure(counts) for counts in without]
    scaled = _angle if bounded else float
    angles = [scaled(score if other is None else other) for other in left_out]
    error = sqrt(fsum(_variance([angles[k] for k in kit]) for kit in kits))
    reach = t_quantile((1 + level) / 2, len(angles) - len(kits)) * error
    center = scaled(score)
    if not bounded:
        return Interval(center - reach, center + reach, level)
    # There and back again, the score itself may move in its last digit.
    return Interval(min(score, _score(center - reach)), max(score, _score(center + reach)), level)


def _variance(angles: Sequence[float]) -> float:
    """The jackknife's variance, of the scores without each document of one kit."""
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
