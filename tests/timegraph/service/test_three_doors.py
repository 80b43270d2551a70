"""One suite over the doors: Python, lines of JSON and MCP say what the library says."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from hypothesis import given, settings

from tests.service_doors import DOORS
from timegraph import Link, TimeGraph
from timegraph.service import Dispatcher
from timegraph.service.tools import use_tool
from timegraph.testing.strategies import arbitrary_link_sets

NAMES = ("a", "b", "c", "d")
LINKS = arbitrary_link_sets(NAMES, allow_sets=False, allow_points=False, min_size=1, max_size=6)
PAGE = re.compile(r"\.\.\. \[more: call again with from_character=(\d+), of \d+\]$")


def tool(dispatcher: Dispatcher, name: str, **arguments: Any) -> Any:
    """The whole result of a tool, page by page as an agent reads it."""
    text = use_tool(dispatcher, name, arguments)
    while page := PAGE.search(text):
        more = use_tool(dispatcher, name, {**arguments, "from_character": int(page[1])})
        text = text[: page.start()] + more
    return json.loads(text)


def said(links: Sequence[Link]) -> list[dict[str, Any]]:
    return [
        {
            "a": link.a,
            "relation": [relation.value for relation in link.relation],
            "b": link.b,
            "source": link.source,
        }
        for link in links
    ]


@settings(max_examples=40, deadline=None)
@given(LINKS)
def test_every_door_answers_as_the_library(links: Sequence[Link]) -> None:
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    graph.extend(links)
    agent = Dispatcher()
    for statement in said(links):  # one by one: a change has one page, however long
        use_tool(agent, "remember", {"graph": "g", "statements": [statement]})
    doors = [DOORS[name](Dispatcher()) for name in DOORS]
    for door in doors:
        door("create", graph="g")
        kept_out = door("add", graph="g", statements=said(links))["kept_out"]
        texts = [conflict["text"] for conflict in kept_out]
        assert texts == [str(conflict) for conflict in graph.conflicts]
    for a, b in permutations(graph.entities, 2):
        for relation in ("before", "during", "equal"):
            ask = {"graph": "g", "a": a, "relation": relation, "b": b}
            expected = graph.ask(a, relation, b).value  # type: ignore[arg-type]
            asked = tool(agent, "ask", **ask)
            assert asked["answer"] == expected
            for door in doors:
                assert door("ask", **ask) == {"answer": expected}
                assert door("explain", **ask)["text"] == asked["why"]


@settings(max_examples=25, deadline=None)
@given(LINKS)
def test_what_is_not_asked_by_pairs_is_the_same_through_every_door(links: Sequence[Link]) -> None:
    agent = Dispatcher()
    for statement in said(links):
        use_tool(agent, "remember", {"graph": "g", "statements": [statement]})
    use_tool(agent, "remember", {"graph": "g", "statements": [{"of": "a", "within": "1998-05"}]})
    claims = [{**statement, "id": str(k)} for k, statement in enumerate(said(links[:2]))]
    for name in DOORS:
        door = DOORS[name](Dispatcher())
        door("create", graph="g")
        door("add", graph="g", statements=said(links))
        door("add", graph="g", statements=[{"of": "a", "within": "1998-05"}])
        for method, its_tool, more in (
            ("order", "order", {}),
            ("open_pairs", "open_questions", {"count": 3}),
            ("verify", "verify", {"claims": claims}),
            ("when", "when", {"entity": "a"}),
            ("how_long", "how_long", {"entity": "a"}),
        ):
            assert door(method, graph="g", **more) == tool(agent, its_tool, graph="g", **more)


@settings(max_examples=25, deadline=None)
@given(LINKS)
def test_what_is_taken_back_is_gone_through_every_door(links: Sequence[Link]) -> None:
    graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    handles = graph.extend(links)
    agent = Dispatcher()
    for statement in said(links):
        use_tool(agent, "remember", {"graph": "g", "statements": [statement]})
    use_tool(agent, "correct", {"graph": "g", "ids": [1]})
    graph.remove(handles[0])
    answers = [tool(agent, "order", graph="g")]
    for name in DOORS:
        door = DOORS[name](Dispatcher())
        door("create", graph="g")
        door("add", graph="g", statements=said(links))
        door("remove", graph="g", ids=[1])
        answers.append(door("order", graph="g"))
        kept_out = [conflict["text"] for conflict in door("conflicts", graph="g")["conflicts"]]
        assert kept_out == [str(conflict) for conflict in graph.conflicts]
    assert all(answer == answers[0] for answer in answers)
