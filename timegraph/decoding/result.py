"""What decoding returns: the annotation, what it is worth, what was given up and why."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any

from timegraph.decoding.outvoted import Outvoted, Overruled, Weight
from timegraph.decoding.overruled import overruled
from timegraph.decoding.vocabulary import Mode, Vocabulary
from timegraph.graph import TimeGraph
from timegraph.links import AnyLink, Link, Policy

__all__ = ["Decoded"]


@dataclass(frozen=True)
class Decoded:
    """The consistent annotation of greatest weight that was found.

    ``labels`` has the label of each pair, named as in the first candidate of the pair (turned round
    only where the scheme has no label that way). ``value`` is what the labels weigh together; no
    other annotation weighs more than ``bound``; ``optimal`` is whether that is proven to be the
    same. ``loss`` is how much more the heaviest labels of all pairs weigh, which contradict each
    other. ``links`` are the chosen links that claim something, ``given`` what held anyway, with the
    ``timezone`` and ``conventions`` of its graph, ``outvoted`` the pairs that did not get their
    heaviest label, ``words`` the choices there were.
    """

    labels: Mapping[tuple[Hashable, Hashable], str]
    value: Weight
    bound: Weight
    loss: Weight
    optimal: bool
    mode: Mode
    links: tuple[Link, ...] = field(repr=False)
    given: tuple[AnyLink, ...] = field(repr=False)
    outvoted: tuple[Outvoted, ...] = field(repr=False)
    words: Vocabulary = field(repr=False)
    timezone: str | None = field(default=None, repr=False)
    conventions: bool = field(default=True, repr=False)

    def __repr__(self) -> str:
        pairs, value = len(self.labels), float(self.value)
        proof = "optimal" if self.optimal else f"at most {float(self.bound):g} possible"
        return f"<Decoded, {self.mode}: {pairs} pairs, value {value:g}, {proof}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (dict(self.labels), *(getattr(self, f.name) for f in fields(self)[1:]))

    @property
    def gap(self) -> float:
        """How much more, as a share of the value, another annotation could at most weigh."""
        return (
            0.0
            if self.optimal
            else float(self.bound - self.value) / max(abs(float(self.value)), 1.0)
        )

    @cached_property
    def graph(self) -> TimeGraph[Any]:
        """The chosen links, and the given ones, as a graph."""
        graph = self._given("error")
        graph.extend(self.links)
        return graph

    @cached_property
    def overruled(self) -> tuple[Overruled, ...]:
        """The heaviest label of each pair that got another, and what it runs into."""
        graph = self._given("drop-link")
        return overruled(
            self.outvoted, tuple(self.labels), self.links, graph, self.words, self.mode
        )

    def _given(self, on_conflict: Policy) -> TimeGraph[Any]:
        """A new graph of all entities with what was given."""
        graph: TimeGraph[Any] = TimeGraph(
            on_conflict=on_conflict, timezone=self.timezone, conventions=self.conventions
        )
        for pair in self.labels:
            for entity in pair:
                graph.add_entity(entity)
        graph.extend(self.given)
        return graph


def _again(labels: dict[tuple[Hashable, Hashable], str], *others: Any) -> Decoded:
    return Decoded(MappingProxyType(labels), *others)
