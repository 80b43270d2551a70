"""Texts that several annotators, systems or runs of a model annotated, decoded: the consistent
annotation of most votes for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from timegraph.corpus import Item, Progress, Source, run
from timegraph.decoding.candidates import Mode, vocabulary_of
from timegraph.decoding.decoder import decode
from timegraph.documents.closure import Contradictions, Reading, contradictions_of
from timegraph.options import Interpretation
from timegraph.scoring.agreement.compare import (
    AgreementBy,
    TextAgreement,
    compare,
    union,
)
from timegraph.scoring.agreement.texts import (
    NO_VOTES,
    Votes,
    decoded_document,
    share,
    shared_names,
    texts_of,
    votes_of,
)
from timegraph.scoring.annotation_notices import annotation_faults
from timegraph.scoring.entities import EntityRow, FoundScore, score_entities
from timegraph.scoring.pairs import PairKind, failure
from timegraph.scoring.signature import Notice
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


@dataclass(frozen=True, slots=True)
class DecodedText:
    """One text: what its annotators' votes decode to, and the document of the first of them with
    these links; ``None`` if no annotation of it can be used. It is ``incomplete`` if somebody's is
    missing."""

    name: str
    decoded: Decoded | None = None
    document: Document | None = None
    votes: Votes = NO_VOTES
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
    notices: dict[Notice, None] = {}
    documents, files = dict[str, Document](), list[str]()
    for who, source in zip(annotators, item.sources, strict=True):
        document, faults = read_annotator(item.name, who, source, interpretation)
        notices.update(dict.fromkeys(faults))
        if document is not None and source is not None:
            documents[who] = document
            files.append(f"{who}: {source.name}")
    incomplete = len(documents) < len(annotators)
    if not documents:
        return DecodedText(item.name, incomplete=True, notices=tuple(notices))
    voters = tuple(documents)
    try:
        check_schemes(list(documents.values()), interpretation)
        text = share(item.name, list(documents.values()), align_by, files=files)
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
