"""TimeGraph against the oracle: brute force over all weak orders of the points.

Worlds have up to six entities. Each property holds for both closures, the one in pure Python
and the numba kernels, whatever the size of the graph.
"""

from __future__ import annotations

import copy
import pickle
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from tests.invariants import check_graph
from tests.oracle import counts
from timegraph import Allen, AllenSet, Answer, ContradictionError, Link, TimeGraph
from timegraph._compiled import Engine
from timegraph.testing import oracle
from timegraph.testing.strategies import (
    allen_sets,
    arbitrary_link_sets,
    conjunctions,
    interval_models,
    link_sets,
    models_with_links,
)

SIX = tuple(f"e{k}" for k in range(1, 7))
FOUR = SIX[:4]
POLICIES = ["drop-constraint", "drop-link"]
policies = st.sampled_from(POLICIES)


def scaled(percent: int) -> settings:
    """That share of the examples of the profile in use."""
    return settings(max_examples=max(1, settings().max_examples * percent // 100))


# Six entities take the oracle a tenth of a second a world, so most examples are smaller.
few, some, half = scaled(6), scaled(40), scaled(50)


each_engine = pytest.mark.parametrize(
    "engine", [Engine(kernels="never"), Engine(kernels="always")], ids=["python", "kernels"]
)


def said(links):
    return [oracle.link_constraints(link) for link in links]


def flat(links):
    return [constraint for link in said(links) for constraint in link]


def graph_of(entities, links, policy="error", engine=None):
    graph = TimeGraph(on_conflict=policy, engine=engine)
    for entity in entities:
        graph.add_entity(entity)
    graph.extend(links)
    return graph


def relations_in(graph):
    return {(a, b): graph.relations(a, b) for a, b in product(graph.entities, repeat=2)}


def check_against_oracle(graph, constraints):
    """Everything that can be asked of a graph is as brute force over weak orders has it."""
    possible = oracle.relations_by_brute_force(graph.entities, constraints)
    assert relations_in(graph) == possible
    for (a, b), found in possible.items():
        for relation in Allen:
            expected = oracle.answer(found, AllenSet([relation]))
            assert graph.ask(a, relation, b) is expected
            assert graph.ask(a, relation.value, b) is expected
    for entity in graph.entities:
        assert set(graph.before(entity)) == counts.certainly(Allen.BEFORE, entity, possible)
        assert set(graph.after(entity)) == counts.certainly(Allen.AFTER, entity, possible)
    return possible


def check_file_order(entities, links, policy, engine=None):
    graph = graph_of(entities, links, policy, engine)
    outcome = oracle.add_in_file_order(entities, said(links), policy)
    possible = check_against_oracle(graph, outcome.constraints)
    conflicts = [conflict.link.source for conflict in graph.conflicts]
    assert conflicts == [links[number].source for number in outcome.conflicts]
    return graph, outcome, possible


@each_engine
class TestAgainstBruteForce:
    @some
    @given(models_with_links(interval_models(max_size=4), allow_self_links=True))
    def test_true_links_of_small_worlds(self, engine, world):
        model, links = world
        check_against_oracle(graph_of(model, links, engine=engine), flat(links))

    @few
    @given(models_with_links(interval_models(min_size=5), allow_self_links=True))
    def test_true_links_of_six_entities(self, engine, world):
        model, links = world
        check_against_oracle(graph_of(model, links, engine=engine), flat(links))

    @some
    @given(arbitrary_link_sets(FOUR, max_size=8), policies)
    def test_any_links_of_four_entities(self, engine, links, policy):
        check_file_order(FOUR, links, policy, engine)

    @few
    @given(arbitrary_link_sets(SIX, max_size=14), policies)
    def test_any_links_of_six_entities(self, engine, links, policy):
        check_file_order(SIX, links, policy, engine)

    @some
    @given(arbitrary_link_sets(FOUR[:3], instants=("t", "u"), max_size=8), policies)
    def test_any_links_with_instants(self, engine, links, policy):
        check_file_order(FOUR[:3], links, policy, engine)

    @pytest.mark.slow
    @half
    @given(models_with_links(interval_models(min_size=4), allow_self_links=True))
    def test_many_true_links_of_six_entities(self, engine, world):
        model, links = world
        check_against_oracle(graph_of(model, links, engine=engine), flat(links))

    @pytest.mark.slow
    @half
    @given(arbitrary_link_sets(SIX, instants=("t",), min_size=3, max_size=20), policies)
    def test_many_links_of_six_entities(self, engine, links, policy):
        check_file_order(SIX, links, policy, engine)


@each_engine
class TestContradictions:
    @some
    @given(arbitrary_link_sets(max_size=8))
    def test_error_raises_where_the_first_contradiction_is(self, engine, links):
        stopped_at = oracle.add_in_file_order(FOUR, said(links), "error").stopped_at
        graph = graph_of(FOUR, [], engine=engine)
        if stopped_at is None:
            graph.extend(links)
            assert graph.conflicts == ()
        else:
            with pytest.raises(ContradictionError) as caught:
                graph.extend(links)
            assert caught.value.conflict.link == links[stopped_at]

    @some
    @given(arbitrary_link_sets(instants=("t",), max_size=8), st.booleans())
    def test_error_changes_nothing(self, engine, links, one_by_one):
        # New entities of a refused link must not stay either, so none is named beforehand.
        graph, accepted = TimeGraph(engine=engine), []
        for link in links:
            before = (graph.entities, graph.links, relations_in(graph))
            try:
                if not one_by_one:
                    graph.extend([link])
                elif isinstance(link, Link):
                    graph.add(link.a, link.relation, link.b, link.source)
                else:
                    graph.add_points(link.x, link.op, link.y, link.source)
            except ContradictionError:
                assert (graph.entities, graph.links, relations_in(graph)) == before
                check_graph(graph)
            else:
                accepted.append(link)
        outcome = oracle.add_in_file_order(FOUR, said(links), "drop-link")
        assert accepted == [
            link for link, out in zip(links, outcome.left_out, strict=True) if not out
        ]
        assert graph.links == tuple(accepted)

    @some
    @given(arbitrary_link_sets(max_size=7), policies)
    def test_conflicts_name_what_contradicts(self, engine, links, policy):
        graph = graph_of(FOUR, links, policy, engine)
        outcome = oracle.add_in_file_order(FOUR, said(links), policy)
        number = {link.source: k for k, link in enumerate(links)}
        for conflict in graph.conflicts:
            here = number[conflict.link.source]
            refused = [(c.x, c.op, c.y) for c in conflict.constraints]
            against = [number[link.source] for link in conflict.against]
            assert against == sorted(set(against))
            assert all(k < here for k in against)
            in_force = [outcome.in_force[k] for k in against]
            assert all(in_force)
            # Each constraint left out is refused by all that was in force before the link ...
            earlier = [c for k in range(here) for c in outcome.in_force[k]]
            for constraint in refused:
                assert not oracle.consistent(FOUR, [*earlier, constraint])
            if policy == "drop-constraint":
                assert set(refused) == set(outcome.left_out[here])
            # ... and the links named are enough to refuse one, and none of them can be spared.
            together = [c for link in in_force for c in link]
            assert any(not oracle.consistent(FOUR, [*together, c]) for c in refused)
            smallest = list(
                counts.smallest_contradicted(
                    FOUR, outcome.in_force[:here], oracle.link_constraints(links[here])
                )
            )
            assert tuple(against) in smallest

    @some
    @given(conjunctions())
    def test_a_link_with_itself_holds_iff_it_allows_equal(self, engine, relations):
        graph = graph_of([], [Link("a", relations, "a", "l1")], "drop-link", engine)
        assert bool(graph.conflicts) == (Allen.EQUAL not in relations)
        assert all(conflict.against == () for conflict in graph.conflicts)
        assert graph.relations("a", "a") == AllenSet([Allen.EQUAL])


class TestLaws:
    # The first two are about links alone: the design relies on them.

    @some
    @given(arbitrary_link_sets(max_size=7), st.data())
    def test_order_of_constraints_in_a_link_does_not_matter(self, links, data):
        one = oracle.add_in_file_order(FOUR, said(links), "drop-constraint")
        shuffled = [data.draw(st.permutations(link)) for link in said(links)]
        other = oracle.add_in_file_order(FOUR, shuffled, "drop-constraint")
        assert [set(link) for link in one.in_force] == [set(link) for link in other.in_force]

    @some
    @given(arbitrary_link_sets(max_size=7))
    def test_a_link_contradicts_only_if_one_of_its_constraints_does(self, links):
        by_link = oracle.add_in_file_order(FOUR, said(links), "drop-link")
        for k, (link, out) in enumerate(zip(said(links), by_link.left_out, strict=True)):
            before = [c for kept in by_link.in_force[:k] for c in kept]
            alone = [oracle.consistent(FOUR, [*before, constraint]) for constraint in link]
            assert bool(out) == (not all(alone))

    @some
    @given(arbitrary_link_sets(max_size=8), policies)
    def test_converse(self, links, policy):
        graph = graph_of(FOUR, links, policy)
        for a, b in product(FOUR, repeat=2):
            assert graph.relations(b, a) == graph.relations(a, b).converse

    @some
    @given(arbitrary_link_sets(max_size=8), allen_sets(), policies)
    def test_asking_the_converse_gives_the_same_answer(self, links, asked, policy):
        graph = graph_of(FOUR, links, policy)
        for a, b in product(FOUR, repeat=2):
            assert graph.ask(a, asked, b) is graph.ask(b, asked.converse, a)

    @some
    @given(arbitrary_link_sets(max_size=8), allen_sets(), policies)
    def test_the_complement_gives_the_opposite_answer(self, links, asked, policy):
        opposite = {Answer.YES: Answer.NO, Answer.NO: Answer.YES, Answer.UNKNOWN: Answer.UNKNOWN}
        graph = graph_of(FOUR, links, policy)
        for a, b in product(FOUR, repeat=2):
            assert graph.ask(a, ~asked, b) is opposite[graph.ask(a, asked, b)]

    @some
    @given(arbitrary_link_sets(max_size=8), policies)
    def test_transitivity(self, links, policy):
        graph = graph_of(FOUR, links, policy)
        for a, b, c in product(FOUR, repeat=3):
            path = graph.relations(a, b).compose(graph.relations(b, c))
            assert graph.relations(a, c) <= path

    @some
    @given(models_with_links(), st.data())
    def test_a_link_that_follows_changes_nothing(self, world, data):
        model, links = world
        graph = graph_of(model, links)
        before = relations_in(graph)
        for (a, b), found in before.items():
            graph.add(a, found, b)
        assert relations_in(graph) == before

    @some
    @given(models_with_links(), st.data())
    def test_more_links_leave_fewer_relations(self, world, data):
        model, links = world
        graph = graph_of(model, links)
        before = relations_in(graph)
        graph.extend(data.draw(link_sets(model)))
        for pair, found in relations_in(graph).items():
            assert found <= before[pair]
            assert oracle.relation_of(model[pair[0]], model[pair[1]]) in found

    @some
    @given(st.sampled_from(list(Allen)), allen_sets())
    def test_sets_of_relations_are_as_the_oracle_has_them(self, relation, others):
        single = AllenSet([relation])
        assert others.converse == oracle.converse(others)
        assert single.compose(others) == oracle.compose(single, others)


class TestRepresentation:
    @some
    @given(models_with_links(), st.data())
    def test_insertion_order_does_not_matter_where_consistent(self, world, data):
        model, links = world
        one = graph_of(model, links)
        other = graph_of(data.draw(st.permutations(list(model))), data.draw(st.permutations(links)))
        assert relations_in(one) == relations_in(other)

    @some
    @given(
        arbitrary_link_sets(max_size=8),
        st.lists(
            st.one_of(st.integers(), st.text(), st.tuples(st.integers())),
            min_size=4,
            max_size=4,
            unique=True,
        ),
        policies,
    )
    def test_names_do_not_matter(self, links, names, policy):
        name = dict(zip(FOUR, names, strict=True))
        renamed = TimeGraph(on_conflict=policy)
        for link in links:
            if isinstance(link, Link):
                renamed.add(name[link.a], link.relation, name[link.b], link.source)
            else:
                x, y = ((name[entity], end) for entity, end in (link.x, link.y))
                renamed.add_points(x, link.op, y, link.source)
        graph = graph_of([], links, policy)
        assert renamed.entities == tuple(name[entity] for entity in graph.entities)
        for a, b in product(graph.entities, repeat=2):
            assert renamed.relations(name[a], name[b]) == graph.relations(a, b)
        assert [c.link.source for c in renamed.conflicts] == [
            c.link.source for c in graph.conflicts
        ]

    @some
    @given(arbitrary_link_sets(max_size=8), policies, st.data())
    def test_asking_in_between_does_not_matter(self, links, policy, data):
        at_once = graph_of(FOUR, links, policy)
        now_and_then = graph_of([], [], policy)
        for link in links:
            now_and_then.extend([link])
            if data.draw(st.booleans(), label="ask now"):
                relations_in(now_and_then)
        for entity in FOUR:
            now_and_then.add_entity(entity)
        assert relations_in(now_and_then) == relations_in(at_once)
        assert now_and_then.conflicts == at_once.conflicts
        assert now_and_then.links == at_once.links

    @some
    @given(arbitrary_link_sets(max_size=8), policies, st.sampled_from(["copy", "pickle", "copied"]))
    def test_copies_are_equal_and_independent(self, links, policy, way):
        graph = graph_of(FOUR, links, policy)
        made = {
            "copy": TimeGraph.copy,
            "pickle": lambda it: pickle.loads(pickle.dumps(it)),
            "copied": copy.deepcopy,
        }[way](graph)
        expected = relations_in(graph)
        assert (made.entities, made.links, made.conflicts) == (
            graph.entities,
            graph.links,
            graph.conflicts,
        )
        assert relations_in(made) == expected
        made.add("e1", "before", "new")
        made.add("e2", "equal", "e3")
        assert relations_in(graph) == expected
        assert "new" not in graph
        check_file_order(FOUR, links, policy)

    @some
    @given(arbitrary_link_sets(max_size=8), policies)
    def test_networkx_holds_what_is_in_force(self, links, policy):
        graph = graph_of(FOUR, links, policy)
        edges = [(x, data["relation"], y) for x, y, data in graph.to_networkx().edges(data=True)]
        assert oracle.relations_by_closure(FOUR, edges) == relations_in(graph)
