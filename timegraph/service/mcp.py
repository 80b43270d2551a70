"""MCP: the tools of :mod:`timegraph.service.tools` for agents, by the official SDK.

The protocol is stateless (revision 2026-07-28), and so are the tools: each call names its graph.
"""

from __future__ import annotations

import logging
from math import inf
from typing import Any, BinaryIO

import anyio
import mcp_types as types
from anyio.from_thread import start_blocking_portal
from mcp.server import Server
from mcp.shared.message import SessionMessage
from pydantic import BaseModel

from timegraph._version import __version__
from timegraph.service.dispatcher import Dispatcher
from timegraph.service.graphs import ServiceError
from timegraph.service.tools import TOOLS, use_tool

_LOG = logging.getLogger("timegraph")

_INSTRUCTIONS = (
    "Exact memory for when things happened. Remember what sources say, each graph by its name; ask "
    "what follows. Answers are yes, no or unknown, and come with the statements behind them. "
    "A statement that contradicts others is kept out: read why, and correct what is wrong."
)


def mcp_server(dispatcher: Dispatcher) -> Server[Any]:
    """A server of the SDK whose tools ask this dispatcher."""

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=_tools())

    async def call_tool(context: Any, params: Any) -> types.CallToolResult:
        text, failed = _text_of(dispatcher, params.name, params.arguments or {})
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)], is_error=failed
        )

    return Server(
        "timegraph",
        version=__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _tools() -> list[types.Tool]:
    return [
        types.Tool(
            name=tool.name,
            description=tool.about,
            input_schema=tool.input_schema,
            annotations=types.ToolAnnotations(
                read_only_hint=not tool.changes,
                destructive_hint=tool.name == "correct",
                open_world_hint=False,
            ),
        )
        for tool in TOOLS.values()
    ]


def _text_of(dispatcher: Dispatcher, name: str, arguments: Any) -> tuple[str, bool]:
    """The text for a model, and whether the call failed."""
    try:
        return use_tool(dispatcher, name, arguments), False
    except ServiceError as error:
        return str(error)[:500], True
    except Exception:
        _LOG.exception("a tool failed")
        return "the call failed by a fault of timegraph; no graph changed", True


def serve_mcp(dispatcher: Dispatcher, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer the lines of ``requests``, one after the other, until they end."""
    server = mcp_server(dispatcher)
    to_server, arriving = anyio.create_memory_object_stream[SessionMessage](0)
    leaving, from_server = anyio.create_memory_object_stream[SessionMessage](inf)
    with start_blocking_portal() as portal, to_server, from_server:
        options = server.create_initialization_options()
        portal.start_task_soon(server.run, arriving, leaving, options)
        while line := requests.readline():
            answers.writelines(portal.call(_answers, line, to_server, from_server))
            answers.flush()
        portal.call(to_server.aclose)


async def _answers(line: bytes, to_server: Any, from_server: Any) -> list[bytes]:
    """What the server sends until a line is answered.

    The next line is read after that, and so is the end: the SDK works on all requests at a time,
    in any order, and drops those that it still works on when they end.
    """
    try:
        request = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        error = types.ErrorData(code=types.PARSE_ERROR, message="not a message of JSON-RPC 2.0")
        refusal = types.JSONRPCError(jsonrpc="2.0", id=None, error=error)
        return [_line(refusal)] if line.strip() else []
    await to_server.send(SessionMessage(request))
    sent: list[Any] = []
    if isinstance(request, types.JSONRPCRequest):
        while not sent or getattr(sent[-1], "id", None) != request.id:
            sent.append((await from_server.receive()).message)
    return list(map(_line, sent))


def _line(message: BaseModel) -> bytes:
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
