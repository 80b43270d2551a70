"""A file as readers see it, with its text and the JSON that it holds, and a document to read."""

from __future__ import annotations

import codecs
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from timeml.document import Document
from timeml.errors import TimeMLError
from timeml.readers.formats import wide_encoding

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


_HEAD = 8192


def _no_file(name: str) -> bytes | None:
    """There is no file next to this one."""
    return None


@dataclass(frozen=True)
class File:
    """One file: its ``name`` relative to what the user named (with ``/``), its ``path`` in
    messages, and how to get its bytes. ``next_to`` has the bytes of the file of a name in the same
    folder, ``None`` if there is none."""

    name: str
    path: str
    load: Callable[[], bytes]
    next_to: Callable[[str], bytes | None] = _no_file

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


def next_to(path: str | os.PathLike[str]) -> Callable[[str], bytes | None]:
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


T = TypeVar("T")
_NAMES = {dict: "an object", list: "a list", str: "a string", int: "a whole number"}


_HINT = "correct it, or export the file again"
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACES = re.compile(r"[{}]")


class Placed(dict[str, Any]):
    """An object with the line on which it begins."""

    __slots__ = ("line",)

    line: int


def line_of(content: object, otherwise: int | None = None) -> int | None:
    """The line on which an object of :func:`whole` begins, ``otherwise`` for other values."""
    return content.line if isinstance(content, Placed) else otherwise


def whole(file: File) -> Any:
    """The one value in a file, whose objects know their lines. Raises
    :class:`timeml.TimeMLError` if it is not JSON."""
    text = file.text()
    places = _places(text)

    def placed(pairs: list[tuple[str, Any]]) -> Placed:
        placed = Placed(pairs)
        placed.line = next(places)
        return placed

    return _parsed(file, text, 0, placed)


def _places(text: str) -> Iterator[int]:
    """The line on which each object begins, in the order in which they end."""
    bare = _STRINGS.sub("", text)  # which have no line ends
    line, counted = 1, 0
    begun: list[int] = []
    for match in _BRACES.finditer(bare):
        if match[0] == "}":
            yield begun.pop()
        else:
            line += bare.count("\n", counted, match.start())
            counted = match.start()
            begun.append(line)


def lines(file: File) -> Iterator[tuple[int, Any]]:
    """The value on each line that is not empty, with the line's number."""
    for number, line in enumerate(file.text().split("\n"), start=1):
        if line.strip():
            yield number, _parsed(file, line, number)


def _parsed(file: File, text: str, line: int, placed: Callable[..., Any] | None = None) -> Any:
    try:
        return json.loads(text, object_pairs_hook=placed)
    except json.JSONDecodeError as error:
        unfinished = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        hint = "; is the file complete?" if unfinished else ""
        if error.msg == "Extra data":
            hint = "; does it contain two files?"
        message = f"is not JSON: {error.msg}{hint}"
        raise file.error(message, line or error.lineno) from None
    except RecursionError:
        message = "is nested too deep to be read as JSON"
        raise file.error(f"{message}; {_HINT}", line or 1) from None
    except ValueError:
        message = "cannot be read as JSON: a number has too many digits"
        raise file.error(f"{message}; {_HINT}", line or 1) from None


class Line(NamedTuple):
    """A line of a file of JSON (``None``: not known) of which values are read; errors name it."""

    file: File
    number: int | None

    def value(self, content: object, kind: type[T], what: str) -> T:
        """``content`` if it is of the type ``kind``; else an error that says ``what`` it is."""
        if not isinstance(content, kind) or (kind is int and isinstance(content, bool)):
            raise self.error(f"{what} is not {_NAMES[kind]}; {_HINT}")
        return content

    def field(self, of: dict[str, Any], names: str, kind: type[T]) -> T:
        """The field of an object that has one of these names, with blanks between them."""
        for name in names.split():
            if name in of:
                return self.value(of[name], kind, f"the field {name!r}")
        raise self.error(f"a field {names.split()[0]!r} is missing; {_HINT}")

    def of(self, content: object) -> Line:
        """The line on which an object begins, by default this one."""
        return Line(self.file, line_of(content, self.number))

    def error(self, message: str) -> TimeMLError:
        """An error on this line."""
        return self.file.error(message, self.number)


def string(of: Mapping[str, Any], name: str) -> str | None:
    """The field of an object of this name, if it is a text."""
    wanted = of.get(name)
    return wanted if isinstance(wanted, str) else None


@dataclass(frozen=True)
class Source:
    """A document to read: its bytes (TimeML), the document itself, or the error that reading it
    raises.

    ``path`` names it in messages (``FILE#DOCUMENT`` where a file has several, ``FOLDER#DOCUMENT``
    where it is spread over the files of a folder), ``name`` among the documents next to it.
    """

    name: str
    path: str
    data: bytes = b""
    document: Document | None = None
    error: OSError | TimeMLError | None = None

    def __repr__(self) -> str:
        what = self.error or self.document or f"{len(self.data):,} bytes"
        return f"<Source {self.name!r}: {type(what).__name__ if self.error else what}>"

    def read(self) -> Document:
        """The document; raises as :meth:`timeml.Collection.read` does."""
        if self.error is not None:
            raise self.error
        if self.document is not None:
            return self.document
        from timeml.parser import read  # loads lxml, which help and other processes do without

        try:
            return read(self.data, name=os.path.basename(self.name))
        except TimeMLError as error:
            raise TimeMLError(error.message, file=self.path, line=error.line) from None
