"""What answers say, as ways to be true."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from tests.statement_sets import statement_sets
from timegraph.allen import Allen
from timegraph.qa.contradictions import Statement, entities_of, opposite


def ways(relation: Allen, holds: bool) -> list[str]:
    one = Statement("a", relation, "b", holds)
    return [" and ".join(map(str, way)) for way in one.ways]


@pytest.mark.parametrize(
    ("relation", "holds", "expected"),
    [
        (Allen.BEFORE, True, ["a.end < b.start"]),
        (Allen.BEFORE, False, ["b.start <= a.end"]),
        (Allen.CONTAINS, True, ["a.start < b.start and b.end < a.end"]),
        (Allen.CONTAINS, False, ["b.start <= a.start", "a.end <= b.end"]),
        (Allen.MEETS, False, ["a.end < b.start", "b.start < a.end"]),
        (
            Allen.EQUAL,
            False,
            ["a.start < b.start", "b.start < a.start", "a.end < b.end", "b.end < a.end"],
        ),
    ],
)
def test_a_no_is_one_failing_constraint(relation: Allen, holds: bool, expected: list[str]) -> None:
    assert ways(relation, holds) == expected


numbers = st.integers(0, 6)
intervals = st.tuples(numbers, numbers).filter(lambda ends: ends[0] < ends[1])


@given(intervals, intervals, st.sampled_from(tuple(Allen)), st.booleans())
def test_the_ways_are_true_where_the_statement_is(
    a: tuple[int, int], b: tuple[int, int], relation: Allen, holds: bool
) -> None:
    at = {("a", "start"): a[0], ("a", "end"): a[1], ("b", "start"): b[0], ("b", "end"): b[1]}

    def true(x: int, op: str, y: int) -> bool:
        return x < y if op == "<" else x <= y if op == "<=" else x == y

    one = Statement("a", relation, "b", holds)
    some = any(all(true(at[c.x], c.op, at[c.y]) for c in way) for way in one.ways)
    assert some == ((Allen.between(a, b) is relation) == holds)
    for way in one.negated().ways:
        for part in way:
            if part.op != "=":
                other = opposite(part)
                assert true(at[part.x], part.op, at[part.y]) != true(
                    at[other.x], other.op, at[other.y]
                )


@given(statement_sets())
def test_entities_are_named_once_in_order(statements: list[Statement]) -> None:
    found = entities_of(statements)
    assert len(set(found)) == len(found)
    assert set(found) == {e for statement in statements for e in (statement.a, statement.b)}
