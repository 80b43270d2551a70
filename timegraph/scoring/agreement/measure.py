"""The agreement of annotators over all texts that they share, group by group.

Every two annotators are a group, and so are all of them if there are more than two. A group counts
the texts that all its annotators have; a document that is missing or cannot be read is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial, reduce
from operator import add
from typing import TYPE_CHECKING, Literal

from timegraph._wording.counting import counted
from timegraph.corpus import Progress, run
from timegraph.options import Interpretation
from timegraph.qa.places import DISTANCE_FIELDS
from timegraph.scoring.agreement.coefficients import Ratings, coefficient_intervals
from timegraph.scoring.agreement.compare import (
    LINKED_BY,
    AgreementBy,
    LinkedBy,
    PairAgreement,
    Relations,
    TextAgreement,
    no_pairs,
)
from timegraph.scoring.agreement.decoded_text import (
    SharedUnion as SharedUnion,
    groups_of,
    measure_text,
)
from timegraph.scoring.agreement.texts import shared_names, texts_of
from timegraph.scoring.entities import ENTITIES, ENTITY_ROWS, EntityRow, FoundScore
from timegraph.scoring.measure import few_units, figure_intervals
from timegraph.scoring.pairs import PAIR_KINDS, PairKind, group_order
from timegraph.scoring.run import Workers
from timegraph.scoring.signature import Notice, Signature, ordered, ratio, within_limit
from timegraph.scoring.statistics import FEW_DOCUMENTS, Interval, jackknife_intervals
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection


MEASURE = "annotator-agreement"
"""The first field of signatures of agreement."""

_SIGNATURE = ("align", "on_conflict", "during", "calendar", "coarse", "labels")


@dataclass(frozen=True, slots=True)
class GroupAgreement:
    """A group of annotators and what they agree about in each text; of two also the scores of
    their entities, the second's against the first's (none if ids were not aligned)."""

    annotators: tuple[str, ...]
    texts: tuple[TextAgreement, ...]
    entities: tuple[Mapping[EntityRow, FoundScore], ...] = ()

    @property
    def name(self) -> str:
        """The names of the annotators."""
        return ", ".join(self.annotators)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Which links of the annotators are not compared."""
        elsewhere = sum(text.elsewhere for text in self.texts)
        repeated = sum(text.repeated for text in self.texts)
        remarks = []
        if elsewhere:
            remarks.append(
                f"{counted(elsewhere, 'link')} not compared: "
                "some annotators lack one of the entities"
            )
        if repeated:
            remarks.append(
                f"{counted(repeated, 'link')} not compared: "
                "an earlier link gives the pair another label"
            )
        return tuple(remarks)

    def parts(self, by: AgreementBy | None = None) -> dict[str, list[PairAgreement]]:
        """What they agree about in each text, for each group of pairs; without ``by`` in all pairs
        together, under ``""``."""
        if by is None:
            return {"": [text.whole for text in self.texts]}
        names = dict.fromkeys(name for text in self.texts for name in text.groups.get(by, {}))
        nothing = no_pairs(len(self.annotators))
        return {
            name: [text.groups.get(by, {}).get(name, nothing) for text in self.texts]
            for name in names
        }

    def ratings(self, linked_by: LinkedBy) -> list[Ratings]:
        """The ratings of each text; empty for a choice of pairs that the group does not have."""
        wholes = [text.whole.ratings for text in self.texts]
        return [ratings[linked_by] for ratings in wholes if linked_by in ratings]


@dataclass(frozen=True, slots=True, repr=False)
class Agreement:
    """The agreement of annotators: a group for every two of them, and one for all if there are
    more; what all say together, text by text. ``incomplete`` names the documents that somebody
    lacks or that cannot be used."""

    annotators: tuple[str, ...]
    signature: Signature
    groups: tuple[GroupAgreement, ...]
    unions: tuple[SharedUnion, ...]
    incomplete: tuple[str, ...] = ()
    warnings: tuple[Notice, ...] = ()

    @property
    def documents(self) -> int:
        """How many texts the group with the fewest has: intervals are over them."""
        return min(len(group.texts) for group in self.groups)

    def remarks(self, *, confidence: bool = False) -> tuple[str, ...]:
        """What readers of the figures should know, with ``confidence`` also of the intervals;
        :attr:`GroupAgreement.remarks` has more for each group."""
        few = confidence and self.documents < FEW_DOCUMENTS
        return (few_units(self.documents),) if few else ()

    @property
    def unread(self) -> int:
        """How many links have labels that are not read: agreement is then that of the others."""
        return sum(notice.unread.count for notice in self.warnings if notice.unread is not None)

    def __repr__(self) -> str:
        return f"<Agreement of {', '.join(self.annotators)}: {len(self.unions)} texts>"


def measure_agreement(
    annotators: Mapping[str, Collection],
    *,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    align_by: AlignBy | None = "overlap",
    kinds: Iterable[PairKind] = (),
    by: Iterable[AgreementBy] = (),
    progress: Progress | None = None,
    workers: Workers = Workers(),
) -> Agreement:
    """The agreement of the ``annotators``, each with the documents that they annotated.

    Documents of one name are annotations of one text. Ids are aligned with those of the first
    annotator of a group as :func:`timeml.align_ids` says, or taken as they are if ``align_by`` is
    ``None``.

    With ``kinds`` only pairs of entities of these kinds count
    (:data:`timegraph.scoring.pairs.PAIR_KINDS`). Relations are also counted for each group of
    pairs ``by`` their kind, distance or document. ``progress`` is called with the
    name of each text when it is done; ``workers`` are those of
    :func:`timegraph.scoring.run_measure`. Annotators are not compared with one of them, as systems
    may be: nothing is tested. Raises ``ValueError`` for fewer than two annotators.
    """
    if len(annotators) < 2:
        raise ValueError("agreement is that of two annotators or more")
    everyone = tuple(annotators)
    groups = groups_of(everyone)
    pair_kinds, groupings = tuple(dict.fromkeys(kinds)), tuple(dict.fromkeys(by))
    names = list(shared_names(annotators))
    done = list(
        run(
            partial(
                measure_text,
                annotators=everyone,
                interpretation=interpretation,
                align_by=align_by,
                kinds=pair_kinds,
                by=groupings,
            ),
            (texts_of(name, files, annotators) for name, files in names),
            jobs=workers.jobs,
            executor=workers.executor,
            progress=progress,
            total=len(names),
            seconds=workers.seconds,
        )
    )
    fields = dict(DISTANCE_FIELDS) if "distance" in groupings else {}
    if pair_kinds:
        fields["kind"] = "+".join(kind for kind in PAIR_KINDS if kind in pair_kinds)
    notices = tuple(dict.fromkeys(notice for text in done for notice in text.notices))
    return Agreement(
        annotators=everyone,
        signature=within_limit(
            _signature(annotators, interpretation, align_by, fields), notices, workers.seconds
        ),
        groups=tuple(
            GroupAgreement(
                group,
                tuple(text for measured in done if (text := measured.compared[k]) is not None),
                tuple(scores for measured in done if (scores := measured.entities[k]) is not None),
            )
            for k, group in enumerate(groups)
        ),
        unions=tuple(measured.union for measured in done if measured.union is not None),
        incomplete=tuple(measured.name for measured in done if measured.incomplete),
        warnings=notices,
    )


_FAILED = ("failed-document", "out-of-time")


def why_nothing_is_compared(agreement: Agreement, annotators: Mapping[str, Collection]) -> str:
    """Why no text of these ``annotators`` could be compared; ``""`` if one could."""
    if any(group.texts for group in agreement.groups):
        return ""
    failed = [notice.message for notice in agreement.warnings if notice.code in _FAILED]
    if failed:
        return f"no document can be compared; the first: {failed[0]}"
    named = [
        f"{who} has {', '.join(collection.names[:2])} ..." for who, collection in annotators.items()
    ]
    return (
        "no document is annotated by two annotators; documents belong together by their names: "
        + "; ".join(named)
    )


def _signature(
    annotators: Mapping[str, Collection],
    interpretation: Interpretation,
    align_by: AlignBy | None,
    fields: Mapping[str, str],
) -> Signature:
    schemes = {scheme for collection in annotators.values() for scheme in collection.schemes}
    return Signature.of(
        MEASURE,
        **ordered(
            _SIGNATURE,
            align="none" if align_by is None else "text",
            **interpretation.signature(sorted(schemes)),
            align_by="-" if align_by is None else align_by,
            **fields,
        ),
    )


# The figures of a group of annotators over all their texts, with intervals where they are wanted.
#
# Texts are what is drawn for intervals. Groups of pairs that are texts themselves have none.


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
        scores = [scores[row] for scores in group.entities]
        total = reduce(add, scores)
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
