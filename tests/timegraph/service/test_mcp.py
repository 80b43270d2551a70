"""MCP, through the client of the official SDK: over memory, stdio and HTTP."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from timegraph.service import Dispatcher, ServiceError
from timegraph.service.tools import TOOLS

pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

import anyio
from mcp import Client, StdioServerParameters

from timegraph.service.mcp import mcp_server, serve_mcp

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


def test_the_transcript_over_http() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    served = subprocess.Popen(
        [sys.executable, "-m", "timegraph", "serve", "--mcp", "--listen", f"127.0.0.1:{port}"],
        cwd=ROOT,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
        stderr=subprocess.PIPE,
    )
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)

        async def run() -> list[str]:
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                return await transcript(client)

        assert anyio.run(run) == expected()
    finally:
        served.terminate()
        served.communicate()


def test_only_the_loopback_is_served() -> None:
    for address, words in (("0.0.0.0:80", "not the loopback"), ("some/socket", "not a port of")):
        with pytest.raises(ServiceError, match=words):
            serve_mcp(Dispatcher(), address)


def test_the_transcript_has_a_story_a_proof_and_a_repair() -> None:
    calls = [json.loads(line) for line in TRANSCRIPT.read_text(encoding="utf-8").splitlines()]
    said = [statement for call in calls for statement in call["arguments"].get("statements", ())]
    assert len(said) >= 11
    assert any(re.search(r'"kept_out": \[\{', call["result"]) for call in calls)
    assert any(call["tool"] == "correct" for call in calls)
