"""Why an answer is what it is: chains of links for YES and NO, two worlds for UNKNOWN.

A chain is a path of constraints between two endpoints (see :mod:`timegraph._graph.paths`); the
shortest has the fewest link steps. For a relation that is a conjunction of endpoint constraints
YES takes a chain behind each of them, NO one chain behind a label that contradicts it. For any
other set of relations the proof is the cheapest set of endpoint labels that decides the answer.
Several chains together can have a link that the others make unnecessary; such links are left out,
and the chains are then the shortest by the links that remain. So no link of a proof can be left
out.

UNKNOWN is shown by two orders of all endpoints that satisfy everything in force: in one the
relation holds, in the other it does not (van Beek & Cohen 1990: whatever a closed network leaves
open can be realised).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, reduce
from itertools import combinations, islice
from operator import and_
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from timegraph._graph.arguments import LinkSubset, check_endpoint, constraints_of_mask
from timegraph._graph.closing import closed, decided
from timegraph._graph.edits import conflict_of, contradicted, contradicting, paths_of
from timegraph._graph.paths import STRUCTURAL, Step
from timegraph._graph.store import GraphState, Store, possible_order
from timegraph._lazy import Later
from timegraph.allen import AllenSet, RelationLike
from timegraph.answer import Answer
from timegraph.links import (
    PLAIN,
    Conflict,
    ContradictionError,
    Endpoint,
    Naming,
    Placement,
    PointConstraint,
)
from timegraph.points import EQ, EQUAL, GE, GT, LE, LESS, LT, NONE, OPERATORS, mask_of_labels
from timegraph.proofs.proof import (
    Chain as Chain,
    Chains,
    ChainStep as ChainStep,
    Proof as Proof,
    Witness as Witness,
)
from timegraph.readable_graph import ReadableGraph, entities_of

if TYPE_CHECKING:
    from timegraph.proofs import distance_proofs
else:
    distance_proofs = Later("timegraph.proofs.distance_proofs")


# What an answer is that is unknown, if ``?``, ``~`` and ``%`` of dates are taken at their word.


Prove = Callable[[ReadableGraph[Any], Hashable, AllenSet, Hashable], Proof]


def answer_as_written(graph: ReadableGraph[Any], unknown: Proof, prove: Prove) -> str | None:
    """The answer if the marks say nothing, and what those say that it follows from: "yes as
    written, 1850 is approximate"; ``None`` if it is unknown then, too."""
    if unknown.answer is not Answer.UNKNOWN:
        return None
    try:
        written = graph.as_written()
    except ContradictionError:
        return "as written the dates contradict each other"
    if written is graph:
        return None
    proof = prove(written, unknown.a, unknown.relation, unknown.b)
    if proof.answer is Answer.UNKNOWN:
        return None
    because = dict.fromkeys(
        words
        for link in proof.links
        if isinstance(link, Placement) and link.as_written is not None
        for words in link.as_written.because
    )
    return f"{proof.answer} as written, {', '.join(because)}"


# A part of a contradiction that cannot be made smaller, whatever decides what agrees.


_Item = TypeVar("_Item")


def minimal_conflict(
    items: Sequence[_Item], agree: Callable[[list[_Item]], bool]
) -> tuple[_Item, ...]:
    """Of these items, which do not agree, a part of which each is needed; what comes late is left
    out first.

    QuickXplain (Junker 2004, Preferred explanations and relaxations for over-constrained
    problems): halves are tried before single items, so that a small part of many takes few
    decisions.
    """

    def narrowed(given: list[_Item], changed: bool, candidates: list[_Item]) -> list[_Item]:
        """Which of the candidates are needed with those given, which may be too many already."""
        if changed and not agree(given):
            return []
        if len(candidates) == 1:
            return candidates
        early = candidates[: len(candidates) // 2]
        late = candidates[len(early) :]
        of_late = narrowed([*given, *early], True, late)
        return narrowed([*given, *of_late], bool(of_late), early) + of_late

    return tuple(narrowed([], False, list(items))) if items else ()


_ALL = AllenSet.all().mask


class _Claim(NamedTuple):
    """``x < y`` (``strict``) or ``x <= y``."""

    x: int
    y: int
    strict: bool


_Chains = list[tuple[_Claim, list[Step]]]


class _Question(NamedTuple):
    """A question that is answered YES or NO: the points of the two intervals, what is asked."""

    points: tuple[int, int, int, int]
    wanted: int
    answer: Answer

    def decided_by(self, mask: int) -> bool:
        """Whether the answer follows if only the relations of ``mask`` are possible."""
        return not mask & (~self.wanted if self.answer is Answer.YES else self.wanted)


def explain(
    graph: ReadableGraph[Any],
    a: Hashable,
    relation: RelationLike,
    b: Hashable,
    *,
    name: Naming | None = None,
) -> Proof:
    """Why ``graph.ask(a, relation, b)`` answers as it does. The proof's texts call the entities as
    ``name`` says: a function from an entity to its words.

    Raises ``KeyError`` for an entity that the graph does not have. A proof is data: see
    :class:`Proof`. A search costs O(constraints); :meth:`TimeGraph.ask` is far cheaper.
    """
    proof = _explained(graph, a, AllenSet(relation), b)
    written = answer_as_written(graph, proof, _explained)
    return replace(proof, name=name, as_written=written)


def _explained(graph: ReadableGraph[Any], a: Hashable, wanted: AllenSet, b: Hashable) -> Proof:
    if type(a) not in PLAIN or type(b) not in PLAIN:
        graph = graph._with_dates(a, b)
        if distance_proofs.given(a, b):
            return distance_proofs.explain_beside_instant(graph, a, wanted, b)
    with graph._reading() as state:
        answer = graph.ask(a, wanted, b)
        possible = graph.relations(a, b)
        start_a, start_b = state.store.starts[a], state.store.starts[b]
        points = (start_a, start_a + 1, start_b, start_b + 1)
        if state.store.bounds:
            return distance_proofs.explain_with_distances(state, a, wanted, b, answer)
        if answer is Answer.UNKNOWN:
            holds = _witness(state, points, possible & wanted)
            fails = _witness(state, points, possible - wanted)
            return Proof(a, wanted, b, answer, possible, (), (holds, fails))
        if start_a == start_b:
            return Proof(a, wanted, b, answer, possible, (), ())
        minimal = _minimal_chains(state, _Question(points, wanted.mask, answer))
        chains = tuple(_chain(state, claim, steps) for claim, steps in minimal)
        return Proof(a, wanted, b, answer, possible, chains, ())


def explain_distance(graph: ReadableGraph[Any], x: Endpoint, y: Endpoint) -> Chains:
    """Why ``graph.distance(x, y)`` is as it is: the chain behind the lower bound, then the one
    behind the upper bound, as far as there are any; each step is a bound, and the conclusion is
    their sum. Raises ``KeyError`` for an unknown endpoint, and ``ValueError`` or ``TypeError`` for
    what can name none."""
    check_endpoint(x)
    check_endpoint(y)
    graph = graph._with_dates(*entities_of(x, y))
    with graph._reading() as state:
        return distance_proofs.chains_of_distance(state, x, y)


def contradiction(graph: ReadableGraph[Any], conflict: Conflict) -> Chain:
    """Why the link of a conflict was left out: a chain, by the links of ``conflict.against``
    alone, whose conclusion excludes one of ``conflict.constraints``; :func:`contradictions`
    gives one for each of them.

    Raises ``ValueError`` if the conflict is not one of ``graph.conflicts``.
    """
    return min(contradictions(graph, conflict), key=lambda chain: chain.cost)


def contradictions(graph: ReadableGraph[Any], conflict: Conflict) -> tuple[Chain, ...]:
    """Why each of ``conflict.constraints`` was left out: for each, in the same order, a chain
    whose conclusion excludes it, by links of which none can be left out.

    The links are those of a chain with the fewest link steps. Raises ``ValueError`` if the
    conflict is not one of ``graph.conflicts``.
    """
    with graph._reading() as state:
        store = state.store
        if store.bounds:
            if not any(conflict == known for known in graph.conflicts):
                raise _not_a_conflict(conflict)
            return distance_proofs.contradictions_with_distances(state, conflict)
        paths = paths_of(state)
        for number, link in enumerate(store.links):
            if link is conflict.link:
                own = store.constraints_of_link(number)
                left_out = [k for k in own if not state.kept[k]]
                found = {k: contradicting(state, paths, k, before=own.start) for k in left_out}
                steps = {k: chain for k, chain in found.items() if chain is not None}
                if conflict.constraints == tuple(store.constraint(k) for k in steps):
                    return tuple(_against(state, k, chain) for k, chain in steps.items())
    raise _not_a_conflict(conflict)


_Found = tuple[int, dict[int, list[Step]]]


def all_contradictions(
    graph: ReadableGraph[Any], *, most: int | None = None, most_steps: int | None = None
) -> tuple[tuple[Conflict, tuple[Chain, ...]], ...]:
    """Each of ``graph.conflicts`` with the chains that :func:`contradictions` gives for it; only
    the first ``most`` of them, if that is given. In a graph without distances none comes after
    chains of ``most_steps`` steps in all.

    One search finds a conflict and its chains, and chains share their steps: this takes far less
    time and memory than to ask for each.
    """
    with graph._reading() as state:
        decided(state)
        if state.store.bounds:
            return tuple(
                (conflict, contradictions(graph, conflict)) for conflict in graph.conflicts[:most]
            )
        found = list(_within(islice(contradicted(state), most), most_steps))
        conflicts = state.conflicts
        if conflicts is None:
            conflicts = [conflict_of(state, *parts) for parts in found]
            state.conflicts = conflicts if most is None and most_steps is None else None
        named = _NamedSteps(state.store)
        return tuple(
            (conflict, tuple(_against(state, k, steps, named) for k, steps in chains.items()))
            for conflict, (_, chains) in zip(conflicts[: len(found)], found, strict=True)
        )


def _within(found: Iterable[_Found], most_steps: int | None) -> Iterator[_Found]:
    steps = 0
    for number, chains in found:
        yield number, chains
        steps += sum(map(len, chains.values()))
        if most_steps is not None and steps >= most_steps:
            return


def _not_a_conflict(conflict: Conflict) -> ValueError:
    return ValueError(f"this is not, or no longer, a conflict of the graph: {conflict}")


class _NamedSteps(dict[Step, ChainStep]):
    """Steps between numbered points in the graph's own terms, each made once."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    def __missing__(self, step: Step) -> ChainStep:
        store = self._store
        x, y = store.points[step.x], store.points[step.y]
        if step.constraint == STRUCTURAL:
            named = ChainStep(x, "<", y, None)
        else:
            link = store.links[store.link_of[step.constraint]]
            named = ChainStep(x, OPERATORS[store.ops[step.constraint]], y, link)
        self[step] = named
        return named


def _against(
    state: GraphState, k: int, steps: list[Step], named: _NamedSteps | None = None
) -> Chain:
    store = state.store
    # Without a step a point would be before itself.
    x, y = (steps[0].x, steps[-1].y) if steps else (store.ys[k], store.xs[k])
    return _chain(state, _Claim(x, y, store.ops[k] != LESS), steps, named)


def _chain(
    state: GraphState, claim: _Claim, steps: Iterable[Step], named: _NamedSteps | None = None
) -> Chain:
    points = state.store.points
    named = _NamedSteps(state.store) if named is None else named
    conclusion = PointConstraint(points[claim.x], "<" if claim.strict else "<=", points[claim.y])
    return Chain(conclusion, tuple(map(named.__getitem__, steps)))


def _minimal_chains(state: GraphState, question: _Question) -> _Chains:
    """Chains that decide, by links of which none can be left out."""
    chains = _chains(state, question, closed(state).label)
    link_of = state.store.link_of
    by_links = [step for _, steps in chains for step in steps if step.constraint >= 0]
    cited = {link_of[step.constraint] for step in by_links}
    if len(cited) < 2 or _form_a_tree(state, cited, by_links, question):
        return chains
    needed = numbers = sorted(cited)
    for number in numbers:
        rest = [other for other in needed if other != number]
        if question.decided_by(LinkSubset(state, rest, question.points).mask()):
            needed = rest
    if needed == numbers:
        return chains
    subset = LinkSubset(state, needed, question.points)
    return _chains(state, question, subset.label, among=subset.constraints)


def _form_a_tree(
    state: GraphState, cited: Collection[int], by_links: Iterable[Step], question: _Question
) -> bool:
    """Whether the cited links form a tree of intervals and instants, so that each is needed.

    Each chain leads from one of the two intervals to the other, and in a tree there is one path
    between them. So every link is on it, and without that link nothing is known of the two.
    """
    points = state.store.points
    firsts = {step.x - (points[step.x][1] == "end") for step in by_links}
    firsts |= {question.points[0], question.points[2]}  # where the last links lead to
    return len(firsts) == len(cited) + 1


def _chains(
    state: GraphState,
    question: _Question,
    label: Callable[[int, int], int],
    among: Collection[int] | None = None,
) -> _Chains:
    """Chains that decide, by the constraints ``among`` which ``label`` holds, or by all."""
    paths = paths_of(state)

    def shortest(claim: _Claim) -> list[Step]:
        return paths.shortest(claim.x, claim.y, strict=claim.strict, among=among)

    if question.answer is Answer.YES:
        with suppress(ValueError):
            return [(claim, shortest(claim)) for claim in _claims_of(question)]
    shortest = cache(shortest)
    sets = [[(claim, shortest(claim)) for claim in chosen] for chosen in _deciding(question, label)]
    return min(
        sets, key=lambda chains: sum(s.constraint >= 0 for _, steps in chains for s in steps)
    )


def _claims_of(question: _Question) -> list[_Claim]:
    """What a conjunction of constraints claims. Raises ``ValueError`` for other relations."""
    points, claims = question.points, []
    for p, op, q in constraints_of_mask(question.wanted):
        claims.append(_Claim(points[p], points[q], op == LESS))
        if op == EQUAL:
            claims.append(_Claim(points[q], points[p], False))
    return claims


# What a label claims of its cross pair, one way at a time: (label to prove, from second point?).
_CLAIMED_BY = {
    NONE: (),
    LT: ((LT, False), (LE, False)),
    LE: ((LE, False),),
    EQ: ((LE, False), (GE, True)),
    GE: ((GE, True),),
    GT: ((GT, True), (GE, True)),
}


def _deciding(question: _Question, label: Callable[[int, int], int]) -> list[list[_Claim]]:
    """The smallest sets of claims on the cross pairs that decide."""
    points = question.points
    claims: list[tuple[int, _Claim]] = []
    for pair, (p, q) in enumerate(((0, 2), (0, 3), (1, 2), (1, 3))):
        x, y = points[p], points[q]
        for claimed, backwards in _CLAIMED_BY[label(x, y)]:
            labels = [NONE] * 4
            labels[pair] = claimed
            first, last = (y, x) if backwards else (x, y)
            claims.append((mask_of_labels(*labels), _Claim(first, last, claimed in (LT, GT))))
    for size in range(len(claims) + 1):
        sets = [
            [claim for _, claim in chosen]
            for chosen in combinations(claims, size)
            if question.decided_by(reduce(and_, (mask for mask, _ in chosen), _ALL))
        ]
        if sets:
            return sets
    raise AssertionError("the labels of the cross pairs decide every answer")


def _witness(state: GraphState, points: tuple[int, ...], options: AllenSet) -> Witness:
    """An order of all endpoints that satisfies everything in force and one of ``options``."""
    relation = next(iter(options))
    store = state.store
    in_force = (k for k, kept in enumerate(state.kept) if kept)
    own = constraints_of_mask(1 << relation.index)
    order = possible_order(store, in_force, [(points[p], op, points[q]) for p, op, q in own])
    return Witness.of_points(relation, store.points, order)
