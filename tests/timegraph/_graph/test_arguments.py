"""What cannot be added is refused, with an error that names it; the rest comes as it is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from timegraph import Allen, AllenSet, Link, PointLink, TimeGraph
from timegraph._graph.arguments import (
    check_endpoint,
    check_key,
    checked_comparison,
    checked_link,
    constraints_of_mask,
)
from timegraph.points import EQUAL, LESS, PointOperator

NAN = float("nan")


def test_links_come_back_as_they_are_stored() -> None:
    link = Link("a", AllenSet("before"), "b", 1)
    comparison = PointLink(("a", "end"), "<=", ("b", "start"), 2)
    assert checked_link(link) is link
    assert checked_link(comparison) is comparison
    assert checked_link(Link("a", "before", "b", 1)) == link  # type: ignore[arg-type]


@pytest.mark.parametrize("op", [">=", ">", "<"])
def test_comparisons_stay_as_they_are_said(op: PointOperator) -> None:
    link = PointLink(("a", "end"), op, ("b", "start"), 1)
    assert checked_comparison(link) is link


def test_months_are_as_long_as_they_say() -> None:
    graph = TimeGraph()
    graph.add_distance(("a", "end"), ("b", "start"), at_least="1 month", at_most="2 months")
    (link,) = graph.links
    assert checked_link(link) == link
    for wrong in ({"at_least": Fraction(10)}, {"at_most": None}):
        with pytest.raises(ValueError, match="the months say 2419200 and 5356800"):
            checked_link(replace(link, **wrong))


@pytest.mark.parametrize(
    "change",
    [
        lambda graph: graph.add_entity(None),
        lambda graph: graph.add_instant(None),
        lambda graph: graph.add(None, "before", "b"),
        lambda graph: graph.add_points(("a", "end"), "<", (None, "at")),
        lambda graph: graph.add_distance((None, "end"), ("b", "start"), at_least=1),
        lambda graph: graph.add_duration(None, 3),
        lambda graph: graph.place(None, within="1998"),
        lambda graph: graph.extend([Link("a", AllenSet("before"), None)]),
    ],
)
def test_none_is_not_a_name(change: Callable[[TimeGraph], object]) -> None:
    graph = TimeGraph()
    with pytest.raises(ValueError, match="None cannot be a name"):
        change(graph)
    assert (graph.entities, graph.links) == ((), ())


@pytest.mark.parametrize("op", ["==", "!=", "", None, 1])
def test_other_comparisons_are_refused(op: str) -> None:
    with pytest.raises(ValueError, match="an endpoint constraint is <, <=, =, >= or >, not"):
        checked_comparison(PointLink(("a", "end"), op, ("b", "end")))


@pytest.mark.parametrize("point", ["a", ("a",), ("a", "middle"), ("a", "end", 1), None])
def test_what_names_no_endpoint_is_refused(point: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="an endpoint is"):
        check_endpoint(point)


def test_keys_are_hashable_and_equal_to_themselves() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        check_endpoint(([], "end"))
    for refuse in (lambda: check_key(NAN), lambda: check_endpoint((NAN, "at"))):
        with pytest.raises(ValueError, match="nan cannot be a name"):
            refuse()
    for link in (Link(NAN, AllenSet("before"), "b"), Link("a", AllenSet("before"), NAN)):
        with pytest.raises(ValueError, match="nan cannot be a name"):
            checked_link(link)


def test_only_links_are_links() -> None:
    with pytest.raises(TypeError, match=r"extend\(\) takes Link and PointLink objects, not 5"):
        checked_link(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="conjunction"):
        checked_link(Link("a", AllenSet(["before", "after"]), "b"))


def test_constraints_have_the_codes_of_operators() -> None:
    assert constraints_of_mask(1 << Allen.BEFORE.index) == ((1, LESS, 2),)
    assert constraints_of_mask(1 << Allen.MEETS.index) == ((1, EQUAL, 2),)
    assert constraints_of_mask(AllenSet.all().mask) == ()
