"""What two annotators say of pairs, counted, beside a slow count of the same."""

from __future__ import annotations

from functools import reduce
from operator import add

import pytest
from hypothesis import given, strategies as st

import timeml
from tests.oracle import counts as oracle_counts
from tests.timegraph.scoring.agreement.conftest import Annotate, annotated
from timegraph import build
from timegraph.allen import AllenSet
from timegraph.labels import find_scheme
from timegraph.options import Interpretation
from timegraph.scoring.agreement.compare import (
    Relations,
    compare,
    entailed_labels,
    label_of,
    no_pairs,
    share,
)
from timegraph.testing import oracle

READ = Interpretation(on_conflict="drop-link")
TML = find_scheme("tml")


def test_each_kind_of_pair_is_counted(annotate: Annotate) -> None:
    one = annotate("1 BEFORE 2", "2 BEFORE 3", "3 INCLUDES 4", "1 BEFORE 4")
    other = annotate("2 AFTER 1", "3 BEFORE 2", "1 BEFORE 4", base=10)
    found = compare(share("day", [one, other]), READ)
    assert found.whole.stated == Relations(equal=2, contradicting=1)
    assert found.whole.ratings["all"].items == 3
    assert found.whole.ratings["all"].raw == pytest.approx(2 / 3)
    assert found.whole.ratings["any"].items == 4
    assert found.whole.ratings["any"].raw == pytest.approx(1 / 2)
    # one: 1 < 2 < 3, 3 includes 4: all six pairs; other: 12 equal, 23 contradicting, 14 equal.
    assert found.whole.entailed == Relations(equal=2, contradicting=1, one_open=3)
    assert "two" not in found.whole.ratings


def test_labels_that_say_the_same_are_the_same(annotate: Annotate) -> None:
    text = share("day", [annotate("1 IDENTITY 2"), annotate("2 SIMULTANEOUS 1", base=10)])
    assert compare(text, READ).whole.stated == Relations(equal=1)


def test_labels_that_say_nothing_are_open(annotate: Annotate) -> None:
    nt = Interpretation(on_conflict="drop-link", labels="nt")
    one = annotate("1 VAGUE 2", "2 VAGUE 3", "3 OVERLAP 4", "1 BEFORE 3")
    other = annotate("1 VAGUE 2", "2 BEFORE 3", "3 INCLUDES 4", "1 AFTER 3", base=10)
    found = compare(share("day", [one, other]), nt)
    assert found.whole.stated == Relations(compatible=1, contradicting=1, one_open=1, both_open=1)
    assert found.whole.ratings["all"].raw == 1 / 4


def test_three_annotators_may_leave_pairs_out(annotate: Annotate) -> None:
    documents = [
        annotate("1 BEFORE 2", "2 BEFORE 3"),
        annotate("1 BEFORE 2", "2 AFTER 3", base=10),
        annotate("1 BEFORE 2", "1 BEFORE 3", base=20),
    ]
    found = compare(share("day", documents), READ)
    assert {name: ratings.items for name, ratings in found.whole.ratings.items()} == {
        "all": 1,
        "any": 3,
        "two": 2,
    }
    assert found.whole.stated is None
    assert found.whole.entailed is None


def test_names_of_labels() -> None:
    assert label_of(AllenSet("equal"), TML) == "SIMULTANEOUS"
    maven = find_scheme("maven")
    meaning = maven.meaning("BEFORE")
    assert meaning is not None
    assert label_of(meaning.converse, maven) == "converse of BEFORE"
    assert label_of(AllenSet(["before", "meets"]), TML) == "before, meets"
    esl = find_scheme("esl")
    assert label_of(AllenSet.all(), esl) == "(empty)"


def test_a_closure_determines_what_a_label_says() -> None:
    assert entailed_labels(AllenSet("before"), TML) == {"BEFORE"}
    assert entailed_labels(AllenSet(["before", "meets"]), TML) == set()
    thyme = find_scheme("thyme")
    assert entailed_labels(AllenSet("contains"), thyme) == {
        "CONTAINS",
        "OVERLAP",
        "BEFORE/OVERLAP",
    }
    assert entailed_labels(AllenSet.all(), find_scheme("nt")) == set()


LINK = st.builds(
    "{} {} {}".format,
    st.integers(1, 4),
    st.sampled_from(["BEFORE", "AFTER", "IBEFORE", "INCLUDES", "SIMULTANEOUS", "BEGINS"]),
    st.integers(1, 4),
)


@given(st.lists(LINK, max_size=6), st.lists(LINK, max_size=6))
def test_closures_are_counted_as_by_asking_for_every_pair(
    first: list[str], second: list[str]
) -> None:
    one = timeml.read(annotated(*first).encode())
    other = timeml.read(annotated(*second).encode())
    said = []
    for document in (one, other):
        links = [oracle.link_constraints(link) for link in build(document, READ).links]
        kept = oracle.add_in_file_order(document.entities, links, "drop-link")
        said.append(kept.constraints)
    labels = {name: TML.meaning(name) or AllenSet.all() for name in TML.names}
    counts = oracle_counts.pair_classes(one.entities, *said, labels)
    found = compare(share("day", [one, other]), READ).whole.entailed
    assert found == Relations(**counts)
    assert found is not None
    assert found.pairs == 6


def test_groups_of_pairs_share_out_all_pairs(annotate: Annotate) -> None:
    one = annotate("1 BEFORE 2", "2 BEFORE 3", "3 INCLUDES 4", "1 BEFORE 4")
    other = annotate("2 AFTER 1", "3 BEFORE 2", "1 BEFORE 4", base=10)
    text = share("day", [one, other])
    found = compare(text, READ, by=["kind", "distance", "document"])
    alone = compare(text, READ)
    assert found.whole == alone.whole
    assert alone.groups == {}
    assert found.groups["document"] == {"day": alone.whole}
    assert found.groups["kind"] == {"event-event": alone.whole}
    by_distance = found.groups["distance"].values()
    assert sum(one.ratings["any"].items for one in by_distance) == alone.whole.ratings["any"].items


def test_only_pairs_of_the_wanted_kinds_count(annotate: Annotate) -> None:
    text = share("day", [annotate("1 BEFORE 2"), annotate("1 BEFORE 2", base=10)])
    assert compare(text, READ, kinds=["event-event"]).whole == compare(text, READ).whole
    assert compare(text, READ, kinds=["event-timex"]).whole == no_pairs(2)
    assert set(no_pairs(3).ratings) == {"all", "any", "two"}
    assert no_pairs(3).stated is None


@given(
    st.lists(st.tuples(st.integers(1, 4), st.sampled_from(["BEFORE", "AFTER"]), st.integers(1, 4)))
)
def test_closures_by_distance_add_up_to_all_pairs(links: list[tuple[int, str, int]]) -> None:
    said = [f"{a} {label} {b}" for a, label, b in links if a != b]
    documents = [
        timeml.read(annotated(*half, base=base).encode())
        for half, base in ((said[::2], 0), (said[1::2], 10))
    ]
    found = compare(share("day", documents), READ, by=["distance"])
    parts = list(found.groups["distance"].values())
    assert reduce(add, (part.entailed or Relations() for part in parts)) == found.whole.entailed
    assert reduce(add, (part.stated or Relations() for part in parts)) == found.whole.stated
    assert sum(part.ratings["any"].items for part in parts) == found.whole.ratings["any"].items
