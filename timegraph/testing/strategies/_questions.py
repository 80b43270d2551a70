"""Questions about documents."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.qa import Gap, Kind, ListRelation, Question
from timegraph.testing.strategies._arguments import check_distinct, check_members
from timeml import RelType

E = TypeVar("E", bound=Enum)


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
