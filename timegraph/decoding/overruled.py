"""Why a label was given up: the chain of chosen links that it runs into."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.decoding.outvoted import Outvoted, Overruled
from timegraph.graph import TimeGraph
from timegraph.links import AnyLink, Link
from timegraph.proofs import explain

if TYPE_CHECKING:
    from timegraph.decoding.vocabulary import Mode, Vocabulary
    from timegraph.labels import Scheme

__all__ = ["overruled"]


Pair = tuple[Hashable, Hashable]


def overruled(
    outvoted: Sequence[Outvoted],
    pairs: Sequence[Pair],
    links: Sequence[Link],
    graph: TimeGraph[Any],
    words: Vocabulary,
    mode: Mode,
) -> tuple[Overruled, ...]:
    """What each pair that lost its heaviest label runs into, in the order of the pairs. ``links``
    are those that were chosen among ``pairs``; ``graph`` has what was given, leaves out links that
    contradict, and is changed."""
    handles = dict(zip([(link.a, link.b) for link in links], graph.extend(links), strict=True))
    meant = {(link.a, link.b): link.relation for link in links}
    found = []
    for pair in outvoted:
        kept = next((key for key in ((pair.a, pair.b), (pair.b, pair.a)) if key in handles), None)
        link = graph.remove(handles[kept])[0] if kept else None
        for entity in (pair.a, pair.b):
            graph.add_entity(entity)
        found.append(
            _overruled(
                pair, graph, mode, words.scheme, lambda: _changed(graph, pairs, meant, words)
            )
        )
        if kept is not None and link is not None:
            handles[kept] = graph.extend([link])[0]
    return tuple(found)


def _overruled(
    pair: Outvoted,
    graph: TimeGraph[Any],
    mode: Mode,
    scheme: Scheme,
    changed: Callable[[], Iterator[tuple[Any, AllenSet, Any]]],
) -> Overruled:
    """``graph`` has all chosen links but that of the pair itself; ``changed`` finds the pairs of
    which it entails another label than the chosen one."""

    def because(why: Any, chain: tuple[AnyLink, ...], consequence: Link | None = None) -> Overruled:
        return Overruled(
            pair.a, pair.label, pair.b, pair.weight, pair.chosen, pair.chosen_weight, why, chain,
            consequence, scheme,
        )  # fmt: skip

    if len(pair.meaning) == 13:
        entailed = explain(graph, pair.a, pair.chosen_meaning, pair.b)
        if entailed.answer is Answer.YES:
            return because("entails", entailed.links)
        return because("outweighed", ())
    answer = explain(graph, pair.a, pair.meaning, pair.b)
    if answer.answer is Answer.NO:
        return because("contradicts", answer.links)
    if mode == "closed" and len(pair.chosen_meaning) < 13:
        entailed = explain(graph, pair.a, pair.chosen_meaning, pair.b)
        if entailed.answer is Answer.YES:
            return because("entails", entailed.links)
    given_up = Link(pair.a, pair.meaning, pair.b, pair.label)
    handle = graph.add(pair.a, pair.meaning, pair.b, pair.label)
    try:
        if graph.conflicts and graph.conflicts[-1].link == given_up:
            return because("contradicts", graph.conflicts[-1].against)
        for a, meaning, b in changed() if mode == "closed" else ():
            chain = explain(graph, a, meaning, b).links
            others = tuple(link for link in chain if link != given_up)
            return because("entails", others, Link(a, meaning, b))
        return because("outweighed", ())
    finally:
        graph.remove(handle)


def _changed(
    graph: TimeGraph[Any], pairs: Sequence[Pair], meant: Mapping[Pair, AllenSet], words: Vocabulary
) -> Iterator[tuple[Any, AllenSet, Any]]:
    """Pairs of which the graph entails another label than the one that was chosen."""
    for a, b in pairs:
        strongest = words.strongest(words.seen(graph.relations(a, b)).mask)
        if strongest and words.meanings[strongest] != meant.get((a, b)):
            yield a, words.meanings[strongest], b
