"""The one dispatcher: a request and its answer are the same through every door."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from os import PathLike, fspath
from threading import RLock
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from timegraph._lazy import Later
from timegraph._pace import TimedOut
from timegraph._wording import counted
from timegraph.service.answers import ANSWERS
from timegraph.service.graphs import (
    CHANGES,
    DEFAULT_LIMITS,
    MAKERS,
    SECONDS,
    HeldGraph,
    Limits,
    ServiceError,
    dated,
)
from timegraph.service.state import Journal, Row

if TYPE_CHECKING:
    from timegraph.corpus import runner
else:
    runner = Later("timegraph.corpus.runner")

# The published schema, and whether a value is as it says.
#
# The schema is what requests are checked by, so it cannot differ from what is taken. Only the words
# of JSON Schema that it uses are understood here: a full validator takes a millisecond a request.


_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
}


@cache
def service_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of requests and answers: ``$defs`` has a request for each
    method, named ``METHOD`` for its parameters and ``METHOD.result`` for its result."""
    text = files(__package__).joinpath("service.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@cache
def methods() -> tuple[str, ...]:
    """The names of all methods."""
    return tuple(service_schema()["properties"]["method"]["enum"])


@cache
def params_schema(method: str) -> dict[str, Any]:
    """The schema of a method's parameters."""
    schema: dict[str, Any] = service_schema()["$defs"][method]
    return schema


def fault_of(value: Any, schema: Mapping[str, Any], where: str) -> str | None:
    """What is wrong with ``value``, and where; ``None`` if it is as ``schema`` says."""
    if "$ref" in schema:
        return fault_of(value, params_schema(schema["$ref"].rpartition("/")[2]), where)
    if "anyOf" in schema:
        return _none_of(value, schema["anyOf"], where)
    kind = schema.get("type")
    if kind is not None and not _TYPES[kind](value):
        article = "an" if kind[0] in "aeiou" else "a"
        return f"{where} must be {article} {kind}, not {_shown(value)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{where} must be one of {', '.join(schema['enum'])}, not {_shown(value)}"
    check = _CHECKS.get(kind or "")
    return None if check is None else check(value, schema, where)


def _none_of(value: Any, choices: list[Mapping[str, Any]], where: str) -> str | None:
    """The fault of the choice that resembles the value most."""
    faults = [(_likeness(value, choice), fault_of(value, choice, where)) for choice in choices]
    if any(fault is None for _, fault in faults):
        return None
    return max(faults, key=lambda pair: pair[0])[1]


def _likeness(value: Any, schema: Mapping[str, Any]) -> int:
    if "$ref" in schema:
        schema = params_schema(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return max(_likeness(value, choice) for choice in schema["anyOf"])
    if not _TYPES[schema.get("type", "null")](value):
        return -1
    if not isinstance(value, dict):
        return 0
    return sum(key in schema["properties"] for key in value) + sum(
        key in value for key in schema.get("required", ())
    )


def _object_schema(value: dict[str, Any], schema: Mapping[str, Any], where: str) -> str | None:
    properties = schema.get("properties")
    if properties is None:
        return None
    missing = [repr(key) for key in schema.get("required", ()) if key not in value]
    if missing:
        return f"{where} has no {', '.join(missing)}"
    for key, item in value.items():
        if key not in properties:
            names = ", ".join(properties) or "none"
            return f"{where} has an unknown field {_shown(key)}; the fields are {names}"
        fault = fault_of(item, properties[key], f"{where}.{key}")
        if fault is not None:
            return fault
    return None


def _array(value: list[Any], schema: Mapping[str, Any], where: str) -> str | None:
    if len(value) < schema.get("minItems", 0):
        return f"{where} has {counted(len(value), 'item')}, fewer than {schema['minItems']}"
    if len(value) > schema.get("maxItems", len(value)):
        return f"{where} has {counted(len(value), 'item')}; {schema['maxItems']} are the limit"
    prefix = schema.get("prefixItems", ())
    for number, item in enumerate(value):
        inner = prefix[number] if number < len(prefix) else schema.get("items")
        fault = fault_of(item, inner, f"{where}[{number}]") if inner else None
        if fault is not None:
            return fault
    return None


def _string(value: str, schema: Mapping[str, Any], where: str) -> str | None:
    if len(value) < schema.get("minLength", 0):
        return f"{where} is empty"
    if len(value) > schema.get("maxLength", len(value)):
        return f"{where} has {len(value):,} characters; {schema['maxLength']:,} are the limit"
    if "pattern" in schema and re.search(schema["pattern"], value) is None:
        return f"{where} must be {schema.get('description', schema['pattern'])}"
    return None


def _number(value: float, schema: Mapping[str, Any], where: str) -> str | None:
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"{where} must be from {schema['minimum']} to {schema['maximum']}"
    return None


_CHECKS: dict[str, Callable[[Any, Mapping[str, Any], str], str | None]] = {
    "object": _object_schema,
    "array": _array,
    "string": _string,
    "number": _number,
    "integer": _number,
}


def _shown(value: Any) -> str:
    text = json.dumps(value) if isinstance(value, (str, bool, int, float)) else type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."


_LOG = logging.getLogger("timegraph")

Request = Mapping[str, Any]


class Dispatcher:
    """Graphs by their names, and the methods of the published schema.

    With a ``state`` file the graphs outlive the process, and other processes may use them; see
    :mod:`timegraph.service.state`. Every call is safe, whatever other threads call.
    """

    def __init__(
        self, *, state: str | PathLike[str] | None = None, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        self.limits = limits
        self._graphs: dict[str, HeldGraph] = {}
        self._numbers: dict[str, int] = {}
        self._lock = RLock()
        self._journal = None if state is None else Journal(fspath(state))
        self._whole: dict[str, Callable[[Request], dict[str, Any]]] = {
            "graphs": lambda request: {"graphs": self._names()},
            "drop": lambda request: self._change("drop", request),
            "schema": lambda request: {"schema": service_schema()},
        }

    def close(self) -> None:
        """Close the state file."""
        if self._journal is not None:
            self._journal.close()

    # ---- requests -----------------------------------------------------------------------

    def handle(self, message: Any) -> dict[str, Any] | None:
        """The answer to a request of JSON-RPC 2.0, as data; ``None`` for a notification, which has
        no ``id``. What goes wrong is an ``error`` in the answer."""
        fault = fault_of(message, service_schema(), "the request")
        has_id = isinstance(message, dict) and "id" in message
        number = message["id"] if has_id and not isinstance(message["id"], (dict, list)) else None
        try:
            if fault is not None:
                raise _refused(message, fault)
            result = self._call(message["method"], message.get("params", {}))
        except ServiceError as error:
            answer = {"error": error.to_json()}
        except Exception:
            _LOG.exception("a request failed")
            what, way_out = "the request failed by a fault of timegraph", "please report it"
            bug = ServiceError("internal", what, f"{way_out}; no graph changed")
            answer = {"error": bug.to_json()}
        else:
            answer = {"result": result}
        is_notification = isinstance(message, dict) and not has_id and "method" in message
        return None if is_notification else {"jsonrpc": "2.0", "id": number, **answer}

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        """The result of a method: what :meth:`handle` has in ``result``. Raises
        :class:`ServiceError`."""
        if method not in methods():
            raise _refused({"method": method}, "")
        return self._call(method, params)

    def _call(self, method: str, params: Request) -> dict[str, Any]:
        fault = fault_of(params, params_schema(method), "params")
        if fault is not None:
            way_out = f"see `{method}` in the schema, which the method `schema` returns"
            raise ServiceError("bad-params", f"{method}: {fault}", way_out)
        if method in ANSWERS:
            return _answered(method, self._find(params["graph"]), params)
        if method in self._whole:
            return self._whole[method](params)
        return self._change(method, dated(params))

    # ---- graphs -------------------------------------------------------------------------

    def _find(self, name: str) -> HeldGraph:
        held = self._known(name)
        if held is None:
            names = self._names()
            near = runner.nearest(name, names)
            there = ", ".join(map(repr, names[:10]))
            way_out = f"did you mean {near!r}?" if near else f"there are {there}"
            way_out = way_out if names else "there is none yet"
            raise ServiceError("unknown-graph", f"there is no graph {name!r}", way_out)
        return held

    def _known(self, name: str) -> HeldGraph | None:
        """The graph as all processes have left it."""
        if self._journal is None:
            return self._graphs.get(name)
        rows = self._journal.after(name, self._numbers.get(name, 0))
        if rows:
            with self._lock:
                last = self._numbers.get(name, 0)
                self._repeat(name, [row for row in rows if row[0] > last])
        return self._graphs.get(name)

    def _repeat(self, name: str, rows: list[Row]) -> None:
        """Make changes of the journal again."""
        for number, method, request in rows:
            self._apply(name, method, request)
            self._numbers[name] = number

    def _apply(self, name: str, method: str, request: Request) -> dict[str, Any]:
        if method in CHANGES:
            return CHANGES[method](self._graphs[name], request)
        if method == "drop":
            self._graphs.pop(name, None)
            return {"dropped": name}
        made = self._graphs[name] = MAKERS[method](request, self.limits)
        return _described(made)

    def _change(self, method: str, request: Request) -> dict[str, Any]:
        name = request["graph"]
        if self._journal is None:
            return self._changed(name, method, request)
        done = False
        try:
            with self._journal.change():
                result = self._changed(name, method, request)
                done = True
                self._numbers[name] = self._journal.write(name, method, request)
        except BaseException:
            if done:  # nothing was written: the graph is read again
                self._forget(name)
            raise
        return result

    def _changed(self, name: str, method: str, request: Request) -> dict[str, Any]:
        if method in CHANGES or method == "drop":
            self._find(name)
            return self._apply(name, method, request)
        self._check_new(name)
        made = MAKERS[method](request, self.limits)
        with self._lock:
            self._check_new(name)  # another client may have made it meanwhile
            self._graphs[name] = made
            return _described(made)

    def _check_new(self, name: str) -> None:
        if self._known(name) is not None:
            way_out = "take another name, or `drop` it first"
            raise ServiceError("graph-exists", f"there is a graph {name!r} already", way_out)
        if len(self._graphs) >= self.limits.graphs:
            what = f"there are {self.limits.graphs:,} graphs already"
            raise ServiceError("over-limit", what, "`drop` what is not needed")

    def _forget(self, name: str) -> None:
        with self._lock:
            self._graphs.pop(name, None)
            self._numbers.pop(name, None)

    def _names(self) -> list[str]:
        return sorted(self._graphs) if self._journal is None else self._journal.names()


def _answered(method: str, held: HeldGraph, params: Request) -> dict[str, Any]:
    try:
        return ANSWERS[method](held, params)
    except ServiceError:
        raise
    except TimedOut as error:
        way_out = "ask again with fewer choices in the graph"
        raise ServiceError("timed-out", f"not decided in {SECONDS:g} seconds", way_out) from error
    except ValueError as error:  # a question names a date that the graph cannot place
        way_out = "name another date, or one with a zone where times have one"
        raise ServiceError("bad-value", str(error), way_out) from error


def _described(held: HeldGraph) -> dict[str, Any]:
    return {
        "graph": held.name,
        "entities": len(held.graph),
        "statements": len(held.statements),
    }


def _refused(message: Any, fault: str) -> ServiceError:
    method = message.get("method") if isinstance(message, dict) else None
    if isinstance(method, str) and method not in methods():
        near = runner.nearest(method[:100], methods())
        way_out = f"did you mean {near}?" if near else f"the methods are {', '.join(methods())}"
        return ServiceError("unknown-method", f"there is no method {method[:100]!r}", way_out)
    if isinstance(message, list):
        return ServiceError("bad-request", "a batch is not taken", "send one request a line")
    return ServiceError("bad-request", fault, "send an object with jsonrpc, id, method and params")


# JSON lines: a request a line, an answer a line, in the order of the requests.
#
# A line that is too long is passed over and refused.


_DEEPEST = 50
_BLOCK = 65_536
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def answer_line(dispatcher: Dispatcher, line: bytes) -> bytes | None:
    """The line that answers a line; ``None`` for a notification and for an empty line."""
    if not line.strip():
        return None
    try:
        answer = dispatcher.handle(_request(line))
    except ServiceError as error:
        return _refusal(error)
    return None if answer is None else _line(answer)


def _line(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def _refusal(error: ServiceError) -> bytes:
    """The answer to what is not a request."""
    return _line({"jsonrpc": "2.0", "id": None, "error": error.to_json()})


def _request(line: bytes) -> Any:
    """The data of a line. Raises :class:`ServiceError` for what is not JSON, and for JSON that a
    program cannot have meant."""
    way_out = "send one JSON object a line, in UTF-8"
    try:
        text = line.decode("utf-8")
        request = json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
        if _SURROGATE.search(text):
            json.dumps(request, ensure_ascii=False).encode()
        is_deep = line.count(b"[") + line.count(b"{") > _DEEPEST and _is_deep(request)
    except RecursionError:
        is_deep = True
    except ValueError as error:
        raise ServiceError("not-json", f"not JSON: {error}"[:300], way_out) from None
    if is_deep:
        raise ServiceError("not-json", f"nested more than {_DEEPEST} deep", way_out)
    return request


def _is_deep(request: Any) -> bool:
    """Whether values are nested more than 50 deep: looked at level by level, as a line may have
    millions of them."""
    level = [request]
    for _ in range(_DEEPEST):
        level = [
            item
            for value in level
            if isinstance(value, (list, dict))
            for item in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return False
    return any(isinstance(value, (list, dict)) for value in level)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("an object has a key twice")
    return data


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number of JSON")


def serve_streams(dispatcher: Dispatcher, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer the lines of ``requests`` until they end."""
    limit = dispatcher.limits.characters
    while line := requests.readline(limit + 1):
        answer: bytes | None
        if len(line) > limit:
            while line and not line.endswith(b"\n"):
                line = requests.readline(_BLOCK)
            what = f"the line has more than {limit:,} bytes"
            answer = _refusal(ServiceError("over-limit", what, "send it in several requests"))
        else:
            answer = answer_line(dispatcher, line)
        if answer is not None:
            answers.write(answer)
            answers.flush()


# The eight tools that an agent has: each one job, over the methods of the dispatcher.
#
# Results are short, since a model reads all of them: the JSON of the result, cut into pages of
# 500 characters. There are no sessions: the handle for more is where the next page begins.


PAGE = 500
"""Characters of a page of a result."""

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool by its name: what it does, in words for a model, and for whom its arguments are
    those of ``method``. ``changes`` says whether it changes the graph."""

    name: str
    about: str
    method: str
    run: Callable[[Dispatcher, dict[str, Any]], dict[str, Any]] | None = None
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


def _remember(dispatcher: Dispatcher, arguments: dict[str, Any]) -> dict[str, Any]:
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


def _correct(dispatcher: Dispatcher, arguments: dict[str, Any]) -> dict[str, Any]:
    if "statements" in arguments:
        return _brief(dispatcher.call("correct", **arguments))
    arguments.pop("source", None)
    return dispatcher.call("remove", **arguments)


def _ask(dispatcher: Dispatcher, arguments: dict[str, Any]) -> dict[str, Any]:
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


def use_tool(dispatcher: Dispatcher, name: str, arguments: Any) -> str:
    """The result of a tool as text, a page of it. Raises :class:`ServiceError`."""
    tool = TOOLS.get(name)
    if tool is None:
        way_out = f"the tools are {', '.join(TOOLS)}"
        raise ServiceError("unknown-method", f"there is no tool {name[:100]!r}", way_out)
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
