"""JSON lines: a request a line, an answer a line, in the order of the requests.

A line that is too long is passed over and refused.
"""

from __future__ import annotations

import json
import re
from typing import Any, BinaryIO, NoReturn

from timegraph.service.dispatcher import Dispatcher
from timegraph.service.errors import ServiceError

__all__ = ["answer_line", "serve_streams"]

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
    """The answer to what is no request."""
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
