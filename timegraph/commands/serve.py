"""``timegraph serve``: graphs for other programs, over lines of JSON or MCP."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from timegraph.commands._shared.command import Call, command_with
from timegraph.commands._shared.declaring import option, path_option, switch
from timegraph.commands._shared.files import BadUsage
from timegraph.service import Dispatcher

__all__ = ["command"]

_EPILOG = """\b
Examples:
  echo '{"jsonrpc": "2.0", "id": 1, "method": "schema"}' | timegraph serve
  timegraph serve --listen stories.socket --state stories.db
  timegraph serve --listen 127.0.0.1:8765
  timegraph serve --mcp --state stories.db

A request is a line of JSON-RPC 2.0 that names its graph; the method `schema` returns what can be
asked, and docs/service.md shows it. Nobody is asked who they are, so only the loopback and Unix
sockets are listened on.

Exit code 0: the requests ended; 2: bad usage, or the address or the state cannot be used; 130: it
was stopped.
"""


@command_with(
    path_option(
        "--state FILE",
        "Keep the graphs in FILE, an SQLite database, which several processes may use: a change "
        "is acknowledged when it is on the disk.",
    ),
    option(
        "--listen ADDRESS",
        "Serve several clients at a Unix socket or at a port of the loopback (127.0.0.1:8765), in "
        "place of one at stdin.",
    ),
    switch("--mcp", "Speak MCP, for agents: at stdin, or as streamable HTTP with --listen."),
    epilog=_EPILOG,
)
def command(call: Call, *, state: Path | None, listen: str | None, mcp: bool) -> None:
    """Hold graphs for other programs, which add statements and ask."""
    try:
        dispatcher = Dispatcher(state=state)
        if mcp:
            _serve_mcp(dispatcher, listen)
        elif listen is None:
            from timegraph.service.lines import serve_streams

            serve_streams(dispatcher, sys.stdin.buffer, sys.stdout.buffer)
        else:
            _listen(call, dispatcher, listen)
    except OSError as error:
        if listen is None or isinstance(error, BrokenPipeError):
            raise
        raise BadUsage(f"--listen {listen}: {error.strerror or error}") from None
    dispatcher.close()
    call.finish(complete=True)


def _serve_mcp(dispatcher: Dispatcher, address: str | None) -> None:
    try:
        from timegraph.service.mcp import serve_mcp
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("timegraph"):
            raise
        raise BadUsage("--mcp needs the MCP SDK: pip install 'timegraph-qa[mcp]'") from None
    serve_mcp(dispatcher, address)


def _listen(call: Call, dispatcher: Dispatcher, address: str) -> None:
    from timegraph.service.lines import listening  # stdin needs no sockets

    server = listening(dispatcher, address)
    click.echo(f"listening on {server.place}", err=True)
    try:
        server.serve_forever()
    finally:
        server.close()
