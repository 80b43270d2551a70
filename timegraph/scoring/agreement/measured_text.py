"""One text, and what each group of its annotators agree about: work for one process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from timegraph.corpus import Item, Source
from timegraph.decoding.candidates import Mode
from timegraph.documents.contradictions import Contradictions, contradictions_of
from timegraph.documents.reading import Reading
from timegraph.options import Interpretation
from timegraph.qa.places import Unit
from timegraph.scoring.agreement.compare import AgreementBy, TextAgreement, compare
from timegraph.scoring.agreement.texts import share
from timegraph.scoring.agreement.union import Merged, merge, merge_votes, union
from timegraph.scoring.annotation_notices import annotation_faults
from timegraph.scoring.entities import EntityRow, FoundScore, score_entities
from timegraph.scoring.notices import Notice
from timegraph.scoring.pair_groups import PairKind
from timegraph.scoring.pairs import failure
from timeml import Document
from timeml.errors import TimeMLError
from timeml.normalize import AlignBy

__all__ = [
    "MeasuredText",
    "SharedUnion",
    "check_schemes",
    "groups_of",
    "measure_text",
    "read_annotator",
]


@dataclass(frozen=True, slots=True)
class SharedUnion:
    """What all annotators of a text say together with all their ``links``, what these contradict,
    and, if wanted, their merged annotation."""

    name: str
    links: int
    contradictions: Contradictions
    merged: Merged | None = None


@dataclass(frozen=True, slots=True)
class MeasuredText:
    """What each group of :func:`groups_of` agrees about in a text, with the scores of entities of
    two annotators; ``None`` for a group that cannot be compared. The text is ``incomplete`` if
    somebody lacks it or a document of it cannot be used."""

    name: str
    compared: tuple[TextAgreement | None, ...]
    entities: tuple[Mapping[EntityRow, FoundScore] | None, ...]
    union: SharedUnion | None = None
    incomplete: bool = False
    notices: tuple[Notice, ...] = ()


def groups_of(annotators: Sequence[str]) -> list[tuple[str, ...]]:
    """Every two annotators, and all of them if there are more; those of all are the last."""
    more = [tuple(annotators)] if len(annotators) > 2 else []
    return [*combinations(annotators, 2), *more]


def measure_text(
    item: Item,
    *,
    annotators: Sequence[str],
    interpretation: Interpretation,
    align_by: AlignBy | None,
    time_limit: float | None,
    mode: Mode | None,
    kinds: Sequence[PairKind],
    by: Sequence[AgreementBy],
    unit: Unit,
) -> MeasuredText:
    """Measure the text of ``item``, whose sources are those of the annotators in their order; the
    options are those of :func:`timegraph.scoring.agreement.measure.measure_agreement`."""
    notices: dict[Notice, None] = {}
    documents, files = dict[str, Document](), dict[str, str]()
    for who, source in zip(annotators, item.sources, strict=True):
        document, faults = read_annotator(item.name, who, source, interpretation)
        notices.update(dict.fromkeys(faults))
        if document is not None and source is not None:
            documents[who], files[who] = document, source.name
    incomplete = len(documents) < len(annotators)
    compared: list[TextAgreement | None] = []
    entities: list[Mapping[EntityRow, FoundScore] | None] = []
    shared = None
    for group in groups_of(annotators):
        compared.append(None)
        entities.append(None)
        if not documents.keys() >= set(group):
            continue
        try:
            theirs = [documents[who] for who in group]
            check_schemes(theirs, interpretation)
            called = [f"{who}: {files[who]}" for who in group]
            text = share(item.name, theirs, align_by, files=called)
            agreement = compare(text, interpretation, kinds=kinds, by=by, unit=unit)
            compared[-1] = agreement
            notices.update(dict.fromkeys(agreement.notices))
            if len(group) == 2 and align_by is not None:
                entities[-1] = score_entities(gold=theirs[0], system=theirs[1], align_by=align_by)
            if len(group) == len(annotators):
                repaired = time_limit if mode is None else None
                whole = union(text, group)
                reading = Reading(whole, path=text.name, interpretation=interpretation)
                contradictions = contradictions_of(reading, time_limit=repaired)
                merged = None
                if mode is not None:
                    merged = merge_votes(text, group, interpretation, mode, time_limit)
                elif time_limit is not None:
                    merged = merge(text, group, interpretation, contradictions.repair)
                shared = SharedUnion(item.name, len(whole.tlinks), contradictions, merged)
        except (OSError, ValueError) as error:
            compared[-1] = entities[-1] = None
            notices[failure(error, item.name, owner=" and ".join(group))] = None
            incomplete = True
    return MeasuredText(
        item.name, tuple(compared), tuple(entities), shared, incomplete, tuple(notices)
    )


def read_annotator(
    name: str, who: str, source: Source | None, interpretation: Interpretation
) -> tuple[Document | None, Sequence[Notice]]:
    """One annotator's document, ``None`` if there is none that can be used."""
    if source is None:
        return None, [
            Notice("missing-document", name, f"{who}: {name}: not there", f"{who}: {name}")
        ]
    try:
        document = source.read()
        called = f"{who}: {source.name}"
        return document, list(annotation_faults(document, called, interpretation, owner=who))
    except (OSError, ValueError) as error:
        return None, [failure(error, name, owner=who)]


def check_schemes(documents: Sequence[Document], interpretation: Interpretation) -> None:
    """Raise :class:`TimeMLError` if documents are read by different label schemes."""
    schemes = {interpretation.scheme(document.scheme).name for document in documents}
    if len(schemes) > 1:
        raise TimeMLError(
            f"the documents have different label schemes ({', '.join(sorted(schemes))}); say with "
            "--labels how all are read"
        )
