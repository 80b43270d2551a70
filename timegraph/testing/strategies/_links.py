"""Links: true in a given world, or any at all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, TypeVar

from hypothesis import reject, strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.links import Endpoint, Link, PointLink, Side, ends_of
from timegraph.points import OPERATORS, PointOperator
from timegraph.testing.oracle.meaning import possible_under, relation_of
from timegraph.testing.strategies._arguments import (
    check_distinct,
    check_instants,
    check_model,
    check_relations,
    check_sizes,
)
from timegraph.testing.strategies._documents import Model, entity_names, interval_models

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
    return tuple(sorted(possible - {AllenSet()}, key=_size_and_order))


_CROSS = [(("a", x), ("b", y)) for x in ("start", "end") for y in ("start", "end")]
_ALL = tuple(Allen)


def _size_and_order(relations: AllenSet) -> tuple[int, list[int]]:
    return len(relations), [_ALL.index(relation) for relation in relations]


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
    allowed = (drawable, allow_sets, allow_points, allow_self_links)
    return _models_with_links(models, check_instants(instants), min_size, max_size, *allowed)


@st.composite
def _models_with_links(
    draw: st.DrawFn,
    models: st.SearchStrategy[Model],
    instants: Mapping[Hashable, int] | tuple[Hashable, ...],
    min_size: int,
    max_size: int | None,
    *allowed: Any,
) -> tuple[Model, Links]:
    model = draw(models)
    check_model(model)
    if not isinstance(instants, Mapping):
        latest = max((int(end) for _, end in model.values()), default=0) + 1
        instants = {name: draw(st.integers(0, latest)) for name in instants}
    forms = _true_forms(model, instants, *allowed)
    if min_size and not forms:
        reject()
    return model, draw(_lists_of(forms, min_size, max_size))


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
        forms.append(st.sampled_from(related).map(lambda pair: _true_link(model, pair)))
    sets = {pair: _true_sets(_relation(model, pair), allowed) for pair in pairs}
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


def _true_link(model: Model, pair: Pair) -> AnyLink:
    return Link(pair[0], AllenSet([_relation(model, pair)]), pair[1])


def _true_sets(relation: Allen, allowed: AllenSet) -> list[AllenSet]:
    return [meaning for meaning in all_conjunctions() if relation in meaning and meaning <= allowed]


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
