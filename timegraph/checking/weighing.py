"""What the links of a document weigh in a repair, by the words of one of their attributes."""

from __future__ import annotations

import csv
import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice
from math import inf
from typing import TYPE_CHECKING, Any

from timegraph._pace.limits import TimeLimitError
from timegraph.allen import AllenSet
from timegraph.corpus import Item, Source, run
from timegraph.corpus import Progress as Step
from timegraph.documents.build import build
from timegraph.findings import Describer, Mention, Sentence
from timegraph.graph import TimeGraph
from timegraph.labels import SchemeError, near
from timegraph.links import AnyLink, ContradictionError
from timegraph.options import Interpretation
from timeml import Document, TimeMLError, TLink

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.options import Choices


# Scores of pairs from a file: a table with the columns ``a``, ``b`` and ``score``.
#
# The columns are separated by commas or by tabs and named in the first line. A column
# ``document`` says which document a pair is of; without it the pairs are of every document that
# has their ids.


_COLUMNS = ("a", "b", "score")


class PriorsError(ValueError):
    """A file that is not such a table."""


@dataclass(frozen=True, slots=True)
class Prior:
    """The score of a pair: one line of the table, ``document`` being ``None`` for every one."""

    line: int
    document: str | None
    a: str
    b: str
    score: float

    def is_of(self, path: str) -> bool:
        """Whether the pair is of the document with this path; folders and the ending ``.tml`` do
        not count."""
        return self.document is None or _plain(self.document) == _plain(path)


def read_priors(path: str) -> tuple[Prior, ...]:
    """The scores in a file, in its order.

    Raises ``OSError`` if it cannot be read, :class:`PriorsError` with the line if it is not a
    table in UTF-8 with these columns, or a score is not a finite number.
    """
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            head = file.readline()
            file.seek(0)
            rows = csv.DictReader(file, delimiter="\t" if "\t" in head else ",", strict=True)
            missing = [name for name in _COLUMNS if name not in (rows.fieldnames or ())]
            if missing:
                raise PriorsError(
                    f"{path}:1: no column {', '.join(missing)}; the first line names the columns "
                    "a, b, score and, if there are several documents, document"
                )
            return tuple(_prior(row, path, rows.line_num) for row in rows)
    except UnicodeDecodeError as error:
        raise PriorsError(f"{path}: is not UTF-8: {error.reason}") from None
    except csv.Error as error:
        raise PriorsError(f"{path}: is not a table: {error}") from None


def _prior(row: dict[str, str | None], path: str, line: int) -> Prior:
    a, b, score = (row[name] for name in _COLUMNS)
    if not a or not b or score is None:
        raise PriorsError(f"{path}:{line}: a pair needs a, b and score")
    try:
        number = float(score)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise PriorsError(f"{path}:{line}: the score {score!r} is not a number")
    return Prior(line, row.get("document") or None, a, b, number)


def _plain(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2].removesuffix(".tml")


class WeighingError(ValueError):
    """What links are to be weighed by is not an attribute with weights of words."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the words of an attribute weigh: a number itself, another word what ``by_word`` says,
    else 1. A link weighs what its words weigh together, 1 without the attribute."""

    attribute: str
    by_word: tuple[tuple[str, Fraction], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Weighing:
        """``ATTRIBUTE`` or ``ATTRIBUTE:WORD=NUMBER,...``. Raises :class:`WeighingError`."""
        attribute, _, rest = text.partition(":")
        by_word = {}
        for part in rest.split(",") if rest else ():
            word, _, number = part.partition("=")
            weight = _number(number)
            if not word.strip() or weight is None:
                raise WeighingError(
                    f"{part!r} does not say what a word weighs; write WORD=NUMBER, from 0 on"
                )
            by_word[word.strip()] = weight
        if not attribute.strip():
            raise WeighingError(f"{text!r} names no attribute of TLINKs")
        return cls(attribute.strip(), tuple(by_word.items()))

    def __str__(self) -> str:
        weights = ",".join(f"{word}={float(weight):g}" for word, weight in self.by_word)
        return f"{self.attribute}:{weights}" if weights else self.attribute

    def __call__(self, link: AnyLink) -> Fraction | None:
        """What a link weighs; ``None`` for one that is not a TLINK's, which stays. Raises
        :class:`timeml.TimeMLError` for numbers below 0."""
        tlink = link.source
        if not isinstance(tlink, TLink):
            return None
        words, weight_of = self.words([tlink]), dict(self.by_word)
        weights = [weight_of[word] if word in weight_of else _weight(word, tlink) for word in words]
        return sum(weights, Fraction()) if weights else Fraction(1)

    def words(self, links: Iterable[TLink]) -> list[str]:
        """The words of the attribute in these links."""
        return [
            word
            for link in links
            for name, value in link.extra
            if name == self.attribute
            for word in value.split()
        ]

    def remarks(self, words: Iterable[str]) -> list[str]:
        """What was to be weighed and is not among the ``words`` of contradictory documents."""
        in_links = set(words)
        if not in_links:
            return [
                f"no TLINK of a document with contradictions has the attribute {self.attribute!r}: "
                "all weigh 1"
            ]
        remarks = []
        for word, _ in self.by_word:
            if word not in in_links:
                meant = near(word, tuple(sorted(in_links)))
                hint = f"; did you mean {meant}?" if meant else ""
                remarks.append(
                    f"{word!r} is in no attribute {self.attribute!r} of documents with "
                    f"contradictions{hint}"
                )
        return remarks


def _weight(word: str, link: TLink) -> Fraction:
    weight = _number(word)
    if weight is not None:
        return weight
    try:
        float(word)
    except ValueError:
        return Fraction(1)
    message = f"{link.lid} weighs {word}; a weight is a finite number from 0 on"
    raise TimeMLError(message, line=link.line)


def _number(text: str) -> Fraction | None:
    """A number from 0 on, exactly; ``None`` if the text is none."""
    try:
        number = float(text)
    except ValueError:
        return None
    return Fraction(repr(number)) if 0 <= number < inf else None


# What annotations leave open: how much is settled, and which pairs to annotate next.
#
# A pair of entities is *settled* if the links leave a single Allen relation between them. Asking
# for it again is waste: on the two annotators of NarrativeTime, who related every pair of 14
# documents, an annotator who is asked the nearest pair first, and never a settled one, is asked
# for a third of the pairs (``benchmarks/open_pairs.py``).


_ALL = AllenSet.all().mask
_SINGLE = frozenset(1 << bit for bit in range(13))


@dataclass(frozen=True, slots=True)
class OpenPair:
    """Two entities, in order, with the relations that are possible from ``a`` to ``b``: more
    than one. ``score`` is the prior of the pair, ``None`` if it has none."""

    a: Hashable
    b: Hashable
    possible: AllenSet
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a document is settled.

    ``linked_events`` are events with an instance in a TLINK of the graph. Of all ``pairs`` of
    entities, ``settled`` have one possible relation and ``known`` fewer than 13. ``islands`` are
    groups of entities that nothing connects with each other, the largest first.
    """

    events: int
    linked_events: int
    entities: int
    pairs: int
    settled: int
    known: int
    islands: tuple[tuple[str, ...], ...]


def open_pairs(
    annotations: Document | TimeGraph,
    *,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    **choices: Unpack[Choices],
) -> Iterator[OpenPair]:
    """Every pair of entities that is not settled, nearest first: by the number of entities between
    them, then in order.

    The order is that of :attr:`timeml.Document.entities`, text order with the creation time first,
    or of :attr:`timegraph.TimeGraph.entities`. ``interpretation`` and the choices by keyword say
    how a document is read, as in :func:`timegraph.build`, except that links are left out as wholes
    by default.
    """
    return _open(_graph_of(annotations, replace(interpretation, **choices)))


def next_pairs(
    annotations: Document | TimeGraph,
    count: int = 10,
    *,
    priors: Mapping[tuple[Any, Any], float] | None = None,
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    **choices: Unpack[Choices],
) -> tuple[OpenPair, ...]:
    """The ``count`` pairs to annotate next; never one that the links determine already.

    ``priors`` are scores of pairs of entities, in either order: pairs with a score come first, the
    highest first, then the others as :func:`open_pairs` has them. Raises ``KeyError`` for what is
    not an entity, ``ValueError`` for a score that is not a number and for a negative ``count``.
    """
    graph = _graph_of(annotations, replace(interpretation, **choices))
    if count < 0:
        raise ValueError(f"count is a number from 0, not {count}")
    place = {entity: number for number, entity in enumerate(graph.entities)}
    scores: dict[tuple[Hashable, Hashable], float] = {}
    for (a, b), score in (priors or {}).items():
        if math.isnan(score):
            raise ValueError(f"the score of {a} and {b} is not a number")
        missing = next((entity for entity in (a, b) if entity not in place), None)
        if missing is not None:
            raise KeyError(f"no entity {missing!r} in the annotations")
        scores[(a, b) if place[a] < place[b] else (b, a)] = score

    def rank(pair: tuple[Hashable, Hashable]) -> tuple[float, int, int]:
        a, b = pair
        return -scores[pair], place[b] - place[a], place[a]

    scored = (
        OpenPair(a, b, graph.relations(a, b), scores[a, b]) for a, b in sorted(scores, key=rank)
    )
    others = (pair for pair in _open(graph) if (pair.a, pair.b) not in scores)
    unsettled = (pair for pair in chain(scored, others) if len(pair.possible) > 1)
    return tuple(islice(unsettled, count))


def _graph_of(annotations: Document | TimeGraph, interpretation: Interpretation) -> TimeGraph:
    if isinstance(annotations, TimeGraph):
        return annotations
    return build(annotations, interpretation)


def _open(graph: TimeGraph) -> Iterator[OpenPair]:
    entities = graph.entities
    for gap in range(1, len(entities)):
        for a, b in zip(entities, entities[gap:], strict=False):
            possible = graph.relations(a, b)
            if len(possible) > 1:
                yield OpenPair(a, b, possible)


def progress_of(document: Document, graph: TimeGraph) -> Progress:
    """How much of ``document`` its ``graph`` determines.

    Time and memory are quadratic in the number of entities.
    """
    entities = document.entities
    settled = known = 0
    island = list(range(len(entities)))

    def root(number: int) -> int:
        while island[number] != number:
            island[number] = number = island[island[number]]
        return number

    for number, masks in enumerate(graph.relation_matrix()):
        for other, mask in enumerate(masks[:number].tolist()):
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
    )


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
