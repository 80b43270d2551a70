"""Streams of weighted links, and how much of their weight is kept."""

from __future__ import annotations

import re

import pytest


@pytest.fixture(scope="module")
def weighted(benchmark_module):
    return benchmark_module("weighted")


def test_links_that_are_turned_round_are_lighter(weighted) -> None:
    links = weighted.stream(1000, 20, 10, lighter=True)
    light = sum(weight < 50 for _, _, weight in links)
    assert len(links) == 1000
    assert 60 < light < 140
    assert links == weighted.stream(1000, 20, 10, lighter=True)
    assert weighted.stream(100, 20, 0, lighter=False) != links[:100]


def test_decoding_keeps_most(weighted) -> None:
    cells = weighted.measured(weighted.stream(120, 12, 10, lighter=False), 12, 20.0)
    plain, decoded = (float(re.findall(r"kept ([\d.]+)%", cell)[0]) for cell in cells)
    assert plain <= decoded <= 100
    assert f"({decoded:.2f}%)" in cells[-1]
