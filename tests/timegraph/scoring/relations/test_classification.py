"""Micro and macro F1 beside scikit-learn's."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from timegraph.allen import AllenSet
from timegraph.labels import find_scheme
from timegraph.scoring.relations import Confusion, start_label

LABELS = ["AFTER", "BEFORE", "EQUAL", "VAGUE"]
PAIRS = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=1)


@given(PAIRS)
def test_figures_are_those_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
    confusion = Confusion(Counter(pairs), frozenset({"VAGUE"}))
    gold, own = zip(*pairs, strict=True)
    for nothing in (True, False):
        counted = [label for label in confusion.labels if nothing or label != "VAGUE"]
        own_micro = confusion.micro if nothing else confusion.micro_said
        own_macro = confusion.macro if nothing else confusion.macro_said
        if not counted:
            assert own_macro is None
            continue
        options = {"labels": counted, "zero_division": 0}
        micro = metrics.f1_score(gold, own, average="micro", **options)
        macro = metrics.f1_score(gold, own, average="macro", **options)
        assert (own_micro.f1 or 0) == pytest.approx(micro)
        assert own_macro == pytest.approx(macro)
    assert confusion.micro.f1 == pytest.approx(metrics.accuracy_score(gold, own))


def test_a_missing_link_costs_recall_alone() -> None:
    confusion = Confusion({("BEFORE", "BEFORE"): 1, ("BEFORE", None): 1, ("VAGUE", None): 2})
    score = confusion.micro
    assert (score.precision, score.recall) == (1, 1 / 4)
    assert confusion.labels == ("BEFORE", "VAGUE")


def test_confusions_add_up() -> None:
    one = Confusion({("A", "A"): 1, ("A", None): 2}, frozenset({"V"}))
    other = Confusion({("A", "A"): 3, ("V", "A"): 1})
    assert (one + other).counts == {("A", "A"): 4, ("A", None): 2, ("V", "A"): 1}
    assert (one + other).nothing == {"V"}
    assert Confusion().macro is None


def test_labels_by_their_starts() -> None:
    assert start_label(AllenSet("contains")) == "BEFORE"
    assert start_label(AllenSet("started_by")) == "EQUAL"
    assert start_label(AllenSet(["after", "met_by"])) == "AFTER"
    overlap = find_scheme("thyme").meaning("OVERLAP")
    assert overlap is not None
    assert start_label(overlap) == "VAGUE"
