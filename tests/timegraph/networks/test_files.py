"""Files of networks: GQR's and saved ones, the names of what they hold, and what is refused."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from timegraph import Allen, AllenSet, IntervalNetwork, Period
from timegraph.statements import read_networks
from timeml import TimeMLError

TWO = b"1 # same\n0 1 (<)\n.\n1 # same\n0 1 (< >)\n.\n2 # third\n.\n"


def test_each_network_has_a_name_of_its_own(tmp_path):
    found = networks(TWO, tmp_path)
    assert len(found) == 3
    assert [*found][2] == "third"


def test_nodes_are_intervals_or_points(tmp_path):
    intervals, *_ = networks(TWO, tmp_path).values()
    points, *_ = networks(TWO, tmp_path, "csp-points").values()
    assert len(intervals.relations("0", "1")) == 1
    assert len(points.relations("0", "1")) == 5


def test_a_saved_network_says_the_same_as_a_document(tmp_path):
    network: IntervalNetwork[str] = IntervalNetwork()
    network.add("a", ["before", "after"], "b", "Ann")
    network.add_points(("a", "end"), "<=", ("c", "start"))
    network.add_no_overlap(["a", "c", "d"])
    network.add_any_of([[("a", "meets", "d")], [("d", "before", "a"), ("d", "before", "b")]])
    network.place("b", within="2024-05")
    network.place(("c", "start"), within="2024-06-01")
    network.place("d", start="2024-04-01", end="2024-04-03")
    network.add_duration("a", at_least="2 days", at_most="1 week")
    network.add_distance(("a", "end"), ("b", "start"), at_least="3 hours")
    network.add("c", "before", Period("2025"))
    network.save(tmp_path / "n.json")
    (read,) = read_networks(tmp_path / "n.json").values()
    assert {*map(str, read.entities)} == {*map(str, network.entities)}
    for a, b in permutations("abcd", 2):
        assert read.relations(a, b) == network.relations(a, b)
    for name, side in product("abcd", ("start", "end")):
        assert read.earliest((name, side)) == network.earliest((name, side))
        assert read.latest((name, side)) == network.latest((name, side))
    assert read.ask("c", "before", "2025").value == "yes"


def test_what_statements_cannot_say_is_refused(tmp_path):
    network: IntervalNetwork[str] = IntervalNetwork()
    network.place("a", within=("1998", None))
    network.save(tmp_path / "n.json")
    with pytest.raises(TimeMLError, match="load it in Python"):
        read_networks(tmp_path / "n.json")
    (tmp_path / "n.json").write_text('{"format": "timegraph network", "graph": 3')
    with pytest.raises(TimeMLError, match="is not JSON"):
        read_networks(tmp_path / "n.json")


def networks(data, folder, format="csp"):
    (folder / "w.csp").write_bytes(data)
    return read_networks(folder / "w.csp", format=format)


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


def test_networks_of_a_file(tmp_path):
    (name, first), (other, second) = networks(GOOD, tmp_path).items()
    assert (name, other) == ("first", "second")
    assert first.entities == ("0", "1")
    (link,) = first.links
    assert link.relation == AllenSet("before", "meets")
    assert link.source.lid == "w.csp:2"
    assert len(second.links) == 3
    assert second.consistent()


def points(data, folder):
    (found,) = networks(data, folder, "csp-points").values()
    return found


def test_networks_of_points(tmp_path):
    found = points(b"1 # points\n0 1 (< >)\n1 0 (< =)\n.\n", tmp_path)
    assert found.consistent()
    times = found.schedule()
    assert times["1", "start"] < times["0", "start"]
    equal = points(b"1\n0 1 (< >)\n1 0 (=)\n.\n", tmp_path)
    assert not equal.consistent()
    assert {link.source.lid for link in equal.conflict()} == {"w.csp:2", "w.csp:3"}


def test_comparisons_of_points_print_as_they_are_written(tmp_path):
    found = points(b"1\n0 1 (<)\n0 1 (= <)\n1 0 (>)\n0 1 (=)\n0 1 (> <)\n.\n", tmp_path)
    assert [f"{link}" for link in found.links] == [
        *("0.start < 1.start", "0.start <= 1.start", "1.start > 0.start", "0.start = 1.start"),
        "0 " + " | ".join(r.value for r in Allen if r.signs[0]) + " 1",
    ]


def test_an_empty_label_contradicts_itself(tmp_path):
    (found,) = networks(b"1 # e\n0 1 ( )\n.\n", tmp_path).values()
    assert [link.source.lid for link in found.conflict()] == ["w.csp:2"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "holds no network"),
        (b"1 # a\n0 1 (<)\n", "network of line 1 has no end"),
        (b"1 # a\n2 # b\n.\n", r"w\.csp:2: a second header"),
        (b"1 # a\n0 2 (<)\n.\n", r"w\.csp:2: node 2, .* last node is 1"),
        (b"1 # a\n0 1 (< near)\n.\n", r"w\.csp:2: unknown label 'near'; the labels are"),
        (b"0 1 (<)\n.\n", "a link before the header"),
        (b".\n", "a dot ends no network"),
        (b"1 # a\nhello\n.\n", "neither a header"),
        (b"\xff\xff", "UTF-8"),
        (b"99999999999 # a\n.\n", r"w\.csp:1: 99999999999 nodes are more than"),
    ],
)
def test_what_is_wrong_is_named(text, words, tmp_path):
    with pytest.raises(TimeMLError, match=words):
        networks(text, tmp_path)
