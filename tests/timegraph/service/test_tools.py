"""The eight tools: that each does its job, and that their results are short."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from tests.service_doors import STORY
from timegraph.service import Dispatcher, ServiceError
from timegraph.service.tools import PAGE, TOOLS, page_of, use_tool


def test_there_are_eight_and_each_shows_an_example_that_works() -> None:
    assert len(TOOLS) == 8
    dispatcher = Dispatcher()
    use_tool(dispatcher, "remember", {"graph": "story", "statements": [*STORY, STORY[0]]})
    for tool in TOOLS.values():
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        example = json.loads(tool.about.partition("Example: ")[2])
        jsonschema.validate(example, tool.input_schema)
        json.loads(use_tool(dispatcher, tool.name, example))


def test_what_contradicts_is_reported_and_repaired() -> None:
    dispatcher = Dispatcher()
    arguments = {"graph": "s", "source": "Herald", "statements": STORY[:2]}
    assert json.loads(use_tool(dispatcher, "remember", arguments)) == {
        "ids": [1, 2],
        "kept_out": [],
    }
    wrong = [{"a": "repair", "relation": "before", "b": "storm"}]
    found = json.loads(use_tool(dispatcher, "remember", {"graph": "s", "statements": wrong}))
    assert (
        "contradicts Herald: storm before flood; Herald: flood meets repair"
        in found["kept_out"][0]["why"]
    )
    assert found["kept_out"][0]["against"] == [1, 2]
    asked = {"graph": "s", "a": "storm", "relation": "before", "b": "repair"}
    assert "since Herald" in json.loads(use_tool(dispatcher, "ask", asked))["why"]
    use_tool(dispatcher, "correct", {"graph": "s", "ids": [1]})
    assert json.loads(use_tool(dispatcher, "ask", asked))["answer"] == "no"


def test_what_a_model_writes_at_first_gets_a_hint() -> None:
    dispatcher = Dispatcher()
    use_tool(dispatcher, "remember", {"graph": "s", "statements": STORY[:2]})
    asked = {"graph": "s", "a": "strom", "relation": "before", "b": "flood"}
    answer = json.loads(use_tool(dispatcher, "ask", asked))
    assert (answer["missing"], answer["hints"]) == (["strom"], ["did you mean 'storm'?"])
    fact = {"subject": "storm", "relation": "before", "object": "calm"}
    with pytest.raises(ServiceError, match=r"two events is written .*storm"):
        use_tool(dispatcher, "remember", {"graph": "s", "statements": [fact]})


def test_long_results_come_in_pages() -> None:
    dispatcher = Dispatcher()
    statements = [
        {"a": f"event {n}", "relation": "before", "b": f"event {n + 1}"} for n in range(30)
    ]
    use_tool(dispatcher, "remember", {"graph": "s", "statements": statements})
    begin, text = 0, ""
    while True:
        page = use_tool(dispatcher, "order", {"graph": "s", "from_character": begin})
        assert len(page) <= PAGE
        words, more, handle = page.partition("... [more: call again with from_character=")
        text += words
        if not more:
            break
        begin = int(handle.partition(",")[0])
    assert json.loads(text) == dispatcher.call("order", graph="s")


@pytest.mark.parametrize("length", [0, 1, 499, 500, 501, 900, 10_000])
def test_pages_lose_nothing(length: int) -> None:
    text, begin, found = "x" * length, 0, ""
    while True:
        page = page_of(text, begin)
        words, more, handle = page.partition("... [more")
        found += words
        if not more:
            break
        begin = int(handle.partition("=")[2].partition(",")[0])
    assert found == text


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("forget", {}, "unknown tool"),
        ("ask", {"graph": "s"}, "the call has no 'a', 'relation', 'b'"),
        ("ask", [], "must be an object"),
        ("remember", {"graph": "s", "statements": STORY, "from_character": 1}, "again"),
        ("order", {"graph": "s"}, "no graph 's'; there is none yet"),
    ],
)
def test_refusals_say_the_way_out(name: str, arguments: Any, words: str) -> None:
    with pytest.raises(ServiceError, match=words):
        use_tool(Dispatcher(), name, arguments)
