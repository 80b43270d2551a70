"""Networks with choices, against enumeration, the graph, and worlds that are known."""

from __future__ import annotations

import os
import random
from datetime import datetime
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings, strategies as st

from tests.drawing import examples
from tests.oracle.dated import network_relations, network_worlds
from tests.random_networks import random_network
from tests.strategies.networks import any_networks, consistent_networks, hard_networks
from timegraph import (
    Allen,
    AllenSet,
    Answer,
    ContradictionError,
    GraphFormatError,
    InconsistentError,
    IntervalNetwork,
    Link,
    TimedOut,
    TimeGraph,
)
from timegraph.networks import AnyOf, NoOverlap
from timegraph.testing.strategies import allen_sets, arbitrary_link_sets

SMALL = settings(max_examples=int(os.environ.get("TIMEGRAPH_CHOICES", "60")), deadline=None)
FEW = settings(max_examples=15, deadline=None)
EQUAL = AllenSet("equal")
APART = AllenSet("before", "meets", "met_by", "after")


def network_of(links):
    network = IntervalNetwork()
    network.extend(links)
    return network


def numbered(links):
    """The same links as sets of numbered pairs, and whether a self link contradicts itself."""
    names = list(dict.fromkeys(name for link in links for name in (link.a, link.b)))
    sets, fits = {}, True
    for link in links:
        if link.a == link.b:
            fits = fits and link.relation >= EQUAL
            continue
        pair = names.index(link.a), names.index(link.b)
        sets[pair] = sets.get(pair, AllenSet.all()) & link.relation
    return names, sets, fits


def satisfies(scenario, links):
    return all(scenario.relation(link.a, link.b) in link.relation for link in links)


@SMALL
@given(any_networks(min_size=3))
def test_any_network_against_enumeration(links):
    network = network_of(links)
    names, sets, fits = numbered(links)
    expected = fits and next(network_worlds(len(names), sets), None) is not None
    assert network.consistent() is expected
    if expected:
        assert satisfies(network.scenario(), links)
        assert network.conflict() == ()
    else:
        conflict = network.conflict()
        assert not network_of(conflict).consistent()
        for left_out in range(len(conflict)):
            assert network_of(conflict[:left_out] + conflict[left_out + 1 :]).consistent()
        with pytest.raises(InconsistentError):
            network.ask(names[0], "before", names[-1])


@SMALL
@given(st.data())
def test_alternatives_of_any_sets_against_enumeration(data):
    """An alternative may itself be a set that has to be split."""
    pairs = [*combinations(range(4), 2)]
    sets = st.integers(1, 8190).map(AllenSet.from_mask)
    link = st.builds(
        lambda pair, own: Link(*pair[:1], own, *pair[1:]), st.sampled_from(pairs), sets
    )
    given_links = data.draw(st.lists(link, max_size=4))
    groups = data.draw(
        st.lists(st.lists(link, min_size=1, max_size=3), min_size=1, max_size=3), label="groups"
    )
    network = IntervalNetwork()
    network.extend([*given_links, AnyOf(tuple(map(tuple, groups)))])
    expected = any(
        next(network_worlds(4, numbered_sets([*given_links, *group])), None) is not None
        for group in groups
    )
    assert network.consistent() is expected
    if expected:
        scenario = network.scenario()
        assert satisfies(scenario, given_links)
        assert any(satisfies(scenario, group) for group in groups)


def numbered_sets(links):
    """The sets of links between numbers."""
    sets = {}
    for link in links:
        sets[link.a, link.b] = sets.get((link.a, link.b), AllenSet.all()) & link.relation
    return sets


def test_two_alternatives_that_say_the_same():
    network = network_of([Link("a", AllenSet("before", "during"), "b")])
    either = [[("a", ["before", "after"], "b"), ("a", ["before", "meets"], "b")]]
    assert network.ask_any_of(either) is Answer.UNKNOWN
    same = [Link("a", AllenSet("before", "during", "finishes"), "b")]
    network.add_any_of([same, same, [Link("a", AllenSet("before", "after"), "c")]])
    network.add("a", ["before", "after"], "c")
    network.add("b", ["before", "after"], "c")
    assert network.consistent()


@FEW
@given(consistent_networks(min_size=3, max_size=3))
def test_relations_are_exactly_the_possible_ones(links):
    network = network_of(links)
    assert network.consistent()
    names, sets, _ = numbered(links)
    minimal = network.minimal_network()
    for (a, b), possible in network_relations(len(names), sets).items():
        assert set(network.relations(names[a], names[b])) == possible
        assert set(network.relations(names[b], names[a])) == {r.converse for r in possible}
        turned = (names[b], names[a]) in minimal
        own = minimal[names[b], names[a]].converse if turned else minimal[names[a], names[b]]
        assert set(own) == possible


@SMALL
@given(consistent_networks(max_size=3), allen_sets())
def test_answers_are_those_of_all_worlds(links, asked):
    network = network_of(links)
    names, sets, _ = numbered(links)
    if len(names) < 2:
        return
    possible = network_relations(len(names), sets)[0, 1]
    expected = Answer.UNKNOWN
    if possible <= set(asked):
        expected = Answer.YES
    elif not possible & set(asked):
        expected = Answer.NO
    a, b = names[:2]
    assert network.ask(a, asked, b) is expected
    assert network.ask_any_of([[(a, asked, b)]]) is expected
    assert network.ask_any_of([[(a, asked, b), (a, asked, b)]]) is expected
    if expected is not Answer.UNKNOWN:
        denied = ~asked if expected is Answer.YES else asked
        why = network.explain(a, asked, b)
        assert not network_of([*why, Link(a, denied, b)]).consistent()
        for left_out in range(len(why)):
            others = why[:left_out] + why[left_out + 1 :]
            assert network_of([*others, Link(a, denied, b)]).consistent()


@FEW
@given(arbitrary_link_sets(max_size=8))
def test_convex_networks_are_graphs(links):
    graph = TimeGraph(on_conflict="drop-link")
    graph.extend(links)
    network = network_of(graph.links)
    for entity in graph.entities:
        network.add_entity(entity)
    assert network.consistent() is not bool(graph.conflicts)
    if graph.conflicts:
        assert not network_of(network.conflict()).consistent()
        return
    assert network.links == graph.links
    # With a choice that says nothing the search decides, and not the graph.
    entities = graph.entities
    if len(entities) > 1:
        network.add_any_of([[(entities[0], AllenSet.all(), entities[1])]])
    for a, b in combinations(entities, 2):
        assert network.relations(a, b) == graph.relations(a, b)


@FEW
@given(hard_networks(max_size=16), st.integers(0, 99))
def test_changes_leave_what_a_new_network_has(links, seed):
    draw = random.Random(seed)
    network, there = IntervalNetwork(), {}
    for link in links:
        there[network.add(link.a, link.relation, link.b, link.source)] = link
        if draw.random() < 0.2:
            handle = draw.choice([*there])
            assert network.remove(handle) == (there.pop(handle),)
        if draw.random() < 0.1:
            assert network.consistent() is network_of(there.values()).consistent()
    fresh = network_of(there.values())
    assert network.consistent() is fresh.consistent()
    if fresh.consistent():
        assert satisfies(network.scenario(), there.values())
        if links[0].a in network and links[0].b in network:
            assert network.ask(links[0].a, APART, links[0].b) is fresh.ask(
                links[0].a, APART, links[0].b
            )


@FEW
@given(any_networks(max_size=4), st.integers(0, 2))
def test_saved_and_read_again(links, kind):
    network = network_of(links)
    if len(network) > 1:
        a, b = network.entities[:2]
        network.add_no_overlap([a, b], "room")
        network.add_any_of([[(a, "before", b)], [(b, "before", a), (a, ["after", "meets"], b)]])
    again = IntervalNetwork.from_json(network.to_json())
    assert again.to_json() == network.to_json()
    assert again.links == network.links
    assert again.consistent() is network.consistent()
    handle = network.add("new", "before", "other")
    assert again.add("new", "before", "other") == handle


def visits():
    """Three visits of an hour each on the third of May, the second after the third."""
    network = IntervalNetwork()
    for name in ("first", "second", "third"):
        network.add_duration(name, "1 hour", source=f"{name} takes an hour")
        network.place(name, within="2026-05-03", source="calendar")
    network.add_no_overlap(["first", "second", "third"], source="one room")
    network.add("second", "after", "third", source="the second follows the third")
    return network


def test_measured_choices():
    network = visits()
    assert network.consistent()
    assert network.relations("first", "third") == APART
    assert network.ask("first", "overlaps", "second") is Answer.NO
    times = network.schedule()
    for name in network.entities:
        assert times[name, "end"] - times[name, "start"] == 3600
    day = datetime(2026, 5, 3).timestamp() - datetime(1970, 1, 1).timestamp()
    assert all(day <= times[name, "start"] < day + 86400 for name in network.entities)
    scenario = network.scenario()
    assert all(r in APART for r in (scenario.relation("first", n) for n in ("second", "third")))
    assert scenario.graph().ask("second", "after", "third") is Answer.YES


def test_lengths_that_do_not_fit():
    network = visits()
    network.add_duration("fourth", "22 hours", source="long")
    network.place("fourth", within="2026-05-03")
    network.add_no_overlap(["first", "fourth"])
    assert network.consistent()
    handle = network.add_no_overlap(["second", "third", "fourth"], source="also there")
    assert network.consistent() is False
    conflict = network.conflict()
    assert not network_of(conflict).consistent()
    assert {"long", "also there", "one room"} & {link.source for link in conflict}
    for left_out in range(len(conflict)):
        assert network_of(conflict[:left_out] + conflict[left_out + 1 :]).consistent()
    network.remove(handle)
    assert network.consistent()


@FEW
@given(st.data())
def test_measured_networks_have_the_world_they_were_made_from(data):
    count = data.draw(st.integers(2, 5))
    times = {}
    for k in range(count):
        start = data.draw(st.integers(0, 20))
        times[k] = start, start + data.draw(st.integers(1, 6))
    network = IntervalNetwork()
    for k, (start, end) in times.items():
        if data.draw(st.booleans()):
            network.add_duration(k, end - start)
        else:
            latest = end + 100 - data.draw(st.integers(0, 5))
            network.add_distance(("o", "start"), (k, "end"), at_least=latest, at_most=end + 100)
    said = []
    for a, b in combinations(times, 2):
        if data.draw(st.booleans()):
            true = AllenSet(Allen.between(times[a], times[b]))
            said.append(Link(a, true | data.draw(allen_sets()), b))
    network.extend(said)
    assert network.consistent()
    scenario = network.scenario()
    assert satisfies(scenario, said)
    for link in network.links:
        if not isinstance(link, Link):
            length = scenario.times[link.y] - scenario.times[link.x]
            assert link.at_least <= length <= link.at_most
    # The relations of a pair are those with which the network stays consistent.
    a, b = data.draw(st.sampled_from([*combinations(times, 2)]))
    possible = network.relations(a, b)
    assert Allen.between(times[a], times[b]) in possible
    for relation in Allen:
        other = network.copy()
        other.add(a, relation, b)
        assert other.consistent() is (relation in possible)


def test_a_question_may_be_a_disjunction():
    network = IntervalNetwork()
    network.add("gym", ["during", "starts", "finishes", "equal"], "free")
    network.add_any_of([[("free", "equal", "morning")], [("free", "equal", "evening")]])
    network.add("morning", "before", "noon")
    network.add("noon", "before", "evening")
    outside = ~AllenSet("during", "starts", "finishes", "equal", "overlaps", "overlapped_by")
    assert network.ask_any_of([[("gym", outside, "noon")]]) is Answer.YES
    either = [[("gym", "before", "noon")], [("gym", "after", "noon")]]
    assert network.ask_any_of(either) is Answer.YES
    assert network.ask_any_of([either[0]]) is Answer.UNKNOWN
    neither = [[("gym", ~AllenSet("before"), "noon"), ("gym", ~AllenSet("after"), "noon")]]
    assert network.ask_any_of(neither) is Answer.NO


def test_many_convex_links_around_a_few_choices():
    """More intervals than the search takes whole: the graph says what follows among the others."""
    network = IntervalNetwork()
    for k in range(600):
        network.add(f"e{k}", "before", f"e{k + 1}")
    network.add("x", ["before", "after"], "e5")
    network.add("x", ["before", "after"], "e500")
    assert network.relations("x", "e5") == AllenSet("before", "after")
    assert network.ask("x", ["before", "after"], "e500") is Answer.YES
    handle = network.add("e400", "before", "x")
    assert network.ask("e3", "before", "x") is Answer.YES
    times = network.schedule()
    assert times["e400", "end"] < times["x", "start"]
    network.add("x", "before", "e500")
    network.add("e550", "before", "x")
    assert len(network.conflict()) >= 2
    network.remove(handle)
    assert not network.consistent()


def test_an_empty_set_contradicts_itself():
    network = IntervalNetwork()
    network.add("a", "before", "b")
    network.add("b", [], "c", source="line 7")
    assert not network.consistent()
    (link,) = network.conflict()
    assert link.source == "line 7"
    with pytest.raises(ContradictionError, match="line 7"):
        network.relations("a", "b")


def test_an_interval_and_itself():
    network = IntervalNetwork()
    network.add("a", ["equal", "before"], "a")
    assert network.consistent()
    assert network.relations("a", "a") == EQUAL
    network.add("a", ["before", "after"], "a", source="odd")
    assert [link.source for link in network.conflict()] == ["odd"]


def test_what_cannot_be_added():
    network = IntervalNetwork()
    with pytest.raises(ValueError, match="twice"):
        network.add_no_overlap(["a", "b", "a"])
    with pytest.raises(ValueError, match="unknown Allen relation"):
        network.add("a", "beside", "b")
    length = TimeGraph()
    length.add_duration("a", "1 hour")
    with pytest.raises(ValueError, match="distance or date cannot be one of several"):
        network.add_any_of([[("a", "before", "b")], [length.links[0]]])
    with pytest.raises(TypeError, match="a group has links"):
        network.add_any_of([["before"]])
    with pytest.raises(KeyError, match="'nobody'"):
        network.ask("nobody", "before", "a")
    with pytest.raises(KeyError, match="handle 4"):
        network.remove(4)
    assert len(network.links) == 0
    assert network.consistent()
    assert network.schedule() == {}


def test_groups_without_way_out_contradict():
    network = IntervalNetwork()
    network.add_any_of([], source="nothing")
    assert not network.consistent()
    assert network.conflict() == (AnyOf((), "nothing"),)
    other = IntervalNetwork()
    other.add_any_of([[("a", [], "b")], [("a", "before", "a")]])
    assert not other.consistent()


def test_time_runs_out():
    network = network_of(random_network(40, 6.0, 6.5, 5))
    with pytest.raises(TimedOut, match="were up"):
        network.consistent(time_limit=0)
    assert network.consistent()


def test_its_repr_counts_choices():
    network = IntervalNetwork()
    network.add("a", "before", "b")
    network.add_no_overlap(["a", "b", "c"], source="room")
    assert network.links[-1] == NoOverlap(("a", "b", "c"), "room")
    assert repr(network) == "<IntervalNetwork: 3 entities, 2 links, 1 of them choices>"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, "not a saved network"),
        ({"version": 9}, "version 9"),
        ({"choices": 3}, "choices must be a list"),
        ({"choices": [{"handle": 0, "a": "x", "relation": ["near"], "b": "y"}]}, "relation"),
        ({"choices": [{"handle": 1, "no_overlap": "ab"}]}, "must be a list"),
        ({"handles": []}, "handles"),
        ({"next_handle": 0}, "next_handle"),
    ],
)
def test_damaged_files_are_named(change, words, tmp_path):
    network = IntervalNetwork()
    network.add("a", "before", "b")
    network.add("a", ["before", "after"], "c")
    with pytest.raises(GraphFormatError, match=words):
        IntervalNetwork.from_json(network.to_json() | change)
    path = tmp_path / "network.json"
    network.save(path)
    assert IntervalNetwork.load(path).links == network.links
    path.write_text("{", encoding="utf-8")
    with pytest.raises(GraphFormatError, match=r"network\.json"):
        IntervalNetwork.load(path)


def test_random_networks_are_the_same_everywhere():
    links = random_network(20, 6.0, 6.5, 1)
    assert links == random_network(20, 6.0, 6.5, 1)
    assert len(links) == 51
    sizes = [len(link.relation) for link in random_network(200, 20, 6.5, 3)]
    assert 6.3 < sum(sizes) / len(sizes) < 6.7


def test_lengths_are_exact():
    network = IntervalNetwork()
    network.add_duration("a", Fraction(1, 3))
    network.add_duration("b", Fraction(1, 3))
    network.add_duration("both", Fraction(2, 3))
    inside = ["during", "starts", "finishes", "equal"]
    network.add("a", inside, "both")
    network.add("b", inside, "both")
    network.add_no_overlap(["a", "b"])
    assert network.relations("a", "b") == AllenSet("meets", "met_by")


@examples(100, deadline=None)
@given(consistent_networks(max_size=4), st.data())
def test_after_removal_answers_are_those_of_a_new_network(
    links: list[Link], data: st.DataObject
) -> None:
    """Also where what was removed gave the intervals other numbers."""
    network: IntervalNetwork[str] = IntervalNetwork()
    handles = network.extend(links)
    assert network.consistent()
    taken = data.draw(st.sets(st.sampled_from(handles))) if handles else set()
    network.remove(*taken)
    again: IntervalNetwork[str] = IntervalNetwork()
    again.extend(link for handle, link in zip(handles, links, strict=True) if handle not in taken)
    for a, b in permutations(again.entities, 2):
        assert network.relations(a, b) == again.relations(a, b)


def test_places_and_distances_are_those_of_graphs():
    network = IntervalNetwork()
    network.place("trip", start="2024-05-12", end=("2024-05-15", None))
    network.place("leave", spanning="2024-05")
    network.add_distance(("trip", "start"), ("call", "start"), exactly="2 days")
    network.add_no_overlap(["call", "lunch"])
    assert network.ask("trip", "during", "leave") == "unknown"
    assert network.ask("leave", "after", "call") == "no"
    times = network.schedule()
    assert times["call", "start"] - times["trip", "start"] == 2 * 86_400
    with pytest.raises(TypeError, match="unexpected"):
        network.place("trip", during="2024")
