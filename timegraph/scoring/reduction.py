"""A smallest way to say what a document says: a transitive reduction of its closure.

Entities are taken in text order throughout, never in the order of links, so that the result
depends on what the links mean together and on nothing else. A partial order has exactly one
transitive reduction (Aho, Garey & Ullman 1972); relations that share endpoints have several, of
which the construction below picks one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from timegraph.allen import Allen
from timegraph.scoring.link_order import Closure, InOrder, Statement, close, in_order, inverse

__all__ = ["in_text_order", "reduced_closure"]

_RELATION = {1 << relation.index: relation for relation in Allen}


def in_text_order(statements: Iterable[Statement], entities: Sequence[str]) -> InOrder:
    """The statements by the places of their entities in ``entities``, each said from the earlier
    one and once, taken one by one (:func:`timegraph.scoring.link_order.in_order`)."""
    place = {entity: number for number, entity in enumerate(entities)}

    def key(statement: Statement) -> tuple[int, int, int]:
        a, relation, b = statement
        return place[a], place[b], relation.index

    return in_order(sorted({min(s, inverse(s), key=key) for s in statements}, key=key))


def reduced_closure(closure: Closure, entities: Sequence[str]) -> tuple[Statement, ...]:
    """Statements from which all that ``closure`` entails between two entities follows, none of
    which follows from the others.

    ``entities`` are those of the closure in text order. Equal entities are chained in text
    order, and the first of them stands for all. Between these, every pair with one entailed
    relation is a candidate. Candidates are taken by the number of points known to lie between
    those that they order, then in text order; those that follow from the ones before them are
    passed over. In a partial order this leaves exactly the pairs with nothing between. Where
    endpoints are shared, a later one can still make an earlier one follow; a second pass, from
    the last to the first, takes these out.
    """
    kept: list[Statement] = []
    firsts: list[str] = []
    last: dict[str, str] = {}  # the first of equal entities -> the last one seen so far
    for entity in entities:
        same = next((one for one in firsts if closure.entails((one, Allen.EQUAL, entity))), None)
        if same is None:
            firsts.append(entity)
            last[entity] = entity
        else:
            kept.append((last[same], Allen.EQUAL, entity))
            last[same] = entity
    order = closure.order()
    ranked: list[tuple[int, int, int, Statement]] = []
    for i, a in enumerate(firsts):
        for j in range(i + 1, len(firsts)):
            relation = _RELATION.get(closure.possible(a, firsts[j]) or 0)
            if relation is not None:
                statement = (a, relation, firsts[j])
                ranked.append((order.between(statement), i, j, statement))
    ranked.sort(key=lambda candidate: candidate[:3])
    chosen = list(in_order(statement for *_, statement in ranked).added)
    order = in_order(chosen).closure.order()
    for k in reversed(range(len(chosen))):
        if not order.irreplaceable(chosen[k]):
            others = chosen[:k] + chosen[k + 1 :]
            if close(others).entails(chosen[k]):
                chosen = others
    return (*kept, *chosen)
