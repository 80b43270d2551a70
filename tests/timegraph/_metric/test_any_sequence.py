"""Any sequence of adding, taking back, copying and asking of distances agrees with the oracle."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.invariants import check_graph
from tests.oracle.dated import MetricBound, metric_relations, tightest_bounds
from tests.timegraph.test_distance_networks import (
    ENTITIES,
    EVERY,
    NUMBER,
    bounds_from,
    bounds_of,
    check,
    drawn,
    in_force,
)
from timegraph import Allen, AllenSet, Answer, ContradictionError, Handle, Link, TimeGraph
from timegraph._compiled import Engine
from timegraph.links import EPOCH, AnyLink, DistanceLink, Endpoint
from timegraph.options import POLICIES, Policy

points = st.sampled_from(EVERY)
lengths = st.fractions(0, 6, max_denominator=3)
sources = st.integers(0, 4)


class DistanceMachine(RuleBasedStateMachine):
    """A graph, and beside it the plain list of what it was told."""

    engine = Engine()

    @initialize(policy=st.sampled_from(POLICIES))
    def start(self, policy: Policy) -> None:
        self.policy = policy
        self.graph = TimeGraph(on_conflict=policy, engine=self.engine)
        for entity in ENTITIES:
            self.graph.add_entity(entity)
        for instant in ("t", EPOCH[0]):
            self.graph.add_instant(instant)
        self.told: list[AnyLink] = []
        self.handles: list[Handle] = []

    def bounds(self) -> list[MetricBound]:
        """What is in force, by definition."""
        return in_force(self.told, self.policy)[1]

    def tightest(self, *more: MetricBound) -> Any:
        return tightest_bounds(len(EVERY), [*self.bounds(), *more])

    def say(self, link: AnyLink, how: Any) -> None:
        """Add a link by a call of the graph, which refuses what contradicts under "error"."""
        fits = all(in_force([*self.told, link], self.policy)[0])
        if self.policy == "error" and not fits:
            with pytest.raises(ContradictionError) as caught:
                how()
            assert bounds_of(caught.value.conflict.link) == bounds_of(link)
            return
        made = how()
        self.handles += made if isinstance(made, tuple) else [made]
        # Links of the graph have words besides.
        self.told.append(self.graph.links[-1])
        assert bounds_of(self.told[-1]) == bounds_of(link)

    # ---- changing -----------------------------------------------------------------------

    @rule(x=points, y=points, lower=lengths, more=lengths, sides=st.integers(1, 3), source=sources)
    def add_distance(
        self, x: Endpoint, y: Endpoint, lower: Fraction, more: Fraction, sides: int, source: int
    ) -> None:
        least, most = lower if sides & 1 else None, lower + more if sides & 2 else None
        given = {"at_least": least, "at_most": most}
        self.say(
            DistanceLink(x, y, least, most, source),
            lambda: self.graph.add_distance(x, y, **given, source=source),
        )

    @rule(entity=st.sampled_from(ENTITIES), length=lengths, source=sources)
    def add_duration(self, entity: str, length: Fraction, source: int) -> None:
        self.say(
            DistanceLink((entity, "start"), (entity, "end"), length, length, source),
            lambda: self.graph.add_duration(entity, length, source=source),
        )

    @rule(seed=st.integers(0, 10**6), source=sources)
    def add_any(self, seed: int, source: int) -> None:
        link = drawn(random.Random(seed), source)
        self.say(link, lambda: self.graph.extend([link]))

    @precondition(lambda self: self.told)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        numbers = st.integers(0, len(self.told) - 1)
        gone = sorted(data.draw(st.lists(numbers, min_size=1, max_size=2, unique=True)))
        handles = [self.handles[k] for k in gone]
        assert self.graph.remove(*handles) == tuple(self.told[k] for k in gone)
        for k in reversed(gone):
            del self.told[k], self.handles[k]
        with pytest.raises(KeyError, match="was removed"):
            self.graph.remove(handles[0])

    @rule(way=st.sampled_from(["copy", "pickle", "snapshot", "what if"]), keep=st.booleans())
    def copy(self, way: str, keep: bool) -> None:
        if way == "pickle":
            made = pickle.loads(pickle.dumps(self.graph))
        elif way == "snapshot":
            made = self.graph.snapshot().copy()
        else:
            made = self.graph.copy() if way == "copy" else self.graph.with_links([])
        other, self.graph = (self.graph, made) if keep else (made, self.graph)
        # Whatever is done to the one that is left behind must not show in the other.
        before = other.distance(EVERY[0], EVERY[3])
        snapshot = other.snapshot()
        if self.policy != "error":
            other.add_distance(EVERY[0], EVERY[3], at_most="2 seconds")
            other.add_distance(("t", "at"), ("elsewhere", "end"), at_least="1 second")
            check_graph(other)
        elif self.handles:
            other.remove(self.handles[0])
            check_graph(other)
        assert snapshot.distance(EVERY[0], EVERY[3]) == before

    # ---- asking -------------------------------------------------------------------------

    @rule(x=points, y=points, length=lengths)
    def ask_distance(self, x: Endpoint, y: Endpoint, length: Fraction) -> None:
        i, j = NUMBER[x], NUMBER[y]
        at_least: MetricBound = (j, i, -length, False)
        below: MetricBound = (i, j, length, True)
        expected = Answer.UNKNOWN
        if self.tightest(below) is None:
            expected = Answer.YES
        elif self.tightest(at_least) is None:
            expected = Answer.NO
        assert self.graph.ask_distance(x, y, at_least=length) is expected

    @rule(x=points, y=points)
    def distance(self, x: Endpoint, y: Endpoint) -> None:
        if any(not isinstance(link, Link) for link in self.told):
            tightest = self.tightest()
            there, back = (NUMBER[x], NUMBER[y]), (NUMBER[y], NUMBER[x])
            expected = bounds_from(tightest.get(there), tightest.get(back))
            known = self.graph.distance(x, y)
            assert known == expected or not self.graph._live.store.bounds

    @rule(a=st.sampled_from(ENTITIES), relation=st.sampled_from(list(Allen)))
    def ask(self, a: str, relation: Allen) -> None:
        bounds = self.bounds()
        for b in ENTITIES:
            ends = [(NUMBER[one, "start"], NUMBER[one, "end"]) for one in (a, b)]
            possible = metric_relations(len(EVERY), bounds, *ends)
            answer = self.graph.ask(a, relation, b)
            assert (answer is Answer.NO) == (relation not in possible)
            assert (answer is Answer.YES) == (possible == {relation})

    @rule()
    def ask_all_at_once(self) -> None:
        matrix = self.graph.relation_matrix()
        pairs = list(product(range(len(ENTITIES)), repeat=2))
        for i, j in pairs:
            possible = self.graph.relations(ENTITIES[i], ENTITIES[j])
            assert AllenSet.from_mask(int(matrix[i, j])) == possible
        sources, targets = ([ENTITIES[pair[side]] for pair in pairs] for side in (0, 1))
        answers = self.graph.ask_many(sources, "before", targets)
        single = [self.graph.ask(a, "before", b) for a, b in zip(sources, targets, strict=True)]
        numbers = {Answer.YES: 1, Answer.NO: 0, Answer.UNKNOWN: -1}
        assert answers.tolist() == [numbers[answer] for answer in single]

    @rule()
    def compare_everything(self) -> None:
        self.graph.conflicts  # noqa: B018  # so that nothing waits
        check(self.graph, self.told, self.policy)

    @invariant()
    def holds_what_it_was_told(self) -> None:
        if hasattr(self, "graph"):
            assert list(self.graph.links) == self.told


class KernelMachine(DistanceMachine):
    """The same, with a compiled network from the start."""

    engine = Engine(kernels="always")


@pytest.mark.parametrize("machine", [DistanceMachine, KernelMachine])
def test_any_sequence_of_calls_agrees_with_the_oracle(machine: type[DistanceMachine]) -> None:
    quick = settings(max_examples=15, stateful_step_count=15)
    run_state_machine_as_test(machine, settings=quick)


@pytest.mark.slow
@pytest.mark.parametrize("machine", [DistanceMachine, KernelMachine])
def test_any_long_sequence_of_calls_agrees_with_the_oracle(machine: type[DistanceMachine]) -> None:
    long = settings(max_examples=40, stateful_step_count=40)
    run_state_machine_as_test(machine, settings=long)
