"""Links: true in a given world, or any at all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import product
from typing import Any, TypeVar

from hypothesis import reject, strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.documents.build import relation_for
from timegraph.links import Endpoint, Link, PointLink, Side, ends_of
from timegraph.points import OPERATORS, PointOperator
from timegraph.testing.oracle import possible_under, relation_of
from timegraph.testing.strategies._arguments import (
    check_distinct,
    check_instants,
    check_model,
    check_number,
    check_relations,
    check_sizes,
)
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
    chosen = names or entity_names(most)

    @st.composite
    def models(draw: st.DrawFn) -> Model:
        size = draw(st.integers(min_size, most))
        highest = max_value if max_value is not None else max(1, 2 * size - 1)
        model: Model = {}
        for name in chosen[:size]:
            start = draw(st.integers(0, highest - 1))
            model[name] = start, draw(st.integers(start + 1, highest))
        return model

    return models()


def entity_names(number: int) -> tuple[str, ...]:
    """``e1``, ``e2``, ..."""
    return tuple(f"e{k}" for k in range(1, number + 1))


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

    @st.composite
    def drawn(draw: st.DrawFn) -> Document:
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

    return drawn()


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


# Sets of Allen relations: any, and those that are conjunctions of point constraints.


def allen_sets(*, min_size: int = 0, max_size: int | None = None) -> st.SearchStrategy[AllenSet]:
    """Sets of Allen relations of ``min_size`` to ``max_size`` (at most 13) members.

    Any set can be asked about. Only some can be added to a graph: see :func:`conjunctions`.
    Shrinks to few members, and to those early in the order of ``Allen``.
    """
    check_sizes(min_size, max_size)
    check_sizes(min_size, 13)
    most = 13 if max_size is None else max_size
    # A choice for each relation, so that each can be shrunk away by itself.
    any_members = st.tuples(*[st.booleans()] * 13)
    one_member = st.integers(0, 12).map(lambda k: tuple(n == k for n in range(13)))
    return (one_member | any_members).map(lambda members: _of_size(members, min_size, most))


def _of_size(present: tuple[bool, ...], min_size: int, max_size: int) -> AllenSet:
    """The relations wanted; if they are too many the first of them, if too few with others."""
    members = [relation for relation, here in zip(_ALL, present, strict=True) if here][:max_size]
    others = [relation for relation in _ALL if relation not in members]
    return AllenSet(members + others[: max(min_size - len(members), 0)])


def conjunctions(*, min_size: int = 1, max_size: int | None = None) -> st.SearchStrategy[AllenSet]:
    """The 82 sets that ``<``, ``<=`` and ``=`` between endpoints can say.

    These are the convex sets of Vilain, Kautz and van Beek (1989) without the empty one; the 13
    single relations and the full set are among them. Shrinks to ``{BEFORE}``.
    """
    check_sizes(min_size, max_size, least=1)
    check_sizes(min_size, 13)
    most = 13 if max_size is None else max_size
    return st.sampled_from([r for r in all_conjunctions() if min_size <= len(r) <= most])


@cache
def all_conjunctions() -> tuple[AllenSet, ...]:
    """All of them, smallest first, single relations in the order of ``Allen``."""
    signs = ("<", "<=", "=", ">=", ">", "")
    possible = set()
    for labels in product(signs, repeat=4):
        said = [
            (y, label.replace(">", "<"), x) if ">" in label else (x, label, y)
            for (x, y), label in zip(_CROSS, labels, strict=True)
            if label
        ]
        possible.add(possible_under(said, "a", "b"))
    return tuple(
        sorted(possible - {AllenSet()}, key=lambda some: (len(some), [*map(_ALL.index, some)]))
    )


_CROSS = [(("a", x), ("b", y)) for x in ("start", "end") for y in ("start", "end")]
_ALL = tuple(Allen)


AnyLink = Link | PointLink
Links = tuple[AnyLink, ...]
T = TypeVar("T")


def link_sets(
    model: Model,
    *,
    instants: Mapping[Hashable, int] | None = None,
    min_size: int = 0,
    max_size: int | None = None,
    relations: RelationLike | None = None,
    allow_sets: bool = True,
    allow_points: bool = True,
    allow_self_links: bool = False,
) -> st.SearchStrategy[Links]:
    """Links that are all true in ``model``, hence consistent by construction.

    A link is a ``Link`` with the relation that holds. With ``allow_sets`` it may also be a
    ``Link`` with a larger set that a conjunction of constraints can express; with ``allow_points``
    a ``PointLink``: ``<``, ``<=`` or ``=`` between two endpoints or ``instants`` (name -> number;
    their point is ``(name, "at")``). Only relations in ``relations`` (an ``AllenSet``, a name,
    several names) occur. With ``allow_self_links``, a link may relate an entity to itself. The
    ``source`` of the k-th link is ``"lk"``. Shrinks to few links with a single relation each.
    """
    check_model(model)
    check_sizes(min_size, max_size)
    at = check_instants(instants)
    if not isinstance(at, Mapping):
        if at:
            raise InvalidArgument(f"instants={instants!r} is not a dict of name -> number")
        at = {}
    allowed = check_relations(relations)
    forms = _true_forms(model, at, allowed, allow_sets, allow_points, allow_self_links)
    return _lists_of(forms, min_size, max_size)


def arbitrary_link_sets(
    entities: Sequence[Hashable] = entity_names(4),
    *,
    instants: Sequence[Hashable] = (),
    min_size: int = 0,
    max_size: int | None = None,
    relations: RelationLike | None = None,
    allow_sets: bool = True,
    allow_points: bool = True,
    allow_self_links: bool = True,
) -> st.SearchStrategy[Links]:
    """Links between ``entities`` that may contradict each other, and themselves.

    Arguments and links are those of :func:`link_sets`, but ``instants`` are names only. Shrinks
    to few links, to early relations such as ``BEFORE``, and to the first entities.
    """
    check_sizes(min_size, max_size)
    names = check_distinct(entities)
    times = check_distinct(instants, "instants")
    allowed = check_relations(relations)
    forms: list[st.SearchStrategy[AnyLink]] = []
    pairs = _two_of(names, allow_self_links)
    if pairs is not None and allowed:
        single = [AllenSet([relation]) for relation in allowed]
        forms.append(_arbitrary_links(pairs, single))
        sets = [meaning for meaning in all_conjunctions() if meaning <= allowed]
        if allow_sets and sets:
            forms.append(_arbitrary_links(pairs, sets))
    either = [(name, _SIDES) for name in names] + [(name, _AT) for name in times]
    points = _two_of(either, allow_self_links)
    if allow_points and points is not None:
        forms.append(_arbitrary_point_links(points))
    return _lists_of(forms, min_size, max_size)


def models_with_links(
    models: st.SearchStrategy[Model] | None = None,
    *,
    instants: Mapping[Hashable, int] | Sequence[Hashable] | None = None,
    min_size: int = 0,
    max_size: int | None = None,
    relations: RelationLike | None = None,
    allow_sets: bool = True,
    allow_points: bool = True,
    allow_self_links: bool = False,
) -> st.SearchStrategy[tuple[Model, Links]]:
    """A world and links that are true in it: ``(model, links)``.

    ``models`` defaults to :func:`interval_models`; all other arguments are those of
    :func:`link_sets`. ``instants`` may be names without numbers; the numbers are then drawn with
    the world. Worlds without ``min_size`` links, because no two entities are in one of the
    ``relations``, are not drawn. Shrinks like its two parts; with ``min_size``, some unnecessary
    entities may remain.
    """
    if models is None:
        models = interval_models(min_size=2 if min_size else 1)
    elif not isinstance(models, st.SearchStrategy):
        raise InvalidArgument(f"models={models!r} is not a strategy; st.just(model) is one")
    check_sizes(min_size, max_size)
    drawable = check_relations(relations)
    if min_size and not drawable and not allow_points:
        raise InvalidArgument(f"nothing can be linked, but min_size={min_size}")
    at = check_instants(instants)

    @st.composite
    def worlds(draw: st.DrawFn) -> tuple[Model, Links]:
        model = draw(models)
        check_model(model)
        numbered = at
        if not isinstance(numbered, Mapping):
            latest = max((int(end) for _, end in model.values()), default=0) + 1
            numbered = {name: draw(st.integers(0, latest)) for name in numbered}
        forms = _true_forms(model, numbered, drawable, allow_sets, allow_points, allow_self_links)
        if min_size and not forms:
            reject()
        return model, draw(_lists_of(forms, min_size, max_size))

    return worlds()


def _true_forms(
    model: Model,
    instants: Mapping[Hashable, int],
    allowed: AllenSet,
    allow_sets: bool,
    allow_points: bool,
    allow_self_links: bool,
) -> list[st.SearchStrategy[AnyLink]]:
    """The forms of links that can be true in a world."""
    pairs = _pairs(model, allow_self_links)
    when: dict[Endpoint, int] = {}
    for entity, interval in model.items():
        when |= zip(ends_of(entity), interval, strict=True)
    when |= {(name, "at"): number for name, number in instants.items()}

    related = [pair for pair in pairs if _relation(model, pair) in allowed]
    forms: list[st.SearchStrategy[AnyLink]] = []
    if related:
        forms.append(
            st.sampled_from(related).map(
                lambda pair: Link(pair[0], AllenSet([_relation(model, pair)]), pair[1])
            )
        )
    meanings = [meaning for meaning in all_conjunctions() if meaning <= allowed]
    sets = {pair: [m for m in meanings if _relation(model, pair) in m] for pair in pairs}
    if allow_sets and any(sets.values()):
        forms.append(_set_links([pair for pair in pairs if sets[pair]], sets.__getitem__))
    ends = _pairs(when, True, lambda x, y: allow_self_links or x[0] != y[0])
    if allow_points and ends:
        forms.append(_true_point_links(when, ends))
    return forms


Pair = tuple[Hashable, Hashable]
Ends = tuple[Hashable, st.SearchStrategy[Side]]
"""An entity or instant, and which of its points there are."""


def _pairs(
    things: Iterable[T],
    with_itself: bool,
    allowed: Callable[[T, T], bool] = lambda x, y: True,
) -> list[tuple[T, T]]:
    """Ordered pairs; pairs of a thing with itself come last, since they are rarely simplest."""
    pairs = [(x, y) for x, y in product(list(things), repeat=2) if allowed(x, y)]
    return [(x, y) for x, y in pairs if x != y] + [
        (x, y) for x, y in pairs if x == y and with_itself
    ]


def _relation(model: Model, pair: Pair) -> Allen:
    return relation_of(model[pair[0]], model[pair[1]])


@st.composite
def _set_links(
    draw: st.DrawFn, pairs: Sequence[Pair], sets: Callable[[Pair], Sequence[AllenSet]]
) -> AnyLink:
    a, b = draw(st.sampled_from(pairs))
    return Link(a, draw(st.sampled_from(sets((a, b)))), b)


@st.composite
def _true_point_links(
    draw: st.DrawFn, when: Mapping[Endpoint, int], pairs: Sequence[tuple[Endpoint, Endpoint]]
) -> AnyLink:
    x, y = draw(st.sampled_from(pairs))
    if when[x] > when[y]:
        x, y = y, x
    strongest: PointOperator = "=" if when[x] == when[y] else "<"
    return PointLink(x, draw(st.sampled_from([strongest, "<="])), y)


_FIRST = 1000
"""The number of the first position."""


def _two_of(things: Sequence[T], with_itself: bool) -> st.SearchStrategy[tuple[T, T]] | None:
    """Two things, by their positions; ``None`` if there are fewer than two.

    Each is a choice of its own, so that Hypothesis can replace a thing by an earlier one wherever
    it occurs. Hypothesis lowers equal numbers together, so positions are numbers that no other
    choice uses. The last position means the same thing twice, which is rarely the simplest example.
    """
    number = len(things)
    if number < 2 - with_itself:
        return None

    def chosen(first: int, second: int) -> tuple[T, T]:
        first, second = first - _FIRST, second - _FIRST
        if second == first:
            second = (first + 1) % number
        return things[first], things[first if second == number else second]

    positions = st.integers(_FIRST, _FIRST + number - 1)
    seconds = st.integers(_FIRST, _FIRST + number) if with_itself else positions
    return st.builds(chosen, positions, seconds)


def _arbitrary_links(
    pairs: st.SearchStrategy[Pair], sets: Sequence[AllenSet]
) -> st.SearchStrategy[AnyLink]:
    return st.builds(lambda pair, r: Link(pair[0], r, pair[1]), pairs, st.sampled_from(sets))


_SIDES: st.SearchStrategy[Side] = st.sampled_from(["start", "end"])
_AT: st.SearchStrategy[Side] = st.just("at")
_OPS = st.sampled_from(OPERATORS)


@st.composite
def _arbitrary_point_links(draw: st.DrawFn, pairs: st.SearchStrategy[tuple[Ends, Ends]]) -> AnyLink:
    (a, a_sides), (b, b_sides) = draw(pairs)
    return PointLink((a, draw(a_sides)), draw(_OPS), (b, draw(b_sides)))


def _lists_of(
    forms: Sequence[st.SearchStrategy[AnyLink]], min_size: int, max_size: int | None
) -> st.SearchStrategy[Links]:
    if not forms:
        if min_size:
            raise InvalidArgument(f"nothing can be linked, but min_size={min_size}")
        return st.just(())
    # one_of shrinks towards its first form.
    links = st.lists(st.one_of(forms), min_size=min_size, max_size=max_size)
    return links.map(
        lambda drawn: tuple(replace(link, source=f"l{k}") for k, link in enumerate(drawn, 1))
    )
