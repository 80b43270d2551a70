"""The agreement of annotators over all texts that they share, group by group.

Every two annotators are a group, and so are all of them if there are more than two. A group counts
the texts that all its annotators have; a document that is missing or cannot be read is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.corpus import Progress, run
from timegraph.options import Interpretation
from timegraph.qa.places import DISTANCE_FIELDS
from timegraph.scoring.agreement.compare import (
    AgreementBy,
    PairAgreement,
    TextAgreement,
    no_pairs,
)
from timegraph.scoring.agreement.decoded_text import (
    SharedUnion as SharedUnion,
    groups_of,
    measure_text,
)
from timegraph.scoring.agreement.texts import shared_names, texts_of
from timegraph.scoring.entities import EntityRow, FoundScore
from timegraph.scoring.measure import few_units
from timegraph.scoring.pairs import PAIR_KINDS, PairKind, group_order
from timegraph.scoring.run import Workers
from timegraph.scoring.signature import Notice, Signature, ordered, within_limit
from timegraph.scoring.statistics import FEW_DOCUMENTS
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
        """What they agree about in each text, for each group of pairs, in the order of tables;
        without ``by`` in all pairs together, under ``""``."""
        if by is None:
            return {"": [text.whole for text in self.texts]}
        names = dict.fromkeys(name for text in self.texts for name in text.groups.get(by, {}))
        nothing = no_pairs(len(self.annotators))
        return {
            name: [text.groups.get(by, {}).get(name, nothing) for text in self.texts]
            for name in group_order(by, list(names))
        }


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
