"""A file as readers see it, and its text."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from timeml.errors import TimeMLError
from timeml.readers.formats import wide_encoding

__all__ = ["File", "beside", "decoded"]

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

    def __repr__(self) -> str:
        return f"<File {self.name!r}>"

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
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "ignore").count("\n") + 1
        message = f"is not {encoding.upper()}: {error.reason}; save the file as UTF-8"
        raise TimeMLError(message, file=path, line=line) from None
    if "\0" in text:
        if encoding == "utf-8" and wide_encoding(data):
            message = "is UTF-16 without a byte order mark; save the file as UTF-8"
            raise TimeMLError(message, file=path, line=1)
        message = "contains a NUL byte, so it is not text; download it again, or delete it"
        line = text.count("\n", 0, text.index("\0")) + 1
        raise TimeMLError(message, file=path, line=line)
    return text


def beside(path: str | os.PathLike[str]) -> Callable[[str], bytes | None]:
    """A function that returns the bytes of the file of a name in the folder of ``path``, ``None``
    if there is none."""
    folder = os.path.dirname(os.fspath(path))

    def read(name: str) -> bytes | None:
        other = os.path.join(folder, name)
        if not os.path.isfile(other):
            return None
        with open(other, "rb") as stream:
            return stream.read()

    return read
