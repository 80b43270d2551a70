"""The three answers to a temporal question, and how a proof words the reasons of one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from timegraph.allen import Allen, AllenSet


class Answer(str, Enum):
    """YES, NO or UNKNOWN, as QA TempEval defines them (Llorens et al. 2015).

    An answer is its word: it equals ``"yes"``, prints so, and is written so by ``json.dumps``.

    An answer has no truth value: ``if graph.ask(...):`` would treat UNKNOWN as one of the other
    two, so ``bool(answer)`` raises ``TypeError``. Compare instead:
    ``graph.ask(...) is Answer.YES``.
    """

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "an Answer is yes, no or unknown and has no truth value; "
            "compare it: `answer is Answer.YES`"
        )

    __str__ = str.__str__
    __repr__ = Enum.__str__  # can be pasted back


@dataclass(frozen=True, slots=True)
class RelationProof(ABC):
    """Why "a relation b" is answered as it is, in words: what proofs by chains and proofs by links
    alone have in common; ``name`` says what texts call the entities."""

    a: Hashable
    relation: AllenSet
    b: Hashable
    answer: Answer
    possible: AllenSet
    name: Callable[[Hashable], str] | None = field(
        default=None, repr=False, compare=False, kw_only=True
    )

    def text(
        self,
        *,
        relation: str | None = None,
        labels: Callable[[Allen], str] | None = None,
        claim: str | None = None,
    ) -> str:
        """One line: ``ei21 AFTER ei19, since l14: ei19 BEFORE t8; l20: ...``.

        ``relation`` is printed in place of the Allen names (a question's TimeML label), ``claim``
        in place of all that is asked, and ``labels`` names the relations that are still possible
        where the answer is unknown.
        """
        claim = self._asked(relation) if claim is None else claim
        if self.answer is Answer.UNKNOWN:
            possible = ", ".join(labels(r) if labels else r.value for r in self.possible)
            return f"{claim} is not determined{self._open(possible)}"
        reasons = "; ".join(self._reasons()) or self._axiom
        return f"{self._claim(claim)}, since {reasons}"

    def lines(
        self,
        *,
        relation: str | None = None,
        labels: Callable[[Allen], str] | None = None,
        claim: str | None = None,
    ) -> Iterator[str]:
        """The proof line by line, as :meth:`text` words it: the claim, then a reason a line."""
        reasons = [] if self.answer is Answer.UNKNOWN else self._reasons()
        if not reasons:
            yield self.text(relation=relation, labels=labels, claim=claim)
            return
        yield f"{self._claim(self._asked(relation) if claim is None else claim)}, since"
        yield from reasons

    @abstractmethod
    def _reasons(self) -> list[str]:
        """What the answer follows from."""

    def _open(self, possible: str) -> str:
        """What is open, with the names of the relations that are still possible."""
        return f"; still possible: {possible}"

    @property
    def _axiom(self) -> str:
        """What the answer follows from where that is nothing that was stated."""
        return "an interval equals itself"

    def _asked(self, relation: str | None) -> str:
        name = relation or " or ".join(member.value for member in self.relation) or "nothing"
        a, b = (self.a, self.b) if self.name is None else map(self.name, (self.a, self.b))
        return f"{a} {name} {b}"

    def _claim(self, claim: str) -> str:
        return f"not {claim}" if self.answer is Answer.NO else claim

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> dict[str, Any]:
        """The proof as JSON data: plain dicts, lists and strings."""
        return {
            "a": str(self.a),
            "relation": [member.value for member in self.relation],
            "b": str(self.b),
            "answer": self.answer.value,
            "possible": [member.value for member in self.possible],
            "text": self.text(),
        }
