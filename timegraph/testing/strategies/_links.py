"""Links: true in a given world, or any at all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from timegraph.allen import Allen, AllenSet
from timegraph.links import Endpoint, Link, PointLink
from timegraph.testing.oracle.meaning import relation_of
from timegraph.testing.strategies._checks import check_distinct, check_model, check_sizes
from timegraph.testing.strategies._models import Model, entity_names, interval_models
from timegraph.testing.strategies._relations import all_conjunctions

__all__ = ["AnyLink", "arbitrary_link_sets", "link_sets", "models_with_links"]

AnyLink = Link | PointLink
T = TypeVar("T")


def link_sets(
    model: Model,
    *,
    instants: Mapping[Hashable, int] | None = None,
    min_size: int = 0,
    max_size: int | None = None,
    relations: AllenSet | None = None,
    allow_sets: bool = True,
    allow_points: bool = True,
    allow_self_links: bool = False,
) -> st.SearchStrategy[tuple[AnyLink, ...]]:
    """Links that are all true in ``model``, hence consistent by construction.

    A link is a ``Link`` with the one relation that holds. With ``allow_sets`` it may also be a
    ``Link`` with a larger set, one that a conjunction of constraints can say; with
    ``allow_points`` a ``PointLink``: ``<``, ``<=`` or ``=`` between two endpoints, or between
    these and ``instants`` (name -> number; called ``(name, "at")``). No relations but those in
    ``relations`` occur. With ``allow_self_links`` an entity may be linked with itself. The
    ``source`` of the k-th link is ``"lk"``. Shrinks to few links, each with its one relation.
    """
    check_model(model)
    wanted = AllenSet.all() if relations is None else relations
    pairs = _pairs(model, allow_self_links)
    when = {(e, end): model[e][end == "end"] for e in model for end in ("start", "end")}
    when |= {(name, "at"): number for name, number in (instants or {}).items()}

    related = [pair for pair in pairs if _relation(model, pair) in wanted]
    forms: list[st.SearchStrategy[AnyLink]] = []
    if related:
        forms.append(st.sampled_from(related).map(lambda pair: _true_link(model, pair)))
    sets = {pair: _true_sets(_relation(model, pair), wanted) for pair in pairs}
    if allow_sets and any(sets.values()):
        forms.append(_set_links([pair for pair in pairs if sets[pair]], sets.__getitem__))
    ends = _pairs(when, True, lambda x, y: allow_self_links or x[0] != y[0])
    if allow_points and ends:
        forms.append(_true_point_links(when, ends))
    return _lists_of(forms, min_size, max_size)


def arbitrary_link_sets(
    entities: Sequence[Hashable] = entity_names(4),
    *,
    instants: Sequence[Hashable] = (),
    min_size: int = 0,
    max_size: int | None = None,
    relations: AllenSet | None = None,
    allow_sets: bool = True,
    allow_points: bool = True,
    allow_self_links: bool = True,
) -> st.SearchStrategy[tuple[AnyLink, ...]]:
    """Links between ``entities`` that may contradict each other, and themselves.

    Arguments and links are those of :func:`link_sets`, but ``instants`` are names only. Shrinks
    to few links, to early relations such as ``BEFORE``, and to the first entities.
    """
    names = check_distinct(entities)
    wanted = AllenSet.all() if relations is None else relations
    pairs = _pairs(names, allow_self_links)
    points = [(entity, end) for entity in names for end in ("start", "end")]
    points += [(name, "at") for name in check_distinct(instants)]

    forms: list[st.SearchStrategy[AnyLink]] = []
    if pairs and wanted:
        single = [AllenSet([relation]) for relation in wanted]
        forms.append(_set_links(pairs, lambda pair: single))
        sets = [found for found in all_conjunctions() if found <= wanted]
        if allow_sets and sets:
            forms.append(_set_links(pairs, lambda pair: sets))
    ends = _pairs(points, True, lambda x, y: allow_self_links or x[0] != y[0])
    if allow_points and ends:
        forms.append(
            st.builds(
                lambda pair, op: PointLink(pair[0], op, pair[1]),
                st.sampled_from(ends),
                st.sampled_from(["<", "<=", "="]),
            )
        )
    return _lists_of(forms, min_size, max_size)


@st.composite
def models_with_links(
    draw: st.DrawFn,
    models: st.SearchStrategy[Model] | None = None,
    *,
    max_size: int | None = None,
    relations: AllenSet | None = None,
    allow_sets: bool = True,
    allow_points: bool = True,
    allow_self_links: bool = False,
) -> tuple[Model, tuple[AnyLink, ...]]:
    """A world and links that are true in it: ``(model, links)``.

    ``models`` defaults to :func:`interval_models`; all other arguments are those of
    :func:`link_sets`.
    """
    model = draw(interval_models() if models is None else models)
    links = link_sets(
        model,
        max_size=max_size,
        relations=relations,
        allow_sets=allow_sets,
        allow_points=allow_points,
        allow_self_links=allow_self_links,
    )
    return model, draw(links)


Pair = tuple[Hashable, Hashable]


def _pairs(
    things: Iterable[T],
    with_itself: bool,
    allowed: Callable[[T, T], bool] = lambda x, y: True,
) -> list[tuple[T, T]]:
    """Ordered pairs; those of a thing with itself, seldom the simplest example, come last."""
    pairs = [(x, y) for x, y in product(list(things), repeat=2) if allowed(x, y)]
    return [(x, y) for x, y in pairs if x != y] + [
        (x, y) for x, y in pairs if x == y and with_itself
    ]


def _relation(model: Model, pair: Pair) -> Allen:
    return relation_of(model[pair[0]], model[pair[1]])


def _true_link(model: Model, pair: Pair) -> AnyLink:
    return Link(pair[0], AllenSet([_relation(model, pair)]), pair[1])


def _true_sets(relation: Allen, wanted: AllenSet) -> list[AllenSet]:
    return [found for found in all_conjunctions() if relation in found and found <= wanted]


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
    strongest = "=" if when[x] == when[y] else "<"
    return PointLink(x, draw(st.sampled_from([strongest, "<="])), y)


def _lists_of(
    forms: Sequence[st.SearchStrategy[AnyLink]], min_size: int, max_size: int | None
) -> st.SearchStrategy[tuple[AnyLink, ...]]:
    check_sizes(min_size, max_size)
    if not forms:
        if min_size:
            raise InvalidArgument(f"nothing can be linked, but min_size={min_size}")
        return st.just(())
    # one_of shrinks towards its first form.
    links = st.lists(st.one_of(forms), min_size=min_size, max_size=max_size)
    return links.map(
        lambda found: tuple(replace(link, source=f"l{k}") for k, link in enumerate(found, 1))
    )
