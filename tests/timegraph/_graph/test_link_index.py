"""Links are found by their source as a search through all of them finds them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from timegraph import Allen, AllenSet, DistanceLink, Link, Placement, PointLink
from timegraph._graph.store import LinkIndex, names_of

SOURCES = st.sampled_from(
    [None, "s", 1, True, 1.0, (1,), frozenset({1}), {1}, [1], {"id": 1}, float("nan")]
)


def link(source, number):
    return Link(number % 5, AllenSet(Allen.BEFORE), number % 3, source)


@given(st.lists(SOURCES, max_size=20), st.lists(st.integers(0, 99)), SOURCES)
def test_links_are_found_by_their_source(sources, gone, asked):
    links = [link(source, number) for number, source in enumerate(sources[: len(sources) // 2])]
    index = LinkIndex(links)
    for source in sources[len(sources) // 2 :]:
        links.append(link(source, len(links)))
        index.append(links[-1])
    numbers = sorted({number % len(links) for number in gone}) if links else []
    if numbers:
        named = {name for one in links for name in names_of(one)}
        unused = index.remove(numbers, links)
        links = [one for number, one in enumerate(links) if number not in numbers]
        assert named - set(unused) == {name for one in links for name in names_of(one)}
    expected = [k for k, one in enumerate(links) if one.source is asked or one.source == asked]
    assert index.numbers(asked, links) == expected


def test_sources_that_compare_element_by_element_equal_only_themselves():
    own = np.array([1, 2])
    links = [link(own, 0), link("s", 1), link(np.array([1, 2]), 2)]
    index = LinkIndex(links)
    assert index.numbers(own, links) == [0]
    assert index.numbers("s", links) == [1]


def test_each_kind_of_link_names_its_ends():
    start, end, instant = ("a", "start"), ("b", "end"), ("t", "at")
    assert names_of(PointLink(start, "<", instant)) == (("a", True), ("t", False))
    assert names_of(DistanceLink(instant, end, 1, 2)) == (("t", False), ("b", True))
    assert names_of(Placement(start, end, 0, 1)) == (("a", True), ("b", True))
