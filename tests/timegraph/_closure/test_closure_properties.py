"""Both closures, the one in pure Python and the numba kernels, give equal results up to 300
entities; and the slow closure of the oracle gives the same as far as it is fast enough."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from tests.drawing import examples
from timegraph import Allen, AllenSet, Link, PointLink, TimeGraph
from timegraph._compiled import Engine
from timegraph.testing import oracle
from timegraph.testing.strategies import arbitrary_link_sets

policies = st.sampled_from(["drop-constraint", "drop-link"])
OPS = ("<", "<=", "=")


KERNELS = ("never", "always")


def random_links(seed: int, entities: int, number: int, wrong: float, weak: float):
    """Links true in a random world but for a share of ``wrong`` ones; ``weak``: of the share of
    single constraints. By a seed, as worlds of this size are more than Hypothesis can shrink."""
    rng = random.Random(seed)
    span = rng.choice([entities // 2 + 2, 3 * entities])
    world = []
    for _ in range(entities):
        start = rng.randrange(span)
        world.append((start, rng.randint(start + 1, span)))
    for _ in range(number):
        a, b = rng.randrange(entities), rng.randrange(entities)
        if rng.random() < weak:
            ends = rng.randrange(2), rng.randrange(2)
            x, y = (
                (entity, ("start", "end")[end]) for entity, end in zip((a, b), ends, strict=True)
            )
            when_x, when_y = world[a][ends[0]], world[b][ends[1]]
            true = [op for op in OPS if oracle.holds(op, when_x, when_y)] or ["<"]
            if when_x > when_y:
                x, y = y, x
            op = rng.choice(OPS if rng.random() < wrong else true)
            yield PointLink(x, op, y)
        else:
            relation = Allen.between(world[a], world[b])
            if rng.random() < wrong:
                relation = rng.choice(list(Allen))
            yield Link(a, AllenSet([relation]), b)


def outcome_of(graph: TimeGraph) -> tuple[object, ...]:
    everyone = range(len(graph))
    masks = [[graph.relations(a, b).mask for b in everyone] for a in everyone]
    refused = [(c.link.source, c.constraints, c.against) for c in graph.conflicts]
    earlier = [(graph.before(a), graph.after(a)) for a in everyone]
    return masks, refused, earlier


def made_of(entities, links, policy, kernels, *, at_once=True):
    graph = TimeGraph(on_conflict=policy, engine=Engine(kernels=kernels))
    for entity in range(entities):
        graph.add_entity(entity)
    for number, link in enumerate(links):
        graph.extend([link])
        if not at_once and number % 50 == 0:
            graph.relations(0, 0)
    return graph


def check_equal(seed, entities, density, wrong, weak, policy, at_once):
    number = int(entities * density)
    links = list(random_links(seed, entities, number, wrong, weak))

    python, kernels = (
        made_of(entities, links, policy, kernels, at_once=at_once) for kernels in KERNELS
    )
    assert outcome_of(python) == outcome_of(kernels)


shares = st.sampled_from([0.0, 0.02, 0.3])


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32),
    entities=st.integers(1, 60),
    density=st.floats(0, 3),
    wrong=shares,
    weak=shares,
    policy=policies,
    at_once=st.booleans(),
)
def test_both_closures_are_equal_up_to_60_entities(
    seed, entities, density, wrong, weak, policy, at_once
):
    check_equal(seed, entities, density, wrong, weak, policy, at_once)


@pytest.mark.slow
@examples(60)
@given(
    seed=st.integers(0, 2**32),
    entities=st.integers(100, 300),
    density=st.floats(0.5, 3),
    wrong=shares,
    weak=shares,
    policy=policies,
    at_once=st.booleans(),
)
def test_both_closures_are_equal_up_to_300_entities(
    seed, entities, density, wrong, weak, policy, at_once
):
    check_equal(seed, entities, density, wrong, weak, policy, at_once)


@pytest.mark.parametrize("kernels", KERNELS)
@settings(max_examples=10)
@given(
    seed=st.integers(0, 2**32),
    entities=st.integers(7, 14),
    density=st.floats(0.5, 3),
    weak=st.sampled_from([0.0, 0.3, 1.0]),
)
def test_closure_of_a_dozen_entities_is_the_slow_closure(kernels, seed, entities, density, weak):
    links = list(random_links(seed, entities, int(entities * density), 0.0, weak))
    constraints = [c for link in links for c in oracle.link_constraints(link)]
    expected = oracle.relations_by_closure(range(entities), constraints)
    masks, refused, _ = outcome_of(made_of(entities, links, "drop-link", kernels))
    assert refused == []
    for (a, b), found in expected.items():
        assert AllenSet.from_mask(masks[a][b]) == found


@pytest.mark.parametrize("kernels", KERNELS)
@given(links=arbitrary_link_sets((0, 1, 2), instants=("t", "u"), max_size=7))
def test_labels_are_those_of_the_slow_closure(kernels, links):
    graph = made_of(3, links, "drop-link", kernels)
    for instant in ("t", "u"):
        graph.add_instant(instant)
    said = [oracle.link_constraints(link) for link in links]
    in_force = oracle.add_in_file_order(range(3), said, "drop-link").constraints
    # So that both instants are known to the oracle too.
    in_force += ((("t", "at"), "=", ("t", "at")), (("u", "at"), "=", ("u", "at")))
    labels = oracle.closed_labels(range(3), in_force)
    assert labels is not None
    points = [(entity, end) for entity in range(3) for end in ("start", "end")]
    for x in [*points, ("t", "at"), ("u", "at")]:
        for y in [*points, ("t", "at"), ("u", "at")]:
            if (x, y) in labels:
                assert graph.label(x, y) == labels[x, y]
            elif (y, x) in labels:
                assert graph.label(x, y) == labels[y, x].replace("<", ">")
            else:
                assert graph.label(x, y) is None
