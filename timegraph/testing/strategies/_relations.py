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
    # A choice for each relation, so that each can be shrunk away by itself.
    any_members = st.tuples(*[st.booleans()] * 13)
    one_member = st.integers(0, 12).map(lambda k: tuple(n == k for n in range(13)))
    return (one_member | any_members).map(lambda members: _of_size(members, min_size, most))


def _of_size(present: tuple[bool, ...], min_size: int, max_size: int) -> AllenSet:
    """The relations wanted; if they are too many the first of them, if too few with others."""
    members = [relation for relation, here in zip(_ALL, present, strict=True) if here][:max_size]
    others = [relation for relation in _ALL if relation not in members]
    return AllenSet(members + others[: max(min_size - len(members), 0)])


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
    possible = set()
    for labels in product(signs, repeat=4):
        said = [
            (y, label.replace(">", "<"), x) if ">" in label else (x, label, y)
            for (x, y), label in zip(_CROSS, labels, strict=True)
            if label
        ]
        possible.add(possible_under(said, "a", "b"))
    return tuple(sorted(possible - {AllenSet()}, key=_size_and_order))


_CROSS = [(("a", x), ("b", y)) for x in ("start", "end") for y in ("start", "end")]
_ALL = tuple(Allen)


def _size_and_order(relations: AllenSet) -> tuple[int, list[int]]:
    return len(relations), [_ALL.index(relation) for relation in relations]
