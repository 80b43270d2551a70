"""Lines of JSON, from friends and from others."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.service_doors import told
from timegraph.service import Dispatcher, Limits
from timegraph.service.dispatcher import answer_line, serve_streams


def line(method: str, id: Any = 1, **params: Any) -> bytes:
    request = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
    return json.dumps(request).encode() + b"\n"


def served(data: bytes, dispatcher: Dispatcher | None = None) -> list[dict[str, Any]]:
    answers = io.BytesIO()
    serve_streams(dispatcher or Dispatcher(), io.BytesIO(data), answers)
    return [json.loads(answer) for answer in answers.getvalue().splitlines()]


def test_answers_are_in_order() -> None:
    data = line("create", "a", graph="g") + b"\n" + line("graphs", 2) + line("graphs", None)[:-1]
    assert [answer["id"] for answer in served(data)] == ["a", 2, None]


HOSTILE = {
    b"\xff\xfe{}": "not JSON",
    b"[" * 100_000: "nested more than 50",
    b'{"a":' * 60 + b"1" + b"}" * 60: "nested more than 50",
    b'{"jsonrpc": "2.0", "id": NaN, "method": "graphs"}': "NaN",
    b'{"jsonrpc": "2.0", "id": 1e400, "method": "graphs"}': "1e400",
    b'{"jsonrpc": "2.0", "id": ' + b"9" * 5000 + b', "method": "graphs"}': "not JSON",
    b'{"id": 1, "id": 2}': "twice",
    b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "graphs"}': "not JSON",
    b"POST / HTTP/1.1": "not JSON",
    b"null": "must be an object",
    b'"' + b"[" * 100: "not JSON",
    b"[" * 5_000_000: "nested more than 50",
    b'"' + b'\\"' * 2_000_000 + b"[" * 100: "not JSON",
    b'{"a": [' * 26 + b"1" + b"]}" * 26: "nested more than 50",
    b'{"jsonrpc": "2.0", "id": [1], "method": "graphs"}': "id must be",
}


@pytest.mark.parametrize("data", HOSTILE, ids=lambda data: ascii(data[:30]))
def test_hostile_lines_are_refused_with_a_reason(data: bytes) -> None:
    dispatcher = Dispatcher()
    told(dispatcher.call)
    before = dispatcher.call("save", graph="story")
    refused, after = served(data + b"\n" + line("save", graph="story"), dispatcher)
    assert HOSTILE[data] in refused["error"]["message"]
    assert refused["error"]["data"]["way_out"]
    assert after["result"] == before


def test_brackets_in_names_are_no_depth() -> None:
    (answer,) = served(line("create", graph="[" * 90))
    assert "result" in answer


def test_a_line_that_is_too_long_is_passed_over() -> None:
    dispatcher = Dispatcher(limits=Limits(characters=1000))
    data = line("create", graph="g" * 200_000) + line("graphs", 5)
    refused, after = served(data, dispatcher)
    assert refused["error"]["data"]["kind"] == "over-limit"
    assert after == {"jsonrpc": "2.0", "id": 5, "result": {"graphs": []}}
    assert len(served(b"x" * 5000, dispatcher)) == 1


@given(st.binary(max_size=60))
def test_any_bytes_get_a_line_or_none(data: bytes) -> None:
    answer = answer_line(Dispatcher(), data)
    if answer is not None:
        assert answer.endswith(b"\n")
        assert b"\n" not in answer[:-1]
        assert json.loads(answer)["error"]["code"] != -32603
