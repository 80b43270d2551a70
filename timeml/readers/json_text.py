"""JSON in files: one value, or one on each line; and fields of the right type."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from timeml.readers.files import File

__all__ = ["Placed", "field", "line_of", "lines", "value", "whole"]

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


def value(file: File, content: object, kind: type[T], what: str, line: int | None) -> T:
    """``content`` if it is of the type ``kind``; else an error that says ``what`` it is."""
    if not isinstance(content, kind) or (kind is int and isinstance(content, bool)):
        raise file.error(f"{what} is not {_NAMES[kind]}; {_HINT}", line)
    return content


def field(
    file: File, of: dict[str, Any], names: tuple[str, ...], kind: type[T], line: int | None
) -> T:
    """The field of an object that has one of these names."""
    for name in names:
        if name in of:
            return value(file, of[name], kind, f"the field {name!r}", line)
    raise file.error(f"a field {names[0]!r} is missing; {_HINT}", line)
