"""Collections that must hold documents, and what the user may have meant where there are none."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import timeml
from timeml import TimeMLError
from timeml.readers.formats import FormatName, begins_as

if TYPE_CHECKING:
    from pathlib import Path

    from timeml import Collection

__all__ = [
    "ARCHIVES",
    "DocumentsError",
    "did_you_mean",
    "nearest",
    "open_documents",
    "similar_path",
]

ARCHIVES = (".zip", ".tar.gz", ".tgz")
"""The endings of archives."""


class DocumentsError(ValueError):
    """A path holds no documents, or cannot be read; the message says what to give instead."""


def open_documents(
    path: Path,
    what: str,
    *,
    inputs: bool = False,
    format: FormatName | None = None,
    similar: Callable[[Path], str] | None = None,
) -> Collection:
    """The documents in the folder, the archive or, in other formats than TimeML, the file
    ``path``. ``what`` names them in errors. With ``inputs``, files that end in ``.TE3input`` are
    documents too; ``format`` is that of :class:`timeml.Collection`. ``similar`` says what the user
    may have meant by a path to nothing, by default what stands beside it.

    Raises :class:`DocumentsError` if there are none, since the path is nearly always mistyped then.
    """
    if path.suffix.lower() in (".tml", ".xml") and _is_timeml(path, format):
        raise DocumentsError(f"{what} {path}: is a document; give the folder that it is in")
    try:
        collection = timeml.open_collection(path, inputs=inputs, format=format)
    except OSError as error:
        guess = (similar or similar_path)(path)
        raise DocumentsError(f"{what} {path}: {error.strerror or error}{guess}") from None
    except TimeMLError as error:  # its own message names the path again
        raise DocumentsError(f"{what} {path}: {error.message}") from None
    if not len(collection):
        in_folders = _in_own_folders(path, format)
        if in_folders is not None:
            return in_folders
        raise DocumentsError(
            f"{what} {path}: holds no TimeML documents (files that end in .tml){_inside(path)}"
        )
    return collection


def _in_own_folders(path: Path, format: FormatName | None) -> Collection | None:
    """The documents of a corpus, not in TimeML, of which each lies in a folder of its own name, as
    Anafora keeps them; ``None`` if ``path`` holds something else, such as a folder for each
    system."""
    if not path.is_dir():
        return None
    deeper = timeml.open_collection(path, recursive=True, format=format)
    for name in deeper.names:
        document = deeper.found(name)
        if document is None or os.path.basename(os.path.dirname(document.path)) != name:
            return None
    return deeper if len(deeper) else None


def _is_timeml(path: Path, format: FormatName | None) -> bool:
    """Whether a file is a TimeML document, or one that shows no format."""
    if format is not None or not path.is_file():
        return format == "timeml"
    try:
        return begins_as(path) in (None, "timeml")
    except OSError:
        return False  # opening it says why


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The one of ``names`` that resembles ``name``, ``None`` if none does."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, list(names), n=1)), None)


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
        child
        for child in sorted(path.iterdir())
        if (child.is_dir() and any(child.glob("*.tml"))) or child.name.endswith(ARCHIVES)
    ]
    if not holding:
        return ""
    return f"; give {holding[0]}" + (f", or {path}/* for all in it" if len(holding) > 1 else "")
