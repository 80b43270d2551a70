"""The oracle itself: its ways of finding an answer agree, and with what is known from books."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from tests.oracle import counts as counts
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.links import Link, PointLink
from timegraph.testing import oracle
from timegraph.testing.strategies import (
    allen_sets,
    arbitrary_link_sets,
    conjunctions,
    interval_models,
    link_sets,
    models_with_links,
)

half = settings(max_examples=max(1, settings().max_examples // 2))

A, B = ("a", "start"), ("b", "start")


def said(links):
    return [constraint for link in links for constraint in oracle.link_constraints(link)]


@pytest.mark.parametrize(("entities", "number"), [("a", 1), ("ab", 13), ("abc", 409)])
def test_the_weak_orders_of_intervals_are_as_many_as_is_known(entities, number):
    found = list(oracle.worlds(entities))
    assert len(found) == number
    assert len({tuple(sorted(world.items())) for world in found}) == number


@pytest.mark.slow
def test_four_intervals_have_23917_weak_orders():
    assert sum(1 for _ in oracle.worlds("abcd")) == 23917


def test_two_intervals_stand_in_exactly_one_relation():
    intervals = [(s, e) for s, e in product(range(4), repeat=2) if s < e]
    found = {oracle.relation_of(a, b) for a, b in product(intervals, repeat=2)}
    assert found == set(Allen)


@pytest.mark.parametrize("interval", [(1, 1), (2, 1)])
def test_what_does_not_start_before_it_ends_is_no_interval(interval):
    with pytest.raises(ValueError, match="starts before it ends"):
        oracle.relation_of(interval, (0, 1))


def test_there_are_409_consistent_triples_of_relations():
    single = [AllenSet([relation]) for relation in Allen]
    assert sum(len(oracle.compose(r, s)) for r, s in product(single, repeat=2)) == 409


def test_names_of_relations_are_read_and_others_refused():
    assert oracle.compose("before", "before") == AllenSet("before")
    assert oracle.converse("during") == AllenSet("contains")
    with pytest.raises(ValueError, match="befor"):
        oracle.compose("before", "befor")


def test_composition_is_as_in_allen_1983():
    during, before = AllenSet([Allen.DURING]), AllenSet([Allen.BEFORE])
    assert oracle.compose(before, before) == before
    assert oracle.compose(during, before) == before
    assert oracle.compose(before, AllenSet([Allen.AFTER])) == AllenSet.all()
    assert oracle.compose(AllenSet([Allen.MEETS]), AllenSet([Allen.MET_BY])) == AllenSet(
        [Allen.FINISHES, Allen.EQUAL, Allen.FINISHED_BY]
    )


def test_converses_undo_themselves():
    for relation in Allen:
        once = oracle.converse(AllenSet([relation]))
        assert len(once) == 1
        assert oracle.converse(once) == AllenSet([relation])


@given(conjunctions())
def test_constraints_of_a_conjunction_say_what_it_says(relations):
    constraints = oracle.constraints_of("a", relations, "b")
    assert oracle.possible_under(constraints, "a", "b") == relations
    for constraint in constraints:
        fewer = [other for other in constraints if other != constraint]
        assert oracle.possible_under(fewer, "a", "b") != relations


@pytest.mark.parametrize("names", [["before", "after"], ["meets", "before", "met_by"], []])
def test_a_set_that_is_no_conjunction_has_no_constraints(names):
    with pytest.raises(ValueError, match="is not a conjunction"):
        oracle.constraints_of("a", AllenSet(names), "b")


@half
@given(arbitrary_link_sets(("a", "b", "c"), instants=("t",), max_size=5))
def test_brute_force_walks_through_the_worlds_that_can_be_listed(links):
    constraints = said(links)
    worlds = list(oracle.worlds("abc", constraints))
    possible = oracle.relations_by_brute_force("abc", constraints)
    assert oracle.consistent("abc", constraints) == bool(worlds)
    for a, b in product("abc", repeat=2):
        listed = AllenSet(
            oracle.relation_of(
                (world[a, "start"], world[a, "end"]), (world[b, "start"], world[b, "end"])
            )
            for world in worlds
        )
        assert possible[a, b] == listed
    for world in worlds:
        assert all(oracle.holds_in(world, constraint) for constraint in constraints)


@half
@given(arbitrary_link_sets(max_size=8, instants=("t",)))
def test_closure_leaves_what_brute_force_finds(links):
    names, constraints = ("e1", "e2", "e3", "e4"), said(links)
    found = oracle.relations_by_closure(names, constraints)
    assert found == oracle.relations_by_brute_force(names, constraints)
    assert (oracle.closed_labels(names, constraints) is None) == (
        not oracle.consistent(names, constraints)
    )


@half
@given(models_with_links())
def test_a_world_in_which_links_are_true_is_among_the_possible_ones(world):
    model, links = world
    assert oracle.consistent(model, said(links))
    possible = oracle.relations_by_closure(model, said(links))
    for a, b in product(model, repeat=2):
        assert oracle.relation_of(model[a], model[b]) in possible[a, b]


def test_an_unknown_point_is_an_error():
    with pytest.raises(KeyError, match="unknown points"):
        list(oracle.worlds("a", [(A, "<", B)]))


@pytest.mark.parametrize("find", [oracle.consistent, oracle.relations_by_brute_force])
def test_an_unknown_sign_is_an_error(find):
    with pytest.raises(ValueError, match="a sign is"):
        find("ab", [(A, "!=", B)])
    with pytest.raises(ValueError, match="a sign is"):
        oracle.holds("!=", 1, 2)


def test_file_order_under_the_three_policies():
    links = [
        [(A, "=", B)],
        [(A, "<", B), (("b", "end"), "<", ("a", "end"))],
        [(("a", "end"), "<", ("b", "end"))],
    ]
    by_constraint = oracle.add_in_file_order("ab", links, "drop-constraint")
    assert by_constraint.left_out == ((), ((A, "<", B),), tuple(links[2]))
    assert by_constraint.conflicts == (1, 2)
    by_link = oracle.add_in_file_order("ab", links, "drop-link")
    assert by_link.in_force == (tuple(links[0]), (), tuple(links[2]))
    assert by_link.constraints == (links[0][0], links[2][0])
    assert oracle.add_in_file_order("ab", links, "error").stopped_at == 1
    assert oracle.add_in_file_order("ab", links[:1], "error").stopped_at is None
    with pytest.raises(ValueError, match="is not a policy"):
        oracle.add_in_file_order("ab", links, "drop")


@half
@given(arbitrary_link_sets(max_size=6), st.sampled_from(["drop-constraint", "drop-link"]))
def test_what_file_order_keeps_is_consistent_and_as_much_as_can_be(links, policy):
    names = ("e1", "e2", "e3", "e4")
    outcome = oracle.add_in_file_order(names, [oracle.link_constraints(x) for x in links], policy)
    assert oracle.consistent(names, outcome.constraints)
    for left_out in outcome.left_out:
        assert not left_out or not oracle.consistent(names, [*outcome.constraints, *left_out])


def test_smallest_contradicted_sets_are_minimal():
    before = [(("a", "end"), "<", B)]
    after = [(("b", "end"), "<", A)]
    same = [(A, "=", B)]
    in_force = [before, before, [(A, "<", ("b", "end"))]]
    assert list(counts.smallest_contradicted("ab", in_force, after)) == [(0,), (1,), (2,)]
    assert list(counts.smallest_contradicted("ab", [[], before], same)) == [(1,)]
    assert list(counts.smallest_contradicted("ab", [before], [(A, "<", A)])) == [()]


@given(allen_sets(min_size=1), allen_sets())
def test_answers(possible, asked):
    found = oracle.answer(possible, asked)
    everything = set(possible) | set(asked)
    assert (found is Answer.YES) == (everything == set(asked))
    assert (found is Answer.NO) == (not set(possible) & set(asked))


def test_contradictions_have_no_answer():
    with pytest.raises(ValueError, match="nothing is possible"):
        oracle.answer(AllenSet(), AllenSet(["before"]))


def test_certainly():
    possible = oracle.relations_by_closure("abc", [(("a", "end"), "<", B)])
    assert counts.certainly(Allen.BEFORE, "b", possible) == {"a"}
    assert counts.certainly(Allen.BEFORE, "c", possible) == set()


def test_counts_are_those_of_the_task():
    yes, no, unknown = Answer
    pairs = [(yes, yes), (yes, no), (no, unknown), (unknown, unknown), (unknown, yes), (None, yes)]
    found = counts.count_answers(pairs)
    assert found == counts.Counts(questions=6, answered=5, correct=2)
    assert found.precision == Fraction(2, 5)
    assert found.recall == Fraction(2, 6)
    assert found.f1 == Fraction(2 * 2, 5 + 6)
    assert found.coverage == Fraction(5, 6)
    nothing = counts.count_answers([(yes, unknown)])
    assert (nothing.precision, nothing.recall, nothing.f1) == (None, 0, 0)
    empty = counts.count_answers([])
    assert (empty.precision, empty.recall, empty.f1, empty.coverage) == (None, None, None, None)


@given(st.data())
@settings(max_examples=20)
def test_relation_and_point_links_say_their_constraints(data):
    model = data.draw(interval_models(min_size=2))
    for link in data.draw(link_sets(model, allow_sets=False)):
        constraints = oracle.link_constraints(link)
        if isinstance(link, PointLink):
            assert constraints == ((link.x, link.op, link.y),)
        else:
            assert isinstance(link, Link)
            assert oracle.possible_under(constraints, link.a, link.b) == link.relation


def test_kappas_are_those_of_the_books():
    # Cohen's kappa of a table of 50: 20, 5, 10, 15 (yes-yes, yes-no, no-yes, no-no) is 0.4.
    rows = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert counts.cohen_kappa(rows) == Fraction(2, 5)
    assert counts.fleiss_kappa(rows) == 1 - Fraction(15, 50) / Fraction(2 * 55 * 45, 100**2)
    assert counts.krippendorff_alpha(rows) == 1 - Fraction(15, 50) / Fraction(2 * 55 * 45, 100 * 99)
    assert counts.specific_agreement(rows, "y") == Fraction(40, 55)
    assert (
        counts.cohen_kappa([]) is counts.fleiss_kappa([]) is counts.krippendorff_alpha([]) is None
    )
    assert counts.cohen_kappa([("y", "y")]) is counts.specific_agreement([("y", None)], "y") is None


def test_pairs_have_classes_by_what_is_entailed():
    labels = {"BEFORE": AllenSet("before"), "VAGUE": AllenSet.all()}
    ends = [("a", "end"), ("b", "end")]
    starts = [("b", "start"), ("c", "start")]
    first = [(ends[0], "<", starts[0]), (ends[1], "<", starts[1])]  # a before b before c
    second = [(ends[0], "<", starts[0]), (starts[1], "<", starts[0])]
    assert counts.pair_classes("abc", first, second, labels) == {
        "equal": 1,
        "contradicting": 1,
        "one_open": 1,
    }
    assert counts.pair_classes("ab", [], [], labels) == {"both_open": 1}
