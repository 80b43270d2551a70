"""What is refused, as data: a code, what happened, and the way out."""

from __future__ import annotations

from typing import Any

__all__ = ["CODES", "ServiceError"]

CODES = {
    "not-json": -32700,
    "bad-request": -32600,
    "unknown-method": -32601,
    "bad-params": -32602,
    "internal": -32603,
    "unknown-graph": -32001,
    "graph-exists": -32002,
    "unknown-entity": -32003,
    "unknown-id": -32004,
    "contradiction": -32005,
    "over-limit": -32006,
    "frozen": -32007,
    "bad-value": -32008,
    "state": -32009,
    "timed-out": -32010,
    "choices": -32011,
}
"""The number of each kind of error, as JSON-RPC 2.0 numbers them."""


class ServiceError(ValueError):
    """A request that is refused, and changed nothing.

    ``kind`` is one of :data:`CODES`, ``message`` says what happened and where, ``way_out`` what to
    do instead; ``data`` has more that a program can use, as the chain of a contradiction.
    """

    def __init__(self, kind: str, message: str, way_out: str, **data: Any) -> None:
        super().__init__(f"{message}; {way_out}")
        self.kind, self.message, self.way_out, self.data = kind, message, way_out, data

    def to_json(self) -> dict[str, Any]:
        """The error object of JSON-RPC 2.0."""
        data = {"kind": self.kind, "way_out": self.way_out, **self.data}
        return {"code": CODES[self.kind], "message": self.message, "data": data}

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.kind, self.message, self.way_out, self.data)


def _again(kind: str, message: str, way_out: str, data: dict[str, Any]) -> ServiceError:
    return ServiceError(kind, message, way_out, **data)
