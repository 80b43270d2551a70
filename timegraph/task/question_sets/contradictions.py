"""Answers that cannot all be true: minimal sets of them, why, and the fewest to drop.

A contradiction is a set of statements that no world makes true together; with any one of them left
out, a world makes the others true. The fewest statements to drop meet every
contradiction; they are found by size through the contradictions found so far, as Reiter (1987) does
for diagnoses, in the version that asks for one more contradiction whenever a smallest hitting set
does not yet suffice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from timegraph.graph import TimeGraph
from timegraph.links import AnyLink, PointConstraint, PointLink
from timegraph.proofs import Chain, contradiction
from timegraph.proofs.minimal import minimal_conflict
from timegraph.repairs.hitting_sets import least_cost
from timegraph.task.question_sets.blocks import blocks
from timegraph.task.question_sets.search import (
    NO_DEADLINE,
    Deadline,
    UndecidedError,
    satisfiable,
    world_of_block,
)
from timegraph.task.question_sets.statements import Statement, entities_of

__all__ = ["Branch", "Consistency", "branches_of", "consistency", "minimal_core"]


@dataclass(frozen=True, slots=True)
class Branch:
    """One way in which a contradiction could have been avoided, and why it cannot.

    ``choices`` are the ways taken for the noes that have several, each with its statement.
    ``chain``, whose links have the statements as sources, entails the opposite of ``excluded``,
    which is what one of the statements then says.
    """

    choices: tuple[tuple[Statement, PointConstraint], ...]
    chain: Chain
    excluded: tuple[Statement, PointConstraint]


@dataclass(frozen=True, slots=True)
class Consistency:
    """Whether one world makes all statements about a document true.

    ``consistent`` is ``None`` if the time was up before it was decided. ``contradictions`` are
    minimal sets of numbers of statements; there may be more unless ``all_found``. ``drop`` are
    the fewest statements without which the others agree, of several such sets the first in file
    order; ``None`` if the time was up.
    """

    consistent: bool | None
    contradictions: tuple[tuple[int, ...], ...] = ()
    all_found: bool = True
    drop: tuple[int, ...] | None = ()


def consistency(
    statements: Sequence[Statement],
    *,
    time_limit: float | None = None,
) -> Consistency:
    """Whether some world makes all ``statements`` true; if none does, the contradictions and the
    fewest statements to drop.

    Exact within ``time_limit`` seconds, which hold for the decision and, again, for the search for
    contradictions; after them the parts that are missing are marked as such.
    """
    deadline = Deadline(time_limit)
    decided: list[tuple[int, ...]] = []
    undecided = False
    for block in blocks(statements):
        try:
            if world_of_block([statements[n] for n in block], deadline) is None:
                decided.append(block)
        except UndecidedError:
            undecided = True
    if not decided:
        return Consistency(None, (), False, None) if undecided else Consistency(True)
    cores: list[tuple[int, ...]] = []
    least: list[int] | None = None if undecided else []
    complete = not undecided
    deadline = Deadline(time_limit)
    for block in decided:
        search = _Search(statements, block, deadline)
        try:
            dropped = search.fewest()
            least = None if least is None else [*least, *dropped]
            search.find_all()
        except UndecidedError:
            if not search.fewest_known:
                least = None
            complete = False
        cores += search.found
    in_order = tuple(sorted(cores, key=lambda core: (core[-1], len(core), core)))
    return Consistency(False, in_order, complete, None if least is None else tuple(sorted(least)))


def minimal_core(
    statements: Sequence[Statement], numbers: Collection[int], deadline: Deadline
) -> tuple[int, ...]:
    """Of the statements with these numbers, which no world makes true, a part that cannot be made
    smaller; what comes late in the file is left out first.
    """
    core = sorted(numbers)
    # Whole blocks go first: all of a contradiction lies in one.
    for block in blocks([statements[n] for n in core]):
        members = [core[k] for k in block]
        if world_of_block([statements[n] for n in members], deadline) is None:
            core = members
            break

    return minimal_conflict(
        core, lambda given: satisfiable([statements[n] for n in given], deadline)
    )


class _Search:
    """The contradictions within a block that has some."""

    def __init__(
        self, statements: Sequence[Statement], block: tuple[int, ...], deadline: Deadline
    ) -> None:
        self._statements = statements
        self._block = block
        self._deadline = deadline
        self.found: list[tuple[int, ...]] = []
        self.fewest_known = False

    def _without(self, dropped: frozenset[int]) -> tuple[int, ...] | None:
        """A contradiction among the others, a known one if possible; ``None`` if they agree."""
        for core in self.found:
            if not dropped & set(core):
                return core
        rest = [n for n in self._block if n not in dropped]
        if satisfiable([self._statements[n] for n in rest], self._deadline):
            return None
        core = minimal_core(self._statements, rest, self._deadline)
        self.found.append(core)
        return core

    def fewest(self) -> list[int]:
        """The fewest statements without which the others agree."""
        while True:
            dropped = _first_smallest(list(map(frozenset, self.found)), self._deadline)
            if self._without(frozenset(dropped)) is None:
                self.fewest_known = True
                return dropped

    def find_all(self) -> None:
        """Find every contradiction: whatever is dropped from each of those found, look for one
        more among the others (Reiter's tree, where equal sets are looked at once)."""
        seen: set[frozenset[int]] = set()
        waiting = [frozenset[int]()]
        while waiting:
            self._deadline.check()
            dropped = waiting.pop()
            core = self._without(dropped)
            if core is None:
                continue
            for number in core:
                more = dropped | {number}
                if more not in seen:
                    seen.add(more)
                    waiting.append(more)


def _first_smallest(sets: list[frozenset[int]], deadline: Deadline) -> list[int]:
    """Of the smallest sets that meet all of ``sets``, the first by its sorted numbers."""
    size = least_cost(sets)
    while (smallest := _first_of_size(sets, size, deadline)) is None:
        size += 1
    return smallest


def _first_of_size(sets: list[frozenset[int]], size: int, deadline: Deadline) -> list[int] | None:
    # Numbers are taken in rising order; a set whose numbers have all been passed is lost.
    stack: list[tuple[list[int], list[frozenset[int]]]] = [([], sets)]
    while stack:
        deadline.check()
        taken, missed = stack.pop()
        if not missed:
            return taken
        if len(taken) + least_cost(missed) > size:
            continue
        # One of the next numbers has to be taken up to the largest of some set.
        last = min(max(cycle) for cycle in missed)
        candidates = sorted({n for cycle in missed for n in cycle if n <= last})
        for number in reversed(candidates):
            rest = [
                frozenset(n for n in cycle if n > number) for cycle in missed if number not in cycle
            ]
            if all(rest):
                stack.append(([*taken, number], rest))
    return None


def branches_of(core: Sequence[Statement], deadline: Deadline = NO_DEADLINE) -> Iterator[Branch]:
    """Why the statements of a contradiction cannot all be true: for each choice among the ways of
    its noes the chain that excludes it, noes with few ways first. A choice is not continued once it
    is excluded, so there may be fewer branches than combinations. Raises :class:`UndecidedError` if
    the time is up."""
    in_order = sorted(core, key=lambda statement: len(statement.ways))
    links = [[_links(statement, way) for way in statement.ways] for statement in in_order]
    stack: list[tuple[int, ...]] = [()]
    while stack:
        deadline.check()
        taken = stack.pop()
        added = [link for ways, k in zip(links, taken, strict=False) for link in ways[k]]
        refuted = _refuted(core, added)
        if refuted is None:
            ways = links[len(taken)]
            stack += [(*taken, k) for k in reversed(range(len(ways)))]
            continue
        yield Branch(
            tuple(
                (statement, statement.ways[k][0])
                for statement, k in zip(in_order, taken, strict=False)
                if len(statement.ways) > 1
            ),
            *refuted,
        )


def _links(statement: Statement, way: Sequence[PointConstraint]) -> list[AnyLink]:
    return [PointLink(part.x, part.op, part.y, statement) for part in way]


def _refuted(
    core: Sequence[Statement], links: Sequence[AnyLink]
) -> tuple[Chain, tuple[Statement, PointConstraint]] | None:
    """The chain by which ``links`` contradict one of them, and what this one says; ``None`` if they
    agree."""
    graph = TimeGraph(on_conflict="drop-constraint")
    for entity in entities_of(core):
        graph.add_entity(entity)
    graph.extend(links)
    if not graph.conflicts:
        return None
    link = graph.conflicts[0].link
    assert isinstance(link, PointLink)
    said = PointConstraint(link.x, link.op, link.y)
    return contradiction(graph, graph.conflicts[0]), (link.source, said)
