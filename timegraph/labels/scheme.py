"""A label scheme as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from timegraph.allen import AllenSet
from timegraph.labels.meaning import NOTHING, meanings_of, plain

__all__ = ["Scheme"]

# What the option `during="contained"` makes of these labels of TimeML.
_CONTAINED = {"DURING": "IS_INCLUDED", "DURING_INV": "INCLUDES"}


@dataclass(frozen=True, slots=True)
class Scheme:
    """What each label of a corpus says of the endpoints of two intervals.

    ``labels`` has each label with its meaning, in the language of
    :mod:`timegraph.labels.meaning`. Upper and lower case are the same, and so are ``-``, ``_`` and
    blanks. ``follows_during`` is true where DURING is TimeML's, so that it follows the option
    ``during``. Raises :class:`SchemeError` for a label whose meaning cannot be read.
    """

    name: str
    about: str
    labels: tuple[tuple[str, str], ...]
    follows_during: bool = False

    def __post_init__(self) -> None:
        _table(self, "simultaneous")

    @property
    def names(self) -> tuple[str, ...]:
        """The labels, as they are written."""
        return tuple(label for label, _ in self.labels)

    def meaning(self, label: str, *, during: str = "simultaneous") -> AllenSet | None:
        """The relations that may hold from a to b where a link says ``a label b``; all 13 where
        the label says nothing, ``None`` where the scheme does not have it."""
        table = _table(self, during)
        meaning = table.get(label)  # nearly all are written as the table has them
        return table.get(plain(label)) if meaning is None else meaning

    def says_nothing(self, label: str) -> bool:
        """Whether this is a label of the scheme that says nothing about time."""
        return self.meaning(label) == NOTHING

    def holds(self, label: str, meaning: AllenSet | None) -> bool:
        """Whether whoever reads ``label`` by this scheme learns no more than ``meaning``, what the
        label says where it comes from (``None``: nothing is known of it)."""
        read = self.meaning(label)
        return read is not None and meaning is not None and meaning <= read

    @property
    def signed(self) -> str:
        """The name for signatures: with ``@`` and the first 8 hex digits of the SHA-256 of what the
        labels mean, so that different schemes of one name are not taken for the same."""
        from hashlib import sha256  # only here: most scores are of built-in schemes

        meanings = sorted(
            (name, meaning.mask) for name, meaning in _table(self, "simultaneous").items()
        )
        text = "".join(f"{name}\t{mask}\n" for name, mask in meanings)
        return f"{self.name}@{sha256(text.encode()).hexdigest()[:8]}"

    def converse(self, label: str, *, during: str = "simultaneous") -> str | None:
        """The label that says the same from b to a; ``None`` if the scheme has none."""
        meaning = self.meaning(label, during=during)
        return None if meaning is None else self.label_of(meaning.converse, during=during)

    def label_of(self, meaning: AllenSet, *, during: str = "simultaneous") -> str | None:
        """The first label that says exactly this; ``None`` if the scheme has none."""
        table = _table(self, during)
        return next((name for name in self.names if table[plain(name)] == meaning), None)


@lru_cache(maxsize=64)
def _table(scheme: Scheme, during: str) -> Mapping[str, AllenSet]:
    """The meaning of each label, by its plain form."""
    meanings = {plain(k): v for k, v in meanings_of(dict(scheme.labels)).items()}
    if scheme.follows_during and during == "contained":
        meanings |= {
            name: meanings[other] for name, other in _CONTAINED.items() if name in meanings
        }
    return MappingProxyType(meanings)
