"""Sets of statements: about few entities, some of them true in one world by construction."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from timegraph.allen import Allen
from timegraph.qa.contradictions import Statement

_FEW = st.integers(1, 4)
_RELATIONS = st.sampled_from(tuple(Allen))
# Few relations, so that they meet: with all 13 hardly two statements have to do with each other.
_USUAL = st.sampled_from([Allen.BEFORE, Allen.CONTAINS, Allen.EQUAL, Allen.STARTS, Allen.MEETS])


@st.composite
def statement_sets(
    draw: st.DrawFn, entities: Sequence[str] = "abc", most: int = 7
) -> list[Statement]:
    """Any statements at all: many such sets contradict themselves."""
    one = st.builds(
        Statement,
        st.sampled_from(entities),
        st.one_of(_USUAL, _RELATIONS),
        st.sampled_from(entities),
        st.booleans(),
    )
    distinct = one.filter(lambda s: s.a != s.b) if draw(st.integers(0, 9)) else one
    return draw(st.lists(distinct, min_size=1, max_size=most))


@st.composite
def true_sets(draw: st.DrawFn, entities: Sequence[str] = "abcd", most: int = 9) -> list[Statement]:
    """Statements that are all true in one world."""
    interval = st.builds(lambda start, length: (start, start + length), _FEW, _FEW)
    world = {entity: draw(interval) for entity in entities}
    asked = draw(st.lists(st.tuples(*[st.sampled_from(entities)] * 2, _USUAL), max_size=most))
    said = []
    for a, b, relation in asked:
        true = Allen.between(world[a], world[b])
        wanted = true if draw(st.booleans()) else relation
        said.append(Statement(a, wanted, b, wanted is true))
    return said
