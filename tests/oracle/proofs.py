"""Checking proofs from the links alone: every step, every conclusion, both witnesses.

It uses none of the engine's reasoning. A chain is right if each step is a constraint of its link
that is in force, and the steps lead from one end of the conclusion to the other. Chains decide an
answer if every relation that they allow agrees with it. They are minimal if neither fewer chains
nor fewer links decide it. A chain contradicts a constraint if its conclusion excludes it. A
witness is right if its order satisfies every constraint in force.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.links import AnyLink, Link, PointConstraint, PointLink
from timegraph.proofs import Chain, ChainStep, Proof, Witness
from timegraph.testing.oracle import (
    Constraint,
    Point,
    closed_labels,
    holds_in,
    link_constraints,
    possible_under,
    relation_of,
)

InForce = Mapping[AnyLink, Sequence[Constraint]]
"""For each link, its constraints that are in force."""


def check_proof(proof: Proof, entities: Iterable[Hashable], in_force: InForce) -> None:
    """Raise ``AssertionError`` with the reason unless the proof proves its answer and needs all of
    its chains and links."""
    everyone = tuple(entities)
    if proof.answer is Answer.UNKNOWN:
        assert not proof.chains, "an unknown answer has no chains"
        holds, fails = proof.witnesses
        for witness in (holds, fails):
            _check_witness(witness, proof.a, proof.b, everyone, in_force)
        assert holds.relation in proof.relation, "the relation does not hold in the first world"
        assert fails.relation not in proof.relation, "the relation holds in the second world"
        return
    assert not proof.witnesses, "a decided answer has no witnesses"
    for chain in proof.chains:
        check_chain(chain, everyone, in_force)
    left = _possible([chain.conclusion for chain in proof.chains], proof.a, proof.b)
    assert _decided(proof, left), f"{left} is still possible, which does not make {proof.answer}"
    for chain in proof.chains:
        others = [other.conclusion for other in proof.chains if other is not chain]
        left = _possible(others, proof.a, proof.b)
        assert not _decided(proof, left), f"the chain for {chain.conclusion} can be left out"
    for link in proof.links:
        rest = [said for other in proof.links if other is not link for said in in_force[other]]
        left = _possible_by_closure(rest, proof.a, proof.b)
        assert not _decided(proof, left), f"{link} can be left out"


def _possible_by_closure(constraints: list[Constraint], a: Hashable, b: Hashable) -> AllenSet:
    named = {key for x, _, y in constraints for key, side in (x, y) if side != "at"}
    labels = closed_labels(named | {a, b}, constraints) or {}
    between = [(x, op, y) for (x, y), op in labels.items() if x[0] in (a, b) and y[0] in (a, b)]
    return possible_under([c for c in between if "at" not in (c[0][1], c[2][1])], a, b)


def _decided(proof: Proof, possible: AllenSet) -> bool:
    """Whether the answer follows if only these relations are possible."""
    if proof.answer is Answer.YES:
        return possible <= proof.relation
    return not possible & proof.relation


def _possible(conclusions: Iterable[object], a: Hashable, b: Hashable) -> AllenSet:
    constraints = [(c.x, c.op, c.y) for c in conclusions]  # type: ignore[attr-defined]
    return possible_under(constraints, a, b)


def check_chain(chain: Chain, entities: Iterable[Hashable], in_force: InForce) -> None:
    """Raise ``AssertionError`` with the reason unless the chain leads from one end of its
    conclusion to the other by constraints of its links that are in force."""
    everyone = tuple(entities)
    assert isinstance(chain.conclusion, PointConstraint), "distances are beyond this oracle"
    place, strict = chain.conclusion.x, False
    for step in chain.steps:
        assert isinstance(step, ChainStep), "distances are beyond this oracle"
        assert step.x == place, f"{step} does not go on where the step before it ends"
        if step.link is None:
            entity = step.x[0]
            assert entity in everyone, f"{entity} is not an interval"
            assert (step.x, step.op, step.y) == ((entity, "start"), "<", (entity, "end"))
        else:
            said = set(in_force.get(step.link, ()))
            there = (step.x, step.op, step.y) in said
            back = step.op == "=" and (step.y, "=", step.x) in said
            assert there or back, f"{step} is not a constraint in force of {step.link}"
        strict = strict or step.op == "<"
        place = step.y
    assert place == chain.conclusion.y, f"the chain does not reach {chain.conclusion.y}"
    assert strict or chain.conclusion.op == "<=", "no step of the chain is strict"


def check_contradiction(
    chain: Chain, constraint: PointConstraint, entities: Iterable[Hashable], in_force: InForce
) -> None:
    """Raise ``AssertionError`` with the reason unless the chain is right, its conclusion excludes
    ``constraint``, and all of its links are necessary.

    ``in_force`` has the links before the one from which ``constraint`` was left out.
    """
    everyone = tuple(entities)
    check_chain(chain, everyone, in_force)
    assert isinstance(chain.conclusion, PointConstraint)
    x, sign, y = constraint.x, constraint.op, constraint.y
    conclusion = (chain.conclusion.x, chain.conclusion.y)
    ways = [(y, x), (x, y)] if sign == "=" else [(y, x)]
    strict = sign != "<"
    assert conclusion in ways, f"{chain.conclusion} is unrelated to {constraint}"
    assert not strict or chain.conclusion.op == "<", f"{chain.conclusion} allows {constraint}"
    used = {step.link for step in chain.steps if step.link is not None}
    for link in used:
        rest = [said for other in used - {link} for said in in_force[other]]
        for first, last in ways:
            fewest = fewest_link_steps(everyone, rest, first, last, strict=strict)
            assert fewest is None, f"{link} can be left out"


def _check_witness(
    witness: Witness,
    a: Hashable,
    b: Hashable,
    everyone: tuple[Hashable, ...],
    force: InForce,
) -> None:
    world: dict[Point, float] = {
        point: float(k) for k, group in enumerate(witness.order) for point in group
    }
    for entity in everyone:
        assert world[entity, "start"] < world[entity, "end"], f"{entity} ends before it starts"
    for link, constraints in force.items():
        for constraint in constraints:
            assert holds_in(world, constraint), f"{link} does not hold in {witness}"
    interval_a = (world[a, "start"], world[a, "end"])
    interval_b = (world[b, "start"], world[b, "end"])
    assert relation_of(interval_a, interval_b) is witness.relation


def fewest_link_steps(
    entities: Iterable[Hashable],
    constraints: Iterable[Constraint],
    x: Point,
    y: Point,
    *,
    strict: bool,
) -> int | None:
    """The smallest number of link steps in a chain from x to y; ``None`` without a chain.

    Found by relaxing every arc until nothing changes (Bellman 1958).
    """
    arcs: list[tuple[Point, Point, bool, int]] = [
        ((entity, "start"), (entity, "end"), True, 0) for entity in entities
    ]
    for left, sign, right in constraints:
        arcs.append((left, right, sign == "<", 1))
        if sign == "=":
            arcs.append((right, left, False, 1))
    cost: dict[tuple[Point, bool], int] = {(x, False): 0}
    changed = True
    while changed:
        changed = False
        for left, right, is_strict, steps in arcs:
            for so_far in (False, True):
                if (left, so_far) in cost:
                    new = cost[left, so_far] + steps
                    state = (right, so_far or is_strict)
                    if new < cost.get(state, new + 1):
                        cost[state] = new
                        changed = True
    costs = [cost[y, True]] if (y, True) in cost else []
    if not strict and (y, False) in cost:
        costs.append(cost[y, False])
    return min(costs, default=None)


def constraints_in_force(
    links: Iterable[AnyLink], left_out: Mapping[AnyLink, Iterable[Constraint]]
) -> dict[AnyLink, tuple[Constraint, ...]]:
    """The constraints of each link without those that were left out."""
    return {
        link: tuple(c for c in link_constraints(link) if c not in set(left_out.get(link, ())))
        for link in links
        if isinstance(link, (Link, PointLink))  # distances are beyond this oracle
    }
