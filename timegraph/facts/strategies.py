"""Hypothesis strategies for dated facts."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from timegraph.dates.granules import OPEN, read_date
from timegraph.facts.fact import Fact
from timegraph.testing.strategies import dated_facts

__all__ = ["facts"]


def facts(
    *,
    subjects: Sequence[str] = ("Ada", "Bo"),
    relations: Sequence[str] = ("employer", "spouse"),
    objects: Sequence[str] = ("A", "B", "C"),
    min_year: int = 1990,
    max_year: int = 2010,
    allow_open: bool = True,
    units: Sequence[str] = ("year", "month", "day"),
) -> st.SearchStrategy[Fact]:
    """What :func:`timegraph.testing.strategies.dated_facts` draws, as facts
    for a ``FactBase``.

    Shrinks as they do.
    """
    return dated_facts(
        subjects=subjects,
        relations=relations,
        objects=objects,
        min_year=min_year,
        max_year=max_year,
        allow_open=allow_open,
        units=units,
    ).map(_fact)


def _fact(dated: tuple[str, str, str, str | None, str | None]) -> Fact:
    subject, relation, object, start, end = dated
    first, last = (OPEN if date is None else read_date(date) for date in (start, end))
    return Fact(subject, relation, object, first, last)
