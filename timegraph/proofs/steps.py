"""The exact steps of a proof: paths of constraints between endpoints, each step by a link."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from timegraph.citations import cite, link_to_json
from timegraph.links import (
    AnyLink,
    DistanceConstraint,
    Endpoint,
    Naming,
    PointConstraint,
    endpoint_name,
)

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["Chain", "ChainStep", "Chains", "DistanceStep", "each_once", "reason"]


def each_once(links: Iterable[AnyLink | None]) -> tuple[AnyLink, ...]:
    """The links, each once, in order of use."""
    return tuple({id(link): link for link in links if link is not None}.values())


def reason(link: AnyLink | None, name: Naming | None = None) -> str:
    """What a step of a proof follows from."""
    return "start before end" if link is None else cite(link, name)


@dataclass(frozen=True, slots=True)
class ChainStep:
    """``x op y`` by ``link``, which is ``None`` where x and y are an interval's two points."""

    x: Endpoint
    op: str
    y: Endpoint
    link: AnyLink | None

    @property
    def claim(self) -> str:
        """What the step says: ``ei1.end < ei2.start``."""
        return f"{endpoint_name(self.x)} {self.op} {endpoint_name(self.y)}"

    def text(self, name: Naming | None = None) -> str:
        """The claim and its link, whose entities are called as ``name`` says."""
        return f"{self.claim} ({reason(self.link, name)})"

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> dict[str, Any]:
        """The step as JSON data."""
        return {
            "x": endpoint_name(self.x),
            "op": self.op,
            "y": endpoint_name(self.y),
            "link": None if self.link is None else link_to_json(self.link),
        }


@dataclass(frozen=True, slots=True)
class DistanceStep:
    """``y - x <= value`` in seconds (``<`` if ``strict``) by ``link``, which is ``None`` where x is
    the end and y the start of an interval."""

    x: Endpoint
    y: Endpoint
    value: Fraction
    strict: bool
    link: AnyLink | None

    @property
    def claim(self) -> str:
        """What the step says: ``ei2.start - ei1.end <= 3 days``."""
        return str(DistanceConstraint(self.x, self.y, self.value, self.strict))

    def text(self, name: Naming | None = None) -> str:
        """The claim and its link, whose entities are called as ``name`` says."""
        return f"{self.claim} ({reason(self.link, name)})"

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> dict[str, Any]:
        """The step as JSON data; ``seconds`` is a whole number or a fraction as text."""
        return {
            "x": endpoint_name(self.x),
            "y": endpoint_name(self.y),
            "seconds": str(self.value),
            "strict": self.strict,
            "link": None if self.link is None else link_to_json(self.link),
        }


@dataclass(frozen=True, slots=True)
class Chain:
    """A path of constraints that entails ``conclusion`` (``<`` or ``<=``)."""

    conclusion: PointConstraint | DistanceConstraint
    steps: tuple[ChainStep | DistanceStep, ...]

    @property
    def cost(self) -> int:
        """The number of link steps; a link used twice counts twice."""
        return sum(step.link is not None for step in self.steps)

    @property
    def links(self) -> tuple[AnyLink, ...]:
        """The links that the chain uses, each once, in order of use."""
        return each_once(step.link for step in self.steps)

    def __str__(self) -> str:
        return f"{self.conclusion}: {'; '.join(map(str, self.steps))}"

    def to_json(self) -> dict[str, Any]:
        """The chain as JSON data."""
        return {
            "conclusion": str(self.conclusion),
            "steps": [step.to_json() for step in self.steps],
        }


class Chains(tuple[Chain, ...]):
    """Chains that print as text, one a line."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self))
