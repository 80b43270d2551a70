"""Dated facts, as knowledge bases have them: who was what, from when to when."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.testing.strategies._checks import check_collection, check_number

__all__ = ["DatedFact", "dated_facts"]

DatedFact = tuple[str, str, str, str | None, str | None]
"""``(subject, relation, object, start, end)``."""

_GRAINS = (4, 7, 10)  # characters of 1998-05-03 that say year, month and day


def dated_facts(
    *,
    subjects: Sequence[str] = ("Ada", "Bo"),
    relations: Sequence[str] = ("member of", "lives in"),
    objects: Sequence[str] = ("A", "B", "C"),
    min_year: int = 1990,
    max_year: int = 2010,
    allow_open: bool = True,
) -> st.SearchStrategy[DatedFact]:
    """Facts ``(subject, relation, object, start, end)``, dates as TIMEX3 values.

    A date is a year, a month or a day (``1998``, ``1998-05``, ``1998-05-03``), the two of a fact
    not always of the same grain, and the end is never before the start. With ``allow_open`` one
    or both may be ``None``: not known, or not over. Shrinks to a fact of the first of everything
    that lasts for the first year.
    """
    names = (("subjects", subjects), ("relations", relations), ("objects", objects))
    for name, some in names:
        if not all(isinstance(one, str) for one in check_collection(name, some, "names")):
            raise InvalidArgument(f"{name}={some!r} holds what is no string")
        if not some:
            raise InvalidArgument(f"{name}={some!r} is empty; there must be one name at least")
    check_number("min_year", min_year, least=1)
    check_number("max_year", max_year, least=1)
    if not min_year <= max_year <= 9999:
        raise InvalidArgument(f"min_year={min_year}, max_year={max_year} are no range of years")
    return _dated_facts(
        tuple(subjects), tuple(relations), tuple(objects), min_year, max_year, allow_open
    )


@st.composite
def _dated_facts(
    draw: st.DrawFn,
    subjects: Sequence[str],
    relations: Sequence[str],
    objects: Sequence[str],
    min_year: int,
    max_year: int,
    allow_open: bool,
) -> DatedFact:
    day = st.builds(
        lambda year, month, day: f"{year:04d}-{month:02d}-{day:02d}",
        st.integers(min_year, max_year),
        st.integers(1, 12),
        st.integers(1, 28),
    )
    # Two days in order stay in order when they are cut to months or years.
    first, last = sorted([draw(day), draw(day)])
    start, end = (date[: draw(st.sampled_from(_GRAINS), label="grain")] for date in (first, last))
    known = st.sampled_from([(True, True), (True, False), (False, True), (False, False)])
    has_start, has_end = draw(known) if allow_open else (True, True)
    return (
        draw(st.sampled_from(subjects)),
        draw(st.sampled_from(relations)),
        draw(st.sampled_from(objects)),
        start if has_start else None,
        end if has_end else None,
    )
