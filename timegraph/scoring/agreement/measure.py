"""The agreement of annotators over all texts that they share, group by group.

Every two annotators are a group, and so are all of them if there are more than two. A group counts
the texts that all its annotators have; a document that is missing or cannot be read is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from timegraph.corpus import Item, Journal, Progress, Source, run
from timegraph.options import Interpretation
from timegraph.qa.places import Unit
from timegraph.scoring.agreement.coefficients import Ratings
from timegraph.scoring.agreement.compare import (
    AgreementBy,
    LinkedBy,
    PairAgreement,
    Relations,
    TextAgreement,
    no_pairs,
)
from timegraph.scoring.agreement.measured_text import SharedUnion, groups_of, measure_text
from timegraph.scoring.agreement.texts import shared_names
from timegraph.scoring.notices import Notice
from timegraph.scoring.pair_groups import PAIR_KINDS, PairKind, group_fields
from timegraph.scoring.signature import Signature, ordered
from timegraph.scoring.tempeval3.entities import EntityRow, FoundScore
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection

__all__ = ["Agreement", "GroupAgreement", "SharedUnion", "measure_agreement"]

_SIGNATURE = ("align", "on_conflict", "during", "calendar", "coarse", "labels")


@dataclass(frozen=True, slots=True)
class GroupAgreement:
    """A group of annotators and what they agree about in each text; of two also the scores of
    their entities, the second's against the first's (none if ids were not aligned)."""

    annotators: tuple[str, ...]
    texts: tuple[TextAgreement, ...]
    entities: tuple[Mapping[EntityRow, FoundScore], ...] = ()

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
        return [text.ratings[linked_by] for text in self.texts if linked_by in text.ratings]

    def stated(self) -> list[Relations]:
        """What links say of the pairs that both annotators linked, by text."""
        return [text.stated for text in self.texts if text.stated is not None]

    def entailed(self) -> list[Relations]:
        """What each annotator's links entail of all pairs, by text."""
        return [text.entailed for text in self.texts if text.entailed is not None]


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

    def __repr__(self) -> str:
        return f"<Agreement of {', '.join(self.annotators)}: {len(self.unions)} texts>"


def measure_agreement(
    annotators: Mapping[str, Collection],
    *,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    align_by: AlignBy | None = "overlap",
    time_limit: float | None = None,
    kinds: Iterable[PairKind] = (),
    by: Iterable[AgreementBy] = (),
    unit: Unit = "sentences",
    progress: Progress | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    resume: Journal | None = None,
) -> Agreement:
    """The agreement of the ``annotators``, each with the documents that they annotated.

    Documents of one name are annotations of one text. Ids are aligned with those of the first
    annotator of a group as :func:`timeml.align_ids` says, or taken as they are if ``align_by`` is
    ``None``. With a ``time_limit`` the annotations are merged, and for each text the fewest links
    whose removal makes the others agree are looked for, for so many seconds.

    With ``kinds`` only pairs of entities of these kinds count
    (:data:`timegraph.scoring.pair_groups.PAIR_KINDS`). Relations are also counted for each group of
    pairs ``by`` their kind, distance in ``unit`` s, or document. ``progress`` is called with the
    name of each text when it is done; it and the other options are those of
    :func:`timegraph.corpus.run`. Raises ``ValueError`` for fewer than two annotators.
    """
    if len(annotators) < 2:
        raise ValueError("agreement is that of two annotators or more")
    everyone = tuple(annotators)
    groups = groups_of(everyone)
    chosen, wanted = tuple(dict.fromkeys(kinds)), tuple(dict.fromkeys(by))
    names = list(shared_names(annotators))
    done = list(
        run(
            partial(
                measure_text,
                annotators=everyone,
                interpretation=interpretation,
                align_by=align_by,
                time_limit=time_limit,
                kinds=chosen,
                by=wanted,
                unit=unit,
            ),
            (_texts_of(name, files, annotators) for name, files in names),
            jobs=jobs,
            executor=executor,
            resume=resume,
            progress=progress,
            total=len(names),
        )
    )
    fields = group_fields(wanted, unit)
    if chosen:
        fields["kind"] = "+".join(one for one in PAIR_KINDS if one in chosen)
    return Agreement(
        annotators=everyone,
        signature=_signature(annotators, interpretation, align_by, fields),
        groups=tuple(
            GroupAgreement(
                group,
                tuple(text for one in done if (text := one.compared[k]) is not None),
                tuple(scores for one in done if (scores := one.entities[k]) is not None),
            )
            for k, group in enumerate(groups)
        ),
        unions=tuple(one.union for one in done if one.union is not None),
        incomplete=tuple(one.name for one in done if one.incomplete),
        warnings=tuple(dict.fromkeys(notice for one in done for notice in one.notices)),
    )


def _texts_of(name: str, files: Mapping[str, str], annotators: Mapping[str, Collection]) -> Item:
    """The file of each annotator for one text, ``None`` where there is none."""
    return Item(
        name,
        tuple(
            Source.of(one, files[who]) if who in files else None for who, one in annotators.items()
        ),
    )


def _signature(
    annotators: Mapping[str, Collection],
    interpretation: Interpretation,
    align_by: AlignBy | None,
    fields: Mapping[str, str],
) -> Signature:
    schemes = {scheme for collection in annotators.values() for scheme in collection.schemes}
    return Signature.of(
        "annotator-agreement",
        **ordered(
            _SIGNATURE,
            align="none" if align_by is None else "text",
            **interpretation.signature(sorted(schemes)),
            align_by="-" if align_by is None else align_by,
            **fields,
        ),
    )
