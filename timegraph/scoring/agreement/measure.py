"""The agreement of annotators over all texts that they share, group by group.

Every two annotators are a group, and so are all of them if there are more than two. A group counts
the texts that all its annotators have; a document that is missing or cannot be read is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from timegraph._wording import counted
from timegraph.corpus import Item, Progress, run
from timegraph.decoding.candidates import Mode, vocabulary_of
from timegraph.decoding.decoder import decode
from timegraph.documents.closure import Contradictions, Reading, contradictions_of
from timegraph.options import Interpretation
from timegraph.scoring.agreement.compare import (
    AgreementBy,
    PairAgreement,
    TextAgreement,
    Votes,
    compare,
    decoded_document,
    no_pairs,
    share,
    shared_names,
    texts_of,
    union,
    votes_of,
)
from timegraph.scoring.annotation_notices import annotation_faults
from timegraph.scoring.entities import EntityRow, score_entities
from timegraph.scoring.measure import few_units
from timegraph.scoring.pairs import DISTANCE_FIELDS, PAIR_KINDS, PairKind, failure, group_order
from timegraph.scoring.run import Workers
from timegraph.scoring.signature import (
    FoundScore,
    Notice,
    Signature,
    fields_of_reading,
    within_limit,
)
from timegraph.scoring.statistics import FEW_DOCUMENTS
from timeml import Document
from timeml.errors import TimeMLError
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timegraph.decoding.decoder import Decoded
    from timegraph.labels import Scheme
    from timeml import Collection


# One text, and what each group of its annotators agree about: work for one process.


@dataclass(frozen=True, slots=True)
class SharedUnion:
    """What all annotators of a text say together with all their ``links``, and what these
    contradict."""

    name: str
    links: int
    contradictions: Contradictions


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
    kinds: Sequence[PairKind],
    by: Sequence[AgreementBy],
) -> MeasuredText:
    """Measure the text of ``item``, whose sources are those of the annotators in their order; the
    options are those of :func:`timegraph.scoring.agreement.measure.measure_agreement`."""
    documents, files, notices = read_annotators(item, annotators, interpretation)
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
            text = share(item.name, theirs, align_by, files=[files[who] for who in group])
            agreement = compare(text, interpretation, kinds=kinds, by=by)
            compared[-1] = agreement
            notices.update(dict.fromkeys(agreement.notices))
            if len(group) == 2 and align_by is not None:
                entities[-1] = score_entities(gold=theirs[0], system=theirs[1], align_by=align_by)
            if len(group) == len(annotators):
                whole = union(text, group)
                reading = Reading(whole, path=text.name, interpretation=interpretation)
                contradictions = contradictions_of(reading)
                shared = SharedUnion(item.name, len(whole.tlinks), contradictions)
        except (OSError, ValueError) as error:
            compared[-1] = entities[-1] = None
            notices[failure(error, item.name, owner=" and ".join(group))] = None
            incomplete = True
    return MeasuredText(
        item.name, tuple(compared), tuple(entities), shared, incomplete, tuple(notices)
    )


def read_annotators(
    item: Item, annotators: Sequence[str], interpretation: Interpretation
) -> tuple[dict[str, Document], dict[str, str], dict[Notice, None]]:
    """The documents of a text that can be used, by their annotators; what notices call each; and
    what is to be known of all."""
    documents: dict[str, Document] = {}
    files: dict[str, str] = {}
    notices: dict[Notice, None] = {}
    for who, source in zip(annotators, item.sources, strict=True):
        if source is None:
            called = f"{who}: {item.name}"
            notices[Notice("missing-document", item.name, f"{called}: not there", called)] = None
            continue
        files[who] = f"{who}: {source.name}"
        try:
            document = source.read()
            faults = list(
                annotation_faults(document, files[who], interpretation, owner=who, scored=True)
            )
            documents[who] = document
        except (OSError, ValueError) as error:
            faults = [failure(error, item.name, owner=who)]
            del files[who]
        notices.update(dict.fromkeys(faults))
    return documents, files, notices


def check_schemes(documents: Sequence[Document], interpretation: Interpretation) -> None:
    """Raise :class:`TimeMLError` if documents are read by different label schemes."""
    schemes = {interpretation.scheme(document.scheme).name for document in documents}
    if len(schemes) > 1:
        raise TimeMLError(
            f"the documents have different label schemes ({', '.join(sorted(schemes))}); say with "
            "--labels how all are read"
        )


@dataclass(frozen=True, slots=True)
class DecodedText:
    """One text: what its annotators' votes decode to, and the document of the first of them with
    these links; ``None`` if no annotation of it can be used. It is ``incomplete`` if somebody's is
    missing."""

    name: str
    decoded: Decoded | None = None
    document: Document | None = None
    votes: Votes = field(default_factory=Votes)
    incomplete: bool = False
    notices: tuple[Notice, ...] = ()

    def __repr__(self) -> str:
        return f"<DecodedText {self.name!r}: {self.decoded or 'not decoded'}>"


def decode_annotations(
    annotators: Mapping[str, Collection],
    *,
    interpretation: Interpretation = Interpretation(),
    align_by: AlignBy | None = "overlap",
    mode: Mode | None = None,
    time_limit: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Iterator[DecodedText]:
    """The consistent annotation of greatest weight of each text, one after the other.

    Documents of one name are annotations of one text; ids are aligned as in
    :func:`timegraph.scoring.measure_agreement`, with those of the first annotator who has the text.
    Each link is a vote for its label, or weighs what its attribute ``weight`` says.
    ``interpretation`` says by which scheme labels are read. ``mode`` and ``time_limit`` (for
    each text) are those of :func:`timegraph.decoding.decode`; by default the mode is
    ``"closed"`` where labels compare starts and ``"links"`` where they compare intervals. The
    processes of an ``executor`` work on several texts at once.
    """
    items = (texts_of(name, files, annotators) for name, files in shared_names(annotators))
    return decode_texts(
        items,
        tuple(annotators),
        interpretation=interpretation,
        align_by=align_by,
        mode=mode,
        time_limit=time_limit,
        executor=executor,
        progress=progress,
    )


def decode_texts(
    items: Iterable[Item],
    annotators: Sequence[str],
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **how: object,
) -> Iterator[DecodedText]:
    """As :func:`decode_annotations`, with the sources of each text in the order of its
    annotators."""
    work = partial(_decode_text, annotators=tuple(annotators), **how)  # type: ignore[arg-type]
    return run(work, items, executor=executor, progress=progress, chunk=1)


def _decode_text(
    item: Item,
    *,
    annotators: tuple[str, ...],
    interpretation: Interpretation,
    align_by: AlignBy | None,
    mode: Mode | None,
    time_limit: float | None,
) -> DecodedText:
    documents, files, notices = read_annotators(item, annotators, interpretation)
    incomplete = len(documents) < len(annotators)
    if not documents:
        return DecodedText(item.name, incomplete=True, notices=tuple(notices))
    voters = tuple(documents)
    try:
        check_schemes(list(documents.values()), interpretation)
        text = share(item.name, list(documents.values()), align_by, files=list(files.values()))
        notices.update(dict.fromkeys(text.notices))
        scheme = interpretation.scheme(text.documents[0].scheme)
        votes = votes_of(text, voters, interpretation)
        decoded = decode(
            votes.candidates,
            labels=scheme,
            mode=mode or usual_mode(scheme),
            time_limit=time_limit,
        )
        document = decoded_document(text.documents[0], decoded, scheme)
    except (OSError, ValueError) as error:
        notices[failure(error, item.name, owner=" and ".join(voters))] = None
        return DecodedText(item.name, incomplete=True, notices=tuple(notices))
    return DecodedText(item.name, decoded, document, votes, incomplete, tuple(notices))


def usual_mode(scheme: Scheme) -> Mode:
    """What annotations usually are: dense and closed where labels compare starts, else links."""
    return "closed" if vocabulary_of(scheme).points == 1 else "links"


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
    schemes = sorted({scheme for texts in annotators.values() for scheme in texts.schemes})
    reading = fields_of_reading(interpretation, schemes, align_by)
    signature = Signature.of(MEASURE, _SIGNATURE, **reading, **fields)
    return Agreement(
        annotators=everyone,
        signature=within_limit(signature, notices, workers.seconds),
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
