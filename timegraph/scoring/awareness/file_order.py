"""Links in their order: which of them those before them entail, and which contradict these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from timegraph._graph.named_closure import NamedClosure, Statement, mask_stated
from timegraph.links import PointLink

__all__ = ["InOrder", "in_order"]


@dataclass(frozen=True, slots=True)
class InOrder:
    """Statements taken one by one: ``added`` ones changed the closure, ``contradicting`` ones were
    left out, and all others were entailed. ``informative`` has the first two kinds in their common
    order. ``axioms`` held from the beginning."""

    closure: NamedClosure
    added: tuple[Statement, ...]
    contradicting: tuple[Statement, ...]
    informative: tuple[Statement, ...]
    axioms: tuple[PointLink, ...] = ()


def in_order(statements: Iterable[Statement], axioms: Sequence[PointLink] = ()) -> InOrder:
    """Take the statements one by one. One that those before it entail changes nothing; one that
    contradicts them is left out as a whole (the policy ``drop-link``).

    The constraints ``axioms`` hold from the beginning and are not in the result. Raises
    ``ValueError`` if they contradict each other.
    """
    closure = NamedClosure(axioms)
    added: list[Statement] = []
    contradicting: list[Statement] = []
    informative: list[Statement] = []
    for statement in statements:
        a, relation, b = statement
        mask = mask_stated(relation)
        possible = closure.mask(a, b)
        if not possible & ~mask:
            continue
        informative.append(statement)
        if possible & mask:
            closure.add(statement)
            added.append(statement)
        else:
            contradicting.append(statement)
    return InOrder(closure, tuple(added), tuple(contradicting), tuple(informative), tuple(axioms))
