"""The graph by hand-made cases; the properties are in test_graph_properties.py."""

from __future__ import annotations

import copy
import pickle
import warnings
from itertools import pairwise

import pytest

from tests.invariants import check_graph
from timegraph import (
    Allen,
    AllenSet,
    Answer,
    ContradictionError,
    Link,
    PointConstraint,
    PointLink,
    TimeGraph,
)
from timegraph.graph import POLICIES


def chain(*entities: str, on_conflict: str = "error") -> TimeGraph:
    graph = TimeGraph(on_conflict=on_conflict)  # type: ignore[arg-type]
    for number, (a, b) in enumerate(pairwise(entities)):
        graph.add(a, "before", b, f"s{number}")
    return graph


def test_entailed_relations_are_answered_yes_and_excluded_ones_no() -> None:
    graph = chain("a", "b", "c")
    assert graph.ask("a", Allen.BEFORE, "c") is Answer.YES
    assert graph.ask("a", Allen.AFTER, "c") is Answer.NO
    assert graph.ask("c", "after", "a") is Answer.YES
    graph.add_entity("d")
    assert graph.ask("a", "before", "d") is Answer.UNKNOWN
    assert graph.relations("a", "d") == AllenSet.all()


def test_a_set_of_relations_is_a_disjunction() -> None:
    graph = TimeGraph()
    graph.add_points(("a", "start"), "<", ("b", "start"))
    assert graph.ask("a", ["before", "meets"], "b") is Answer.UNKNOWN
    assert graph.ask("a", graph.relations("a", "b"), "b") is Answer.YES
    assert graph.ask("a", ["equal", "after"], "b") is Answer.NO
    assert graph.ask("a", AllenSet(), "b") is Answer.NO


def test_an_entity_equals_itself() -> None:
    graph = TimeGraph()
    graph.add_entity("a")
    assert graph.relations("a", "a") == AllenSet("equal")


def test_the_graph_says_what_an_unknown_entity_is() -> None:
    graph = chain("a", "b")
    with pytest.raises(KeyError, match="no entity 'z' in the graph"):
        graph.ask("a", "before", "z")
    with pytest.raises(KeyError, match="no entity 'z'"):
        graph.before("z")
    assert graph.ask("a", "before", "z", missing="unknown") is Answer.UNKNOWN


def test_an_error_names_the_chain_and_changes_nothing() -> None:
    graph = chain("a", "b", "c")
    with pytest.raises(ContradictionError) as caught:
        graph.add("c", "before", "a", "bad")
    conflict = caught.value.conflict
    assert conflict.link.source == "bad"
    assert [link.source for link in conflict.against] == ["s0", "s1"]
    assert conflict.constraints == (PointConstraint(("c", "end"), "<", ("a", "start")),)
    assert len(graph.links) == 2
    assert graph.conflicts == ()
    assert graph.ask("a", "before", "c") is Answer.YES


def test_a_rejected_link_takes_its_new_entities_with_it() -> None:
    graph = TimeGraph()
    with pytest.raises(ContradictionError):
        graph.add("x", "before", "x")
    assert graph.entities == ()
    graph.add("x", "before", "y")
    assert graph.entities == ("x", "y")


def test_drop_constraint_keeps_the_rest_of_the_link() -> None:
    graph = chain("a", "b", on_conflict="drop-constraint")
    graph.add("a", "during", "b", "bad")  # b.start < a.start is out, a.end < b.end stays
    (conflict,) = graph.conflicts
    assert conflict.constraints == (PointConstraint(("b", "start"), "<", ("a", "start")),)
    assert [link.source for link in conflict.against] == ["s0"]
    graph.add("b", "overlaps", "c", "fine")
    assert len(graph.conflicts) == 1


def test_drop_link_leaves_the_whole_link_out() -> None:
    partly = TimeGraph(on_conflict="drop-constraint")
    wholly = TimeGraph(on_conflict="drop-link")
    for graph in (partly, wholly):
        graph.add_points(("a", "start"), "<", ("b", "start"))
        graph.add("a", "during", "b")
    assert partly.label(("a", "end"), ("b", "end")) == "<"
    assert wholly.label(("a", "end"), ("b", "end")) is None
    assert len(partly.conflicts) == len(wholly.conflicts) == 1


@pytest.mark.parametrize("policy", ["drop-constraint", "drop-link"])
def test_links_to_oneself_go_through_the_policy(policy: str) -> None:
    graph = TimeGraph(on_conflict=policy)  # type: ignore[arg-type]
    graph.add("a", "equal", "a")
    assert graph.conflicts == ()
    graph.add("a", "before", "a")
    (conflict,) = graph.conflicts
    assert conflict.against == ()
    assert "by itself" in str(conflict)


def test_only_conjunctions_can_be_added() -> None:
    graph = TimeGraph()
    with pytest.raises(ValueError, match="convex"):
        graph.add("a", ["before", "after"], "b")
    with pytest.raises(ValueError, match="unknown Allen relation"):
        graph.add("a", "IS_INCLUDED", "b")
    with pytest.raises(ValueError, match="did you mean before"):
        graph.add("a", "befor", "b")
    graph.add("a", ["before", "meets"], "b")
    assert graph.relations("a", "b") == AllenSet(["before", "meets"])
    assert len(graph.links) == 1


def test_weak_constraints_both_ways_make_points_equal() -> None:
    graph = TimeGraph()
    graph.add_points(("a", "start"), "<=", ("b", "start"))
    graph.add_points(("a", "start"), ">=", ("b", "start"))
    assert graph.label(("a", "start"), ("b", "start")) == "="


def test_instants_order_intervals_without_being_entities() -> None:
    graph = TimeGraph()
    graph.add_points(("a", "end"), "<=", ("noon", "at"))
    graph.add_points(("noon", "at"), "<", ("b", "start"))
    assert graph.entities == ("a", "b")
    assert graph.ask("a", "before", "b") is Answer.YES
    assert graph.label(("noon", "at"), ("a", "start")) == ">"
    with pytest.raises(KeyError, match="no instant"):
        graph.label(("midnight", "at"), ("a", "start"))


def test_before_and_after_list_entities_in_insertion_order() -> None:
    graph = chain("c", "a", "b")
    assert graph.before("b") == ("c", "a")
    assert graph.after("c") == ("a", "b")


def test_copies_and_pickles_are_independent_and_equal() -> None:
    graph = chain("a", "b", "c", on_conflict="drop-link")
    graph.add("c", "before", "a")
    for other in (graph.copy(), copy.copy(graph), pickle.loads(pickle.dumps(graph))):
        assert other.entities == graph.entities
        assert other.links == graph.links
        assert other.conflicts == graph.conflicts
        assert other.relations("a", "c") == graph.relations("a", "c")
        other.add("c", "before", "d")
        assert "d" in other
        assert "d" not in graph


def test_bad_arguments_are_refused_before_anything_changes() -> None:
    graph = chain("a", "b")
    with pytest.raises(ValueError, match="on_conflict must be one of"):
        TimeGraph(on_conflict="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="endpoint constraint is"):
        graph.add_points(("a", "start"), "!=", ("b", "start"))
    with pytest.raises(ValueError, match="endpoint is"):
        graph.add_points(("q", "middle"), "<", ("b", "start"))
    with pytest.raises(TypeError):
        graph.add([], "before", "b")
    with pytest.raises(TypeError):
        graph.add("q", "before", [])
    assert graph.entities == ("a", "b")
    assert len(graph.links) == 1


def test_extend_adds_the_links_of_another_graph() -> None:
    graph = chain("a", "b", "c")
    graph.add_points(("c", "start"), "<", ("d", "start"), "p")
    other = TimeGraph()
    other.extend(graph.links)
    assert other.links == graph.links
    assert isinstance(other.links[0], Link)


def test_repr_counts() -> None:
    graph = chain("a", "b", on_conflict="drop-link")
    graph.add("b", "before", "a")
    assert graph.conflicts
    assert repr(graph) == "<TimeGraph: 2 entities, 2 links, 1 left-out constraints>"


def test_networkx_has_the_constraints_in_force() -> None:
    graph = chain("a", "b")
    graph.add("b", "equal", "c", "same")
    made = graph.to_networkx()
    assert set(made) == {(e, side) for e in "abc" for side in ("start", "end")}
    assert made.number_of_edges() == 3 + 1 + 4
    sources = {data["source"] for *_, data in made.edges(data=True)}
    assert sources == {None, "s0", "same"}


def test_extend_under_error_keeps_the_links_before_the_contradiction() -> None:
    graph = TimeGraph()
    links = [Link("a", AllenSet("before"), "b", 1), Link("b", AllenSet("before"), "c", 2)]
    bad, later = Link("c", AllenSet("before"), "a", 3), Link("c", AllenSet("before"), "d", 4)
    with pytest.raises(ContradictionError) as caught:
        graph.extend([*links, bad, later])
    assert caught.value.conflict.link == bad
    assert caught.value.added == 2
    assert "; the 2 links before it were added. Leave the link out" in str(caught.value)
    assert graph.links == tuple(links)
    assert "d" not in graph
    assert graph.on_conflict == "error"


GOOD = Link("a", AllenSet("before"), "b", 1)


@pytest.mark.parametrize("on_conflict", POLICIES)
@pytest.mark.parametrize(
    ("bad", "error", "message"),
    [
        (("a", "before", "b"), TypeError, "takes Link and PointLink objects"),
        (None, TypeError, "takes Link and PointLink objects"),
        (Link([], AllenSet("before"), "b"), TypeError, "unhashable"),
        (Link("c", AllenSet("before"), {}), TypeError, "unhashable"),
        (Link("c", AllenSet(["before", "after"]), "d"), ValueError, "conjunction"),
        (Link("c", "beside", "d"), ValueError, "unknown Allen relation"),  # type: ignore[arg-type]
        (Link("c", 5, "d"), TypeError, "a relation is"),  # type: ignore[arg-type]
        (PointLink(("c", "end"), "!", ("d", "start")), ValueError, "an endpoint constraint is"),
        (PointLink(("c", "end"), "<", ("d", "middle")), ValueError, "an endpoint is"),
        (PointLink(("c", "end"), "<", ([], "start")), TypeError, "unhashable"),
    ],
)
def test_extend_adds_nothing_where_one_is_no_link(
    on_conflict: str, bad: object, error: type[Exception], message: str
) -> None:
    graph = chain("x", "y", on_conflict=on_conflict)
    with pytest.raises(error, match=message):
        graph.extend([GOOD, bad])  # type: ignore[list-item]
    assert graph.entities == ("x", "y")
    assert len(graph.links) == 1
    check_graph(graph)


@pytest.mark.parametrize("on_conflict", POLICIES)
def test_extend_takes_relations_and_comparisons_as_add_does(on_conflict: str) -> None:
    graph = TimeGraph(on_conflict=on_conflict)  # type: ignore[arg-type]
    one = Link("a", (name for name in ["before"]), "b", 1)  # type: ignore[arg-type]
    graph.extend([one, PointLink(("c", "start"), ">=", ("b", "end"), 2)])
    assert graph.links == (GOOD, PointLink(("c", "start"), ">=", ("b", "end"), 2))


def test_entities_come_in_the_order_in_which_links_name_them() -> None:
    graph: TimeGraph[str] = TimeGraph()
    graph.add_points(("y", "start"), ">", ("x", "end"))
    graph.extend([PointLink(("d", "end"), ">=", ("c", "end"))])
    for same in (graph, graph.copy(), TimeGraph.from_json(graph.to_json())):
        assert same.entities == ("y", "x", "d", "c")
    assert graph.label(("x", "end"), ("y", "start")) == "<"
    assert graph.label(("d", "end"), ("c", "end")) == ">="
    check_graph(graph)


@pytest.mark.parametrize("op", [[], None, {}, 1, "==", "<>"])
def test_what_is_no_comparison_is_refused(op: object) -> None:
    graph = TimeGraph()
    with pytest.raises(ValueError, match="an endpoint constraint is <, <=, =, >= or >, not"):
        graph.add_points(("a", "end"), op, ("b", "start"))  # type: ignore[arg-type]
    assert graph.entities == ()


def test_missing_is_error_or_unknown() -> None:
    graph = chain("a", "b")
    with pytest.raises(ValueError, match=r"missing must be .* not 'whatever'"):
        graph.ask("a", "before", "z", missing="whatever")  # type: ignore[arg-type]


def test_retract_brings_back_what_was_left_out() -> None:
    graph = chain("a", "b", on_conflict="drop-link")
    graph.add("b", "before", "a", "other")
    assert graph.ask("a", "before", "b") is Answer.YES
    (gone,) = graph.retract("s0")
    assert gone.source == "s0"
    assert graph.conflicts == ()
    assert graph.ask("b", "before", "a") is Answer.YES
    with pytest.raises(KeyError, match="has the source 's0'"):
        graph.retract("s0")


def test_retract_forgets_entities_that_nobody_names_any_more() -> None:
    graph = TimeGraph()
    graph.add_entity("x")
    graph.add("a", "before", "b", 1)
    graph.add_entity("b")
    graph.add_entity("y")
    graph.add("y", "before", "z", 2)
    graph.retract(1)
    assert graph.entities == ("x", "b", "y", "z")
    graph.retract(2)
    assert graph.entities == ("x", "b", "y")


def test_a_hundred_thousand_unlinked_entities_are_no_trouble() -> None:
    # Growing the rows of small graphs by that many, one by one, would take minutes.
    graph = TimeGraph(on_conflict="drop-link")
    for entity in range(100_000):
        graph.add_entity(entity)
    assert graph.ask(0, "before", 99_999) is Answer.UNKNOWN
    graph.add(7, "before", 5)
    assert graph.ask(5, "after", 7) is Answer.YES


def test_instants_can_be_named_before_anything_is_said_of_them() -> None:
    graph = TimeGraph()
    graph.add_instant("noon")
    graph.add("a", "before", "b", "s1")
    graph.add_instant("noon")
    assert graph.instants == ("noon",)
    assert graph.entities == ("a", "b")
    assert graph.label(("noon", "at"), ("a", "start")) is None
    graph.add_points(("noon", "at"), "<", ("a", "start"), "s2")
    assert graph.label(("noon", "at"), ("b", "end")) == "<"
    graph.retract("s2")
    assert graph.instants == ("noon",)


def test_naming_counts_even_after_a_link_has_named_the_same() -> None:
    graph = TimeGraph()
    graph.add("a", "before", "b", "s")
    graph.add_points(("i", "at"), "<", ("b", "start"), "s")
    graph.add_entity("b")
    graph.add_instant("i")
    graph.retract("s")
    assert (graph.entities, graph.instants) == (("b",), ("i",))
    check_graph(graph)


def test_sources_may_be_anything() -> None:
    several = [1, 2]

    class Elementwise:
        def __eq__(self, other: object) -> list[bool]:  # type: ignore[override]
            raise ValueError("the truth value of an array is ambiguous")

        __hash__ = object.__hash__

    odd = Elementwise()
    graph = TimeGraph()
    graph.add("a", "before", "b", odd)
    graph.add("b", "before", "c", several)
    assert len(graph.retract([1, 2])) == 1
    assert len(graph.retract(odd)) == 1


def test_a_source_that_is_not_saved_is_mentioned_once() -> None:
    class Page:
        pass

    graph = TimeGraph()
    with pytest.warns(UserWarning, match=r"\(Page\) cannot be saved; .* save\(\) will refuse"):
        graph.add("a", "before", "b", Page())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        graph.add("b", "before", "c", Page())

    class Line:
        pass

    with pytest.warns(UserWarning, match="Line"):
        graph.extend([Link("c", AllenSet("before"), "d", Line())])
    with pytest.raises(TypeError, match="cannot be saved"):
        graph.to_json()
    with pytest.raises(KeyError):
        graph.retract("s")


def test_nan_names_nothing() -> None:
    nan = float("nan")
    graph = TimeGraph()
    for say in (
        lambda: graph.add("a", "before", nan),
        lambda: graph.add_entity(nan),
        lambda: graph.add_instant(nan),
        lambda: graph.add_points((nan, "start"), "<", ("a", "start")),
    ):
        with pytest.raises(ValueError, match="nan cannot be a name"):
            say()
    assert (len(graph), graph.links) == (0, ())


@pytest.mark.parametrize("policy", ["drop-link", "drop-constraint", "error"])
def test_a_long_loop_takes_the_kernels(policy: str) -> None:
    graph = TimeGraph(on_conflict=policy)  # type: ignore[arg-type]
    links = [Link(k, AllenSet("before"), (k + 1) % 3_000, k) for k in range(3_000)]
    if policy == "error":
        with pytest.raises(ContradictionError, match="2999 before 0"):
            graph.extend(links)
    else:
        graph.extend(links)
        (conflict,) = graph.conflicts
        assert (conflict.link.source, len(conflict.against)) == (2_999, 2_999)
    assert graph.ask(5, "before", 2_990) is Answer.YES


def test_an_entity_and_an_instant_may_bear_the_same_name() -> None:
    graph = TimeGraph()
    graph.add_entity("x")
    graph.add_instant("x")
    graph.add_instant("x")
    graph.add_points(("x", "end"), "<", ("x", "at"))
    assert (graph.entities, graph.instants) == (("x",), ("x",))
    check_graph(graph)


def test_intervals_are_found_whatever_the_number_of_their_points() -> None:
    graph = TimeGraph()
    graph.add_instant("i")  # from here on starts are odd
    graph.add("a", "overlaps", "b")
    graph.add("a", "before", "c")
    assert (graph.before("b"), graph.before("c")) == ((), ("a",))
    assert (graph.after("a"), graph.after("b")) == (("c",), ())
