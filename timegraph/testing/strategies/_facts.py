"""Dated facts, as knowledge bases have them: who was what, from when to when."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.testing.strategies._arguments import check_collection, check_number

E = TypeVar("E", bound=Enum)


DatedFact = tuple[str, str, str, str | None, str | None]
"""``(subject, relation, object, start, end)``."""

# How many characters of 1998-05-03 give each unit.
_GRAINS = {"year": 4, "month": 7, "day": 10}


def dated_facts(
    *,
    subjects: Sequence[str] = ("Ada", "Bo"),
    relations: Sequence[str] = ("member of", "lives in"),
    objects: Sequence[str] = ("A", "B", "C"),
    min_year: int = 1990,
    max_year: int = 2010,
    allow_open: bool = True,
    units: Sequence[str] = tuple(_GRAINS),
) -> st.SearchStrategy[DatedFact]:
    """Facts ``(subject, relation, object, start, end)``, dates as TIMEX3 values.

    A date is a year, a month or a day (``1998``, ``1998-05``, ``1998-05-03``), as ``units``
    allows; the two dates of a fact may have different units. The end is never before the start.
    With ``allow_open``, one or both may be ``None``: unknown, or not over yet. Shrinks to the
    first subject, relation, object and year.
    """
    names = (("subjects", subjects), ("relations", relations), ("objects", objects))
    for name, some in names:
        if not all(isinstance(text, str) for text in check_collection(name, some, "names")):
            raise InvalidArgument(f"{name}={some!r} has an element that is not a string")
        if not some:
            raise InvalidArgument(f"{name}={some!r} is empty; it needs at least one name")
    check_number("min_year", min_year, least=1)
    check_number("max_year", max_year, least=1)
    if not min_year <= max_year <= 9999:
        raise InvalidArgument(f"min_year={min_year}, max_year={max_year} are not a range of years")
    unit_names = check_collection("units", units, "units")
    if not unit_names or not set(unit_names) <= set(_GRAINS):
        raise InvalidArgument(f"units={units!r} are not some of {', '.join(_GRAINS)}")
    grain = st.sampled_from([_GRAINS[unit] for unit in unit_names])
    day = st.builds(
        lambda year, month, day: f"{year:04d}-{month:02d}-{day:02d}",
        st.integers(min_year, max_year),
        st.integers(1, 12),
        st.integers(1, 28),
    )
    sides = st.sampled_from([(True, True), (True, False), (False, True), (False, False)])

    @st.composite
    def facts(draw: st.DrawFn) -> DatedFact:
        # Two days in order stay in order when they are cut to months or years.
        first, last = sorted([draw(day), draw(day)])
        start, end = (date[: draw(grain, label="grain")] for date in (first, last))
        has_start, has_end = draw(sides) if allow_open else (True, True)
        subject, relation, name = (draw(st.sampled_from(tuple(some))) for _, some in names)
        return subject, relation, name, start if has_start else None, end if has_end else None

    return facts()
