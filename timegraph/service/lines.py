"""JSON lines: a request a line, an answer a line, in the order of the requests.

Through stdin and stdout for one client, or a socket for several: a Unix socket, or the loopback,
since nobody is asked who they are. A line that is too long is passed over and refused; a client
that sends slowly keeps nobody waiting but itself.
"""

from __future__ import annotations

import json
import os
import re
import socket
import sys
from contextlib import suppress
from pathlib import Path
from socketserver import BaseRequestHandler, TCPServer, ThreadingMixIn
from threading import BoundedSemaphore
from typing import Any, BinaryIO, NoReturn

from timegraph.service.dispatcher import Dispatcher
from timegraph.service.errors import ServiceError

__all__ = ["answer_line", "listening", "loopback", "serve_streams"]

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


class _Client(BaseRequestHandler):
    """One client of a socket, in a thread of its own."""

    server: _Server

    def handle(self) -> None:
        if not self.server.room.acquire(blocking=False):
            error = ServiceError("over-limit", "too many clients", "try again later")
            with suppress(OSError):
                self.request.sendall(_refusal(error))
            return
        try:
            # A client that is killed, or reads no answers, ends here.
            with suppress(OSError), self.request.makefile("rb") as requests:
                first = requests.peek(1)[:1]
                # A browser that was led here speaks HTTP; nothing of it is a request.
                if first in (b"{", b"[", b" ", b"\n", b"\r", b"\t"):
                    with self.request.makefile("wb") as answers:
                        serve_streams(self.server.dispatcher, requests, answers)
                elif first:
                    self.request.sendall(answer_line(self.server.dispatcher, b"-") or b"")
        finally:
            self.server.room.release()


class _Server(ThreadingMixIn, TCPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, family: int, address: Any, dispatcher: Dispatcher) -> None:
        self.address_family = family
        self.dispatcher = dispatcher
        self.room = BoundedSemaphore(dispatcher.limits.clients)
        super().__init__(address, _Client)

    @property
    def place(self) -> str:
        """Where the server listens: a path, or a host and a port."""
        address: Any = self.server_address
        return address if isinstance(address, str) else f"{address[0]}:{address[1]}"

    def close(self) -> None:
        """Stop listening, and remove the Unix socket."""
        self.server_close()
        if self.address_family == socket.AF_UNIX:
            Path(self.place).unlink(missing_ok=True)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """What a client's thread could not do is logged, and ends that client only."""
        import logging

        logging.getLogger("timegraph").exception("a client failed")


def listening(dispatcher: Dispatcher, address: str) -> _Server:
    """A server at ``address``: a port of the loopback (``127.0.0.1:8765``, ``localhost:0``, or the
    port alone) or else the path of a Unix socket. Call its ``serve_forever``.

    Raises :class:`ServiceError` for any other host, and ``OSError`` if the address is taken.
    """
    sys.setswitchinterval(0.0005)  # so that a question does not wait for a long request
    place = loopback(address)
    if place is None:
        _remove_dead(address)
        old = os.umask(0o177)  # for the owner alone
        try:
            return _Server(socket.AF_UNIX, address, dispatcher)
        finally:
            os.umask(old)
    family = socket.AF_INET6 if place[0] == "::1" else socket.AF_INET
    return _Server(family, place, dispatcher)


def loopback(address: str) -> tuple[str, int] | None:
    """The host and the port of an address of the loopback; ``None`` for one without a port, which
    is a path. Raises :class:`ServiceError` for any other host or a port that cannot be."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal():
        return None
    host = host.strip("[]") or "127.0.0.1"
    if host not in ("127.0.0.1", "::1", "localhost"):
        way_out = "listen on 127.0.0.1, and let a proxy that knows its users pass requests on"
        raise ServiceError("bad-value", f"{host} is not the loopback", way_out)
    if int(port[-20:]) > 65_535 or len(port) > 20:
        raise ServiceError("bad-value", f"{port} is not a port", "ports are 0 to 65535")
    return host, int(port)


def _remove_dead(path: str) -> None:
    """Remove a Unix socket on which nobody listens any more."""
    if not Path(path).is_socket():
        return
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            Path(path).unlink()
