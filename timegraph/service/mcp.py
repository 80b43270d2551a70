"""MCP: the tools of :mod:`timegraph.service.tools` for agents, by the official SDK.

The protocol is stateless (revision 2026-07-28), and so are the tools: each call names its graph.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

import anyio
import mcp_types as types
from anyio import to_thread
from mcp.server import Server
from mcp.server.stdio import stdio_server

from timegraph._version import __version__
from timegraph.service.dispatcher import Dispatcher
from timegraph.service.errors import ServiceError
from timegraph.service.lines import loopback
from timegraph.service.tools import TOOLS, use_tool

__all__ = ["mcp_server", "serve_mcp"]

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
        use = partial(_text_of, dispatcher, params.name, params.arguments or {})
        text, failed = await to_thread.run_sync(use)
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


def serve_mcp(dispatcher: Dispatcher, address: str | None) -> None:
    """Serve one client at stdin and stdout, or several by streamable HTTP at a port of the
    loopback. Raises :class:`ServiceError` for another address."""
    server = mcp_server(dispatcher)
    if address is None:
        anyio.run(_over_stdio, server)
        return
    import uvicorn  # only where HTTP is spoken

    place = loopback(address)
    if place is None:
        what, way_out = f"{address} is not a port of the loopback", "listen on 127.0.0.1:8765"
        raise ServiceError("bad-value", what, way_out)
    host, port = place
    app = server.streamable_http_app(host=host, json_response=True, stateless_http=True)
    uvicorn.run(app, host=host, port=port, log_level="warning")


async def _over_stdio(server: Server[Any]) -> None:
    async with stdio_server() as (requests, answers):
        await server.run(requests, answers, server.create_initialization_options())
