"""Proofs as data, and as text in the annotations' own terms."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.links import AnyLink, Endpoint, Naming, endpoint_name
from timegraph.proofs.steps import Chain, ChainStep, DistanceStep, each_once
from timegraph.proofs.words import ProofLine, lines_of

__all__ = ["Proof", "Witness"]


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
    and not in the second. ``possible`` is the set of relations that can still hold. Texts call
    the entities as ``name`` says, by default by themselves; data has the entities. ``as_written``
    says what an UNKNOWN answer is if ``?`` and ``~`` of dates say nothing: "yes as written, 1850 is
    approximate".
    """

    a: Hashable
    relation: AllenSet
    b: Hashable
    answer: Answer
    possible: AllenSet
    chains: tuple[Chain, ...]
    witnesses: tuple[Witness, ...]
    name: Naming | None = field(default=None, repr=False, compare=False)
    as_written: str | None = field(default=None, repr=False)

    @property
    def links(self) -> tuple[AnyLink, ...]:
        """The links that the chains use, each once, in order of use."""
        return each_once(step.link for chain in self.chains for step in chain.steps)

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
        claim = self._asked(relation) if claim is None else claim
        if self.answer is Answer.UNKNOWN:
            holds, fails = self.witnesses
            written = "" if self.as_written is None else f"; {self.as_written}"
            return (
                f"{claim} is not determined{written}: it holds if {holds.of(self.a, self.b)}, "
                f"not if {fails.of(self.a, self.b)}; still possible: {self._possible(labels)}"
            )
        reasons = "; ".join(map(str, self.shown)) or self._axiom
        return f"{self._claim(claim)}, since {reasons}"

    @property
    def steps(self) -> tuple[ChainStep | DistanceStep, ...]:
        """The exact steps of all chains, one after the other."""
        return tuple(step for chain in self.chains for step in chain.steps)

    @property
    def shown(self) -> tuple[ProofLine, ...]:
        """The steps as a person reads them; see :mod:`timegraph.proofs.words`."""
        return lines_of(self.chains, self.name)

    def lines(
        self,
        *,
        relation: str | None = None,
        labels: Callable[[Allen], str] | None = None,
        claim: str | None = None,
        full: bool = False,
    ) -> Iterator[str]:
        """The proof line by line, as :meth:`text` words it: the claim, then a step a line. With
        ``full`` each chain with its exact steps."""
        if self.answer is Answer.UNKNOWN or not self.chains:
            yield self.text(relation=relation, labels=labels, claim=claim)
            return
        yield f"{self._claim(self._asked(relation) if claim is None else claim)}, since"
        if not full:
            yield from map(str, self.shown)
            return
        for chain in self.chains:
            yield f"{chain.conclusion}, since"
            yield from (f"  {step.text(self.name)}" for step in chain.steps)

    def _asked(self, relation: str | None) -> str:
        name = relation or " or ".join(member.value for member in self.relation) or "nothing"
        a, b = (self.a, self.b) if self.name is None else map(self.name, (self.a, self.b))
        return f"{a} {name} {b}"

    def _claim(self, claim: str) -> str:
        return claim if self.answer is Answer.YES else f"not {claim}"

    @property
    def _axiom(self) -> str:
        return "an interval equals itself" if self.a == self.b else "start is before end"

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
            + "".join(f"<li>{escape(step.text(self.name))}</li>" for step in chain.steps)
            + "</ol></li>"
            for chain in self.chains
        )
        return f"<p><b>{self.answer}</b>: {escape(self.text())}</p><ul>{chains}</ul>"

    def to_json(self) -> dict[str, Any]:
        """The proof as JSON data: plain dicts, lists and strings."""
        written = {} if self.as_written is None else {"as_written": self.as_written}
        return {
            "a": str(self.a),
            "relation": [member.value for member in self.relation],
            "b": str(self.b),
            "answer": self.answer.value,
            "possible": [member.value for member in self.possible],
            "text": self.text(),
            "chains": [chain.to_json() for chain in self.chains],
            "witnesses": [witness.to_json() for witness in self.witnesses],
            **written,
        }
