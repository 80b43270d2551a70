"""Labels that weigh most for their pair and were not chosen, as data."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Union

from timegraph.allen import AllenSet
from timegraph.links import AnyLink, Link

__all__ = ["Outvoted", "Overruled", "Weight"]

Weight = Union[int, Fraction]  # noqa: UP007 (an alias evaluated at run time)
"""A weight: whole where it can be."""


@dataclass(frozen=True, slots=True)
class Overruled:
    """The heaviest label of a pair, where another was chosen.

    ``why`` is ``"contradicts"`` if ``chain``, links that were chosen, contradicts it; ``"entails"``
    if the chain entails what was chosen, or, together with the label that was given up,
    ``consequence``: a label that another pair does not have. It is ``"outweighed"`` where no chain
    speaks against the label: something better may remain to be found.
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

    def __str__(self) -> str:
        chain = "; ".join(map(str, self.chain))
        head = f"{self.a} {self.label} {self.b} ({float(self.weight):g}) became {self.chosen}"
        if self.why == "outweighed":
            return f"{head}: the others weigh more so"
        if self.consequence is not None:
            return f"{head}: with {chain or 'nothing else'} it entails {self.consequence}"
        return (
            f"{head}: {chain} {self.why} it"
            if self.why == "contradicts"
            else (f"{head}: {chain} entails that")
        )


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
