"""Files in and out: collections that must hold documents, results that are written completely."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click

import timeml
from timeml import TimeMLError

if TYPE_CHECKING:
    from pathlib import Path

    from timeml import Collection, Document

__all__ = [
    "ARCHIVES",
    "BadUsage",
    "check_writable",
    "did_you_mean",
    "nearest",
    "open_documents",
    "read_document",
    "similar_path",
    "terminal_width",
    "write_bytes",
    "write_pieces",
    "write_result",
]


# Characters.
_BLOCK = 65_536

ARCHIVES = (".zip", ".tar.gz", ".tgz")
"""The endings of archives."""


class BadUsage(click.ClickException):
    """Bad usage, or bad input without which nothing can be scored: exit code 2."""

    exit_code = 2


def open_documents(
    path: Path,
    what: str,
    *,
    inputs: bool = False,
    similar: Callable[[Path], str] | None = None,
) -> Collection:
    """The documents in the folder or archive ``path``. ``what`` names them in errors. With
    ``inputs``, files that end in ``.TE3input`` are documents too. ``similar`` says what the user
    may have meant by a path to nothing, by default what stands beside it.

    Raises :class:`BadUsage` if there are none, since the path is nearly always mistyped then.
    """
    if path.is_file() and path.suffix.lower() in (".tml", ".xml"):
        raise BadUsage(f"{what} {path}: is a document; give the folder that it is in")
    try:
        collection = timeml.open_collection(path, inputs=inputs)
    except OSError as error:
        guess = (similar or similar_path)(path)
        raise BadUsage(f"{what} {path}: {error.strerror or error}{guess}") from None
    except TimeMLError as error:  # its own message names the path again
        raise BadUsage(f"{what} {path}: {error.message}") from None
    if not len(collection):
        raise BadUsage(
            f"{what} {path}: holds no TimeML documents (files that end in .tml){_inside(path)}"
        )
    return collection


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The one of ``known`` that resembles ``name``, ``None`` if none does."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, list(known), n=1)), None)


def did_you_mean(guess: object) -> str:
    """A question to end a message with; ``""`` without a guess."""
    return f"; did you mean {guess}?" if guess else ""


def similar_path(path: Path) -> str:
    """:func:`did_you_mean` about what stands beside ``path``, if nothing is at ``path``."""
    if path.exists() or not path.parent.is_dir():
        return ""
    guess = nearest(path.name, os.listdir(path.parent))
    return did_you_mean(guess and path.parent / guess)


def _inside(path: Path) -> str:
    """Where documents are, if ``path`` is a folder of folders or archives that hold some."""
    if (path / "eval-questions").is_dir():
        return f"; it is a kit: give --kit {path}, or {path / 'systems'}"
    if not path.is_dir():
        return ""
    holding = [
        one
        for one in sorted(path.iterdir())
        if (one.is_dir() and any(one.glob("*.tml"))) or one.name.endswith(ARCHIVES)
    ]
    if not holding:
        return ""
    return f"; give {holding[0]}" + (f", or {path}/* for all in it" if len(holding) > 1 else "")


def read_document(path: str) -> Document:
    """The document in the file ``path``, or on stdin for ``-``."""
    if path != "-" and os.path.isdir(path):
        raise BadUsage(f"{path}: is a folder; give one of its documents")
    return timeml.read(sys.stdin.buffer if path == "-" else path)


def terminal_width() -> int | None:
    """The width of the terminal in columns, ``None`` if stdout is not a terminal."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def check_writable(path: Path | None, option: str = "--output") -> None:
    """Raise :class:`BadUsage` if ``path`` cannot be written: before a long run, not after it."""
    if path is None or str(path) == "-":
        return
    if path.is_dir():
        raise BadUsage(f"{option} {path}: is a folder; give the name of a file in it")
    if not path.parent.is_dir():
        raise BadUsage(f"{option} {path}: there is no folder {path.parent}; make it first")


def write_result(text: str, path: Path | None) -> None:
    """Write ``text`` to ``path``, or to stdout if it is ``None`` or ``-``."""
    write_pieces([text], path)


def write_pieces(pieces: Iterable[str], path: Path | None) -> None:
    """Write text that comes in pieces, as :func:`write_result` writes one text: what goes to stdout
    appears as it comes, a file is there when it is complete."""
    to_stdout = path is None or str(path) == "-"
    blocks = _blocks(pieces)
    if to_stdout:
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


def write_bytes(pieces: Iterable[bytes], path: Path) -> None:
    """Write ``pieces`` to ``path`` atomically: if the run is interrupted, the old file stays."""
    target = path.resolve()  # a link stays a link, and the file that it names is replaced
    if target.exists() and not target.is_file():
        with target.open("wb") as device:  # a device or a pipe is written to, not replaced
            device.writelines(pieces)
        return
    import tempfile

    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
        os.chmod(name, target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
