"""Random lives: occurrences added, corrected and taken back in any order, against the enumeration
of all orders in which they can have followed each other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from math import inf
from random import Random
from typing import Any

import pytest

from timegraph.service import Dispatcher, ServiceError
from timeml.readers.statements import fact_name

Span = tuple[float, float]
DATES = [f"{year}{month}" for year in range(2000, 2004) for month in ("", "-01", "-07")]
RULE = {"one_at_a_time": "employer"}


def span_of(date: str | None) -> Span:
    """A year or a month, in months."""
    if date is None:
        return -inf, inf
    year, _, month = date.partition("-")
    begin = 12 * int(year)
    return (begin + int(month) - 1, begin + int(month)) if month else (begin, begin + 12)


def narrowed(said: list[Mapping[str, Any]], side: str) -> Span:
    spans = [span_of(statement.get(side)) for statement in said]
    return max(low for low, _ in spans), min(high for _, high in spans)


def worlds(known: Mapping[str, list[Mapping[str, Any]]]) -> list[tuple[str, ...]]:
    """The orders in which these occurrences can follow each other without overlap, by trying all:
    each starts as early as it can."""
    found = []
    spans = {
        name: [narrowed(said, side) for side in ("start", "end")] for name, said in known.items()
    }
    for order in permutations(known):
        now = -inf
        for name in order:
            (low, high), (first, last) = spans[name]
            begun = max(now, low)
            ended = max(begun + 1e-6, first) if max(begun, first) > -inf else -inf
            if low >= high or first >= last or begun >= high or (ended >= last):
                break
            now = ended
        else:
            found.append(order)
    return found


class Life:
    """A service with what was said to it, as a slow twin knows it."""

    def __init__(self, random: Random) -> None:
        self.random, self.service = random, Dispatcher()
        self.service.call("create", graph="g")
        self.service.call("add", graph="g", statements=[RULE])
        self.facts: dict[int, tuple[str, Mapping[str, Any]]] = {}

    def known(self) -> dict[str, list[Mapping[str, Any]]]:
        known: dict[str, list[Mapping[str, Any]]] = {}
        for name, data in self.facts.values():
            known.setdefault(name, []).append(data)
        return known

    def drawn(self) -> dict[str, Any]:
        data = {"subject": "Ann", "relation": "employer", "object": self.random.choice("AB")}
        start, end = sorted(self.random.choices(DATES, k=2))
        if self.random.random() < 0.8:
            data["start"] = start
        if self.random.random() < 0.4:
            data["end"] = end
        return data

    def step(self) -> None:
        data, ids = self.drawn(), sorted(self.facts)
        kind = self.random.choice(("add", "add", "correct", "remove")) if ids else "add"
        if kind != "remove" and len(self.known()) >= 4:
            kind = "remove"
        taken = [self.random.choice(ids)] if kind != "add" else []
        said = {"statements": [data]} if kind != "remove" else {}
        try:
            answer = self.service.call(kind, graph="g", **said, **({"ids": taken} if taken else {}))
        except ServiceError as error:
            if "say which" in error.message or "contradicts itself" in error.message:
                return
            raise
        for number in taken:
            del self.facts[number]
        for fact in answer.get("facts", ()):
            self.facts[fact["id"]] = fact["entity"], data

    def check(self, *, exact: bool = False) -> bool:
        """Compare all answers; returns whether there is something to compare."""
        known = self.known()
        orders = worlds(known)
        conflicts = self.service.call("conflicts", graph="g")["conflicts"]
        if not orders or conflicts:
            assert conflicts or not exact, (known, "no order is possible, and no conflict is named")
            return False
        for a, b in permutations(known, 2):
            before = {order.index(a) < order.index(b) for order in orders}
            asked = {"a": a, "relation": ["before", "meets"], "b": b}
            answer = self.service.call("ask", graph="g", **asked)["answer"]
            expected = "unknown" if len(before) > 1 else "yes" if before == {True} else "no"
            assert answer in (expected, "unknown"), (known, a, b)
            assert answer == expected or not exact, (known, a, b)
        return True

    def latest(self) -> dict[str, str | None]:
        call = self.service.call
        return {n: call("when", graph="g", entity=n)["end"]["latest"] for n in self.known()}


def lived(seed: int) -> int:
    """A life of some steps, each compared; the number of comparisons."""
    life, compared, checked = Life(Random(seed)), 0, True
    before, ends = life.known(), life.latest()
    for _ in range(life.random.randrange(2, 7)):
        clean = checked
        life.step()
        checked = life.check()
        after, now = life.known(), life.latest()
        compared += checked
        if checked and clean:
            late(before, ends, after, now)
        before, ends = after, now
    return compared


def late(
    before: Mapping[str, Any],
    ends: Mapping[str, str | None],
    after: Mapping[str, Any],
    now: Mapping[str, str | None],
) -> None:
    """What was said about an older time closes nothing newer: by name."""
    if any(before[name] != after.get(name) for name in before):
        return
    for new in after.keys() - before.keys():
        _, started = narrowed(after[new], "start")
        for name in before:
            if started <= narrowed(after[name], "start")[0]:
                assert now[name] == ends[name], (after, new, name)


def test_lives() -> None:
    assert sum(map(lived, range(300))) > 300


@pytest.mark.slow
def test_ten_thousand_lives() -> None:
    assert sum(map(lived, range(10_000))) > 10_000


def test_with_choices_orders_are_exact() -> None:
    """A statement with a choice makes the graph a network, which decides all orders."""
    compared = 0
    for seed in range(25):
        life = Life(Random(f"choices {seed}"))
        choice = {"no_overlap": ["tea", "rain"]}
        life.service.call("add", graph="g", statements=[choice])
        for _ in range(3):
            life.step()
        compared += life.check(exact=True)
    assert compared > 10


def test_occurrences_outlive_saving_loading_and_the_process(tmp_path: Any) -> None:
    first = Dispatcher(state=tmp_path / "s.db")
    first.call("create", graph="g")
    job = {"subject": "Ann", "relation": "employer", "object": "A"}
    said = [
        {**job, "start": "2001", "end": "2002"},
        {"a": "rain", "relation": "before", "b": {"date": "2001-05"}},
        RULE,
        {**job, "start": "2005", "end": "2006"},
        {**job, "object": "B", "start": "2003"},
    ]
    first.call("add", graph="g", statements=said)
    choice = {"a": "tea", "relation": ["before", "after"], "b": "rain"}
    again = Dispatcher(state=tmp_path / "s.db")
    again.call("load", graph="loaded", data=again.call("save", graph="g")["data"])
    again.call("create", graph="c")
    again.call("add", graph="c", statements=[choice, *said])
    again.call("load", graph="choices", data=again.call("save", graph="c")["data"])
    listed = [stated["text"] for stated in again.call("statements", graph="g")["statements"]]
    for graph in ("g", "loaded", "c", "choices"):
        now = [stated["text"] for stated in again.call("statements", graph=graph)["statements"]]
        assert now[-len(listed) :] == listed, graph
        third = {**said[0], "start": "2008", "end": "2009"}
        (fact,) = again.call("add", graph=graph, statements=[third])["facts"]
        assert fact["entity"] == "Ann employer A, 3rd"
        with pytest.raises(ServiceError, match="say which"):
            again.call("add", graph=graph, statements=[job])
        asked = {"a": "Ann employer B", "relation": ["before", "meets"], "b": "Ann employer A, 2nd"}
        assert again.call("ask", graph=graph, **asked)["answer"] == "yes", graph
        rule = next(stated["id"] for stated in again.call("statements", graph=graph)["statements"]
                    if stated["text"].startswith("ONE"))  # fmt: skip
        again.call("remove", graph=graph, ids=[rule])
        assert again.call("ask", graph=graph, **asked)["answer"] == "unknown", graph
    assert fact_name(said[3]) == "Ann employer A"
