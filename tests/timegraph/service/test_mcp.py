"""MCP, through the client of the official SDK: and lines sent to stdin."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from timegraph.service import Dispatcher
from timegraph.service.tools import TOOLS

pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

import anyio
from mcp import Client, StdioServerParameters

from timegraph.service.mcp import mcp_server

ROOT = Path(__file__).resolve().parents[3]
TRANSCRIPT = ROOT / "examples" / "service" / "mcp-transcript.jsonl"


async def transcript(client: Any) -> list[str]:
    """What the server says to the calls of the transcript."""
    listed = await client.list_tools()
    assert [tool.name for tool in listed.tools] == list(TOOLS)
    results = []
    for line in TRANSCRIPT.read_text(encoding="utf-8").splitlines():
        call = json.loads(line)
        result = await client.call_tool(call["tool"], call["arguments"])
        assert result.is_error == call.get("is_error", False)
        results.append(result.content[0].text)
        assert len(results[-1]) <= 500
    return results


def expected() -> list[str]:
    lines = TRANSCRIPT.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["result"] for line in lines]


def test_the_transcript_over_memory() -> None:
    async def run() -> list[str]:
        async with Client(mcp_server(Dispatcher())) as client:
            return await transcript(client)

    assert anyio.run(run) == expected()


def test_the_transcript_over_stdio() -> None:
    async def run() -> list[str]:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "timegraph", "serve", "--mcp"], cwd=str(ROOT)
        )
        async with Client(command) as client:
            return await transcript(client)

    assert anyio.run(run) == expected()


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


def calls(client: str, count: int) -> str:
    """The lines of a client that remembers, and orders what it remembered just before."""
    messages: list[dict[str, Any]] = [INITIALIZE]
    messages.append({"jsonrpc": "2.0", "method": "notifications/initialized"})
    for number in range(1, count + 1):
        a, b = (f"{client}{k}" for k in (number - 1 + number % 2, number + 1 + number % 2))
        statement = {"a": a, "relation": "before", "b": b}
        tool, arguments = ("remember", {"statements": [statement]}), {"graph": "shared"}
        tool = tool if number % 2 else ("order", {"entities": [f"{client}{number - 1}"]})
        params = {"name": tool[0], "arguments": {**arguments, **tool[1]}}
        messages.append({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
    return "".join(json.dumps(message) + "\n" for message in messages)


def serving(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "timegraph", "serve", "--mcp", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_clients_get_every_answer_in_order(tmp_path: Path) -> None:
    count = 200
    servers = [serving("--state", str(tmp_path / "state.db")) for _ in "ab"]
    for client, server in zip("ab", servers, strict=True):
        assert server.stdin is not None
        server.stdin.write(calls(client, count))  # all at once
        server.stdin.flush()
    for server in servers:
        output, errors = server.communicate()  # the end of input
        answers = [json.loads(line) for line in output.splitlines()]
        assert [answer["id"] for answer in answers] == list(range(count + 1))
        assert not any(answer["result"].get("isError") for answer in answers)
        assert (server.returncode, errors) == (0, "")
    held = Dispatcher(state=tmp_path / "state.db").call("statements", graph="shared")
    assert len(held["statements"]) == count


def test_a_client_that_reads_nothing_ends_quietly() -> None:
    with serving() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdout.close()
        server.stdin.write(calls("a", 5))
        server.stdin.close()
        assert (server.wait(), server.stderr.read()) == (0, "")


def test_what_is_no_message_is_refused_and_a_stop_is_130() -> None:
    with serving() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("{bad\n\n[1]\n" + json.dumps(INITIALIZE) + "\n")
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(3)]
        assert [answer.get("error", {}).get("code") for answer in answers] == [-32700, -32700, None]
        time.sleep(1)  # until it waits for the next line
        server.send_signal(signal.SIGINT)
        assert server.wait() == 130


def test_the_transcript_has_a_story_a_proof_and_a_repair() -> None:
    calls = [json.loads(line) for line in TRANSCRIPT.read_text(encoding="utf-8").splitlines()]
    said = [statement for call in calls for statement in call["arguments"].get("statements", ())]
    assert len(said) >= 11
    assert any(re.search(r'"kept_out": \[\{', call["result"]) for call in calls)
    assert any(call["tool"] == "correct" for call in calls)
