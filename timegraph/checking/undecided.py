"""What annotations leave open: how much is decided, and which pairs to annotate next.

A pair of entities is *decided* if the links leave a single Allen relation between them. Asking for
it again is waste: on the two annotators of NarrativeTime, who related every pair of 14 documents,
an annotator who is asked the nearest pair first, and never a decided one, is asked for a third of
the pairs (``benchmarks/open_pairs.py``).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from timegraph.allen import AllenSet
from timegraph.corpus import Source
from timegraph.corpus.runner import run_on_sources
from timegraph.documents.build import build
from timegraph.findings import Describer, Mention, Sentence
from timegraph.graph import TimeGraph
from timegraph.options import Interpretation
from timegraph.stated_links import has_choices, network_of, over_branches
from timeml import Document

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.corpus.runner import Running
    from timegraph.networks import IntervalNetwork
    from timegraph.options import Choices


_ALL = AllenSet.all().mask
_SINGLE = frozenset(1 << bit for bit in range(13))


@dataclass(frozen=True, slots=True)
class OpenPair:
    """Two entities, in order, with the relations that are possible from ``a`` to ``b``: more
    than one."""

    a: Hashable
    b: Hashable
    possible: AllenSet


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a document is decided.

    ``linked_events`` are events with an instance in a TLINK of the graph. Of all ``pairs`` of
    entities, ``settled`` have one possible relation and ``known`` fewer than 13, or more where that
    is not ``exact``. ``islands`` are groups of entities that nothing connects with each other, the
    largest first.
    """

    events: int
    linked_events: int
    entities: int
    pairs: int
    settled: int
    known: int
    islands: tuple[tuple[str, ...], ...]
    exact: bool = True


def open_pairs(
    annotations: Document | TimeGraph,
    *,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    **choices: Unpack[Choices],
) -> Iterator[OpenPair]:
    """Every pair of entities that is not decided, nearest first: by the number of entities between
    them, then in order.

    The order is that of :attr:`timeml.Document.entities`, text order with the creation time first,
    or of :attr:`timegraph.TimeGraph.entities`. ``interpretation`` and the choices by keyword say
    how a document is read, as in :func:`timegraph.build`, except that links are left out as wholes
    by default.
    """
    return _open(_graph_of(annotations, replace(interpretation, **choices)))


def next_pairs(
    annotations: Document | TimeGraph | IntervalNetwork,
    count: int = 10,
    *,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    **choices: Unpack[Choices],
) -> tuple[OpenPair, ...]:
    """The ``count`` pairs to annotate next, the first that :func:`open_pairs` has. Raises
    ``ValueError`` for a negative ``count``."""
    if count < 0:
        raise ValueError(f"count is a number from 0, not {count}")
    return tuple(islice(_open(_graph_of(annotations, replace(interpretation, **choices))), count))


def _graph_of(annotations: Document | Any, interpretation: Interpretation) -> Any:
    if not isinstance(annotations, Document):
        return annotations
    if has_choices(annotations):
        return network_of(annotations)
    branches = over_branches(build(annotations, interpretation), annotations)
    return branches if branches.left else branches.plain


def _open(graph: Any) -> Iterator[OpenPair]:
    entities = graph.entities
    for gap in range(1, len(entities)):
        for a, b in zip(entities, entities[gap:], strict=False):
            possible = graph.relations(a, b)
            if len(possible) > 1:
                yield OpenPair(a, b, possible)


def progress_of(document: Document, graph: TimeGraph | IntervalNetwork) -> Progress:
    """How much of ``document`` its ``graph`` determines, or, where it has choices, its network.

    Time and memory are quadratic in the number of entities.
    """
    entities = document.entities
    settled = known = 0
    island = list(range(len(entities)))

    def root(number: int) -> int:
        while island[number] != number:
            island[number] = number = island[island[number]]
        return number

    for number, other, mask in _masks(entities, graph):
        if mask != _ALL:
            known += 1
            settled += mask in _SINGLE
            island[root(other)] = root(number)
    islands: dict[int, list[str]] = {}
    for number, entity in enumerate(entities):
        islands.setdefault(root(number), []).append(entity)
    placed = {end for _, *ends in document.linked for end in ends}
    return Progress(
        events=len(document.events),
        linked_events=sum(not placed.isdisjoint(event.ids) for event in document.events),
        entities=len(entities),
        pairs=len(entities) * (len(entities) - 1) // 2,
        settled=settled,
        known=known,
        islands=tuple(sorted(map(tuple, islands.values()), key=len, reverse=True)),
        exact=getattr(graph, "exact", True),
    )


def _masks(entities: Sequence[str], graph: Any) -> Iterator[tuple[int, int, int]]:
    """The numbers of each two entities, and the mask of the relations that they can have."""
    if hasattr(graph, "relation_matrix"):
        for number, masks in enumerate(graph.relation_matrix()):
            yield from ((number, other, mask) for other, mask in enumerate(masks[:number].tolist()))
    else:
        for number, a in enumerate(entities):
            for other, b in enumerate(entities[:number]):
                yield number, other, graph.relations(a, b).mask


# What many documents leave open: for each its progress and the pairs to annotate next.


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

    ``folder`` is the part of ``path`` that a summary groups by. A document that could not be read
    has an ``error``, with its ``line`` if known, and nothing else.
    """

    path: str
    folder: str
    progress: Progress | None = None
    pairs: tuple[NextPair, ...] = ()
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
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
) -> OpenDocument:
    """How much of one document is decided, and the ``count`` pairs to annotate next. Of statements
    with choices that is what all ways to choose have in common."""
    graph = _graph_of(document, interpretation)
    describer = Describer(document)
    pairs = []
    for pair in next_pairs(graph, count):
        a, b = str(pair.a), str(pair.b)
        mentions = describer.mention(a), describer.mention(b)
        pairs.append(NextPair(pair, *mentions, describer.sentences((a, b))))
    return OpenDocument(path, folder, progress_of(document, graph), tuple(pairs))


def open_documents(
    sources: Iterable[tuple[Source, str]],
    *,
    count: int = 0,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    **running: Unpack[Running],
) -> Iterator[OpenDocument]:
    """:func:`open_document` of each of ``sources``, in order.

    With each source comes the folder that a summary counts it in. The last options are those of
    :func:`timegraph.corpus.run`.
    """
    opened = partial(_opened, count=count, interpretation=interpretation)
    return run_on_sources(opened, OpenDocument, sources, **running)


def _opened(source: Source, **options: Any) -> OpenDocument:
    return open_document(source.read(), **options)
