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
    most = 13 if max_size is None else max_size
    fit = [relations for relations in _all_sets() if min_size <= len(relations) <= most]
    # Large sets are so many that the telling small ones would hardly ever be drawn.
    small = [relations for relations in fit if len(relations) <= min_size + 2]
    return st.sampled_from(small) | st.sampled_from(fit)


@cache
def _all_sets() -> tuple[AllenSet, ...]:
    """All 8,192, smallest first, since sampled_from shrinks towards the front."""
    return tuple(sorted(map(AllenSet.from_mask, range(1 << 13)), key=_size_and_order))


def conjunctions(*, min_size: int = 1, max_size: int | None = None) -> st.SearchStrategy[AllenSet]:
    """The 82 sets that ``<``, ``<=`` and ``=`` between endpoints can say.

    These are the convex sets of Vilain, Kautz and van Beek (1989) without the empty one; the 13
    single relations and the full set are among them. Shrinks to ``{BEFORE}``.
    """
    check_sizes(min_size, max_size, least=1)
    check_sizes(min_size, 13)
    most = 13 if max_size is None else max_size
    return st.sampled_from([r for r in all_conjunctions() if min_size <= len(r) <= most])


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
    return tuple(sorted(found - {AllenSet()}, key=_size_and_order))


_CROSS = [(("a", x), ("b", y)) for x in ("start", "end") for y in ("start", "end")]
_ALL = tuple(Allen)


def _size_and_order(relations: AllenSet) -> tuple[int, list[int]]:
    return len(relations), [_ALL.index(relation) for relation in relations]
