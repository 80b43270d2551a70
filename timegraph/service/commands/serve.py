"""``timegraph serve``: graphs for other programs, over lines of JSON or MCP."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import path_option, switch
from timegraph.service import Dispatcher
from timegraph.service.dispatcher import serve_streams

_EPILOG = """\b
Examples:
  echo '{"jsonrpc": "2.0", "id": 1, "method": "schema"}' | timegraph serve
  timegraph serve --state stories.db
  timegraph serve --mcp --state stories.db

A request is a line of JSON-RPC 2.0 that names its graph; the method `schema` returns what can be
asked, and docs/service.md shows it.

Exit code 0: the requests ended; 2: bad usage, or the state cannot be used; 130: it was stopped.
"""


@command_with(
    path_option(
        "--state FILE",
        "Keep the graphs in FILE, an SQLite database, which several processes may use: a change "
        "is acknowledged when it is on the disk.",
    ),
    switch("--mcp", "Speak MCP, for agents."),
    epilog=_EPILOG,
)
def command(call: Call, *, state: Path | None, mcp: bool) -> None:
    """Hold graphs for other programs, which send requests to stdin: they add statements and ask."""
    dispatcher = Dispatcher(state=state)
    serve = _mcp() if mcp else serve_streams
    serve(dispatcher, sys.stdin.buffer, sys.stdout.buffer)
    dispatcher.close()
    call.finish(complete=True)


def _mcp() -> Callable[[Dispatcher, BinaryIO, BinaryIO], None]:
    try:
        from timegraph.service.mcp import serve_mcp
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("timegraph"):
            raise
        raise BadUsage("--mcp needs the MCP SDK: pip install 'timegraph-qa[mcp]'") from None
    return serve_mcp
