"""The coefficients beside other people's programs, and published examples."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add

import pytest
from hypothesis import given, strategies as st

from tests.oracle import counts
from timegraph.scoring.agreement.coefficients import Ratings, coefficient_intervals, rate

LABELS = "abcd"


def rows(annotators: int, *, missing: bool = False) -> st.SearchStrategy[list[list[str | None]]]:
    label = st.sampled_from([*LABELS, None] if missing else [*LABELS])
    return st.lists(st.lists(label, min_size=annotators, max_size=annotators), max_size=30)


@given(rows(2), rows(3, missing=True))
def test_all_are_those_of_their_definitions(
    two: list[list[str]], three: list[list[str | None]]
) -> None:
    complete = [row for row in three if None not in row]
    pairs = [
        (rate(two, 2).cohen, counts.cohen_kappa(two)),
        (rate(two, 2).fleiss, counts.fleiss_kappa(two)),
        (rate(complete, 3).fleiss, counts.fleiss_kappa(complete)),
        (rate(three, 3).alpha, counts.krippendorff_alpha(three)),
    ]
    for label in LABELS:
        pairs.append((rate(three, 3).specific(label), counts.specific_agreement(three, label)))
    for ours, slow in pairs:
        assert ours == (None if slow is None else pytest.approx(float(slow), abs=1e-9))


@given(rows(2))
def test_cohen_is_that_of_scikit_learn(items: list[list[str]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
    ours = rate(items, 2).cohen
    if ours is None:
        assert len({label for item in items for label in item}) < 2
        return
    first, second = zip(*items, strict=True)
    assert ours == pytest.approx(metrics.cohen_kappa_score(first, second))


@given(rows(3))
def test_fleiss_is_that_of_statsmodels(items: list[list[str]]) -> None:
    stats = pytest.importorskip(
        "statsmodels.stats.inter_rater", reason="statsmodels is not installed"
    )
    ours = rate(items, 3).fleiss
    if ours is None:
        assert len({label for item in items for label in item}) < 2
        return
    table = [[item.count(label) for label in LABELS] for item in items]
    assert ours == pytest.approx(stats.fleiss_kappa(table))


@given(rows(3, missing=True))
def test_alpha_is_that_of_the_package_krippendorff(items: list[list[str | None]]) -> None:
    package = pytest.importorskip("krippendorff", reason="krippendorff is not installed")
    ours = rate(items, 3).alpha
    if ours is None:
        return
    data = [
        [float("nan") if item[k] is None else LABELS.index(item[k]) for item in items]
        for k in range(3)
    ]
    theirs = package.alpha(
        data, level_of_measurement="nominal", value_domain=list(range(len(LABELS)))
    )
    assert ours == pytest.approx(theirs)


@given(rows(3, missing=True))
def test_raw_agreement_is_the_share_of_equal_pairs(items: list[list[str | None]]) -> None:
    ours = rate(items, 3)
    complete = [item for item in items if None not in item]
    pairs = [item[a] == item[b] for item in complete for a, b in ((0, 1), (0, 2), (1, 2))]
    assert rate(complete, 3).raw == (pytest.approx(sum(pairs) / len(pairs)) if pairs else None)
    assert ours.items == sum(len([x for x in item if x is not None]) > 1 for item in items)


def test_the_example_of_krippendorff_2011() -> None:
    # "Computing Krippendorff's alpha-reliability", section C: nominal data, four observers,
    # missing values; alpha is 0.743.
    table = (
        "1 2 3 3 2 1 4 1 2 . . .",
        "1 2 3 3 2 2 4 1 2 5 . 3",
        ". 3 3 3 2 3 4 2 2 5 1 .",
        "1 2 3 3 2 4 4 1 2 5 1 .",
    )
    columns = zip(*(line.split() for line in table), strict=True)
    found = rate([[None if x == "." else x for x in column] for column in columns], 4)
    assert found.alpha == pytest.approx(0.743, abs=5e-4)
    assert found.cohen is None
    assert found.fleiss is None


@given(rows(2), rows(2))
def test_ratings_add_up(one: list[list[str]], other: list[list[str]]) -> None:
    whole, parts = rate([*one, *other], 2), rate(one, 2) + rate(other, 2)
    for name in ("items", "raw", "cohen", "fleiss", "alpha"):
        assert getattr(parts, name) == pytest.approx(getattr(whole, name))


def test_one_label_alone_has_no_kappa() -> None:
    found = rate([["a", "a"], ["a", "a"]], 2)
    assert found.raw == 1
    assert (found.cohen, found.fleiss, found.alpha) == (None, None, None)
    assert rate([], 2).raw is None


def test_ratings_of_other_annotators_do_not_add_up() -> None:
    with pytest.raises(ValueError, match="do not add up"):
        rate([], 2) + rate([], 3)


@given(st.lists(rows(2), min_size=2, max_size=6))
def test_intervals_hold_the_figures(documents: list[list[list[str]]]) -> None:
    texts: Sequence[Ratings] = [rate(items, 2) for items in documents]
    total = reduce(add, texts)
    for name, interval in coefficient_intervals(texts).items():
        value = getattr(total, name)
        if value is None:
            assert interval.low is None
        else:
            assert -1 <= interval.low <= value + 1e-9
            assert value - 1e-9 <= interval.high <= 1


def test_without_texts_there_are_no_intervals() -> None:
    assert all(interval.low is None for interval in coefficient_intervals([]).values())


def test_specific_agreement_of_two_is_the_f1_of_the_label() -> None:
    rows = [("a", "a"), ("a", "b"), ("b", "b"), ("b", "b"), ("c", "a")]
    found = rate(rows, 2)
    assert found.specific("a") == 2 * 1 / (2 + 2)
    assert found.specific("b") == 2 * 2 / (2 + 3)
    assert found.specific("c") == 0
    assert found.specific("d") is None
    assert (found.given_of("a"), found.given_of("d")) == (4, 0)
    assert sum(found.by_label.values()) == found.agreeing
    both = rate(rows[:2], 2) + rate(rows[2:], 2)
    assert both.specific("b") == found.specific("b")


def test_specific_agreement_of_three() -> None:
    # Of the pairs of labels in which one is a, 2 + 1 * 0 ... : (3 * 2 + 2 * 1) / 2 of 5 labels.
    found = rate([("a", "a", "a"), ("a", "a", "b"), (None, "b", "b")], 3)
    assert found.specific("a") == (3 + 1) / 5
    assert found.specific("b") == 2 / 3
