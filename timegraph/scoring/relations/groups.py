"""The labels on given pairs in groups: by label, by document, and by kinds of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from timegraph.scoring.measure import Result
from timegraph.scoring.pair_groups import group_order
from timegraph.scoring.ratios import MatchScore
from timegraph.scoring.relations.score import RELATIONS_BY, RelationsScore
from timegraph.scoring.statistics import Interval, jackknife_intervals

__all__ = ["GROUPS", "GroupScore", "group_interval", "group_scores"]

GROUPS = ("label", "document", *RELATIONS_BY)
"""The kinds of groups that given pairs fall into."""


@dataclass(frozen=True, slots=True)
class GroupScore:
    """The score of a system in the group ``name``, with the interval of its F1 if that was wanted
    and the group is not one document."""

    name: str
    score: MatchScore
    interval: Interval | None = None


def group_scores(
    result: Result[RelationsScore], by: str, *, intervals: bool = False
) -> list[GroupScore]:
    """The score in each group of the kind ``by``, one of :data:`GROUPS`, in the order of tables;
    those of ``kind`` and ``distance`` only if they were counted
    (:func:`timegraph.scoring.relations.measure.relations_task`). Raises ``ValueError`` for a kind
    that does not exist."""
    kits = [unit.stratum for unit in result.units]
    drawn = intervals and by != "document"
    return [
        GroupScore(name, reduce(add, scores), group_interval(scores, kits) if drawn else None)
        for name, scores in _in_documents(result, by).items()
    ]


def _in_documents(result: Result[RelationsScore], by: str) -> dict[str, list[MatchScore]]:
    """The score of each group in each document."""
    if by == "document":
        several = len(result.strata) > 1
        return {
            f"{unit.stratum}/{unit.name}" if several else unit.name: [unit.value.confusion.micro()]
            for unit in result.units
        }
    whole = result.score
    scores = [unit.value for unit in result.units]
    if by == "label":
        labels = whole.confusion.labels
        return {label: [score.confusion.of(label) for score in scores] for label in labels}
    kind = next((kind for kind in RELATIONS_BY if kind == by), None)
    if kind is None:
        raise ValueError(f"{by}: groups are by {', '.join(GROUPS)}")
    order = group_order(by, list(whole.groups.get(kind, {})))
    return {name: [score.group(kind, name).micro() for score in scores] for name in order}


def group_interval(scores: Sequence[MatchScore], kits: Sequence[str] | None = None) -> Interval:
    """The interval of the F1 of one group of pairs, or label, given by document, with the kit of
    each if there are several."""
    counts = [score.counts for score in scores]
    measures = {"f1": lambda sums: MatchScore(*map(round, sums)).f1}
    return jackknife_intervals(counts, measures, strata=kits)["f1"]
