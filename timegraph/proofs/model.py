"""Proofs as data, and as text in the annotations' own terms."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.citations import cite, link_to_json
from timegraph.links import AnyLink, DistanceConstraint, Endpoint, PointConstraint, endpoint_name

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = [
    "Chain",
    "ChainStep",
    "DistanceStep",
    "Proof",
    "Witness",
]


def _each_once(links: Iterable[AnyLink | None]) -> tuple[AnyLink, ...]:
    return tuple({id(link): link for link in links if link is not None}.values())


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

    def __str__(self) -> str:
        why = "start before end" if self.link is None else cite(self.link)
        return f"{self.claim} ({why})"

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

    def __str__(self) -> str:
        why = "start before end" if self.link is None else cite(self.link)
        return f"{self.claim} ({why})"

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
        return _each_once(step.link for step in self.steps)

    def __str__(self) -> str:
        return f"{self.conclusion}: {'; '.join(map(str, self.steps))}"

    def to_json(self) -> dict[str, Any]:
        """The chain as JSON data."""
        return {
            "conclusion": str(self.conclusion),
            "steps": [step.to_json() for step in self.steps],
        }


@dataclass(frozen=True, slots=True)
class Witness:
    """A possible world: all endpoints from earliest to latest, equal ones in one group."""

    relation: Allen
    order: tuple[tuple[Endpoint, ...], ...]

    def of(self, *entities: Hashable) -> str:
        """The order of these entities' endpoints alone, as text."""
        groups = (
            " = ".join(endpoint_name(point) for point in group if point[0] in entities)
            for group in self.order
        )
        return " < ".join(group for group in groups if group)

    def to_json(self) -> dict[str, Any]:
        """The world as JSON data."""
        order = [[endpoint_name(point) for point in group] for group in self.order]
        return {"relation": self.relation.value, "order": order}


@dataclass(frozen=True, slots=True)
class Proof:
    """Why "a relation b" is answered as it is.

    YES and NO have ``chains``; UNKNOWN has two ``witnesses``: the relation holds in the first
    and not in the second. ``possible`` is the set of relations that can still hold.
    """

    a: Hashable
    relation: AllenSet
    b: Hashable
    answer: Answer
    possible: AllenSet
    chains: tuple[Chain, ...]
    witnesses: tuple[Witness, ...]

    @property
    def links(self) -> tuple[AnyLink, ...]:
        """The links that the chains use, each once, in order of use."""
        return _each_once(step.link for chain in self.chains for step in chain.steps)

    def text(
        self,
        *,
        relation: str | None = None,
        labels: Callable[[Allen], str] | None = None,
        claim: str | None = None,
    ) -> str:
        """One line: ``ei21 AFTER ei19, since l14: ei19 BEFORE t8; l20: ...``.

        ``relation`` is printed in place of the Allen names (a question's TimeML label), ``claim``
        in place of all that is asked, and
        ``labels`` names the relations that are still possible where the answer is unknown.
        """
        name = relation or " or ".join(member.value for member in self.relation) or "nothing"
        claim = f"{self.a} {name} {self.b}" if claim is None else claim
        if self.answer is Answer.UNKNOWN:
            holds, fails = self.witnesses
            return (
                f"{claim} is not determined: it holds if {holds.of(self.a, self.b)}, "
                f"not if {fails.of(self.a, self.b)}; still possible: {self._possible(labels)}"
            )
        axiom = "an interval equals itself" if self.a == self.b else "start is before end"
        reasons = "; ".join(map(cite, self.links)) or axiom
        return f"{'' if self.answer is Answer.YES else 'not '}{claim}, since {reasons}"

    def _possible(self, labels: Callable[[Allen], str] | None) -> str:
        if self.possible == AllenSet.all():
            return "any relation"
        return ", ".join(labels(r) if labels else r.value for r in self.possible)

    def __str__(self) -> str:
        return self.text()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """For notebooks: the words in place of the data."""
        printer.text(str(self))

    def _repr_html_(self) -> str:
        """For notebooks: the answer and the chains of links behind it."""
        from html import escape

        chains = "".join(
            f"<li>{escape(str(chain.conclusion))}, since<ol>"
            + "".join(f"<li>{escape(str(step))}</li>" for step in chain.steps)
            + "</ol></li>"
            for chain in self.chains
        )
        return f"<p><b>{self.answer}</b>: {escape(self.text())}</p><ul>{chains}</ul>"

    def to_json(self) -> dict[str, Any]:
        """The proof as JSON data: plain dicts, lists and strings."""
        return {
            "a": str(self.a),
            "relation": [member.value for member in self.relation],
            "b": str(self.b),
            "answer": self.answer.value,
            "possible": [member.value for member in self.possible],
            "text": self.text(),
            "chains": [chain.to_json() for chain in self.chains],
            "witnesses": [witness.to_json() for witness in self.witnesses],
        }
