"""Results as JSON and back: dataclasses, enumerations and containers of them, nothing else.

A run writes such files for its own continuation. What is read back equals what was written, down
to tuples, types, and which parts are one and the same object (proofs distinguish links by their
identity). Unlike a pickle, such a file cannot run anything: reading it makes objects of timegraph's
own classes alone.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from typing import Any

from timegraph.allen import AllenSet

__all__ = ["decode", "encode"]

_OURS = ("timegraph", "timeml")


def encode(value: Any) -> Any:
    """``value`` as what :mod:`json` can write. Raises ``TypeError`` for other types."""
    return _Encoder().encode(value)


def decode(value: Any) -> Any:
    """The value that :func:`encode` turned into ``value``. Raises ``ValueError`` for anything that
    is not a result of ``encode``."""
    return _Decoder().decode(value)


class _Encoder:
    def __init__(self) -> None:
        # Dataclasses by identity, numbered as they are finished; the decoder counts the same way.
        self._numbers: dict[int, int] = {}

    def encode(self, value: Any) -> Any:
        if value is None or type(value) in (str, bool, int, float):
            return value
        if isinstance(value, Enum):
            return {"enum": _name(type(value)), "member": value.name}
        if isinstance(value, AllenSet):
            return {"allen": value.mask}
        if isinstance(value, Fraction):
            return {"fraction": str(value)}
        if is_dataclass(value) and not isinstance(value, type):
            if id(value) in self._numbers:
                return {"see": self._numbers[id(value)]}
            content = {
                field.name: self.encode(inner)
                for field in fields(value)
                if field.init
                and not _is_default(inner := getattr(value, field.name), field.default)
            }
            self._numbers[id(value)] = len(self._numbers)
            return {"is": _name(type(value)), "of": content}
        if isinstance(value, tuple):
            if hasattr(value, "_fields"):
                content = {name: self.encode(getattr(value, name)) for name in value._fields}
                return {"is": _name(type(value)), "of": content}
            return [self.encode(item) for item in value]
        if isinstance(value, list):
            return {"list": [self.encode(item) for item in value]}
        if isinstance(value, frozenset):  # in one order, whatever the process
            return {"frozenset": [self.encode(item) for item in sorted(value, key=repr)]}
        if isinstance(value, dict):
            return {
                "dict": [[self.encode(key), self.encode(inner)] for key, inner in value.items()]
            }
        if _is_ours(type(value).__module__):
            name = value.__reduce__()
            if isinstance(name, str):  # the only one of its kind
                return {"the": f"{type(value).__module__}:{name}"}
        raise TypeError(f"a file of --resume cannot hold {type(value).__name__}: {value!r}")


class _Decoder:
    def __init__(self) -> None:
        self._objects: list[Any] = []

    def decode(self, value: Any) -> Any:
        if isinstance(value, list):
            return tuple(self.decode(item) for item in value)
        if not isinstance(value, dict):
            return value
        try:
            return self._object(value)
        except (AttributeError, ImportError, KeyError, IndexError, TypeError) as error:
            raise ValueError(f"cannot be read ({type(error).__name__}: {error})") from None

    def _object(self, value: dict[str, Any]) -> Any:
        if "see" in value:
            return self._objects[value["see"]]
        if "allen" in value:
            return AllenSet.from_mask(value["allen"])
        if "fraction" in value:
            return Fraction(value["fraction"])
        if "list" in value:
            return [self.decode(item) for item in value["list"]]
        if "frozenset" in value:
            return frozenset(self.decode(item) for item in value["frozenset"])
        if "dict" in value:
            return {self.decode(key): self.decode(inner) for key, inner in value["dict"]}
        if "the" in value:
            thing = _located(value["the"])
            if thing.__reduce__() == value["the"].partition(":")[2]:
                return thing
        elif "enum" in value:
            kind = _located(value["enum"])
            if isinstance(kind, type) and issubclass(kind, Enum):
                return kind[value["member"]]
        else:
            kind = _located(value["is"])
            content = {name: self.decode(inner) for name, inner in value["of"].items()}
            if isinstance(kind, type) and is_dataclass(kind):
                self._objects.append(kind(**content))
                return self._objects[-1]
            if isinstance(kind, type) and hasattr(kind, "_fields"):
                return kind(**content)
        raise ValueError(f"does not name a class of results: {value}")


def _is_default(value: Any, default: Any) -> bool:
    # By value only for types whose equal values are the same in every respect. A default that came
    # from another process is a copy of it.
    if value is default or type(value) is not type(default):
        return value is default
    if is_dataclass(default):
        return bool(encode(value) == encode(default))
    return type(value) in (str, bool, int, float) and bool(value == default)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in _OURS


def _name(kind: type) -> str:
    if not _is_ours(kind.__module__):
        raise TypeError(f"a file of --resume cannot hold {kind.__name__}")
    return f"{kind.__module__}:{kind.__qualname__}"


def _located(name: str) -> Any:
    module, _, attribute = name.partition(":")
    if not _is_ours(module) or "." in attribute:
        raise ValueError(f"{name} is not of timegraph")
    return getattr(import_module(module), attribute)
