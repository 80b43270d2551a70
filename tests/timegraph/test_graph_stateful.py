"""Any sequence of adding, taking back, asking, copying and pickling agrees with the oracle."""

from __future__ import annotations

import copy
import pickle
import tempfile
from itertools import product

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
from tests.oracle import counts, proofs as proof_checker
from timegraph import (
    Allen,
    AllenSet,
    ContradictionError,
    Handle,
    Link,
    PointLink,
    TimeGraph,
    proofs,
)
from timegraph._compiled import Engine
from timegraph._graph import closing, edits
from timegraph.testing import oracle
from timegraph.testing.strategies import allen_sets, arbitrary_link_sets

ENTITIES = ("a", "b", "c", "d")
INSTANTS = ("t", "u")
names = st.sampled_from(ENTITIES)
links = arbitrary_link_sets(ENTITIES, instants=INSTANTS, min_size=1, max_size=1)
several = arbitrary_link_sets(ENTITIES, instants=INSTANTS, max_size=9)
sources = st.sampled_from(["s1", "s2", "s3"])


class GraphMachine(RuleBasedStateMachine):
    """A graph, and beside it the plain list of what it was told."""

    engine = Engine()

    @initialize(policy=st.sampled_from(["error", "drop-link", "drop-constraint"]))
    def start(self, policy):
        self.policy = policy
        self.graph = TimeGraph(on_conflict=policy, engine=self.engine)
        self.told: list[Link | PointLink] = []
        self.handles: list[Handle] = []
        # Entities and instants named by themselves, each with the number of links before it.
        self.named: list[tuple[int, str, str]] = []

    # ---- what the graph should hold ---------------------------------------------------------

    def entities(self, told=None, named=None):
        """In insertion order, by going through all that was told."""
        told = self.told if told is None else told
        named = self.named if named is None else named
        found: dict[str, None] = {}
        for number in range(len(told) + 1):
            for place, name, kind in named:
                if place == number and kind == "entity":
                    found[name] = None
            if number < len(told):
                link = told[number]
                ends = [(link.a, ""), (link.b, "")] if isinstance(link, Link) else [link.x, link.y]
                found |= {name: None for name, end in ends if end != "at"}
        return tuple(found)

    def outcome(self):
        said = [oracle.link_constraints(link) for link in self.told]
        return oracle.add_in_file_order(ENTITIES, said, self.policy)

    def fits(self, link):
        said = [c for one in (*self.told, link) for c in oracle.link_constraints(one)]
        return oracle.consistent(ENTITIES, said)

    # ---- changing ---------------------------------------------------------------------------

    @rule(name=names)
    def add_entity(self, name):
        if name not in [named for _, named, _ in self.named]:
            self.named.append((len(self.told), name, "entity"))
        self.graph.add_entity(name)

    @rule(name=st.sampled_from(INSTANTS))
    def add_instant(self, name):
        self.graph.add_instant(name)

    @rule(link=links, source=sources)
    def add(self, link, source):
        (link,) = link
        if isinstance(link, Link):
            link = Link(link.a, link.relation, link.b, source)
        else:
            link = PointLink(link.x, link.op, link.y, source)
        if self.policy == "error" and not self.fits(link):
            with pytest.raises(ContradictionError) as caught:
                self.say(link)
            assert caught.value.conflict.link == link
        else:
            self.handles.append(self.say(link))
            self.told.append(link)

    def say(self, link):
        if isinstance(link, Link):
            return self.graph.add(link.a, link.relation, link.b, link.source)
        return self.graph.add_points(link.x, link.op, link.y, link.source)

    @rule(some=several)
    def extend(self, some):
        if self.policy != "error":
            self.handles += self.graph.extend(some)
            self.told += some
            return
        accepted = []
        for link in some:
            if not self.fits(link):
                with pytest.raises(ContradictionError) as caught:
                    self.graph.extend(some)
                assert caught.value.conflict.link == link
                break
            accepted.append(link)
            self.told.append(link)
        else:
            self.handles += self.graph.extend(some)
            return
        # What was added before the error has handles that nobody was given.
        self.handles += [
            link["handle"] for link in self.graph.to_json()["links"][len(self.handles) :]
        ]

    @precondition(lambda self: self.told)
    @rule(data=st.data())
    def retract(self, data):
        source = data.draw(st.sampled_from(sorted({link.source for link in self.told})))
        gone = [k for k, link in enumerate(self.told) if link.source == source]
        assert self.graph.retract(source) == self.take_back(gone)

    def take_back(self, gone):
        """Forget the links with these numbers; returns them."""
        removed = tuple(self.told[k] for k in gone)
        stay = [k for k in range(len(self.told)) if k not in gone]
        # What was named after so many links is now named after those of them that stay.
        self.named = [
            (sum(k < number for k in stay), name, kind) for number, name, kind in self.named
        ]
        self.told = [self.told[k] for k in stay]
        self.handles = [self.handles[k] for k in stay]
        return removed

    @precondition(lambda self: self.told)
    @rule(data=st.data())
    def remove(self, data):
        numbers = st.integers(0, len(self.told) - 1)
        gone = data.draw(st.lists(numbers, min_size=1, max_size=3, unique=True))
        handles = [self.handles[k] for k in gone]
        assert self.graph.remove(*handles) == self.take_back(sorted(gone))
        with pytest.raises(KeyError, match="was removed"):
            self.graph.remove(handles[0])

    @rule(name=names)
    def remove_entity(self, name):
        if name not in self.entities():
            with pytest.raises(KeyError, match="no entity"):
                self.graph.remove_entity(name)
            return
        self.named = [one for one in self.named if one[1:] != (name, "entity")]
        gone = [k for k, link in enumerate(self.told) if name in self.entities([link], ())]
        assert self.graph.remove_entity(name) == self.take_back(gone)

    @rule(link=links, data=st.data())
    def fail_in_a_transaction(self, link, data):
        before = self.graph.links
        with pytest.raises(ZeroDivisionError), self.graph.transaction():  # noqa: PT012
            self.graph.add_entity("elsewhere")
            if self.policy != "error" or self.fits(link[0]):
                self.say(link[0])
            if self.handles:
                self.graph.remove(data.draw(st.sampled_from(self.handles)))
            raise ZeroDivisionError
        assert self.graph.links == before

    @rule()
    def take_a_snapshot_and_a_what_if(self):
        snapshot = self.graph.snapshot()
        wider = self.graph.with_links([Link("elsewhere", AllenSet("before"), "nowhere")])
        assert "elsewhere" in wider
        self.graph.add_entity("a")
        if not any(name == "a" and kind == "entity" for _, name, kind in self.named):
            self.named.append((len(self.told), "a", "entity"))
        assert snapshot.links == tuple(self.told)

    @rule(json=st.booleans())
    def save_and_load(self, json):
        if json:
            loaded = TimeGraph.from_json(self.graph.to_json())
        else:
            with tempfile.TemporaryDirectory() as folder:
                self.graph.save(f"{folder}/graph")
                loaded = TimeGraph.load(f"{folder}/graph")
        assert loaded.to_json() == self.graph.to_json()
        self.graph = loaded

    @rule()
    def retract_what_is_not_there(self):
        with pytest.raises(KeyError, match="no link"):
            self.graph.retract("nobody")

    @rule(way=st.sampled_from(["copy", "copy.copy", "deepcopy", "pickle"]), keep=st.booleans())
    def copy(self, way, keep):
        made = {
            "copy": TimeGraph.copy,
            "copy.copy": copy.copy,
            "deepcopy": copy.deepcopy,
            "pickle": lambda graph: pickle.loads(pickle.dumps(graph)),
        }[way](self.graph)
        other = self.graph if keep else made
        if keep:
            self.graph = made
        # Whatever is done to the one that is left behind must not show in the other.
        other.add_entity("elsewhere")
        if other.on_conflict != "error":
            other.add("a", "before", "elsewhere", "s1")
            other.add("elsewhere", "before", "b", "s1")
            check_graph(other)

    # ---- asking -----------------------------------------------------------------------------

    @rule(a=names, relation=allen_sets(), b=names)
    def ask(self, a, relation, b):
        everyone = self.entities()
        if a not in everyone or b not in everyone:
            with pytest.raises(KeyError, match=r"no entit(y|ies) '"):
                self.graph.ask(a, relation, b)
            return
        possible = oracle.relations_by_closure(ENTITIES, self.outcome().constraints)[a, b]
        assert self.graph.ask(a, relation, b) is oracle.answer(possible, relation)

    @rule(a=names, relation=st.sampled_from(list(Allen)), b=names)
    def explain(self, a, relation, b):
        everyone = self.entities()
        if a not in everyone or b not in everyone:
            return
        proof = proofs.explain(self.graph, a, relation, b)
        assert proof.answer is self.graph.ask(a, relation, b)
        in_force = dict(zip(self.graph.links, self.outcome().in_force, strict=True))
        if len(in_force) == len(self.told):  # equal links may be in force differently
            proof_checker.check_proof(proof, everyone, in_force)

    @rule()
    def compare(self):
        outcome = self.outcome()
        possible = oracle.relations_by_closure(ENTITIES, outcome.constraints)
        for a, b in product(self.entities(), repeat=2):
            assert self.graph.relations(a, b) == possible[a, b]
        for a in self.entities():
            everyone = set(self.entities())
            certainly = counts.certainly(Allen.BEFORE, a, possible) & everyone
            assert set(self.graph.before(a)) == certainly
        refused = [self.told[k] for k in outcome.conflicts]
        assert [conflict.link for conflict in self.graph.conflicts] == refused

    @invariant()
    def holds_what_it_was_told(self):
        if hasattr(self, "graph"):
            assert self.graph.links == tuple(self.told)
            assert len(self.graph) == len(self.entities())
            assert all(entity in self.graph for entity in self.entities())

    @rule()
    def list_entities(self):
        # Not after each step, since this numbers them again if links were removed.
        assert self.graph.entities == self.entities()

    @rule()
    def look_inside(self):
        check_graph(self.graph)


class KernelMachine(GraphMachine):
    """The same, with the kernels that are meant for large graphs."""

    engine = Engine(kernels="always")


class OrderMachine(GraphMachine):
    """The same, with what large graphs have as long as no machine code is there."""

    engine = Engine(kernels="never")


@pytest.fixture(autouse=True)
def rows_do_not_grow(request, monkeypatch):
    if request.node.callspec.params["machine"] is OrderMachine:
        monkeypatch.setattr(closing, "_ROWS_GROW_TO", 2)
        monkeypatch.setattr(closing, "FEW_AT_FIRST", 64)
    # Links of small graphs are also taken out where they are, as in large ones.
    monkeypatch.setattr(edits, "_SMALL", 0)


@pytest.mark.parametrize("machine", [GraphMachine, KernelMachine, OrderMachine])
def test_any_sequence_of_calls_agrees_with_the_oracle(machine):
    quick = settings(max_examples=30, stateful_step_count=20)
    run_state_machine_as_test(machine, settings=quick)


@pytest.mark.slow
@pytest.mark.parametrize("machine", [GraphMachine, KernelMachine, OrderMachine])
def test_any_long_sequence_of_calls_agrees_with_the_oracle(machine):
    long = settings(stateful_step_count=50)
    run_state_machine_as_test(machine, settings=long)
