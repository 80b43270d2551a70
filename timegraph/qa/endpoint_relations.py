"""The part of the question language that compares two ends: ``IS ei1.start BEFORE ei2.start``.

Annotations that compare starts only (MATRES, TCR) answer such questions where BEFORE, which is
about whole intervals, stays open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from timegraph._wording.quoting import quoted
from timegraph.allen import Allen, AllenSet
from timeml import RelType

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.labels import Scheme

__all__ = ["EndpointRelation", "compares_starts", "parse_endpoints", "starts_alone"]

Side = Literal["start", "end"]
_SIDES: dict[str, Side] = {"start": "start", "end": "end"}
_SIGNS = {"BEFORE": -1, "AFTER": 1, "SIMULTANEOUS": 0}
_LABELS = {sign: label for label, sign in _SIGNS.items()}


@dataclass(frozen=True, slots=True)
class EndpointRelation:
    """``label`` (BEFORE, AFTER or SIMULTANEOUS) between the ``first`` end of a and the ``second``
    of b."""

    first: Side
    label: str
    second: Side

    @property
    def value(self) -> str:
        """The relation as questions have it."""
        return self.label

    @property
    def meaning(self) -> AllenSet:
        """The relations of a and b for which it holds."""
        pair, sign = 2 * (self.first == "end") + (self.second == "end"), _SIGNS[self.label]
        return AllenSet(relation for relation in Allen if relation.signs[pair] == sign)

    def asked_of(self, *args: str) -> str:
        """The words of a question after IS."""
        return f"{args[0]}.{self.first} {self.label} {args[1]}.{self.second}"


def parse_endpoints(a: str, label: str, b: str) -> tuple[EndpointRelation, tuple[str, str]] | None:
    """The relation and the entities in the words of ``IS a.start BEFORE b.start``; ``None`` if
    neither ``a`` nor ``b`` is an end. Raises ``ValueError`` if one is, or if the relation is not
    one of two instants."""
    ends = [(entity, _SIDES.get(side.lower())) for entity, _, side in (_parted(a), _parted(b))]
    (first, first_side), (second, second_side) = ends
    if first_side is None and second_side is None:
        return None
    if first_side is None or second_side is None:
        whole = a if first_side is None else b
        raise ValueError(
            f"{quoted(whole)} is an interval, the other an end; compare two ends, as in "
            "IS a.start BEFORE b.start"
        )
    if label.upper() not in _SIGNS:
        raise ValueError(
            f"two ends are {', '.join(_SIGNS)}, not {quoted(label)}; write it like "
            "IS a.start BEFORE b.start"
        )
    return EndpointRelation(first_side, label.upper(), second_side), (first, second)


def _parted(word: str) -> tuple[str, str, str]:
    entity, dot, side = word.rpartition(".")
    return (entity, dot, side) if entity else (word, "", "")


def compares_starts(scheme: Scheme) -> bool:
    """Whether all that the labels of a scheme say is about starts."""
    meanings = (scheme.meaning(label) for label in scheme.names)
    return all(
        meaning is None or meaning in (*_OF_STARTS.values(), AllenSet.all()) for meaning in meanings
    )


_OF_STARTS = {label: EndpointRelation("start", label, "start").meaning for label in _SIGNS}


def starts_alone(graph: TimeGraph, a: str, relation: RelType, b: str) -> str | None:
    """What to say of an unknown answer to "a BEFORE b" or AFTER where the order of the starts is
    known; ``None`` if it is not."""
    if relation not in (RelType.BEFORE, RelType.AFTER) or a not in graph or b not in graph:
        return None
    possible = graph.relations(a, b)
    for label, meaning in _OF_STARTS.items():
        if possible <= meaning:
            return f"only starts are known: IS {a}.start {label} {b}.start is yes"
    return None
