"""Questions about documents, and dated facts: who was what, from when to when."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.qa import Gap, Kind, ListRelation, Question
from timegraph.testing.strategies._arguments import (
    check_collection,
    check_distinct,
    check_members,
    check_number,
)
from timeml import RelType


def questions(
    entities: Sequence[str],
    *,
    kinds: Sequence[Kind | str] = (Kind.IS,),
    relations: Sequence[RelType | str] = tuple(RelType),
) -> st.SearchStrategy[Question]:
    """Questions about ``entities``: ids of a document, or literal dates.

    ``kinds`` are the kinds of question; IS questions use ``relations``, all 16 by default. Both may
    be given by name (``"LIST"``, ``"BEFORE"``). IS and LIST questions are about order, HOW LONG
    questions about one or two entities. A question may name the same entity twice. Shrinks
    to ``IS a BEFORE a`` about the first entity.
    """
    names = check_distinct(entities)
    kinds = check_members("kinds", kinds, Kind)
    relations = check_members("relations", relations, RelType)
    if not names:
        raise InvalidArgument("there are no entities to ask about")
    for name in names:
        if not isinstance(name, str) or len(name.split()) != 1 or name != name.strip():
            raise InvalidArgument(f"{name!r} cannot be an id: it is not a single word")
    if not kinds or (Kind.IS in kinds and not relations):
        raise InvalidArgument("there are no kinds or no relations to ask for")
    entity = st.sampled_from(names)
    forms: list[st.SearchStrategy[Question]] = []
    if Kind.IS in kinds:
        forms.append(
            st.builds(
                Question, st.just(Kind.IS), st.sampled_from(relations), st.tuples(entity, entity)
            )
        )
    if Kind.LIST in kinds:
        for relation in ListRelation:
            args = st.tuples(*[entity] * relation.arguments)
            forms.append(st.builds(Question, st.just(Kind.LIST), st.just(relation), args))
    if Kind.WHEN in kinds:
        forms.append(st.builds(Question, st.just(Kind.WHEN), st.none(), st.tuples(entity)))
    if Kind.HOW_LONG in kinds:
        side = st.sampled_from(["start", "end"])
        forms += [
            st.builds(Question, st.just(Kind.HOW_LONG), st.none(), st.tuples(entity)),
            st.builds(
                Question,
                st.just(Kind.HOW_LONG),
                st.builds(Gap, side, side),
                st.tuples(entity, entity),
            ),
        ]
    return st.one_of(forms)


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
