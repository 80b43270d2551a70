"""Files of networks: GQR's and saved ones, the names of what they hold, and what is refused."""

from __future__ import annotations

import json

import pytest

from timegraph import AllenSet, GraphFormatError, IntervalNetwork
from timegraph.networks import CspError, read_csp
from timegraph.networks.files import networks_in

TWO = b"1 # same\n0 1 (<)\n.\n1 # same\n0 1 (< >)\n.\n2 # third\n.\n"


def test_each_network_has_a_name_of_its_own():
    found = networks_in(TWO, "w.csp", "csp")
    assert [name for name, _ in found] == ["w.csp#same (1)", "w.csp#same (2)", "w.csp#third"]


def test_nodes_are_intervals_or_points():
    ((_, intervals), *_) = networks_in(TWO, "w.csp", "csp")
    ((_, points), *_) = networks_in(TWO, "w.csp", "csp-points")
    assert len(intervals.relations("0", "1")) == 1
    assert len(points.relations("0", "1")) == 5


def test_a_saved_network_is_called_by_its_path():
    network: IntervalNetwork[str] = IntervalNetwork()
    network.add("a", ["before", "after"], "b")
    ((name, read),) = networks_in(json.dumps(network.to_json()).encode(), "n.json", "network")
    assert name == "n.json"
    assert read.links == network.links
    with pytest.raises(GraphFormatError, match=r"n\.json: not JSON"):
        networks_in(b"{", "n.json", "network")


# GQR's files

GOOD = b"""1 # first
0 1 ( < m )
.

2 #second
 0  1 ( = > d di o oi mi si f fi )
 1 2 (s)
 0 0 (= <)
.
"""


def test_networks_of_a_file():
    (name, first), (other, second) = read_csp(GOOD, "two.csp")
    assert (name, other) == ("first", "second")
    assert first.entities == ("0", "1")
    (link,) = first.links
    assert link.relation == AllenSet("before", "meets")
    assert link.source == "two.csp:2"
    assert len(second.links) == 3
    assert second.consistent()


def test_networks_of_points():
    ((_, found),) = read_csp(b"1 # points\n0 1 (< >)\n1 0 (< =)\n.\n", "p.csp", points=True)
    assert found.consistent()
    times = found.schedule()
    assert times["1", "start"] < times["0", "start"]
    ((_, equal),) = read_csp(b"1\n0 1 (< >)\n1 0 (=)\n.\n", "p.csp", points=True)
    assert not equal.consistent()
    assert [link.source for link in equal.conflict()] == ["p.csp:2", "p.csp:3"]


def test_comparisons_of_points_print_as_they_are_written():
    ((_, found),) = read_csp(
        b"1\n0 1 (<)\n0 1 (= <)\n1 0 (>)\n0 1 (=)\n0 1 (> <)\n.\n", "p.csp", points=True
    )
    assert [f"{link}" for link in found.links] == [
        *("0.start < 1.start", "0.start <= 1.start", "1.start > 0.start", "0.start = 1.start"),
        "0.start is before or after 1.start",
    ]


def test_an_empty_label_contradicts_itself():
    ((_, found),) = read_csp(b"1 # e\n0 1 ( )\n.\n", "e.csp")
    assert [link.source for link in found.conflict()] == ["e.csp:2"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "there is no network"),
        (b"1 # a\n0 1 (<)\n", "network of line 1 has no end"),
        (b"1 # a\n2 # b\n.\n", r"x\.csp:2: a second header"),
        (b"1 # a\n0 2 (<)\n.\n", r"x\.csp:2: node 2, .* last node is 1"),
        (b"1 # a\n0 1 (< near)\n.\n", r"x\.csp:2: unknown label 'near'; the labels are"),
        (b"0 1 (<)\n.\n", "a link before the header"),
        (b".\n", "a dot ends no network"),
        (b"1 # a\nhello\n.\n", "neither a header"),
        (b"\xff\xfe", "UTF-8"),
        (b"99999999999 # a\n.\n", r"x\.csp:1: 99999999999 nodes are more than"),
    ],
)
def test_what_is_wrong_is_named(text, words):
    with pytest.raises(CspError, match=words):
        read_csp(text, "x.csp")
