"""Gold documents with those of a system: read, matched by name, with aligned ids.

A document that is missing or cannot be read counts as one without annotations and is named; the
others are compared all the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from timegraph._pace import TimeLimitError, time_limit
from timegraph._version import __version__
from timegraph.corpus import Documents, Item, Source, run
from timegraph.corpus.runner import KEPT, failed_at, is_about_input, source_of
from timegraph.options import Interpretation
from timegraph.scoring.annotation_notices import alignment_notices, annotation_faults
from timegraph.scoring.measure import Measured, Status
from timegraph.scoring.run import Task
from timegraph.scoring.signature import Notice, Signature, failure_code
from timegraph.sentences import Sentences
from timeml import Alignment, Document, Event, align_ids
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection


# Groups of pairs of entities: by what the two are, and by how far apart they stand.


SPLITTER = f"timegraph-{__version__}"
"""What finds the sentences, with its version: :mod:`timegraph.findings`."""

CREATION_TIME = "creation time"
"""The group of pairs with the creation time, which have no distance."""

NO_PLACE = "(no place)"
"""The group of pairs of which one stands outside the text."""


BIN_NAMES = ("0", "1", "2-4", "5+")
"""The distances in each bin."""

_BINS = (0, 1, 2, 5)

DISTANCE_FIELDS = {"distance": "sentences", "bins": ",".join(BIN_NAMES), "splitter": SPLITTER}
"""What groups by distance add to a signature: the unit, the bins, and what finds sentences."""


def bin_number(distance: int) -> int:
    """The number of the bin that a distance is in."""
    return bisect_right(_BINS, distance) - 1


PairKind = Literal["event-event", "event-timex", "timex-timex", "creation-time"]
PAIR_KINDS: tuple[PairKind, ...] = get_args(PairKind)
"""What two entities are: two events, an event and a timex of the text, two such timexes, or one of
these and the creation time."""


class Places:
    """Where the entities of a document stand, and the groups of their pairs; entities are those of
    :attr:`Document.entities`."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._sentences = Sentences(document.text)

    def is_creation_time(self, entity: str) -> bool:
        """Whether the entity is the creation time, which stands at no place of the text."""
        return self.document.entity(entity) is self.document.dct

    def sentence(self, entity: str) -> int | None:
        """The number of the sentence that an entity stands in; ``None`` for the creation time and
        for what stands outside the text."""
        one = self.document.entity(entity)
        if one is self.document.dct or one.start is None or one.end is None:
            return None
        return self._sentences.number(one.start)

    def apart(self, a: str, b: str) -> int | None:
        """The sentences from one entity to the other; ``None`` where one of them stands outside
        the text."""
        first, second = self.sentence(a), self.sentence(b)
        return None if first is None or second is None else abs(first - second)

    def kind(self, a: str, b: str) -> PairKind:
        """What two entities are."""
        if self.is_creation_time(a) or self.is_creation_time(b):
            return "creation-time"
        events = sum(isinstance(self.document.entity(id), Event) for id in (a, b))
        return PAIR_KINDS[2 - events]

    def group(self, by: str, a: str, b: str) -> str:
        """The group of a pair by ``kind``, ``distance`` or ``document``."""
        if by == "document":
            return self.document.name or "(no name)"
        if by == "kind":
            return self.kind(a, b)
        if self.kind(a, b) == "creation-time":
            return CREATION_TIME
        apart = self.apart(a, b)
        return NO_PLACE if apart is None else BIN_NAMES[bin_number(apart)]


def group_order(by: str, names: Sequence[str]) -> list[str]:
    """The names of groups in the order in which tables have them."""
    order = {"kind": PAIR_KINDS, "distance": (*BIN_NAMES, CREATION_TIME)}.get(by, ())
    places = {name: place for place, name in enumerate(order)}
    return sorted(names, key=lambda name: (places.get(name, len(places)), name))


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Gold:
    """The documents that systems are compared with, by name.

    ``failed`` names those that cannot be read; they are among ``documents``, without annotations.
    ``schemes`` are the label schemes of the documents.
    """

    documents: Mapping[str, Document]
    failed: tuple[str, ...] = ()
    warnings: tuple[Notice, ...] = ()
    schemes: tuple[str, ...] = ("tml",)

    def __repr__(self) -> str:
        return f"<Gold: {len(self.documents)} documents, {len(self.failed)} of them failed>"


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold document and a system's annotation of the same text.

    ``system`` has no annotations unless ``status`` is ``found``. With an ``alignment`` it has the
    ids of ``gold``, and ``original`` the system's own; there is none if ids were taken as they
    are, or if one of the two could not be read.
    """

    name: str
    gold: Document
    system: Document = field(default_factory=Document)
    original: Document = field(default_factory=Document)
    alignment: Alignment | None = None
    file: str | None = None
    status: Status = "found"
    notices: tuple[Notice, ...] = ()


def read_gold(
    gold: Collection,
    *,
    interpretation: Interpretation = Interpretation(),
    executor: Executor | None = None,
) -> Gold:
    """Read every document of ``gold``; ``interpretation`` says which labels are known.

    The workers of an ``executor`` (:func:`timegraph.corpus.run`) see whether documents can be read,
    and the documents are read again when they are asked for.
    """
    spread = executor is not None
    failed: list[str] = []
    notices: list[Notice] = []
    kept: dict[str, Document] = {}
    for name, document, own_notices in run(
        partial(_read, keep=not spread, interpretation=interpretation),
        (Item(name, (gold.source(name),)) for name in gold.names),
        executor=executor,
        total=len(gold),
    ):
        notices += own_notices
        if document is None:
            failed.append(name)
        elif not spread and len(kept) < KEPT:
            kept[name] = document
    documents = Documents(gold, {name: name for name in gold.names}, kept=kept, absent=failed)
    return Gold(documents, tuple(failed), tuple(notices), gold.schemes)


def _read(
    item: Item, *, keep: bool, interpretation: Interpretation
) -> tuple[str, Document | None, tuple[Notice, ...]]:
    """A gold document (an empty one instead, unless it is to be kept), ``None`` if it cannot be
    read."""
    (source,) = item.sources
    assert source is not None
    try:
        document = source.read()
    except (OSError, ValueError) as error:
        return item.name, None, (failure(error, item.name),)
    notices = tuple(annotation_faults(document, item.name, interpretation, scored=True))
    return item.name, document if keep else Document(), notices


def pair_task(
    count: Callable[[Pair], tuple[T, tuple[Notice, ...]]],
    *,
    gold: Gold,
    system: Collection,
    name: str,
    signature: Signature,
    align_by: AlignBy | None = "overlap",
    interpretation: Interpretation = Interpretation(),
) -> Task[T]:
    """The task that counts, by ``count``, each gold document with that of ``system``, in the
    order of gold; ``count`` also gives notices.

    Ids are aligned as :func:`timeml.align_ids` says, or taken as they are if ``align_by`` is
    ``None``. ``interpretation`` says which labels are known. ``name`` is that of the system.
    """

    def items(as_bytes: bool) -> Iterator[Item]:
        for document in gold.documents:
            theirs = source_of(gold.documents, document, as_bytes=as_bytes)
            # Without a gold document there is nothing to align with.
            own_align_by = None if document in gold.failed else align_by
            sources = (theirs, system.matching(document))
            yield Item(f"{name}: {document}", sources, (document, own_align_by))

    return Task(
        system=name,
        signature=signature,
        items=items,
        count=partial(_measured, count, interpretation),
        total=len(gold.documents),
        remarks=partial(extra_documents, system),
    )


def _measured(
    count: Callable[[Pair], tuple[T, tuple[Notice, ...]]],
    interpretation: Interpretation,
    item: Item,
) -> Measured[T]:
    name, align_by = item.rest
    gold, system = item.sources
    assert gold is not None
    pair = read_pair(name, gold.read(), system, align_by, interpretation)
    try:
        value, notices = count(pair)
    except TimeLimitError as error:
        # Without the system's annotations, which could not be measured in time.
        notices = (*pair.notices, failure(error, name, file=pair.file or ""))
        pair = Pair(name, pair.gold, file=pair.file, status="failed", notices=notices)
        try:
            with time_limit(error.seconds):
                value, notices = count(pair)
        except TimeLimitError:  # gold alone takes too long: a system is not judged by it
            with time_limit(None):
                value, notices = count(replace(pair, gold=Document()))
    return Measured(name, value, pair.status, (*pair.notices, *notices), pair.file)


def read_pair(
    name: str,
    gold: Document,
    source: Source | None,
    align_by: AlignBy | None,
    interpretation: Interpretation,
) -> Pair:
    """The ``gold`` document with the system's in ``source``, read and with aligned ids; a
    document that is missing or cannot be read is one without annotations."""
    if source is None:
        missing = Notice("missing-document", name, f"{name}: not there", name)
        return Pair(name, gold, status="missing", notices=(missing,))
    notices: list[Notice] = []
    file = source.name or None
    try:
        original = source.read()
        notices += annotation_faults(original, source.name, interpretation, scored=True)
        if align_by is None:
            return Pair(name, gold, original, original, None, file, "found", tuple(notices))
        alignment = align_ids(system=original, key=gold, align_by=align_by)
    except (OSError, ValueError) as error:
        notices.append(failure(error, name, file=file or ""))
        return Pair(name, gold, file=file, status="failed", notices=tuple(notices))
    notices += alignment_notices(alignment, name, source.name)
    return Pair(name, gold, alignment.document, original, alignment, file, "found", tuple(notices))


def extra_documents(system: Collection, measured: Sequence[Measured[Any]]) -> Iterator[Notice]:
    """A notice for each document of ``system`` that gold does not have, or that cannot be read, so
    that nobody knows which one of gold's it is."""
    used = {unit.file for unit in measured}
    for name in system.names:
        if name in used:
            continue
        document = system.found(name)
        if document is not None and document.error is not None:
            yield failure(document.error, name)
        else:
            yield Notice("not-in-gold", name, f"{name}: gold has no such document", name)


def failure(error: Exception, document: str, *, file: str = "", owner: str = "") -> Notice:
    """The notice that a ``document`` failed, as the ``file`` of its ``owner``. Raises the error if
    it is a fault of the program, not of the document."""
    if not is_about_input(error):
        raise error
    message = failed_at(file or document, error)
    whose = f"{owner}: " if owner else ""
    return Notice(failure_code(error), document, f"{whose}{message}", f"{whose}{document}")
