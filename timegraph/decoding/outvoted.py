"""Labels that weigh most for their pair and were not chosen, as data."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, Union

from timegraph.allen import AllenSet
from timegraph.links import AnyLink, Link

if TYPE_CHECKING:
    from timegraph.labels import Scheme

__all__ = ["Outvoted", "Overruled", "Weight"]

Weight = Union[int, Fraction]  # noqa: UP007 (an alias evaluated at run time)
"""A weight: whole where it can be."""


@dataclass(frozen=True, slots=True)
class Overruled:
    """The heaviest label of a pair, where another was chosen.

    ``why`` is ``"contradicts"`` if ``chain``, links that were chosen, contradicts it; ``"entails"``
    if the chain entails what was chosen, or, together with the label that was given up,
    ``consequence``: a label that another pair does not have. It is ``"outweighed"`` where no chain
    speaks against the label: something better may remain to be found. ``words`` has the labels
    by which links are printed.
    """

    a: Hashable
    label: str
    b: Hashable
    weight: Weight
    chosen: str
    chosen_weight: Weight
    why: Literal["contradicts", "entails", "outweighed"]
    chain: tuple[AnyLink, ...]
    consequence: Link | None = None
    words: Scheme | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        chain = "; ".join(map(self._in_words, self.chain))
        head = _head(self)
        if self.why == "outweighed":
            return f"{head}: the others weigh more so"
        if self.consequence is not None:
            entailed = self._in_words(self.consequence)
            return f"{head}: with {chain or 'nothing else'} it entails {entailed}"
        return (
            f"{head}: {chain} {self.why} it"
            if self.why == "contradicts"
            else (f"{head}: {chain} entails that")
        )

    def _in_words(self, link: AnyLink) -> str:
        """A link with its label, if the scheme has one for it."""
        if self.words is None or not isinstance(link, Link):
            return str(link)
        label = self.words.label_of(link.relation)
        return str(link) if label is None else f"{link.a} {label} {link.b}"


@dataclass(frozen=True, slots=True)
class Outvoted:
    """A pair whose heaviest label was not chosen: both with what they mean and weigh."""

    a: Hashable
    b: Hashable
    label: str
    meaning: AllenSet
    weight: Weight
    chosen: str
    chosen_meaning: AllenSet
    chosen_weight: Weight

    def __str__(self) -> str:
        return _head(self)


def _head(pair: Outvoted | Overruled) -> str:
    return f"{pair.a} {pair.label} {pair.b} ({float(pair.weight):g}) became {pair.chosen}"
