"""What many documents leave open: for each its progress and the pairs to annotate next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

from timegraph._pace.limits import TimeLimitError
from timegraph.checking.priors import Prior
from timegraph.checking.unsettled import OpenPair, Progress, next_pairs, progress_of
from timegraph.corpus import Item, Source, run
from timegraph.corpus import Progress as Step
from timegraph.documents.build import build
from timegraph.findings import Describer, Mention, Sentence
from timegraph.labels import SchemeError
from timegraph.links import ContradictionError
from timegraph.options import Interpretation
from timeml import Document, TimeMLError

__all__ = ["NextPair", "OpenDocument", "open_document", "open_documents", "unused_priors"]


@dataclass(frozen=True, slots=True)
class NextPair:
    """A pair to annotate, in the words of the text."""

    pair: OpenPair
    a: Mention
    b: Mention
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """What one document leaves open.

    ``folder`` is the part of ``path`` that a summary groups by. ``unknown`` are ids that the
    document does not have, each with the prior that names it. A document that could not be read
    has an ``error``, with its ``line`` if known, and nothing else.
    """

    path: str
    folder: str
    progress: Progress | None = None
    pairs: tuple[NextPair, ...] = ()
    unknown: tuple[tuple[Prior, str], ...] = ()
    error: str | None = None
    line: int | None = None

    @property
    def failure(self) -> str | None:
        """The error with its place; ``None`` if the document could be read."""
        if self.error is None:
            return None
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.error}"


def open_document(
    document: Document,
    *,
    path: str,
    folder: str = "",
    count: int = 0,
    priors: Iterable[Prior] = (),
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
) -> OpenDocument:
    """How much of one document is decided, and the ``count`` pairs to annotate next.

    Of several ``priors`` for one pair the last counts.
    """
    graph = build(document, interpretation)
    scores: dict[tuple[str, str], float] = {}
    unknown = []
    for prior in (prior for prior in priors if prior.is_of(path)):
        a, b = document.resolve(prior.a), document.resolve(prior.b)
        if a is not None and b is not None:
            scores[min(a, b), max(a, b)] = prior.score
        unknown += [(prior, id) for id in (prior.a, prior.b) if document.resolve(id) is None]
    describer = Describer(document)
    pairs = []
    for pair in next_pairs(graph, count, priors=scores):
        a, b = str(pair.a), str(pair.b)
        mentions = describer.mention(a), describer.mention(b)
        pairs.append(NextPair(pair, *mentions, describer.sentences((a, b))))
    return OpenDocument(path, folder, progress_of(document, graph), tuple(pairs), tuple(unknown))


def open_documents(
    sources: Iterable[tuple[Source, str]],
    *,
    count: int = 0,
    priors: Iterable[Prior] = (),
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Step | None = None,
    total: int | None = None,
    seconds: float | None = None,
) -> Iterator[OpenDocument]:
    """:func:`open_document` of each of ``sources``, in order.

    With each source comes the folder that a summary counts it in. The last options are those of
    :func:`timegraph.corpus.run`.
    """
    options = {"count": count, "priors": tuple(priors), "interpretation": interpretation}
    return run(
        partial(_opened, options),
        (Item(source.path, (source,), folder) for source, folder in sources),
        jobs=jobs,
        executor=executor,
        progress=progress,
        total=total,
        seconds=seconds,
    )


def _opened(options: Mapping[str, Any], item: Item) -> OpenDocument:
    (source,) = item.sources
    assert source is not None
    try:
        document = source.read()
    except TimeMLError as error:
        return OpenDocument(item.name, item.rest, error=error.message, line=error.line)
    except OSError as error:
        return OpenDocument(item.name, item.rest, error=error.strerror or str(error))
    try:
        return open_document(document, path=item.name, folder=item.rest, **options)
    except (SchemeError, TimeLimitError) as error:
        return OpenDocument(item.name, item.rest, error=str(error))
    except ContradictionError as error:
        line = getattr(error.conflict.link.source, "line", None)
        return OpenDocument(item.name, item.rest, error=str(error.conflict), line=line)


def unused_priors(
    priors: Sequence[Prior], documents: Sequence[OpenDocument]
) -> list[tuple[int, str]]:
    """The priors that are about no pair of ``documents``, by line, and why: their document is not
    there, or it does not have their ids. Without a document's name a pair may be of any of them."""
    paths = [document.path for document in documents if document.error is None]
    unused = []
    lacking: dict[int, tuple[set[str], str]] = {}
    for document in documents:
        for prior, id in document.unknown:
            if prior.document is not None:
                unused.append((prior.line, f"{document.path} has no entity {id}"))
            else:
                lacking.setdefault(prior.line, (set(), id))[0].add(document.path)
    for line, (without, id) in lacking.items():
        if len(without) == len(paths):
            unused.append((line, f"no document that was named has both entities ({id} is missing)"))
    for prior in priors:
        if prior.document is not None and not any(prior.is_of(path) for path in paths):
            unused.append((prior.line, f"no document {prior.document} was named"))
    return sorted(unused)
