"""A file as readers see it, and its text."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from timeml._archives import unpack
from timeml.errors import TimeMLError

__all__ = ["File", "decoded", "files_at"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


_HEAD = 8192


def _no_file(name: str) -> bytes | None:
    """There is no file beside this one."""
    return None


@dataclass(frozen=True)
class File:
    """One file: its ``name`` relative to what the user named (with ``/``), its ``path`` in
    messages, and how to get its bytes. ``beside`` has the bytes of the file of a name in the same
    folder, ``None`` if there is none."""

    name: str
    path: str
    load: Callable[[], bytes]
    beside: Callable[[str], bytes | None] = _no_file

    @cached_property
    def data(self) -> bytes:
        """The bytes. Raises ``OSError``."""
        return self.load()

    @property
    def head(self) -> bytes:
        """The beginning, which shows the format."""
        if "data" in self.__dict__ or not os.path.isfile(self.path):
            return self.data[:_HEAD]
        with open(self.path, "rb") as stream:
            return stream.read(_HEAD)

    @property
    def base(self) -> str:
        """The name without folders."""
        return os.path.basename(self.name)

    @property
    def folder(self) -> str:
        """The folder of the name, ``""`` for none."""
        return os.path.dirname(self.name)

    def error(self, message: str, line: int | None = None) -> TimeMLError:
        """An error in this file."""
        return TimeMLError(message, file=self.path, line=line)

    def text(self) -> str:
        """The text of the file: UTF-8, or UTF-16 with a byte order mark; line ends are ``\\n``.

        Raises :class:`TimeMLError`, with the line, for another encoding.
        """
        return decoded(self.data, self.path).replace("\r\n", "\n").replace("\r", "\n")


def decoded(data: bytes, path: str) -> str:
    """The characters of a file, without its byte order mark. Raises :class:`TimeMLError`."""
    encoding = "utf-8"
    for mark, name in _MARKS:
        if data.startswith(mark):
            data, encoding = data[len(mark) :], name
            break
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "ignore").count("\n") + 1
        message = f"is not {encoding.upper()}: {error.reason}; save the file as UTF-8"
        raise TimeMLError(message, file=path, line=line) from None


def files_at(path: Path) -> Iterator[File]:
    """The file at ``path``, or all files in a folder with its subfolders, or in an archive, sorted
    by name; hidden ones are left out.

    Raises ``OSError``, and :class:`TimeMLError` for a damaged archive.
    """
    if path.is_dir():
        names = sorted(_walk(path))
        for name in names:
            whole = path / name
            yield File(name, str(whole), whole.read_bytes, _beside(whole))
    elif path.name.lower().endswith((".zip", ".tar.gz", ".tgz", ".tar")):
        contents = unpack(path, _visible, recursive=True)
        for name, data in contents.items():
            yield File(name, str(path / name), _constant(data), _among(contents, name))
    else:
        yield File(path.name, str(path), path.read_bytes, _beside(path))


def _walk(folder: Path) -> Iterator[str]:
    for place, folders, files in os.walk(folder, onerror=_raise):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            whole = Path(place, name)
            if _visible(name) and whole.is_file():  # reading a pipe or a device may never end
                yield whole.relative_to(folder).as_posix()


def _raise(error: OSError) -> None:
    raise error


def _visible(name: str) -> bool:
    return not os.path.basename(name).startswith(".")


def _constant(data: bytes) -> Callable[[], bytes]:
    return lambda: data


def _beside(path: Path) -> Callable[[str], bytes | None]:
    def read(name: str) -> bytes | None:
        other = path.parent / name
        return other.read_bytes() if other.is_file() else None

    return read


def _among(contents: dict[str, bytes], name: str) -> Callable[[str], bytes | None]:
    folder = os.path.dirname(name)
    return lambda other: contents.get(f"{folder}/{other}" if folder else other)
