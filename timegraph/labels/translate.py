"""The labels of one scheme in the words of another, as a table.

Each label becomes the target's label of the same meaning. Where there is none it becomes the
strongest label that it entails, so that nothing is claimed that was not said; and where it entails
none, it has no translation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from timegraph.allen import AllenSet
from timegraph.labels.meaning import NOTHING, plain
from timegraph.labels.scheme import Scheme

__all__ = ["Fit", "TranslatedLabel", "translation"]

Fit = Literal["exact", "weakened", "dropped"]
"""How a label is translated: to one of the same meaning, to a weaker one, or not at all."""

# These say more than the order of two intervals: that they are one event, that a time measures an
# event, that nobody labelled the pair. No other label is translated into them.
_MORE_THAN_ORDER = frozenset({"IDENTITY", "MEASURE", ""})
# These say that one of two others holds: what annotators who doubt write, so the last choice.
_OF_TWO = frozenset(
    map(plain, ("BEFORE/OVERLAP", "BEFORE_OVERLAP", "BEFORE-OR-OVERLAP", "OVERLAP-OR-AFTER"))
)
_READINGS = ("simultaneous", "contained")


@dataclass(frozen=True, slots=True)
class TranslatedLabel:
    """A label of one scheme with its ``target`` in another, ``None`` if it is dropped. Where it is
    ``turned``, ``a label b`` becomes ``b target a``."""

    label: str
    target: str | None
    fit: Fit
    turned: bool = False


class _Candidate(NamedTuple):
    """A label that a link may get, and what that says of the link as it was."""

    meaning: AllenSet
    label: str
    turned: bool


def translation(
    source: Scheme, target: Scheme, *, during: str = "simultaneous"
) -> Mapping[str, TranslatedLabel]:
    """Each label of ``source``, as :attr:`Scheme.names` has it, with its translation.

    Of several labels of the target with the same meaning the first one is chosen. Of several that
    are entailed, none of which entails another, it is the one of the same name; else one that does
    not name two (BEFORE/OVERLAP), that leaves the fewest relations possible, that keeps the
    direction of the link; else the first. A label that says nothing becomes one that says nothing.
    IDENTITY, MEASURE, an empty label and what follows ``during`` (DURING, DURING_INV of
    TimeML) stay as they are where the target has them with the same meaning, and no other label
    becomes one of them; so the result means the same by whatever ``during`` it is read. ``during``
    says how the source is read. A scheme in itself is the same.
    """
    if source.labels == target.labels and source.follows_during == target.follows_during:
        return MappingProxyType(
            {name: TranslatedLabel(name, name, "exact") for name in source.names}
        )
    candidates = _candidates(target)
    return MappingProxyType(
        {
            label: _kept(label, source, target) or _chosen(label, meaning, candidates)
            for label in source.names
            if (meaning := source.meaning(label, during=during)) is not None
        }
    )


def _readings(scheme: Scheme, label: str) -> list[AllenSet | None]:
    return [scheme.meaning(label, during=during) for during in _READINGS]


def _kept(label: str, source: Scheme, target: Scheme) -> TranslatedLabel | None:
    """The same label, if it says more than order or follows ``during``, and is there as well."""
    ours, theirs = _readings(source, label), _readings(target, label)
    if ours != theirs or (plain(label) not in _MORE_THAN_ORDER and ours[0] == ours[1]):
        return None
    name = next(name for name in target.names if plain(name) == plain(label))
    return TranslatedLabel(label, name, "exact")


def _candidates(target: Scheme) -> list[_Candidate]:
    """What can be said, links that are turned last."""
    said = []
    for label in target.names:
        meaning, other = _readings(target, label)
        if meaning is None or meaning != other or plain(label) in _MORE_THAN_ORDER:
            continue
        said.append(_Candidate(meaning, label, turned=False))
        if meaning.converse != meaning:
            said.append(_Candidate(meaning.converse, label, turned=True))
    return sorted(said, key=lambda one: one.turned)  # keeps the order of the scheme


def _chosen(label: str, meaning: AllenSet, candidates: list[_Candidate]) -> TranslatedLabel:
    exact = [candidate for candidate in candidates if candidate.meaning == meaning]
    if exact and plain(label) != "MEASURE":
        return TranslatedLabel(label, exact[0].label, "exact", exact[0].turned)
    weaker = [candidate for candidate in candidates if meaning < candidate.meaning < NOTHING]
    strongest = [
        candidate
        for candidate in weaker
        if not any(two.meaning < candidate.meaning for two in weaker)
    ]
    if not strongest:
        return TranslatedLabel(label, None, "dropped")

    def preference(one: _Candidate) -> tuple[bool, bool, int]:
        name = plain(one.label)
        return name != plain(label), name in _OF_TWO, len(one.meaning)

    best = min(strongest, key=preference)
    return TranslatedLabel(label, best.label, "weakened", best.turned)
