"""Why a network answers as it does: the links that decide it, none of which can be left out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.citations import cite
from timegraph.links import Naming
from timegraph.networks.links import NetworkLink


@dataclass(frozen=True, slots=True)
class NetworkProof:
    """Why "a relation b" is answered as it is, with the texts of a :class:`timegraph.Proof`: the
    ``links`` contradict the opposite of a YES, or what a NO denies, while no part of them does.
    ``possible`` are the relations that can still hold."""

    a: Hashable
    relation: AllenSet
    b: Hashable
    answer: Answer
    possible: AllenSet
    links: tuple[NetworkLink, ...]
    name: Naming | None = field(default=None, repr=False, compare=False)

    def text(
        self,
        *,
        relation: str | None = None,
        labels: Callable[[Allen], str] | None = None,
        claim: str | None = None,
    ) -> str:
        """One line: what is proved, and the links; see :meth:`timegraph.Proof.text`."""
        claim = self._asked(relation) if claim is None else claim
        if self.answer is Answer.UNKNOWN:
            possible = ", ".join(labels(r) if labels else r.value for r in self.possible)
            return f"{claim} is not determined; still possible: {possible}"
        reasons = "; ".join(self._reasons) or "an interval equals itself"
        return f"{self._claim(claim)}, since {reasons}"

    def lines(
        self,
        *,
        relation: str | None = None,
        labels: Callable[[Allen], str] | None = None,
        claim: str | None = None,
        full: bool = False,
    ) -> Iterator[str]:
        """The proof line by line: what is proved, and then a link a line."""
        if not self.links:
            yield self.text(relation=relation, labels=labels, claim=claim)
            return
        yield f"{self._claim(self._asked(relation) if claim is None else claim)}, since"
        yield from self._reasons

    @property
    def _reasons(self) -> list[str]:
        return [cite(link, self.name) for link in self.links]

    def _asked(self, relation: str | None) -> str:
        name = relation or " or ".join(member.value for member in self.relation) or "nothing"
        a, b = (self.a, self.b) if self.name is None else map(self.name, (self.a, self.b))
        return f"{a} {name} {b}"

    def _claim(self, claim: str) -> str:
        return f"not {claim}" if self.answer is Answer.NO else claim

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> dict[str, Any]:
        """The proof as JSON data."""
        return {
            "a": str(self.a),
            "relation": [member.value for member in self.relation],
            "b": str(self.b),
            "answer": self.answer.value,
            "possible": [member.value for member in self.possible],
            "text": self.text(),
            "links": [cite(link) for link in self.links],
        }
