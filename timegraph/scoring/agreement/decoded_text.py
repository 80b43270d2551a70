"""Texts that several annotators, systems or runs of a model annotated, decoded: the consistent
annotation of most votes for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from timegraph.corpus import Item, Progress, run
from timegraph.decoding.candidates import Mode, vocabulary_of
from timegraph.decoding.decoder import decode
from timegraph.options import Interpretation
from timegraph.scoring.agreement.measured_text import check_schemes, read_annotator
from timegraph.scoring.agreement.texts import share, shared_names, texts_of
from timegraph.scoring.agreement.votes import NO_VOTES, Votes, decoded_document, votes_of
from timegraph.scoring.notices import Notice
from timegraph.scoring.pairs import failure
from timeml import Document
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timegraph.decoding.candidates import Scores
    from timegraph.decoding.decoder import Decoded
    from timegraph.labels import Scheme
    from timeml import Collection

__all__ = ["DecodedText", "decode_annotations", "decode_texts"]


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
    scores: Scores = "weights",
    unlinked: bool = False,
    time_limit: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Iterator[DecodedText]:
    """The consistent annotation of greatest weight of each text, one after the other.

    Documents of one name are annotations of one text; ids are aligned as in
    :func:`timegraph.scoring.measure_agreement`, with those of the first annotator who has the text.
    Each link is a vote for its label, or weighs what its attribute ``weight`` says. With
    ``unlinked``, whoever has no link for a pair that another has votes against one.
    ``interpretation`` says by which scheme labels are read. ``mode``, ``scores`` and ``time_limit``
    (for each text) are those of :func:`timegraph.decoding.decode`; by default the mode is
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
        scores=scores,
        unlinked=unlinked,
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
    scores: Scores,
    unlinked: bool,
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
        votes = votes_of(text, voters, interpretation, unlinked=unlinked)
        decoded = decode(
            votes.candidates,
            labels=scheme,
            mode=mode or usual_mode(scheme),
            scores=scores,
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
