"""One world of a network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Generic

from timegraph.allen import Allen, AllenSet
from timegraph.graph import TimeGraph
from timegraph.links import Endpoint, Link
from timegraph.readable_graph import E

__all__ = ["Scenario"]


@dataclass(frozen=True, slots=True)
class Scenario(Generic[E]):
    """One world: ``times`` has a time for each endpoint, as
    :meth:`timegraph.IntervalNetwork.schedule` gives them."""

    entities: tuple[E, ...]
    times: Mapping[Endpoint, Fraction]

    def relation(self, a: E, b: E) -> Allen:
        """The relation from ``a`` to ``b``. Raises ``KeyError`` for an unknown interval."""
        first, second = (
            (self.times[interval, "start"], self.times[interval, "end"]) for interval in (a, b)
        )
        return Allen.between(first, second)  # type: ignore[arg-type]

    def links(self) -> Iterator[Link]:
        """The relation of every pair, each once, in the order of :attr:`entities`."""
        for a, b in combinations(self.entities, 2):
            yield Link(a, AllenSet(self.relation(a, b)), b)

    def graph(self) -> TimeGraph[E]:
        """These links as a graph."""
        graph: TimeGraph[E] = TimeGraph()
        for entity in self.entities:
            graph.add_entity(entity)
        graph.extend(self.links())
        return graph
