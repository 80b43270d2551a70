"""Blocks: every statement in one of them, and nothing between two blocks."""

from __future__ import annotations

import networkx
from hypothesis import given

from tests.statement_sets import statement_sets, true_sets
from timegraph.allen import Allen
from timegraph.qa.contradictions import Statement, block_of, blocks


def said(*pairs: str) -> list[Statement]:
    return [Statement(pair[0], Allen.BEFORE, pair[1], True) for pair in pairs]


def test_a_chain_has_a_block_for_each_link_and_a_cycle_one_for_all() -> None:
    assert blocks(said("ab", "bc", "cd")) == [(0,), (1,), (2,)]
    assert blocks(said("ab", "bc", "ca", "cd", "dc", "ee")) == [(0, 1, 2), (3, 4), (5,)]
    assert block_of(said("ab", "bc", "ca"), 1) == (0, 1, 2)


def test_a_long_chain_takes_no_recursion() -> None:
    chain = [Statement(k, Allen.BEFORE, k + 1, True) for k in range(5_000)]
    assert len(blocks(chain)) == 5_000


@given(statement_sets("abcdef", most=12) | true_sets("abcdef", most=12))
def test_as_networkx_has_them(statements: list[Statement]) -> None:
    graph = networkx.Graph(
        (statement.a, statement.b) for statement in statements if statement.a != statement.b
    )
    expected = {frozenset(part) for part in networkx.biconnected_components(graph)}
    found = blocks(statements)
    assert sorted(n for block in found for n in block) == list(range(len(statements)))
    assert found == sorted(found)
    entities = [
        frozenset(e for n in block for e in (statements[n].a, statements[n].b)) for block in found
    ]
    assert {part for part in entities if len(part) > 1} == expected
