"""Names, sources and numbers of a graph as JSON values, and back.

JSON has no tuples, no fractions and no TLINKs. A name that is a tuple is ``{"tuple": [...]}``. A
source that JSON has is itself, and an object with a key that starts with ``$`` is wrapped as
``{"$value": {...}}``. Names and sources that belong to other rooms (points of the calendar, facts)
are written and read by each module that the registry has for ``"saved values"``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from math import isfinite
from typing import Any

from timegraph._graph.store import GraphState, Store, new_state
from timegraph._lazy import registered
from timegraph.links import Endpoint, GraphFormatError

SECONDS = re.compile("-?[0-9]+(/0*[1-9][0-9]*)?")
"""As the schema has it: int() takes blanks and digits of other scripts, too."""

_NAMES = (
    "strings, numbers, booleans, None, tuples of these, points of the calendar, and dated facts"
)
_SOURCES = (
    "strings, numbers, booleans, None, lists and tuples of these, dicts of these with strings as "
    "keys, and those of a document (TLinks, the calendar, its conventions and durations) and of "
    "facts"
)


def _rooms() -> Iterator[Any]:
    """The modules that write and read names and sources of their own rooms.

    ``NAMES`` and ``SOURCES`` are the keys of the objects that a room writes; of sources also what
    these are. ``written_name`` and ``written_source`` return ``None`` for what is not the room's,
    and ``read_name`` and ``read_source`` raise ``ValueError``, ``TypeError``, ``KeyError`` or
    ``AttributeError`` for what is never written.
    """
    return registered("saved values")


def _is_scalar(value: object) -> bool:
    if type(value) is float:
        return isfinite(value)
    return value is None or type(value) in (str, int, bool)


def decoded(data: Any) -> Any:
    """What JSON text stands for; other data is the same. Raises :class:`GraphFormatError`."""
    if not isinstance(data, (str, bytes)):
        return data
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise GraphFormatError(f"not JSON: {error}") from None


def name_to_json(name: Hashable) -> Any:
    """The name of an entity or an instant. Raises ``TypeError`` for one that has no JSON form."""
    if _is_scalar(name):
        return name
    if type(name) is tuple:
        return {"tuple": [name_to_json(part) for part in name]}
    for room in _rooms():
        if (written := room.written_name(name)) is not None:
            return written
    raise TypeError(
        f"the name {name!r} ({type(name).__name__}) cannot be saved; names that can are {_NAMES}"
    )


def name_from_json(value: Any, where: str) -> Hashable:
    """The name again. Raises :class:`GraphFormatError` for what :func:`name_to_json` never
    makes."""
    if _is_scalar(value):
        return value  # type: ignore[no-any-return]
    if isinstance(value, dict) and value.keys() == {"tuple"} and isinstance(value["tuple"], list):
        return tuple(name_from_json(part, where) for part in value["tuple"])
    if isinstance(value, dict) and len(value) == 1:
        for room in _rooms():
            with suppress(ValueError, TypeError, KeyError, AttributeError, ZeroDivisionError):
                if value.keys() <= room.NAMES:
                    return room.read_name(value)  # type: ignore[no-any-return]
    raise GraphFormatError(f"{where}: {_short(value)} is not a name; names are {_NAMES}")


def endpoint_from_json(value: Any, where: str) -> Endpoint:
    """An endpoint, which is ``[name, side]``."""
    if not (isinstance(value, list) and len(value) == 2 and value[1] in ("start", "end", "at")):
        raise GraphFormatError(
            f'{where}: an endpoint is [name, "start"], [name, "end"] or [name, "at"], '
            f"not {_short(value)}"
        )
    return name_from_json(value[0], where), value[1]


def number_to_json(number: Any) -> int | str | None:
    """A whole number as it is, another rational one as ``"1/3"``."""
    return None if number is None else written_seconds(number)


def number_from_json(value: Any, where: str) -> Fraction | None:
    """The number again."""
    try:
        return None if value is None else Fraction(read_seconds(value))
    except (ValueError, TypeError):  # one of thousands of digits, too
        what = f'seconds are a whole number or "1/3", not {_short(value)}'
        raise GraphFormatError(f"{where}: {what}") from None


def written_seconds(value: int | Fraction) -> int | str:
    """A number of seconds as a JSON value."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else str(exact)


def read_seconds(value: Any) -> int | Fraction:
    """The number again. Raises ``ValueError`` or ``TypeError`` for anything else."""
    if type(value) is int:
        return value
    if not SECONDS.fullmatch(value):
        raise ValueError(value)
    return Fraction(value)


def flag_from_json(value: Any, where: str) -> bool:
    """A truth value."""
    if not isinstance(value, bool):
        raise GraphFormatError(f"{where} must be true or false, not {value!r}")
    return value


def words_from_json(value: Any, where: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise GraphFormatError(f"{where} must be a string, not {value!r}")
    return value


def source_to_json(source: Any) -> Any:
    """The source of a link. Raises ``TypeError`` for one that has no JSON form."""
    if type(source) is str:
        return source
    if not (_is_scalar(source) or type(source) in (list, dict)):
        for room in _rooms():
            if (written := room.written_source(source)) is not None:
                return written
    try:
        if type(source) is tuple:
            return {"$tuple": [_json_value(part) for part in source]}
        value = _json_value(source)
    except RecursionError:
        raise TypeError("a source that contains itself cannot be saved") from None
    if isinstance(value, dict) and any(key.startswith("$") for key in value):
        return {"$value": value}
    return value


def _json_value(value: Any) -> Any:
    if _is_scalar(value):
        return value
    if type(value) is list:
        return [_json_value(part) for part in value]
    if type(value) is dict and all(type(key) is str for key in value):
        return {key: _json_value(part) for key, part in value.items()}
    raise TypeError(
        f"the source {_short(value)} ({type(value).__name__}) cannot be saved; sources that can "
        f"are {_SOURCES}"
    )


def source_from_json(value: Any, where: str) -> Any:
    """The source again. Raises :class:`GraphFormatError` for what :func:`source_to_json` never
    makes."""
    if type(value) is str:
        return value
    try:
        value = _json_value(value)
    except (TypeError, RecursionError):
        raise GraphFormatError(f"{where}: {_short(value)} is not a JSON value") from None
    if not isinstance(value, dict) or not any(key.startswith("$") for key in value):
        return value
    if value.keys() == {"$value"}:
        return value["$value"]
    if value.keys() == {"$tuple"} and type(value["$tuple"]) is list:
        return tuple(value["$tuple"])
    for room in _rooms():
        if len(value) == 1 and value.keys() <= room.SOURCES.keys():
            try:
                return room.read_source(value)
            except (TypeError, ValueError, KeyError, AttributeError) as error:
                what = room.SOURCES[next(iter(value))]
                raise GraphFormatError(f"{where}: {_short(value)} is not {what}: {error}") from None
    raise GraphFormatError(f"{where}: {_short(value)} is not a source")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def settings(store: Store) -> dict[str, Any]:
    """How the graph reads times, as far as that is not the usual way."""
    return {
        **({} if store.timezone is None else {"timezone": store.timezone}),
        **({} if store.conventions else {"conventions": False}),
    }


def state_from_json(data: Mapping[str, Any], memory_budget: int | None) -> GraphState:
    """An empty state with the policy and these settings."""
    conventions = flag_from_json(data.get("conventions", True), "conventions")
    zone = words_from_json(data["timezone"], "timezone") if "timezone" in data else None
    try:
        return new_state(data["on_conflict"], memory_budget, None, zone, conventions)
    except ValueError as error:
        raise GraphFormatError(f"timezone: {error}") from None
