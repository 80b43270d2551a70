"""Networks of intervals: consistent by construction, near the phase transition, or any."""

from __future__ import annotations

from itertools import combinations

from hypothesis import strategies as st

from tests.random_networks import random_network
from timegraph.allen import Allen, AllenSet
from timegraph.links import Link
from timegraph.testing.strategies import allen_sets, interval_models
from timegraph.testing.strategies._arguments import check_sizes

# Networks of intervals: consistent by construction, near the phase transition, or any.


@st.composite
def consistent_networks(draw: st.DrawFn, *, min_size: int = 2, max_size: int = 5) -> list[Link]:
    """The links of a network that has a world: for some pairs of ``min_size`` to ``max_size``
    intervals the relation of a world that is drawn first, and any others. Shrinks to fewer
    intervals, links and relations."""
    check_sizes(min_size, max_size)
    model = draw(interval_models(min_size=min_size, max_size=max_size))
    links: list[Link] = []
    for a, b in combinations(model, 2):
        if draw(st.booleans()):
            true = AllenSet(Allen.between(model[a], model[b]))
            links.append(Link(a, true | draw(allen_sets()), b, len(links)))
    return links


@st.composite
def any_networks(draw: st.DrawFn, *, min_size: int = 2, max_size: int = 5) -> list[Link]:
    """The links of a network with any sets, the empty one included, from any interval to any,
    several for a pair and some from an interval to itself. Shrinks to fewer and smaller ones."""
    check_sizes(min_size, max_size)
    count = draw(st.integers(min_size, max_size))
    names = st.sampled_from([f"i{number}" for number in range(count)])
    drawn = draw(st.lists(st.tuples(names, allen_sets(), names), max_size=count * (count - 1)))
    return [Link(a, relations, b, number) for number, (a, relations, b) in enumerate(drawn)]


def hard_networks(*, min_size: int = 10, max_size: int = 30) -> st.SearchStrategy[list[Link]]:
    """The links of networks of the model A(n, d, 6.5) at the degree, about 9.5 for 80 intervals and
    less for fewer, at which about half of them are consistent. Shrinks to fewer intervals and a
    smaller seed; its links are of one random generator."""
    check_sizes(min_size, max_size)
    return st.builds(
        lambda count, seed: random_network(count, min(9.5, count - 1.0), 6.5, seed),
        st.integers(min_size, max_size),
        st.integers(0, 2**32 - 1),
    )
