"""What simple methods make of the links of several annotators."""

from __future__ import annotations

import pytest

from timegraph.scoring import decode_annotations
from timeml import open_collection


@pytest.fixture(scope="module")
def voters(benchmark_module):
    return benchmark_module("voters")


def test_greedy_choice_and_majority_are_of_the_votes(voters, root) -> None:
    folder = root / "examples" / "agreement"
    annotators = {who: open_collection(folder / who) for who in ("ada", "ben")}
    for text in decode_annotations(annotators):
        made = voters.methods_of(text, 2)
        both = {(link.source, link.target) for link in made["majority"].tlinks}
        either = {(link.source, link.target) for link in made["file order"].tlinks}
        assert both <= either
        ordered = [(link.source, link.target) for link in made["greedy"].tlinks]
        assert set(ordered) == either
        assert set(ordered[: len(both)]) == both


def test_gold_against_itself_is_100(voters, root) -> None:
    gold = open_collection(root / "examples" / "kit" / "gold")
    counts = voters.F1(gold)
    for name in gold.names:
        counts.add("gold", name, gold.read(name))
    assert counts.of("gold") == 100
