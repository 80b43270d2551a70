"""The public networks of GQR, decided exactly."""

from __future__ import annotations

import csv

import pytest

from timegraph import IntervalNetwork
from timegraph.statements import read_networks

COLLECTION = "csp/gqr-allen"


@pytest.fixture(scope="module")
def verdicts(data):
    path = data / COLLECTION / "exact-verdicts.tsv"
    if not path.exists():
        pytest.skip("the networks of GQR are not here")
    with path.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file, delimiter="\t")]
    return {(row["file"], row["network"]): row["consistency"] for row in rows}


def networks(data, name):
    return read_networks(data / COLLECTION / name)


def check(network, expected):
    assert ("consistent" if network.consistent() else "inconsistent") == expected
    if expected == "consistent":
        scenario = network.scenario()
        assert all(scenario.relation(k.a, k.b) in k.relation for k in network.links)
        return
    conflict = network.conflict()
    for left_out in range(-1, len(conflict)):
        part = IntervalNetwork()
        part.extend(link for k, link in enumerate(conflict) if k != left_out)
        assert part.consistent() is (left_out >= 0)


@pytest.mark.parametrize(
    "name", ["alleq.csp", "example-10x10.csp", "example-10x15.csp", "example50.csp"]
)
def test_exact_verdicts(data, verdicts, name):
    for title, network in networks(data, name).items():
        check(network, verdicts[name, title])


@pytest.mark.slow
def test_networks_of_320(data, verdicts):
    name = "example-5x320.csp"
    for title, network in networks(data, name).items():
        check(network, verdicts[name, title])


@pytest.mark.parametrize(
    ("name", "paths", "possible"),
    [("example-10x10.csp", 2806, 2269), ("example-10x15.csp", 4285, 1535)],
)
def test_relations_that_are_possible(data, verdicts, name, paths, possible):
    """Path consistency leaves more labels than are possible."""
    found = 0
    for title, network in networks(data, name).items():
        if verdicts[name, title] == "consistent":
            found += sum(map(len, network.minimal_network().values()))
    assert found == possible
    assert found < paths


def test_networks_of_points(data):
    folder = data / "csp" / "gqr-point"
    if not folder.exists():
        pytest.skip("the networks of points are not here")
    decided = 0
    for path in sorted(folder.glob("*.csp")):
        for name, network in read_networks(path, format="csp-points").items():
            verdict = "inconsistent" not in name
            if "consistent" in name:
                assert network.consistent() is verdict, name
                decided += 1
            if not verdict:
                conflict = network.conflict()
                for left_out in range(-1, len(conflict)):
                    part = IntervalNetwork()
                    part.extend(link for k, link in enumerate(conflict) if k != left_out)
                    assert part.consistent() is (left_out >= 0)
    assert decided >= 11
