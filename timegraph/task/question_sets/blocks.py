"""Which statements can contradict each other at all.

Statements are edges between entities. Two consistent sets that share a single interval are
consistent together: whatever the one world does around this interval, the other can be stretched to
fit. So what contradicts itself, and what follows from what, lies within one *block*: a biconnected
component of the graph (Hopcroft & Tarjan 1973), where any two edges are on a common cycle.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from timegraph.task.question_sets.statements import Statement

__all__ = ["block_of", "blocks"]

_Edges = dict[Hashable, list[tuple[Hashable, int]]]


def blocks(statements: Sequence[Statement]) -> list[tuple[int, ...]]:
    """The numbers of the statements in blocks: each number once, in order, the blocks in the
    order of their first statement. A statement about one entity alone is a block."""
    edges: _Edges = {}
    in_blocks: list[tuple[int, ...]] = []
    for number, statement in enumerate(statements):
        if statement.a == statement.b:
            in_blocks.append((number,))
            continue
        edges.setdefault(statement.a, []).append((statement.b, number))
        edges.setdefault(statement.b, []).append((statement.a, number))
    depth: dict[Hashable, int] = {}
    for root in edges:
        if root not in depth:
            in_blocks += _from_root(root, edges, depth)
    return sorted(in_blocks)


def block_of(statements: Sequence[Statement], number: int) -> tuple[int, ...]:
    """The block that the statement of this number is in."""
    return next(block for block in blocks(statements) if number in block)


def _from_root(
    root: Hashable, edges: _Edges, depth: dict[Hashable, int]
) -> Iterator[tuple[int, ...]]:
    """The blocks of the part of the graph that ``root`` is in, by a depth-first search without
    recursion; ``depth`` gets its entities."""
    depth[root] = 0
    low = {root: 0}
    open_edges: list[int] = []
    used: set[int] = set()
    stack: list[tuple[Hashable, int, Iterable[tuple[Hashable, int]]]] = [
        (root, 0, iter(edges[root]))
    ]
    while stack:
        entity, begun, ahead = stack[-1]
        for other, number in ahead:
            if number in used:
                continue
            used.add(number)
            if other in depth:
                open_edges.append(number)
                low[entity] = min(low[entity], depth[other])
                continue
            depth[other] = low[other] = len(stack)
            stack.append((other, len(open_edges), iter(edges[other])))
            open_edges.append(number)
            break
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                low[above] = min(low[above], low[entity])
                if low[entity] >= depth[above]:
                    yield tuple(sorted(open_edges[begun:]))
                    del open_edges[begun:]
