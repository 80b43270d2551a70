"""TimeML documents: text with nested tags, several instances per event, links of all kinds."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.documents.build import relation_for
from timegraph.testing.oracle.meaning import relation_of
from timegraph.testing.strategies._arguments import check_distinct, check_number, check_sizes
from timeml import ALink, Document, Event, Instance, RelType, Signal, SLink, Timex3, TLink

# Text with any characters that XML allows, tags in it, and attributes beyond TimeML's.


Attributes = tuple[tuple[str, str], ...]


# The characters of XML 1.0, except CR, which XML readers turn into LF.
_CHARACTERS = st.characters(
    exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff", include_characters="\t\n"
)


def texts(*, min_size: int = 0, max_size: int | None = None) -> st.SearchStrategy[str]:
    """Character data."""
    return st.text(_CHARACTERS, min_size=min_size, max_size=max_size)


# None of these is an attribute of TimeML. Careless readers refuse the last two.
_TEXT_NAMES = ("note", "origin", "größe", "{http://www.w3.org/XML/1998/namespace}lang")

EXTRA: st.SearchStrategy[Attributes] = st.just(()) | st.lists(
    st.tuples(st.sampled_from(_TEXT_NAMES), texts(max_size=4)),
    unique_by=lambda pair: pair[0],
    min_size=1,
    max_size=2,
).map(tuple)
"""Up to two attributes of one element that TimeML does not define."""


Piece = Any  # a string, or (tag, pieces)


@cache
def pieces(depth: int) -> st.SearchStrategy[Sequence[Piece]]:
    """Text and tags; tags contain pieces in turn, down to ``depth`` levels."""
    words = st.sampled_from([" ", "went ", "in May", "\n"]) | texts(max_size=5)
    if not depth:
        return st.lists(words, max_size=1)
    tags = st.sampled_from(["EVENT", "TIMEX3", "SIGNAL"])
    return st.lists(words | st.tuples(tags, pieces(depth - 1)), max_size=12 if depth > 2 else 2)


@dataclass
class TaggedText:
    """A text and its spans, made from pieces.

    ``most`` limits the spans of each kind; of further tags only the text is kept.
    """

    most: dict[str, int]
    text: str = ""
    spans: dict[str, list[tuple[int, int]]] = field(
        default_factory=lambda: {"EVENT": [], "TIMEX3": [], "SIGNAL": []}
    )

    def fill(self, pieces: Sequence[Piece]) -> None:
        for piece in pieces:
            if isinstance(piece, str):
                self.text += piece
                continue
            tag, inner = piece
            start, number = len(self.text), len(self.spans[tag])
            if number < self.most[tag]:
                self.spans[tag].append((start, start))  # so that outer tags come first
            self.fill(inner)
            if number < self.most[tag]:
                self.spans[tag][number] = (start, len(self.text))

    def sort(self) -> None:
        """Sort spans in text order; of spans with the same start, the longest comes first."""
        for spans in self.spans.values():
            spans.sort(key=lambda span: (span[0], -span[1]))


# Worlds: numbers for the points of some entities.


Model = dict[Any, tuple[int, int]]
"""Entity -> (start, end), start < end."""


def interval_models(
    entities: Sequence[Hashable] | None = None,
    *,
    min_size: int = 1,
    max_size: int | None = None,
    max_value: int | None = None,
) -> st.SearchStrategy[Model]:
    """Worlds: dicts of entity -> ``(start, end)``, integers with ``0 <= start < end``.

    A world has the first ``min_size`` to ``max_size`` of ``entities``; by default at most 6, called
    ``e1``, ``e2``, ... Numbers go up to ``max_value``. Its default, twice the number of entities
    minus one, allows every weak order of the points. Shrinks to few entities that all last from 0
    to 1.
    """
    names = None if entities is None else check_distinct(entities)
    check_sizes(min_size, max_size)
    most = max_size if max_size is not None else max(6, min_size)
    if names is not None:
        if len(names) < (max_size if max_size is not None else min_size):
            raise InvalidArgument(f"{len(names)} entities are too few for the sizes asked for")
        most = len(names) if max_size is None else max_size
    if max_value is not None:
        check_number("max_value", max_value, least=1)  # no room for an interval otherwise
    return _models(names or entity_names(most), min_size, most, max_value)


def entity_names(number: int) -> tuple[str, ...]:
    """``e1``, ``e2``, ..."""
    return tuple(f"e{k}" for k in range(1, number + 1))


@st.composite
def _models(
    draw: st.DrawFn,
    names: Sequence[Hashable],
    min_size: int,
    max_size: int,
    max_value: int | None,
) -> Model:
    size = draw(st.integers(min_size, max_size))
    highest = max_value if max_value is not None else max(1, 2 * size - 1)
    model: Model = {}
    for name in names[:size]:
        start = draw(st.integers(0, highest - 1))
        model[name] = start, draw(st.integers(start + 1, highest))
    return model


TIMEX_VALUES = (
    ("DATE", "1998-05-03"),
    ("DATE", "1998-05"),
    ("DATE", "1998-W19"),
    ("DATE", "1998-Q2"),
    ("DATE", "199"),
    ("DATE", "PRESENT_REF"),
    ("DATE", "XXXX-WXX-1"),
    ("TIME", "1998-05-03T12:30"),
    ("TIME", "1998-05-03TMO"),
    ("DURATION", "P3D"),
    ("DURATION", "PXY"),
    ("SET", "P1W"),
)
"""Types and values of timexes that occur in corpora."""


def annotated_types() -> list[RelType]:
    """The relation types that a TLINK may have, BEFORE first."""
    return [rel_type for rel_type in RelType if rel_type.annotated]


def documents(
    *,
    max_events: int = 4,
    max_timexes: int = 3,
    max_instances: int = 2,
    max_tlinks: int | None = None,
    consistent: bool = False,
    allow_faults: bool = False,
) -> st.SearchStrategy[Document]:
    """TimeML documents like those of :func:`timeml.read`: text, annotations, a name.

    Tags nest, spans may be empty or touch, words may have any characters that XML allows, and
    elements have attributes that TimeML does not define. Each event has up to ``max_instances``
    instances; its eiids do not depend on its eid. There may be a creation time (``t0``) and timexes
    outside the text. With ``consistent``, all TLINKs are true in some world; otherwise they may
    contradict each other. With ``allow_faults``, some TLINKs name an annotation that does not exist
    or have an unknown relation type, so that ``Document.diagnostics`` is not empty. Shrinks to an
    empty text without annotations.
    """
    for name, size in (
        ("max_events", max_events),
        ("max_timexes", max_timexes),
        ("max_instances", max_instances),
    ):
        check_number(name, size)
    if max_tlinks is not None:
        check_number("max_tlinks", max_tlinks)
    return _documents(max_events, max_timexes, max_instances, max_tlinks, consistent, allow_faults)


# One choice draws a whole set of attributes, which keeps shrinking fast.
_EVENT_CLASSES = st.sampled_from(["OCCURRENCE", "STATE", "REPORTING", None])
_INSTANCE_ATTRIBUTES: st.SearchStrategy[dict[str, str]] = st.sampled_from(
    [
        {},
        {"tense": "PAST", "aspect": "NONE", "polarity": "POS", "pos": "VERB"},
        {"tense": "NONE", "aspect": "PERFECTIVE", "polarity": "NEG", "modality": "would"},
        {"cardinality": "2", "pos": ""},
    ]
)
_TIMEXES = st.sampled_from(TIMEX_VALUES)
_TIMEX_ATTRIBUTES: st.SearchStrategy[dict[str, str]] = st.sampled_from(
    [
        {},
        {"temporal_function": "true", "anchor_time_id": "t0", "value_from_function": "tf1"},
        {"temporal_function": "false", "mod": "APPROX", "function_in_document": "NONE"},
        {"begin_point": "t1", "end_point": "t0", "quant": "EVERY", "freq": "2X"},
    ]
)
_FEW_IN_TEN = st.integers(0, 9).map(lambda number: number >= 8)
_DOCIDS = st.sampled_from([None, "doc-1", "wsj_0001", "größe"])
_NAMES = st.sampled_from(["doc.tml", "APW19980219.0476.tml", ""])


@lru_cache(maxsize=1024)
def below(number: int) -> st.SearchStrategy[int]:
    """Integers from 0 up to but not including ``number``.

    Drawing a position from a cached strategy is much faster than making a strategy for things that
    were drawn before.
    """
    return st.integers(0, number - 1)


@dataclass(frozen=True)
class _Decor:
    """Optional attributes of annotations. Without them Hypothesis has far fewer choices to make,
    so most documents have none."""

    draw: st.DrawFn
    some: bool
    signals: tuple[Signal, ...] = ()

    def attributes(self, strategy: st.SearchStrategy[dict[str, str]]) -> dict[str, Any]:
        return self.draw(strategy) if self.some else {}

    def extra(self) -> Attributes:
        return self.draw(EXTRA) if self.some else ()

    def signal(self) -> str | None:
        if not self.some or not self.signals:
            return None
        sids = [None, *(signal.sid for signal in self.signals)]
        return sids[self.draw(below(len(sids)))]


@st.composite
def _documents(
    draw: st.DrawFn,
    max_events: int,
    max_timexes: int,
    max_instances: int,
    max_tlinks: int | None,
    consistent: bool,
    allow_faults: bool,
) -> Document:
    text = TaggedText({"EVENT": max_events, "TIMEX3": max_timexes, "SIGNAL": 2})
    text.fill(draw(pieces(3)))
    text.sort()
    decor = _Decor(draw, draw(_BOOLEANS, label="decorated"))
    signals = tuple(
        Signal(f"s{k}", start, end, text.text[start:end], decor.extra())
        for k, (start, end) in enumerate(text.spans["SIGNAL"], start=1)
    )
    decor = replace(decor, signals=signals)
    dct = _creation_time(draw) if max_timexes and draw(_BOOLEANS, label="creation time") else ()
    document = Document(
        text=text.text,
        docid=draw(_DOCIDS),
        dct=dct[0] if dct else None,
        events=_events(draw, text, max_instances, decor),
        timexes=dct + _timexes(draw, text, decor),
        signals=signals,
        name=draw(_NAMES),
    )
    return replace(
        document,
        tlinks=_tlinks(draw, document, max_tlinks, consistent, allow_faults, decor),
        slinks=_others(SLink, ["MODAL", "EVIDENTIAL", "FACTIVE"], document, decor),
        alinks=_others(ALink, ["INITIATES", "CULMINATES"], document, decor),
    )


_BOOLEANS = st.booleans()


_CREATION_TIMES = st.sampled_from(["", "05/04/1998", " 1998 "])


def _creation_time(draw: st.DrawFn) -> tuple[Timex3]:
    text = draw(_CREATION_TIMES)
    function = "CREATION_TIME"
    return (Timex3("t0", "DATE", "1998-05-04", None, None, text, function_in_document=function),)


def _timexes(draw: st.DrawFn, text: TaggedText, decor: _Decor) -> tuple[Timex3, ...]:
    timexes: list[Timex3] = []
    spans: list[tuple[int | None, int | None]] = [*text.spans["TIMEX3"]]
    if decor.some and text.most["TIMEX3"] and draw(_FEW_IN_TEN, label="timex outside the text"):
        spans.insert(0, (None, None))
    for k, (start, end) in enumerate(spans, start=1):
        type_, value = draw(_TIMEXES)
        covered = "" if start is None else text.text[start:end]
        more = decor.attributes(_TIMEX_ATTRIBUTES)
        timexes.append(
            Timex3(f"t{k}", type_, value, start, end, covered, extra=decor.extra(), **more)
        )
    return tuple(timexes)


def _events(draw: st.DrawFn, text: TaggedText, most: int, decor: _Decor) -> tuple[Event, ...]:
    spans = text.spans["EVENT"]
    # One instance is usual, and simplest.
    sizes = sorted(range(most + 1), key=lambda size: abs(size - 1))
    numbers = [sizes[draw(below(len(sizes)))] for _ in spans]
    # An eiid's number is not that of its event, as in TimeBank.
    eiids = list(range(1, sum(numbers) + 1))
    if len(eiids) > 1 and draw(_BOOLEANS, label="eiids out of order"):
        eiids.reverse()
    events = []
    for k, ((start, end), number) in enumerate(zip(spans, numbers, strict=True), start=1):
        instances = tuple(
            Instance(
                f"ei{eiids.pop(0)}",
                f"e{k}",
                signal_id=decor.signal(),
                extra=decor.extra(),
                **decor.attributes(_INSTANCE_ATTRIBUTES),
            )
            for _ in range(number)
        )
        class_ = draw(_EVENT_CLASSES) if decor.some else "OCCURRENCE"
        covered = text.text[start:end]
        events.append(Event(f"e{k}", class_, start, end, covered, instances, decor.extra()))
    return tuple(events)


def span_ids(entity: str) -> tuple[str, str]:
    """The TLINK attributes that name an entity with this id as source and as target."""
    if entity.startswith("ei"):
        return "eventInstanceID", "relatedToEventInstance"
    if entity.startswith("e"):
        return "eventID", "relatedToEvent"
    return "timeID", "relatedToTime"


@lru_cache(maxsize=1024)
def _pairs_below(number: int, max_size: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    return st.lists(st.tuples(below(number), below(number)), max_size=max_size)


def _tlinks(
    draw: st.DrawFn,
    document: Document,
    max_size: int | None,
    consistent: bool,
    allow_faults: bool,
    decor: _Decor,
) -> tuple[TLink, ...]:
    ids = list(document.entities)
    if not ids:
        return ()
    most = max_size if max_size is not None else 2 * len(ids)
    ends = [(ids[a], ids[b]) for a, b in draw(_pairs_below(len(ids), most))]
    world = {}
    if consistent and ends:
        world = draw(interval_models(ids, min_size=len(ids), max_value=2 * len(ids)))
    links = []
    for k, (source, target) in enumerate(ends, start=1):
        labels = _LABELS
        if world:
            true = relation_of(world[source], world[target])
            labels = [label for label, relation in _MEANINGS.items() if relation is true]
        if not labels:  # the two overlap, which TLINKs cannot express
            continue
        label = labels[draw(below(len(labels)))]
        if allow_faults:
            fault = draw(_FAULTS)
            label = "VAGUE" if fault == "label" else label
            target = "ei999" if fault == "id" else target
        links.append(
            TLink(
                f"l{k}",
                label,
                source,
                target,
                span_ids(source)[0],
                span_ids(target)[1],
                decor.signal(),
                decor.extra(),
            )
        )
    return tuple(links)


_MEANINGS = {rel_type.value: relation_for(rel_type) for rel_type in annotated_types()}
_LABELS = list(_MEANINGS)
_FAULTS = st.sampled_from(["", "", "", "label", "id"])


def _others(
    kind: type[Any], rel_types: Sequence[str], document: Document, decor: _Decor
) -> tuple[Any, ...]:
    """SLINKs or ALINKs, which relate two instances."""
    ids = [instance.eiid for instance in document.instances]
    if not ids or not decor.some:
        return ()
    letter = kind.__name__[0].lower()
    ends = decor.draw(_pairs_below(len(ids), 2))
    return tuple(
        kind(
            f"{letter}l{k}",
            rel_types[decor.draw(below(len(rel_types)))],
            ids[a],
            ids[b],
            decor.signal(),
            decor.extra(),
        )
        for k, (a, b) in enumerate(ends, start=1)
    )
