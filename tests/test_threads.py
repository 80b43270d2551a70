"""Questions beside changes: each answer is one that the graph had while the question was asked.

A writer runs a program of calls, readers ask meanwhile. The same program, run alone, gives the
answer after each call; an answer must be one of those between the last call that had ended when the
question began and the last one that had begun when it ended. ``TIMEGRAPH_THREADS=60`` runs many
programs (some minutes).
"""

from __future__ import annotations

import os
import pickle
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from typing import Any, NamedTuple

import pytest

from tests.invariants import check_graph
from timegraph import (
    Allen,
    AllenSet,
    Answer,
    ContradictionError,
    Link,
    Policy,
    TimeGraph,
    explain,
)
from timegraph.options import POLICIES
from timegraph.proofs import all_contradictions, explain_distance
from timegraph.reduction import entailed, in_force, reduced

TRIES = int(os.environ.get("TIMEGRAPH_THREADS", "1"))

Call = Callable[[TimeGraph], Any]
Question = Callable[[TimeGraph], Any]

ENTITIES = [f"e{number}" for number in range(14)]
RELATIONS = [Allen.BEFORE, Allen.BEFORE, Allen.MEETS, Allen.DURING, Allen.EQUAL, Allen.OVERLAPS]


class Undone(Exception):
    """What a transaction raises."""


@pytest.fixture(autouse=True)
def _threads_take_turns_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


# ---- programs ---------------------------------------------------------------------------


def random_link(draw: random.Random, number: int) -> Link:
    a, b = draw.sample(ENTITIES, 2)
    return Link(a, AllenSet(draw.choice(RELATIONS)), b, f"s{number % 9}")


def random_call(draw: random.Random, number: int, distances: bool) -> Call:
    """One call, or one transaction, that changes a graph."""
    links = [random_link(draw, number) for _ in range(4)]
    first = links[0]
    point = draw.randrange(1_000)

    def add(graph: TimeGraph) -> None:
        graph.add(first.a, first.relation, first.b, first.source)

    def add_points(graph: TimeGraph) -> None:
        graph.add_points((first.a, "end"), "<=", (f"t{number % 4}", "at"), first.source)

    def extend(graph: TimeGraph) -> None:
        graph.extend(links)

    def remove(graph: TimeGraph) -> None:
        if graph.links:
            handles = [entry["handle"] for entry in graph.to_json()["links"]]
            graph.remove(handles[point % len(handles)])

    def retract(graph: TimeGraph) -> None:
        graph.retract(f"s{point % 9}")

    def remove_entity(graph: TimeGraph) -> None:
        graph.remove_entity(first.a)

    def add_entity(graph: TimeGraph) -> None:
        graph.add_entity(first.a)

    def committed(graph: TimeGraph) -> None:
        with graph.transaction():
            for link in links:
                with suppress(ContradictionError):
                    graph.add(link.a, link.relation, link.b, link.source)
                graph.ask(link.a, "before", link.b, missing="unknown")

    def undone(graph: TimeGraph) -> None:
        with graph.transaction():
            committed(graph)
            graph.add("undone", "before", first.b)
            graph.ask("undone", "before", first.b)
            raise Undone

    def add_distance(graph: TimeGraph) -> None:
        length = 1 + point % 20
        ends = (first.a, "end"), (first.b, "start")
        graph.add_distance(*ends, at_least=length, at_most=length + point, source=first.source)

    def place(graph: TimeGraph) -> None:
        graph.place(first.a, within=f"1998-{1 + point % 12:02}", source=first.source)

    calls = [
        add, add, add, add, add_points, extend, remove, retract, remove_entity, add_entity,
        committed, undone,
    ]  # fmt: skip
    return draw.choice([*calls, *[add_distance, add_distance, place] * distances])


def run(graph: TimeGraph, call: Call) -> None:
    with suppress(ContradictionError, KeyError, Undone):
        call(graph)


# ---- questions --------------------------------------------------------------------------


def questions(draw: random.Random, distances: bool) -> list[Question]:
    pairs = [tuple(draw.sample(ENTITIES, 2)) for _ in range(6)]
    a, b = pairs[0]
    asked: list[Question] = [
        lambda graph: graph.relations(a, b),
        lambda graph: graph.label((a, "start"), (b, "end")),
        lambda graph: graph.before(a),
        lambda graph: graph.ask_many([a, b], "before", [b, a]).tolist(),
        lambda graph: graph.relation_matrix().tolist(),
        lambda graph: graph.distance((a, "end"), (b, "start")),
        len,
        lambda graph: repr(graph).split(",")[0],  # what waits is not counted as left out
        lambda graph: a in graph,
        lambda graph: graph.entities,
        lambda graph: graph.instants,
        lambda graph: graph.links,
        lambda graph: graph.conflicts,
        lambda graph: graph.to_json(),
        lambda graph: proof(graph, a, b),
        lambda graph: explain_distance(graph, (a, "end"), (b, "start")),
        lambda graph: all_contradictions(graph),
        lambda graph: [*entailed(graph)],
        lambda graph: [*entailed(graph, among=(a, b))],
        lambda graph: [*in_force(graph)],
        lambda graph: reduced(graph),
        lambda graph: graph.snapshot().relations(a, b),
        lambda graph: graph.copy().to_json(),
        lambda graph: pickle.loads(pickle.dumps(graph)).to_json(),
    ]
    if distances:
        asked.append(lambda graph: graph.latest((a, "end")))
    return asked + [asker(*pair) for pair in pairs]


def proof(graph: TimeGraph, a: str, b: str) -> Any:
    """What is proved; of many worlds that show what is open, which one is shown may differ."""
    whole = explain(graph, a, "before", b)
    return whole.answer, whole.possible, whole.chains


def asker(a: str, b: str) -> Question:
    return lambda graph: graph.ask(a, "before", b)


def answer(graph: TimeGraph, question: Question) -> Any:
    try:
        return question(graph)
    except KeyError as error:
        return str(error)


# ---- a run ------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A question, its answer, and the calls that had ended before and begun after it."""

    question: int
    answer: Any
    ended: int
    begun: int


def answers_beside(
    graph: TimeGraph, calls: list[Call], readers: list[list[tuple[int, Question]]]
) -> list[Asked]:
    """Run the calls in one thread, while each of the readers asks its questions in another; what
    was asked and answered. Raises what a thread raised."""
    progress = {"begun": 0, "ended": 0}
    start, done = threading.Barrier(len(readers) + 1), threading.Event()
    asked: list[Asked] = []
    failures: list[BaseException] = []

    def write() -> None:
        start.wait()
        for number, call in enumerate(calls, 1):
            progress["begun"] = number
            run(graph, call)
            progress["ended"] = number

    def read(questions: list[tuple[int, Question]]) -> None:
        start.wait()
        for number, question in cycle(questions):
            ended = progress["ended"]
            reply = answer(graph, question)
            asked.append(Asked(number, reply, ended, progress["begun"]))
            if done.is_set():
                break

    def safely(work: Callable[..., None], *arguments: Any) -> None:
        try:
            work(*arguments)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=safely, args=(read, questions)) for questions in readers]
    for thread in threads:
        thread.start()
    safely(write)
    done.set()
    for thread in threads:
        thread.join()
    for error in failures:
        raise error
    return asked


@pytest.mark.parametrize("distances", [False, True], ids=["order", "distances"])
@pytest.mark.parametrize("policy", POLICIES)
def test_answers_are_those_of_a_state_that_was_current(policy: Policy, distances: bool) -> None:
    for seed in range(TRIES):
        draw = random.Random(f"{policy} {distances} {seed}")
        calls = [random_call(draw, number, distances) for number in range(35)]
        asked = [*enumerate(questions(draw, distances))]
        alone = TimeGraph(on_conflict=policy)
        expected = [[answer(alone, question) for _, question in asked]]
        for call in calls:
            run(alone, call)
            expected.append([answer(alone, question) for _, question in asked])
        graph = TimeGraph(on_conflict=policy)
        fast = asked[-6:]
        # What was asked last comes first in the others, so that each begins at another question.
        for one in answers_beside(graph, calls, [fast, fast, asked, asked[::-1]]):
            possible = [expected[state][one.question] for state in range(one.ended, one.begun + 1)]
            assert one.answer in possible, (seed, one)
        check_graph(graph)
        assert [answer(graph, question) for _, question in asked] == expected[-1]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_link_that_was_just_added_is_not_lost(policy: Policy) -> None:
    """One thread adds links in a row, three ask meanwhile."""
    for _ in range(2 * TRIES):
        graph = TimeGraph(on_conflict=policy)
        graph.add(0, "before", 1)
        calls = [appended(k) for k in range(1, 150)]
        asked = [(0, last_link)] * 3
        results = answers_beside(graph, calls, [asked] * 3)
        assert {result.answer for result in results} == {Answer.YES}
        check_graph(graph)
        assert len(graph.links) == 150
        assert not graph.conflicts
        assert all(graph.ask(k, "before", k + 1) is Answer.YES for k in range(150))


def appended(k: int) -> Call:
    return lambda graph: graph.add(k, "before", k + 1)


def last_link(graph: TimeGraph) -> Answer:
    last = len(graph) - 1
    return graph.ask(last - 1, "before", last)
