"""The figures of a group of annotators over all their texts, with intervals where they are wanted.

Texts are what is drawn for intervals. Groups of pairs that are texts themselves have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Literal

from timegraph.scoring.agreement.coefficients import Ratings, coefficient_intervals
from timegraph.scoring.agreement.compare import (
    LINKED_BY,
    AgreementBy,
    LinkedBy,
    PairAgreement,
    Relations,
)
from timegraph.scoring.agreement.measure import GroupAgreement
from timegraph.scoring.confidence import figure_intervals
from timegraph.scoring.entities import ENTITIES, ENTITY_ROWS, EntityRow, FoundScore
from timegraph.scoring.pair_groups import group_order
from timegraph.scoring.ratios import ratio
from timegraph.scoring.statistics import Interval, jackknife_intervals

__all__ = [
    "EntityFigures",
    "LabelFigures",
    "LinkFigures",
    "RelationFigures",
    "entity_figures",
    "label_figures",
    "link_figures",
    "relation_figures",
]


@dataclass(frozen=True, slots=True)
class EntityFigures:
    """The entities of two annotators in one of the rows of
    :data:`~timegraph.scoring.entities.ENTITY_ROWS`, and the interval of F1."""

    row: EntityRow
    score: FoundScore
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class LinkFigures:
    """The labels of links in the ``group`` of pairs (``""``: in all), of those that count by
    ``linked_by``, and the interval of each coefficient."""

    linked_by: LinkedBy
    group: str
    ratings: Ratings
    intervals: Mapping[str, Interval] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RelationFigures:
    """What two annotators say of the pairs of the ``group`` (``""``: of all) by their links or by
    what these entail, and the interval of their agreement."""

    of: Literal["links", "closure"]
    group: str
    relations: Relations
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class LabelFigures:
    """How often annotators gave a ``label`` to pairs that count by ``linked_by``, their
    ``specific`` agreement on it (:meth:`~.coefficients.Ratings.specific`), and its interval."""

    linked_by: LinkedBy
    label: str
    given: int
    specific: float | None
    interval: Interval | None = None


def entity_figures(group: GroupAgreement, *, intervals: bool = False) -> list[EntityFigures]:
    """The entities of two annotators; none of more of them, or if ids were not aligned."""
    rows = []
    for row in ENTITY_ROWS if group.entities else ():
        scores = [("", scores[row]) for scores in group.entities]
        total = reduce(add, (score for _, score in scores))
        interval = figure_intervals(ENTITIES, scores, ["f1"])["f1"] if intervals else None
        rows.append(EntityFigures(row, total, interval))
    return rows


def link_figures(
    group: GroupAgreement, by: AgreementBy | None = None, *, intervals: bool = False
) -> list[LinkFigures]:
    """The labels of links over all pairs, or in each group of the kind ``by``."""
    rows = []
    for name, parts in _parts(group, by):
        for linked_by in LINKED_BY:
            texts = [part.ratings[linked_by] for part in parts if linked_by in part.ratings]
            if texts:
                drawn = intervals and by != "document"
                coefficients = coefficient_intervals(texts) if drawn else {}
                rows.append(LinkFigures(linked_by, name, reduce(add, texts), coefficients))
    return rows


def relation_figures(
    group: GroupAgreement, by: AgreementBy | None = None, *, intervals: bool = False
) -> list[RelationFigures]:
    """What two annotators say of pairs, over all pairs or in each group of the kind ``by``; none of
    more of them."""
    rows = []
    for name, parts in _parts(group, by):
        stated = [part.stated for part in parts if part.stated is not None]
        entailed = [part.entailed for part in parts if part.entailed is not None]
        if stated:
            interval = _agreement_interval(stated) if intervals and by != "document" else None
            rows.append(RelationFigures("links", name, reduce(add, stated), interval))
        if entailed:
            interval = _agreement_interval(entailed) if intervals and by != "document" else None
            rows.append(RelationFigures("closure", name, reduce(add, entailed), interval))
    return rows


def label_figures(group: GroupAgreement, *, intervals: bool = False) -> list[LabelFigures]:
    """How far annotators agree on each label, in alphabetical order, for each way to count
    pairs."""
    rows = []
    for linked_by in LINKED_BY:
        texts = group.ratings(linked_by)
        labels = sorted(
            {str(label) for text in texts for labelled in text.values for label in labelled}
        )
        for label in labels:
            counts = [(text.by_label.get(label, 0.0), text.given_of(label)) for text in texts]
            given = sum(number for _, number in counts)
            specific = reduce(add, texts).specific(label)
            interval = None
            if intervals:
                measures = {"specific": lambda sums: ratio(sums[0], sums[1])}
                interval = jackknife_intervals(counts, measures)["specific"]
            rows.append(LabelFigures(linked_by, label, given, specific, interval))
    return rows


def _parts(group: GroupAgreement, by: AgreementBy | None) -> list[tuple[str, list[PairAgreement]]]:
    """The agreement in each group of pairs, in the order of tables, text by text; without ``by``
    that in all of them."""
    parts = group.parts(by)
    names = [""] if by is None else group_order(by, list(parts))
    return [(name, parts[name]) for name in names]


def _agreement_interval(texts: list[Relations]) -> Interval:
    return jackknife_intervals(
        [relations.counts for relations in texts],
        {"agreement": lambda counts: ratio(counts[0], sum(counts[:3]))},
    )["agreement"]
