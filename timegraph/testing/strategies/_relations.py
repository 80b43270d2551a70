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
    most = 13 if max_size is None else min(max_size, 13)
    if min_size > 6:  # many of the 13 are quicker to draw as those that are left out
        return _members(13 - most, 13 - min_size).map(lambda left_out: ~left_out)
    return _members(min_size, most)


def _members(min_size: int, max_size: int) -> st.SearchStrategy[AllenSet]:
    # Not sampled_from: a unique list of these shrinks badly.
    numbers = st.lists(st.integers(0, 12), unique=True, min_size=min_size, max_size=max_size)
    return numbers.map(lambda found: AllenSet([_ALL[number] for number in found]))


_ALL = tuple(Allen)


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
    return tuple(
        sorted(found - {AllenSet()}, key=lambda relations: (len(relations), _order(relations)))
    )


_CROSS = [(("a", x), ("b", y)) for x in ("start", "end") for y in ("start", "end")]


def _order(relations: AllenSet) -> list[int]:
    return [_ALL.index(relation) for relation in relations]
