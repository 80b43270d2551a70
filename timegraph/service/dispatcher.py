"""The one dispatcher: a request and its answer are the same through every door."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Mapping
from math import isinf
from os import PathLike, fspath
from threading import RLock
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from timegraph._lazy import Later
from timegraph._pace import TimedOut
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
from timegraph.service.schema import fault_of, methods, params_schema, service_schema
from timegraph.service.state import Journal, Row

if TYPE_CHECKING:
    from timegraph.corpus import runner
else:
    runner = Later("timegraph.corpus.runner")


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
        request = json.loads(
            text,
            parse_constant=_no_number,
            parse_float=_float,
            object_pairs_hook=_object,
        )
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


def _float(text: str) -> float:
    if isinf(number := float(text)):  # as JSON has no infinity
        raise ValueError(f"{text} is too large")
    return number


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
