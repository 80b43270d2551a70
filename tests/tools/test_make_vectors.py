"""The script makes the vectors that are published, and its definition of time is right."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from timegraph.testing import vectors
from tools import make_vectors

PUBLISHED = make_vectors.OUT.read_text(encoding="utf-8").splitlines()


def published(kind: str) -> list[dict[str, object]]:
    found = [
        vector for vector in map(json.loads, PUBLISHED) if vector["kind"].split("-")[0] == kind
    ]
    for vector in found:
        del vector["id"]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", make_vectors.KINDS)
def test_the_first_of_each_kind_are_made_again(kind: str) -> None:
    draws, count = make_vectors.KINDS[kind]
    made = list(islice(make_vectors.of_drawn(kind, draws, count), 5))
    assert list(map(make_vectors.of_its_method, made)) == published(kind)[:5]
    assert len(published(kind)) == count


def test_policies_and_tables_are_made_again() -> None:
    assert list(make_vectors.of_policies(3)) == published("policies")[:9]
    assert list(islice(make_vectors.of_composition(), 14)) == published("composition")[:14]
    assert list(islice(make_vectors.of_sets(), 14)) == published("sets")[:14]
    assert (len(published("composition")), len(published("sets"))) == (169, 82)


@pytest.mark.slow
def test_the_whole_file_is_made_again() -> None:
    assert [line.rstrip("\n") for line in make_vectors.lines()] == PUBLISHED


def test_no_statement_of_a_proof_can_be_left_out() -> None:
    for vector in vectors()[::7]:
        if "policy" in vector or vector["answer"] == "unknown":
            continue
        said, proof = vector["statements"], vector["proof"]
        needed = [said[place] for place in proof]
        if needed:
            assert make_vectors.answer_to(needed, vector["question"]) == vector["answer"]
        for left_out in range(len(needed)):
            rest = [*needed[:left_out], *needed[left_out + 1 :]]
            assert make_vectors.answer_to(rest, vector["question"]) != vector["answer"]
