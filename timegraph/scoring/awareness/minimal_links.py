"""A transitive reduction of a document's closure: few links that entail all the others.

Entities are taken in text order, never in the order of links, so that the result depends only on
what the links mean together. A partial order has exactly one transitive reduction (Aho, Garey &
Ullman 1972); relations that share endpoints have several, of which the construction below chooses
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from timegraph._graph.named_closure import MASKS, NamedClosure, Statement, inverse
from timegraph.allen import Allen
from timegraph.links import PointLink
from timegraph.scoring.awareness.file_order import InOrder, in_order

__all__ = ["in_text_order", "reduced_closure"]

_RELATION = {mask: relation for relation, mask in MASKS.items()}


def in_text_order(
    statements: Iterable[Statement], entities: Sequence[str], axioms: Sequence[PointLink] = ()
) -> InOrder:
    """The statements ordered by the positions of their entities in ``entities``, each once and from
    its earlier entity, taken one by one after the ``axioms``
    (:func:`timegraph.scoring.awareness.file_order.in_order`)."""
    position = {entity: number for number, entity in enumerate(entities)}

    def key(statement: Statement) -> tuple[int, int, int]:
        a, relation, b = statement
        assert isinstance(relation, Allen)
        return position[a], position[b], relation.index

    return in_order(sorted({min(s, inverse(s), key=key) for s in statements}, key=key), axioms)


def reduced_closure(
    closure: NamedClosure, entities: Sequence[str], axioms: Sequence[PointLink] = ()
) -> tuple[Statement, ...]:
    """Statements that, with the ``axioms``, entail everything that ``closure`` entails between two
    entities, and none of which the others and the axioms entail.

    ``entities`` are those of the statements in ``closure``, in text order; the closure has the same
    axioms. Equal entities are chained in text order, and the first of them represents all. Every
    pair of these with one entailed relation is a candidate. Candidates are taken by the number of
    points known to lie between the points that they order, then in text order; those that the ones
    before them entail are skipped. In a partial order this leaves exactly the pairs with nothing
    between them. Where endpoints are shared, an earlier candidate may follow from later ones; a
    second pass, from the last to the first, removes these. Axioms may entail parts of the chain,
    so that with axioms the chain is among the candidates, before all others.
    """
    firsts, chain = _chained(closure, entities)
    ranked: list[tuple[int, int, int, Statement]] = []
    position = {entity: number for number, entity in enumerate(firsts)}
    for i, a in enumerate(firsts):
        for b in closure.related(a):
            j = position.get(b, 0)
            relation = _RELATION.get(closure.possible(a, b) or 0) if j > i else None
            if relation is not None:
                statement = (a, relation, b)
                ranked.append((closure.between(statement), i, j, statement))
    ranked.sort(key=lambda candidate: candidate[:3])
    candidates = [statement for *_, statement in ranked]
    if axioms:
        return _irredundant([*chain, *candidates], axioms)
    # Entities that are not first occur in the chain alone, so that nothing can replace it.
    return (*chain, *_irredundant(candidates))


def _chained(closure: NamedClosure, entities: Sequence[str]) -> tuple[list[str], list[Statement]]:
    """The first of each set of equal entities, and a link from each entity of the set to the
    next."""
    chain: list[Statement] = []
    last: dict[str, str] = {}  # the first of equal entities -> the last one seen so far
    for entity in entities:
        firsts = (related for related in closure.related(entity) if related in last)
        same = next(
            (first for first in firsts if closure.entails((first, Allen.EQUAL, entity))), None
        )
        if same is None:
            last[entity] = entity
        else:
            chain.append((last[same], Allen.EQUAL, entity))
            last[same] = entity
    return list(last), chain


def _irredundant(
    candidates: Iterable[Statement], axioms: Sequence[PointLink] = ()
) -> tuple[Statement, ...]:
    """The candidates that the axioms and the ones before them do not entail, without those that
    the axioms and all the others entail, which are removed from the last to the first."""
    links = list(in_order(candidates, axioms).added)
    closure = in_order(links, axioms).closure
    for k in reversed(range(len(links))):
        if not closure.irreplaceable(links[k]):
            others = links[:k] + links[k + 1 :]
            if NamedClosure(axioms, others).entails(links[k]):
                links = others
    return tuple(links)
