"""Files in and out: collections that must hold documents, results that are written completely."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Protocol

import click

import timeml
from timegraph._files import write_bytes
from timegraph.commands._shared.terminal.progress import hidden
from timeml import TimeMLError, readers
from timeml.readers.formats import FORMATS, FormatName, recognise, unknown

if TYPE_CHECKING:
    from pathlib import Path

    from timeml import Document

__all__ = [
    "BadUsage",
    "Choosing",
    "check_writable",
    "read_document",
    "write_bytes",
    "write_pieces",
    "write_result",
]


# Characters.
_BLOCK = 65_536


class BadUsage(click.ClickException):
    """Bad usage, or bad input without which nothing can be scored: exit code 2."""

    exit_code = 2


class Choosing(Protocol):
    """The format of a file (``None``: as its content shows), and which of its documents are
    wanted (``names`` is ``None``: all)."""

    @property
    def format(self) -> FormatName | None: ...

    @property
    def names(self) -> tuple[str, ...] | None: ...

    def pick(self, names: Iterable[str]) -> list[str]: ...

    def narrowed(self, document: Document) -> Document: ...


def read_document(path: str, chosen: Choosing | None = None) -> Document:
    """The one document in the file ``path``, or on stdin for ``-``; in a file of many, or in a
    folder, the one that is chosen.

    Raises :class:`BadUsage` if there are several, or none.
    """
    named = None if chosen is None else chosen.format
    if path != "-" and os.path.isdir(path):
        if chosen is None or chosen.names is None:
            raise BadUsage(f"{path}: is a folder; give one of its documents, or --document NAME")
        collection = timeml.open_collection(path, recursive=True, format=named)
        (name,) = _one(path, chosen.pick(collection.names))
        return chosen.narrowed(collection.read(name))
    if path == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(path, "rb") as stream:
            data = stream.read()
    named = named or recognise(path, data)
    if named not in FORMATS:
        strange = None if named else unknown(path, data)
        if strange is not None:
            raise strange
        return _timeml(path, data)
    file = readers.File(os.path.basename(path), path, lambda: data, readers.beside(path))
    entries = readers.read_files([file], format=named)
    for entry in entries:
        if entry.error is not None:
            raise entry.error
    by_name = {entry.name: entry.document for entry in entries}
    picked = list(by_name) if chosen is None else chosen.pick(by_name)
    (name,) = _one(path, picked)
    document = by_name[name]
    assert document is not None
    return document if chosen is None else chosen.narrowed(document)


def _one(path: str, names: list[str]) -> list[str]:
    if len(names) == 1:
        return names
    if not names:
        raise BadUsage(f"{path}: holds no document")
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    listed = f"{', '.join(names[:3])}{more}"
    raise BadUsage(f"{path}: holds {len(names)} documents; --document NAME takes one: {listed}")


def _timeml(path: str, data: bytes) -> Document:
    if path == "-":
        return timeml.read(data)
    try:
        return timeml.read(data, name=os.path.basename(path))
    except TimeMLError as error:
        raise TimeMLError(error.message, file=path, line=error.line) from None


def check_writable(path: Path | None, option: str = "--output") -> None:
    """Raise :class:`BadUsage` if ``path`` cannot be written: before a long run, not after it."""
    if path is None or str(path) == "-":
        return
    if path.is_dir():
        raise BadUsage(f"{option} {path}: is a folder; give the name of a file in it")
    if not path.parent.is_dir():
        raise BadUsage(f"{option} {path}: the folder {path.parent} does not exist; make it first")


def write_result(text: str, path: Path | None) -> None:
    """Write ``text`` to ``path``, or to stdout if it is ``None`` or ``-``."""
    write_pieces([text], path)


def write_pieces(pieces: Iterable[str], path: Path | None) -> None:
    """Write text that comes in pieces, as :func:`write_result` writes one text: what goes to stdout
    appears as it comes, a file is there when it is complete."""
    to_stdout = path is None or str(path) == "-"
    blocks = _blocks(pieces)
    if to_stdout:
        with hidden() if sys.stdout.isatty() else nullcontext():
            for block in blocks:
                click.echo(block, nl=False, color=True)  # coloured is only what is meant to be
    else:
        assert path is not None
        write_bytes((block.encode("utf-8", "backslashreplace") for block in blocks), path)


def _blocks(pieces: Iterable[str]) -> Iterator[str]:
    """The same text in pieces of some length each, which are written faster."""
    block: list[str] = []
    length = 0
    for piece in pieces:
        block.append(piece)
        length += len(piece)
        if length >= _BLOCK:
            yield "".join(block)
            block, length = [], 0
    yield "".join(block)
