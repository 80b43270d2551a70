"""The eight tools of ``serve --mcp``: each one job, over the methods of the dispatcher.

Results are short, since a model reads all of them: the JSON of the result, cut into pages of
500 characters. The handle for more is where the next page begins, so that no session is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Protocol

from timegraph.service.graphs import ServiceError
from timegraph.service.schema import fault_of, params_schema


class Methods(Protocol):
    """What a tool needs of a :class:`~timegraph.service.Dispatcher`."""

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        """The result of a method."""


PAGE = 500
"""Characters of a page of a result."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool by its name: what it does, in words for a model, and for whom its arguments are
    those of ``method``. ``changes`` says whether it changes the graph."""

    name: str
    about: str
    method: str
    run: Callable[[Methods, dict[str, Any]], dict[str, Any]] | None = None
    changes: bool = False
    optional: tuple[str, ...] = ()

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments, complete in itself."""
        schema = deepcopy(params_schema(self.method))
        if "anyOf" in schema:  # protocols want one object: fields of all choices, none required
            schema = _merged(schema)
        schema["properties"]["from_character"] = {
            "type": "integer",
            "minimum": 0,
            "maximum": 100_000_000,
            "description": "For more of a long result: where its next page begins.",
        }
        required = [name for name in schema.get("required", ()) if name not in self.optional]
        schema["required"] = required
        schema["$defs"] = {name: params_schema(name) for name in _references(schema)}
        return schema


def _merged(schema: Mapping[str, Any]) -> dict[str, Any]:
    choices = schema["anyOf"]
    shared = set.intersection(*(set(choice["required"]) for choice in choices))
    return {
        "type": "object",
        "description": schema["description"],
        "properties": {k: v for choice in choices for k, v in choice["properties"].items()},
        "required": sorted(shared),
        "additionalProperties": False,
    }


def _references(value: Any) -> list[str]:
    """The definitions that a schema needs, directly or through others."""
    definitions: dict[str, None] = {}
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, list):
            waiting += item
        elif isinstance(item, dict):
            name = str(item.get("$ref", "")).rpartition("/")[2]
            if name and name not in definitions:
                definitions[name] = None
                waiting.append(params_schema(name))
            waiting += item.values()
    return sorted(definitions)


def _remember(dispatcher: Methods, arguments: dict[str, Any]) -> dict[str, Any]:
    try:
        result = dispatcher.call("add", **arguments)
    except ServiceError as error:
        if error.kind != "unknown-graph":
            raise
        try:
            dispatcher.call("create", graph=arguments["graph"])
        except ServiceError as second:  # another client was first
            if second.kind != "graph-exists":
                raise
        result = dispatcher.call("add", **arguments)
    return _brief(result)


def _brief(result: dict[str, Any]) -> dict[str, Any]:
    """What was added, and what was kept out with the chain that it contradicts, and its ids."""
    kept_out = [
        {
            "id": link["id"],
            "against": sorted({other["id"] for other in link["against"] if "id" in other}),
            "why": link["text"],
        }
        for link in result["kept_out"]
    ]
    return {**result, "kept_out": kept_out}


def _correct(dispatcher: Methods, arguments: dict[str, Any]) -> dict[str, Any]:
    if "statements" in arguments:
        return _brief(dispatcher.call("correct", **arguments))
    arguments.pop("source", None)
    return dispatcher.call("remove", **arguments)


def _ask(dispatcher: Methods, arguments: dict[str, Any]) -> dict[str, Any]:
    result = dispatcher.call("ask", **arguments)
    try:
        return {**result, "why": dispatcher.call("explain", **arguments)["text"]}
    except ServiceError as error:
        if "missing" not in result:
            raise
        hints = [error.way_out] if error.way_out.startswith("did you mean") else []
        return result | ({"hints": hints} if hints else {})


_LISTED = (
    Tool(
        "remember",
        "Remember what a source says about when things happened: relations between events, dates, "
        "lengths, dated facts. The graph is made if it is new. What contradicts earlier statements "
        "is kept out and reported with the chain that it contradicts; all else is remembered. "
        'Example: {"graph": "story", "source": "The Herald", "statements": [{"a": "storm", '
        '"relation": "before", "b": "flood"}, {"of": "storm", "within": "1998-05"}]}',
        *("add", _remember, True),
    ),
    Tool(
        "correct",
        "Take back statements by the ids that `remember` returned (`against` has those that a "
        "contradiction is against), and put others in their place if `statements` is there: both "
        "or neither. What had been kept out because of them comes back. Example: "
        '{"graph": "story", "ids": [3], "statements": [{"a": "flood", "relation": "after", "b": '
        '"storm"}]}',
        *("correct", _correct, True, ("statements",)),
    ),
    Tool(
        "order",
        "Sort events by time: an order that fits, the pairs whose order is certain, and the pairs "
        'that are open. Example: {"graph": "story", "entities": ["flood", "storm"]}',
        "order",
    ),
    Tool(
        "ask",
        "Ask whether one thing was before, after, during ... another: yes, no or unknown, and why. "
        "Unknown means that what was stated allows both. `as_of` asks what was known at an earlier "
        'moment. Example: {"graph": "story", "a": "storm", "relation": "before", "b": "repair"}',
        *("ask", _ask),
    ),
    Tool(
        "when",
        "The earliest and latest time at which something can have started and ended. "
        'Example: {"graph": "story", "entity": "storm"}',
        "when",
    ),
    Tool(
        "how_long",
        "Bounds in seconds on how long something lasted (give `entity`), or on the time from x to "
        'y (give both). Example: {"graph": "story", "x": ["storm", "end"], "y": ["flood", '
        '"start"]}',
        "how_long",
    ),
    Tool(
        "verify",
        "Check claims, as those of a summary, against what is remembered: each is supported, "
        "contradicted, disputed or unknown, with the reason. Nothing is remembered. "
        'Example: {"graph": "story", "claims": [{"id": "c1", "a": "flood", "relation": "before", '
        '"b": "storm"}]}',
        "verify",
    ),
    Tool(
        "open_questions",
        "The pairs of events whose relation is not decided: what to find out next. "
        'Example: {"graph": "story", "count": 5}',
        "open_pairs",
    ),
)

TOOLS: Mapping[str, Tool] = {tool.name: tool for tool in _LISTED}
"""The tools by name."""


def use_tool(dispatcher: Methods, name: str, arguments: Any) -> str:
    """The result of a tool as text, a page of it. Raises :class:`ServiceError`."""
    tool = TOOLS.get(name)
    if tool is None:
        way_out = f"the tools are {', '.join(TOOLS)}"
        raise ServiceError("unknown-method", f"unknown tool {name[:100]!r}", way_out)
    fault = fault_of(arguments, tool.input_schema, "the call")
    if fault is not None:
        raise ServiceError("bad-params", f"{name}: {fault}", f"as in the example: {tool.about}")
    rest = dict(arguments)
    begin = rest.pop("from_character", 0)
    if begin and tool.changes:
        what = f"{name}: from_character would make the change again"
        raise ServiceError("bad-params", what, "see the rest with `ask` and `order`")
    result = tool.run(dispatcher, rest) if tool.run else dispatcher.call(tool.method, **rest)
    return page_of(json.dumps(result, ensure_ascii=False), begin)


def page_of(text: str, begin: int) -> str:
    """At most 500 characters of a result from ``begin`` on, with the handle for more."""
    if begin + PAGE >= len(text):
        return text[begin:]
    more = f"... [more: call again with from_character={{}}, of {len(text)}]"
    end = begin + PAGE - len(more) - len(str(begin))
    return text[begin:end] + more.format(end)
