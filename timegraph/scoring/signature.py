"""Signatures: every choice that can change a score, in one line to print beside it.

The idea is that of sacreBLEU (Post 2018, "A Call for Clarity in Reporting BLEU Scores"): two
scores may be compared if their signatures are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from timegraph._version import __version__

__all__ = ["Signature", "ordered"]


@dataclass(frozen=True, slots=True)
class Signature:
    """The fields ``key:value`` of one measure in a fixed order, with the version last.

    Fields are only ever added, before the version; a field that an older signature lacks had the
    default with which it was added. Values do not contain ``|``.
    """

    fields: tuple[tuple[str, str], ...]
    version: str = __version__

    def __post_init__(self) -> None:
        for key, value in (*self.fields, ("version", self.version)):
            if "|" in key + value or ":" in key or not value:
                raise ValueError(f"{key}:{value} cannot stand in a signature")

    @classmethod
    def of(cls, measure: str, **fields: str) -> Signature:
        """The signature of ``measure`` with ``fields`` in the order given; ``_`` in a name is
        written ``-``."""
        named = ((key.replace("_", "-"), value) for key, value in fields.items())
        return cls((("measure", measure), *named))

    def adding(self, **fields: str) -> Signature:
        """This signature with ``fields`` after those it has."""
        named = ((key.replace("_", "-"), value) for key, value in fields.items())
        return Signature((*self.fields, *named), self.version)

    @classmethod
    def pooled(cls, signatures: Sequence[Signature], **renamed: tuple[str, str]) -> Signature:
        """The fields of all ``signatures``; one that differs has all its values. A field that is
        ``renamed`` becomes the key and value given for it."""
        values: dict[str, dict[str, None]] = {}
        for signature in signatures:
            for key, value in signature.fields:
                values.setdefault(key, {})[value] = None
        return cls(tuple(renamed.get(key, (key, ",".join(values[key]))) for key in values))

    def __str__(self) -> str:
        pairs = (*self.fields, ("version", self.version))
        return "|".join(f"{key}:{value}" for key, value in pairs)


def ordered(order: Sequence[str], **fields: str) -> dict[str, str]:
    """``fields`` with those named in ``order`` first, in that order, so that a measure keeps the
    order in which its fields were added."""
    ordered_first = {name: fields[name] for name in order if name in fields}
    return ordered_first | fields
