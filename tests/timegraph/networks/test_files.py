"""Files of networks: the names of what they hold, and what is refused."""

from __future__ import annotations

import json

import pytest

from timegraph import GraphFormatError, IntervalNetwork
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
