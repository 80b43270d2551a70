"""The published schema of requests and answers, and whether a value is as it says.

The schema is what requests are checked by, so it cannot differ from what is taken. Only the words
of JSON Schema that it uses are understood here: a full validator takes a millisecond a request.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from timegraph._wording import counted

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
}


@cache
def service_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of requests and answers: ``$defs`` has a request for each
    method, named ``METHOD`` for its parameters and ``METHOD.result`` for its result."""
    text = files(__package__).joinpath("service.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@cache
def methods() -> tuple[str, ...]:
    """The names of all methods."""
    return tuple(service_schema()["properties"]["method"]["enum"])


@cache
def params_schema(method: str) -> dict[str, Any]:
    """The schema of a method's parameters."""
    schema: dict[str, Any] = service_schema()["$defs"][method]
    return schema


def fault_of(value: Any, schema: Mapping[str, Any], where: str) -> str | None:
    """What is wrong with ``value``, and where; ``None`` if it is as ``schema`` says."""
    if "$ref" in schema:
        return fault_of(value, params_schema(schema["$ref"].rpartition("/")[2]), where)
    if "anyOf" in schema:
        return _none_of(value, schema["anyOf"], where)
    kind = schema.get("type")
    if kind is not None and not _TYPES[kind](value):
        return f"{where} must be {_article(kind)}, not {_shown(value)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{where} must be one of {', '.join(schema['enum'])}, not {_shown(value)}"
    check = _CHECKS.get(kind or "")
    return None if check is None else check(value, schema, where)


def _none_of(value: Any, choices: list[Mapping[str, Any]], where: str) -> str | None:
    """The fault of the choice that resembles the value most."""
    if any(fault_of(value, choice, where) is None for choice in choices):
        return None
    nearest = max(choices, key=lambda choice: _likeness(value, choice))
    if _likeness(value, nearest) >= 0:
        return fault_of(value, nearest, where)
    *others, last = map(_article, dict.fromkeys(_kinds(choices)))
    kinds = f"{', '.join(others)} or {last}" if others else last
    return f"{where} must be {kinds}, not {_shown(value)}"


def _kinds(choices: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The types of data that the choices allow."""
    for choice in choices:
        if "$ref" in choice:
            yield from _kinds([params_schema(choice["$ref"].rpartition("/")[2])])
        elif "anyOf" in choice:
            yield from _kinds(choice["anyOf"])
        else:
            yield choice.get("type", "null")


def _article(kind: str) -> str:
    return kind if kind == "null" else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _likeness(value: Any, schema: Mapping[str, Any]) -> int:
    if "$ref" in schema:
        schema = params_schema(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return max(_likeness(value, choice) for choice in schema["anyOf"])
    if not _TYPES[schema.get("type", "null")](value):
        return -1
    if not isinstance(value, dict):
        return 0
    return sum(key in schema["properties"] for key in value) + sum(
        key in value for key in schema.get("required", ())
    )


def _object_schema(value: dict[str, Any], schema: Mapping[str, Any], where: str) -> str | None:
    properties = schema.get("properties")
    if properties is None:
        return None
    missing = [repr(key) for key in schema.get("required", ()) if key not in value]
    if missing:
        return f"{where} has no {', '.join(missing)}"
    for key, item in value.items():
        if key not in properties:
            names = ", ".join(properties) or "none"
            return f"{where} has an unknown field {_shown(key)}; the fields are {names}"
        fault = fault_of(item, properties[key], f"{where}.{key}")
        if fault is not None:
            return fault
    return None


def _array(value: list[Any], schema: Mapping[str, Any], where: str) -> str | None:
    if len(value) < schema.get("minItems", 0):
        return f"{where} has {counted(len(value), 'item')}, fewer than {schema['minItems']}"
    if len(value) > schema.get("maxItems", len(value)):
        return f"{where} has {counted(len(value), 'item')}; {schema['maxItems']} are the limit"
    prefix = schema.get("prefixItems", ())
    for number, item in enumerate(value):
        inner = prefix[number] if number < len(prefix) else schema.get("items")
        fault = fault_of(item, inner, f"{where}[{number}]") if inner else None
        if fault is not None:
            return fault
    return None


def _string(value: str, schema: Mapping[str, Any], where: str) -> str | None:
    if len(value) < schema.get("minLength", 0):
        return f"{where} is empty"
    if len(value) > schema.get("maxLength", len(value)):
        return f"{where} has {len(value):,} characters; {schema['maxLength']:,} are the limit"
    if "pattern" in schema and re.search(schema["pattern"], value) is None:
        return f"{where} must be {schema.get('description', schema['pattern'])}"
    return None


def _number(value: float, schema: Mapping[str, Any], where: str) -> str | None:
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"{where} must be from {schema['minimum']} to {schema['maximum']}"
    return None


_CHECKS: dict[str, Callable[[Any, Mapping[str, Any], str], str | None]] = {
    "object": _object_schema,
    "array": _array,
    "string": _string,
    "number": _number,
    "integer": _number,
}


def _shown(value: Any) -> str:
    text = json.dumps(value) if isinstance(value, (str, bool, int, float)) else type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."
