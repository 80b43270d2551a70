"""Every determinate pair of real documents is explained, and every explanation checked."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from tests.oracle.proofs import (
    InForce,
    check_contradiction,
    check_proof,
    constraints_in_force,
)
from timegraph import AllenSet, Answer, TimeGraph, build, explain
from timegraph.proofs import contradictions
from timegraph.testing.oracle import link_constraints
from timeml import open_collection


def in_force(graph: TimeGraph) -> InForce:
    """What each link says, but for the links that were left out."""
    left_out = {conflict.link: link_constraints(conflict.link) for conflict in graph.conflicts}
    return constraints_in_force(graph.links, left_out)


@pytest.mark.data
@pytest.mark.slow
def test_all_determinate_pairs_of_the_fold1_gold_have_checked_proofs(data: Path) -> None:
    documents = open_collection(data / "qa-tempeval" / "fold1" / "test-fold1-normalized")
    decided = excluded = 0
    for name in documents:
        graph = build(documents.read(name), on_conflict="drop-link")
        force, entities = in_force(graph), graph.entities
        for a, b in combinations(entities, 2):
            possible = graph.relations(a, b)
            if len(possible) == 1:
                proof = explain(graph, a, possible, b)
                assert proof.answer is Answer.YES
                check_proof(proof, entities, force)
                decided += 1
            elif len(possible) < 13:
                (impossible, *_) = AllenSet.all() - possible
                proof = explain(graph, a, impossible, b)
                assert proof.answer is Answer.NO
                check_proof(proof, entities, force)
                excluded += 1
    assert len(documents) == 25
    assert (decided, excluded) == (8443, 3445)


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "left_out"),
    [("tempeval3/TBAQ-cleaned", 83), ("qa-tempeval/fold1/TIPSem-fold1-normalized", 260)],
)
def test_every_constraint_left_out_has_a_checked_reason(
    data: Path, place: str, left_out: int
) -> None:
    documents = open_collection(data / place, recursive=True)
    checked = 0
    for name in documents:
        graph = build(documents.read(name), on_conflict="drop-link")
        force, links = in_force(graph), graph.links
        for conflict in graph.conflicts:
            before = {link: force[link] for link in links[: links.index(conflict.link)]}
            chains = contradictions(graph, conflict)
            for chain, constraint in zip(chains, conflict.constraints, strict=True):
                check_contradiction(chain, constraint, graph.entities, before)
                checked += 1
    assert checked == left_out
