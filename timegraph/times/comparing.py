"""The verdict on an answer about time: docs/time-answers.md has the definition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import product
from typing import Literal

from timegraph.times.naming import Named, named
from timegraph.times.stretches import DAY, Stretch, shifted
from timeml.gregorian import date_of

Verdict = Literal[
    "same",
    "finer",
    "coarser",
    "overlapping",
    "off",
    "other kind",
    "vague",
    "none",
    "several",
    "unread",
]

_ORDER = ("same", "finer", "coarser", "overlapping", "off", "other kind", "vague", "none")


@dataclass(frozen=True, slots=True)
class Comparison:
    """An answer compared with gold: the ``verdict``; ``days``, by how many the answer is off;
    ``overlap``, the days in both by the days in either; the times that each names, ``answer`` and
    ``gold``; of several times the ``best`` and the ``worst`` comparison; of what is unread the
    ``reason``."""

    verdict: Verdict
    overlap: float = 0.0
    days: int | None = None
    answer: tuple[Named, ...] = ()
    gold: tuple[Named, ...] = ()
    best: Comparison | None = None
    worst: Comparison | None = None
    reason: str = ""

    def __str__(self) -> str:
        answer = " and ".join(each.words for each in self.answer) or "no time"
        gold = " and ".join(each.words for each in self.gold) or "no time"
        if self.verdict == "off":
            days = f"{self.days:,} day{'s' * (self.days != 1)}"
            return f"off by {days}: {answer}, gold {gold}"
        if self.verdict == "unread":
            return f"unread: {self.reason}"
        if self.verdict == "several":
            return f"several: {answer}, gold {gold}; best {self.best}; worst {self.worst}"
        return f"{self.verdict}: {answer}, gold {gold}"


def compare_answers(
    answer: str,
    gold: str,
    anchor: date | datetime | str | None = None,
    *,
    question: str | None = None,
    approximate: Literal["as-written", "one-unit"] = "as-written",
) -> Comparison:
    """The verdict on ``answer`` against ``gold``, the best over all readings of both.

    ``anchor`` is when both were written, for times such as "last week". A time that the answer
    repeats from the ``question`` does not count. ``approximate="one-unit"`` widens what is "about"
    a time by one unit of its precision on both sides. Raises ``ValueError`` for an anchor that is
    not a date.
    """
    golds, given = named(gold, anchor), named(answer, anchor)
    reason = _unread(golds)
    if reason:
        return Comparison("unread", answer=given, gold=golds, reason=reason)
    if question is not None:
        given = _without(given, named(question, anchor))
    golds, given = _with_years(gold, golds, answer, given, anchor)
    if approximate == "one-unit":
        golds, given = tuple(map(_widened, golds)), tuple(map(_widened, given))
    return _against(given, golds)


def _unread(golds: Sequence[Named]) -> str:
    if len(golds) > 1:
        return f"gold names several times: {' and '.join(each.words for each in golds)}"
    if not golds:
        return "gold names no time"
    reasons = {"vague": "is vague", "impossible": "is not on the calendar"}
    reason = reasons.get(golds[0].kind)
    return f"gold {reason}: {golds[0].words}" if reason else ""


def _without(given: tuple[Named, ...], asked: Sequence[Named]) -> tuple[Named, ...]:
    """The times of an answer without those of its question, if any are left."""
    known = {each.readings for each in asked if each.readings}
    left = tuple(each for each in given if each.readings not in known)
    return left or given


def _with_years(
    gold: str,
    golds: tuple[Named, ...],
    answer: str,
    given: tuple[Named, ...],
    anchor: date | datetime | str | None,
) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    """Both sides; a side without its year takes that of the other, of whose years the one that
    gives the better verdict."""
    for mine, text, other in ((golds, gold, given), (given, answer, golds)):
        if any(each.kind == "stretch" and not each.readings for each in mine):
            years = {date_of(minute // DAY)[0]: None for minute in _minutes(other)} or {2000: None}
            tries = [named(text, anchor, year=year) for year in years]
            if tries and mine is golds:
                golds = min(tries, key=lambda found: _rank(_against(given, found)))
            elif tries:
                given = min(tries, key=lambda found: _rank(_against(found, golds)))
    return golds, given


def _minutes(found: Iterable[Named]) -> Iterator[int]:
    for each in found:
        for stretch in each.readings if each.kind in ("stretch", "open") else ():
            yield from (minute for minute in stretch[:2] if minute is not None)


def _rank(comparison: Comparison) -> tuple[int, int, float]:
    """Smaller is better."""
    if comparison.verdict == "several":
        assert comparison.best is not None
        return _rank(comparison.best)
    return _ORDER.index(comparison.verdict), comparison.days or 0, -comparison.overlap


def _widened(each: Named) -> Named:
    unit = each.precision.rpartition(" ")[2].rstrip("s")
    if not each.approximate or each.kind != "stretch" or unit in ("minute", "hour"):
        return each
    return replace(
        each,
        readings=tuple(
            Stretch(shifted(s.first, unit, -1), shifted(s.after, unit, 1), s.reading)
            for s in each.readings
            if s.first is not None and s.after is not None
        ),
    )


def _against(given: tuple[Named, ...], golds: tuple[Named, ...]) -> Comparison:
    """The verdict where gold is one time with readings."""
    gold = golds[0]
    alike = tuple(each for each in given if each.kind == gold.kind)
    if not alike:
        kinds = {each.kind for each in given}
        other = kinds - {"vague", "impossible"}
        verdict: Verdict = "other kind" if other else "vague" if "vague" in kinds else "none"
        return Comparison(verdict, answer=given, gold=golds)
    each_one = [_best(one, gold) for one in alike]
    if len(each_one) == 1:
        return each_one[0]
    each_one.sort(key=_rank)
    mean = sum(each.overlap for each in each_one) / len(each_one)
    return Comparison(
        "several", mean, answer=alike, gold=golds, best=each_one[0], worst=each_one[-1]
    )


def _best(given: Named, gold: Named) -> Comparison:
    """The best verdict over all readings; one phrase on both sides takes one reading."""
    pairs = list(product(given.readings, gold.readings))
    if {s.reading for s in given.readings} == {s.reading for s in gold.readings}:
        pairs = [(a, b) for a, b in pairs if a.reading == b.reading]
    pair = _PAIRS.get(gold.kind, _of_stretches)
    if not pairs:
        return Comparison("vague", answer=(given,), gold=(gold,))
    verdict, overlap, days = min(
        (pair(a, b) for a, b in pairs), key=lambda found: (_ORDER.index(found[0]), found[2] or 0)
    )
    return Comparison(verdict, overlap, days, (given,), (gold,))


def _of_stretches(given: Stretch, gold: Stretch) -> tuple[Verdict, float, int | None]:
    first, after = _bounds(given)
    gold_first, gold_after = _bounds(gold)
    shared = min(after, gold_after) - max(first, gold_first)
    if shared <= 0:
        return "off", 0.0, _days_between(after, first, gold_after, gold_first)
    overlap = shared / (max(after, gold_after) - min(first, gold_first))
    if (first, after) == (gold_first, gold_after):
        return "same", 1.0, None
    if gold_first <= first and after <= gold_after:
        return "finer", overlap, None
    if first <= gold_first and gold_after <= after:
        return "coarser", overlap, None
    return "overlapping", overlap, None


_FOREVER = 10**10 * DAY


def _bounds(stretch: Stretch) -> tuple[int, int]:
    first = -_FOREVER if stretch.first is None else stretch.first
    return first, _FOREVER if stretch.after is None else stretch.after


def _days_between(after: int, first: int, gold_after: int, gold_first: int) -> int:
    """The days strictly between two stretches, plus one; 0 within one day."""
    end, begin = (after, gold_first) if after <= gold_first else (gold_after, first)
    return begin // DAY - (end - 1) // DAY


def _of_lengths(given: Stretch, gold: Stretch) -> tuple[Verdict, float, int | None]:
    """Lengths are compared by the days that they may have."""
    least, most = given.first or 0, given.after or 0
    gold_least, gold_most = gold.first or 0, gold.after or 0
    shared = min(most, gold_most) - max(least, gold_least) + 1
    if shared <= 0:
        return "off", 0.0, max(least - gold_most, gold_least - most)
    overlap = shared / (max(most, gold_most) - min(least, gold_least) + 1)
    if (least, most) == (gold_least, gold_most):
        return "same", 1.0, None
    if gold_least <= least and most <= gold_most:
        return "finer", overlap, None
    return (
        ("coarser" if least <= gold_least and gold_most <= most else "overlapping"),
        overlap,
        None,
    )


def _of_weekdays(given: Stretch, gold: Stretch) -> tuple[Verdict, float, int | None]:
    apart = abs((given.first or 0) - (gold.first or 0))
    days = min(apart, 7 - apart)
    return ("off", 0.0, days) if days else ("same", 1.0, None)


_PAIRS = {"length": _of_lengths, "relative": _of_lengths, "weekday": _of_weekdays}
