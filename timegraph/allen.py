"""The 13 relations of Allen (1983) between two intervals, and sets of them as 13-bit masks.

A relation is *defined* by how the endpoints of two concrete intervals compare. Converse and
composition are computed from that definition, never from a table that somebody typed. The relations
are listed in the order in which ``a`` passes ``b`` from left to right, so that the converse of the
k-th relation is the (12 - k)-th.

Allen, J. F. (1983). Maintaining knowledge about temporal intervals. CACM 26(11).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache, lru_cache
from typing import Literal, overload

# fmt: off
RelationName = Literal[
    "before", "meets", "overlaps", "starts", "during", "finishes", "equal",
    "finished_by", "contains", "started_by", "overlapped_by", "met_by", "after",
    "finished-by", "started-by", "overlapped-by", "met-by",
    "finished by", "started by", "overlapped by", "met by",
    "BEFORE", "MEETS", "OVERLAPS", "STARTS", "DURING", "FINISHES", "EQUAL",
    "FINISHED_BY", "CONTAINS", "STARTED_BY", "OVERLAPPED_BY", "MET_BY", "AFTER",
]
# fmt: on
"""The names of the relations, for type checkers; :meth:`Allen.parse` reads any other spelling that
is known at run time only."""

_OF_TIMEML = {
    "IBEFORE": "meets",
    "IAFTER": "met_by",
    "INCLUDES": "contains",
    "IS_INCLUDED": "during",
    "BEGINS": "starts",
    "BEGUN_BY": "started_by",
    "ENDS": "finishes",
    "ENDED_BY": "finished_by",
    "SIMULTANEOUS": "equal",
    "IDENTITY": "equal",
}
"""TimeML's labels that mean one relation under another name, for hints."""


class Allen(str, Enum):
    """One of the 13 basic relations "a relation b" between proper intervals.

    A relation is its word: it equals ``"before"``, prints so, and is written so by ``json.dumps``.
    """

    BEFORE = "before"
    MEETS = "meets"
    OVERLAPS = "overlaps"
    STARTS = "starts"
    DURING = "during"
    FINISHES = "finishes"
    EQUAL = "equal"
    FINISHED_BY = "finished_by"
    CONTAINS = "contains"
    STARTED_BY = "started_by"
    OVERLAPPED_BY = "overlapped_by"
    MET_BY = "met_by"
    AFTER = "after"

    # An Enum's own hash is computed in Python code; ask() looks relations up with every question.
    __hash__ = str.__hash__

    __str__ = str.__str__
    __repr__ = Enum.__str__  # can be pasted back

    @property
    def index(self) -> int:  # type: ignore[override]
        """Position in the canonical order, 0 to 12; also the bit of an :class:`AllenSet`."""
        return _INDEX[self]

    @property
    def converse(self) -> Allen:
        """The relation from ``b`` to ``a`` where this is the one from ``a`` to ``b``."""
        return _MEMBERS[12 - _INDEX[self]]

    @property
    def signs(self) -> tuple[int, int, int, int]:
        """How the endpoints compare: -1, 0 or 1 for a.start ? b.start, a.start ? b.end,
        a.end ? b.start, a.end ? b.end."""
        return _SIGNS[_INDEX[self]]

    @classmethod
    def parse(cls, name: str) -> Allen:
        """The relation of that name, in any case, with blanks, hyphens or underscores.

        Raises ``ValueError``, which names the nearest or all, for any other. TimeML's labels are
        another vocabulary: see :func:`timegraph.relation_for`.
        """
        try:
            return cls("_".join(name.replace("-", " ").replace("_", " ").lower().split()))
        except ValueError:
            from difflib import get_close_matches  # only where something is wrong

            names = [member.value for member in cls]
            near = get_close_matches(name.lower(), names, n=1)
            meant = _OF_TIMEML.get("_".join(name.upper().replace("-", " ").split()))
            hint = f"; known: {', '.join(names)}"
            if meant:
                hint = f", TimeML's name for {meant}{hint}"
            elif near:
                hint = f" (did you mean {near[0]}?)"
            raise ValueError(f"unknown Allen relation {name!r}{hint}") from None

    @classmethod
    def between(cls, a: tuple[float, float], b: tuple[float, float]) -> Allen:
        """The relation that holds between two concrete intervals ``(start, end)``.

        Raises ``ValueError`` if an interval does not start before it ends.
        """
        if not (a[0] < a[1] and b[0] < b[1]):
            raise ValueError(f"an interval starts before it ends: {a}, {b}")
        return _BY_SIGNS[_signs(a, b)]


def _signs(a: tuple[float, float], b: tuple[float, float]) -> tuple[int, int, int, int]:
    return (
        (a[0] > b[0]) - (a[0] < b[0]),
        (a[0] > b[1]) - (a[0] < b[1]),
        (a[1] > b[0]) - (a[1] < b[0]),
        (a[1] > b[1]) - (a[1] < b[1]),
    )


_MEMBERS = tuple(Allen)
_INDEX = {member: position for position, member in enumerate(_MEMBERS)}

# One concrete `a` for each relation to b = (3, 6), in the order of the enumeration.
_B = (3, 6)
_EXAMPLES = (
    (1, 2), (1, 3), (1, 4), (3, 4), (4, 5), (4, 6), (3, 6),
    (2, 6), (2, 7), (3, 7), (4, 7), (6, 7), (7, 8),
)  # fmt: skip
_SIGNS = tuple(_signs(a, _B) for a in _EXAMPLES)
_BY_SIGNS = dict(zip(_SIGNS, _MEMBERS, strict=True))
_ALL = (1 << 13) - 1


class AllenSet:
    """An immutable set of Allen relations: "one of these holds". ``AllenSet("before", "meets")``;
    one collection of relations will do as well.

    ``mask`` has bit ``relation.index`` set for each member. Iteration is in canonical order.
    """

    __slots__ = ("mask",)

    mask: int

    @overload
    def __init__(self, relation: Allen | RelationName, /, *more: Allen | RelationName) -> None: ...
    @overload
    def __init__(self, relations: AllenSet | Iterable[Allen | RelationName] = (), /) -> None: ...
    def __init__(self, relations: RelationLike = (), /, *more: Allen | RelationName) -> None:
        mask = mask_of(relations)
        if more:
            if not isinstance(relations, str):
                raise TypeError("give AllenSet either one collection or single relations")
            mask |= mask_of(more)
        object.__setattr__(self, "mask", mask)

    @classmethod
    def from_mask(cls, mask: int) -> AllenSet:
        """The set whose bits are ``mask``, 0 to 8191; ``ValueError`` otherwise."""
        if not 0 <= mask <= _ALL:
            raise ValueError(f"a mask of Allen relations has 13 bits, not {mask:#x}")
        return _from_mask(mask)

    @classmethod
    def all(cls) -> AllenSet:
        """All 13 relations: nothing is known."""
        return _from_mask(_ALL)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an AllenSet is immutable; cannot set {name!r}")

    def __reduce__(self) -> tuple[object, ...]:
        return _from_mask, (self.mask,)

    def __iter__(self) -> Iterator[Allen]:
        return (member for position, member in enumerate(_MEMBERS) if self.mask >> position & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, relation: Allen | RelationName) -> bool:
        return bool(self.mask & mask_of(relation))

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, AllenSet) else NotImplemented

    def __hash__(self) -> int:
        return hash((AllenSet, self.mask))

    def __or__(self, other: AllenSet) -> AllenSet:
        return _from_mask(self.mask | other.mask)

    def __and__(self, other: AllenSet) -> AllenSet:
        return _from_mask(self.mask & other.mask)

    def __sub__(self, other: AllenSet) -> AllenSet:
        return _from_mask(self.mask & ~other.mask)

    def __xor__(self, other: AllenSet) -> AllenSet:
        return _from_mask(self.mask ^ other.mask)

    def __invert__(self) -> AllenSet:
        return _from_mask(_ALL & ~self.mask)

    def __le__(self, other: AllenSet) -> bool:
        return not self.mask & ~other.mask

    def __lt__(self, other: AllenSet) -> bool:
        return self.mask != other.mask and self <= other

    @property
    def converse(self) -> AllenSet:
        """The relations from ``b`` to ``a`` where these are from ``a`` to ``b``."""
        return _from_mask(int(f"{self.mask:013b}"[::-1], 2))

    def compose(self, other: AllenSet) -> AllenSet:
        """The relations possible between a and c where a self b and b other c (Allen 1983)."""
        table = _composition_table()
        mask = 0
        for first in self:
            for second in other:
                mask |= table[first.index][second.index]
        return _from_mask(mask)

    def __repr__(self) -> str:
        return f"AllenSet({', '.join(repr(member.value) for member in self)})"

    def __str__(self) -> str:
        return ", ".join(member.value for member in self) or "none"


RelationLike = Allen | RelationName | AllenSet | Iterable[Allen | RelationName]
"""What names a relation: a basic relation, its name, a set of them, or any iterable."""


@cache
def _from_mask(mask: int) -> AllenSet:
    members = AllenSet.__new__(AllenSet)
    object.__setattr__(members, "mask", mask)
    return members


@lru_cache(maxsize=1)
def _composition_table() -> tuple[tuple[int, ...], ...]:
    # Three intervals have six endpoints, so integers 0..5 realise every constellation.
    intervals = [(start, end) for start in range(6) for end in range(start + 1, 6)]
    relation = {(a, b): _INDEX[_BY_SIGNS[_signs(a, b)]] for a in intervals for b in intervals}
    table = [[0] * 13 for _ in range(13)]
    for a in intervals:
        for b in intervals:
            first = table[relation[a, b]]
            for c in intervals:
                first[relation[b, c]] |= 1 << relation[a, c]
    return tuple(map(tuple, table))


KNOWN_MASKS: dict[object, int] = {}
"""The masks of the 13 relations, by member and by canonical name."""

for _position, _member in enumerate(_MEMBERS):
    KNOWN_MASKS[_member] = KNOWN_MASKS[_member.value] = 1 << _position


def mask_of(relation: RelationLike) -> int:
    """The 13-bit mask of a relation or a set of relations, however it is named.

    Raises ``ValueError`` for an unknown name, ``TypeError`` for what is not a relation, its name or
    a set of them.
    """
    if isinstance(relation, AllenSet):
        return relation.mask
    if isinstance(relation, (Allen, str)):
        mask = KNOWN_MASKS.get(relation)
        if mask is None:
            # Only canonical names are remembered, so the table cannot grow without bound.
            mask = 1 << _INDEX[Allen.parse(str(relation))]
        return mask
    if not isinstance(relation, Iterable):
        raise TypeError(
            f"a relation is an Allen, its name or a set of them, not {type(relation).__name__}"
        )
    mask = 0
    for member in relation:
        if not isinstance(member, (Allen, str)):
            raise TypeError(f"{member!r} is neither an Allen relation nor the name of one")
        mask |= mask_of(member)
    return mask
