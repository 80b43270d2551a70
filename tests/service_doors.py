"""The same requests through every door: Python, lines of JSON, and the tools of MCP."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from timegraph.service import Dispatcher, ServiceError
from timegraph.service.dispatcher import answer_line

Door = Callable[..., dict[str, Any]]


def python(dispatcher: Dispatcher) -> Door:
    return dispatcher.call


def lines(dispatcher: Dispatcher) -> Door:
    def call(method: str, **params: Any) -> dict[str, Any]:
        request = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        line = answer_line(dispatcher, json.dumps(request).encode())
        assert line is not None
        answer = json.loads(line)
        assert answer["id"] == 7
        if "error" in answer:
            error = answer["error"]
            data = dict(error["data"])
            raise ServiceError(data.pop("kind"), error["message"], data.pop("way_out"), **data)
        return dict(answer["result"])

    return call


DOORS = {"python": python, "lines": lines}

STORY = [
    {"a": "storm", "relation": "before", "b": "flood", "source": "Herald"},
    {"a": "flood", "relation": "meets", "b": "repair", "source": "Herald"},
    {"of": "storm", "within": "1998-05", "source": "Times"},
    {"lasts": "flood", "at_least": "3 days", "source": "Times"},
    {"x": ["repair", "end"], "op": "<", "y": ["feast", "start"]},
    {"subject": "Ann", "relation": "mayor of", "object": "Kelp", "start": "1997", "end": "1999-06"},
]


def told(door: Door, graph: str = "story") -> Door:
    """The door, behind which the story is remembered as a graph."""
    door("create", graph=graph)
    door("add", graph=graph, statements=STORY)
    return door
