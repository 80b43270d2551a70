"""The one dispatcher: a request and its answer are the same through every door."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from os import PathLike, fspath
from threading import RLock
from typing import Any

from timegraph.service.answers import ANSWERS
from timegraph.service.changes import CHANGES, MAKERS, dated, read_text
from timegraph.service.errors import ServiceError
from timegraph.service.graphs import DEFAULT_LIMITS, HeldGraph, Limits
from timegraph.service.schema import fault_of, methods, params_schema, service_schema
from timegraph.service.state import Journal, Row

__all__ = ["Dispatcher"]

_LOG = logging.getLogger("timegraph")

Request = Mapping[str, Any]


class Dispatcher:
    """Graphs by their names, and the methods of the published schema.

    With a ``state`` file the graphs outlive the process, and other processes may use them; see
    :mod:`timegraph.service.state`. Every call is safe beside any other in another thread.
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
            "graphs": self._list,
            "drop": self._drop,
            "snapshot": self._snapshot,
            "check_document": _check_document,
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
            answer = {"error": _bug().to_json()}
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
            from timegraph.corpus.opening import nearest  # only where something is wrong

            near = nearest(name, self._names())
            way_out = f"did you mean {near!r}?" if near else "`create` it, or see `graphs`"
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
        if method == "snapshot":
            for of, change in request["rows"]:
                self._apply(name, of, {**change, "graph": name})
            self._graphs[name].frozen = True
        else:
            self._graphs[name] = MAKERS[method](request, self.limits)
        return _described(self._graphs[name])

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
        made = MAKERS[method](request, self.limits) if method in MAKERS else None
        with self._lock:
            self._check_new(name)  # another client may have made it meanwhile
            if made is None:
                return self._apply(name, method, request)
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

    # ---- methods of the whole -----------------------------------------------------------

    def _list(self, request: Request) -> dict[str, Any]:
        return {"graphs": self._names()}

    def _drop(self, request: Request) -> dict[str, Any]:
        return self._change("drop", request)

    def _snapshot(self, request: Request) -> dict[str, Any]:
        name, source = request["to"], self._find(request["graph"])
        if self._journal is not None:
            rows = [(method, change) for _, method, change in self._journal.after(source.name, 0)]
            rows = [row for row in rows if row[0] != "drop"]
            return self._change("snapshot", {"graph": name, "rows": rows})
        with self._lock:
            self._check_new(name)
            held = self._graphs[name] = source.snapshot(name)
        return _described(held)


def _answered(method: str, held: HeldGraph, params: Request) -> dict[str, Any]:
    try:
        return ANSWERS[method](held, params)
    except ServiceError:
        raise
    except ValueError as error:  # a question names a date that the graph cannot place
        way_out = "name another date, or one with a zone where times have one"
        raise ServiceError("bad-value", str(error), way_out) from error


def _described(held: HeldGraph) -> dict[str, Any]:
    return {
        "graph": held.name,
        "entities": len(held.graph),
        "statements": len(held.statements),
    }


def _check_document(request: Request) -> dict[str, Any]:
    """The findings of a document that the request has as text."""
    from timegraph.checking import check_document  # loads all rules

    checked = check_document(read_text(request["text"]), path="text")
    return {
        "clean": checked.clean,
        "findings": [
            {
                "rule": finding.code,
                "severity": finding.severity,
                "line": None if finding.position is None else finding.position.line,
                "message": finding.message,
            }
            for finding in checked.findings
        ],
    }


def _refused(message: Any, fault: str) -> ServiceError:
    method = message.get("method") if isinstance(message, dict) else None
    if isinstance(method, str) and method not in methods():
        from timegraph.corpus.opening import nearest  # only where something is wrong

        near = nearest(method[:100], methods())
        way_out = f"did you mean {near}?" if near else f"the methods are {', '.join(methods())}"
        return ServiceError("unknown-method", f"there is no method {method[:100]!r}", way_out)
    if isinstance(message, list):
        return ServiceError("bad-request", "a batch is not taken", "send one request a line")
    return ServiceError("bad-request", fault, "send an object with jsonrpc, id, method and params")


def _bug() -> ServiceError:
    return ServiceError(
        "internal",
        "the request failed by a fault of timegraph",
        "please report it; no graph changed",
    )
