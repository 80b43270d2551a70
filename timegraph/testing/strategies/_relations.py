"""Sets of Allen relations: any, and those that are conjunctions of point constraints."""

from __future__ import annotations

from functools import cache
from itertools import product

from hypothesis import strategies as st

from timegraph.allen import Allen, AllenSet
from timegraph.testing.oracle.meaning import possible_under
from timegraph.testing.strategies._checks import check_sizes

__all__ = ["all_conjunctions", "allen_sets", "conjunctions"]


def allen_sets(*, min_size: int = 0, max_size: int | None = None) -> st.SearchStrategy[AllenSet]:
    """Sets of Allen relations of ``min_size`` to ``max_size`` (at most 13) members.

    Any set can be asked about. Only some can be added to a graph: see :func:`conjunctions`.
    Shrinks to few members, and to those early in the order of ``Allen``.
    """
    check_sizes(min_size, max_size)
    check_sizes(min_size, 13)
    members = st.lists(
        st.sampled_from(list(Allen)), unique=True, min_size=min_size, max_size=max_size
    )
    return members.map(AllenSet)


def conjunctions(*, min_size: int = 1, max_size: int | None = None) -> st.SearchStrategy[AllenSet]:
    """The 82 sets that ``<``, ``<=`` and ``=`` between endpoints can say.

    These are the convex sets of Vilain, Kautz and van Beek (1989) without the empty one; the 13
    single relations and the full set are among them. Shrinks to ``{BEFORE}``.
    """
    check_sizes(min_size, max_size, least=1)
    found = [
        relations
        for relations in all_conjunctions()
        if min_size <= len(relations) <= (max_size or 13)
    ]
    # Of every size up to 9 there are some; 10 and 11 are no size of a conjunction.
    return st.sampled_from(found) if found else st.nothing()


@cache
def all_conjunctions() -> tuple[AllenSet, ...]:
    """All of them, smallest first, single relations in the order of ``Allen``."""
    signs = ("<", "<=", "=", ">=", ">", "")
    found = set()
    for labels in product(signs, repeat=4):
        said = [
            (y, label.replace(">", "<"), x) if ">" in label else (x, label, y)
            for (x, y), label in zip(_CROSS, labels, strict=True)
            if label
        ]
        found.add(possible_under(said, "a", "b"))
    return tuple(
        sorted(found - {AllenSet()}, key=lambda relations: (len(relations), _order(relations)))
    )


_CROSS = [(("a", x), ("b", y)) for x in ("start", "end") for y in ("start", "end")]


def _order(relations: AllenSet) -> list[int]:
    return [list(Allen).index(relation) for relation in relations]
