"""A user's own label scheme, in a small TOML file::

name = "mine"
about = "our project's links"

[labels]
BEFORE = "a.end <= b.start"
AFTER = "converse of BEFORE"
DURING = "during | starts | finishes | equal"
UNCLEAR = "nothing"
"""

from __future__ import annotations

import os
import sys
from typing import Any

from timegraph.labels.builtin import SCHEMES
from timegraph.labels.meaning import SchemeError, near, plain
from timegraph.labels.scheme import Scheme

__all__ = ["read_scheme"]

_KEYS = ("name", "about", "labels")
_EXAMPLE = '[labels] with lines such as BEFORE = "a.end < b.start"'


def read_scheme(path: str | os.PathLike[str]) -> Scheme:
    """The scheme in a TOML file; its name is that of the file, unless it has a ``name``.

    Raises ``OSError`` if the file cannot be read, :class:`SchemeError`, which names it, if it is
    not a scheme.
    """
    file = os.fspath(path)
    with open(path, "rb") as stream:
        data = stream.read()
    try:
        return _scheme(_parsed(data), os.path.splitext(os.path.basename(file))[0])
    except SchemeError as error:
        raise SchemeError(f"{file}: {error}") from None


def _parsed(data: bytes) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib  # loaded only where a scheme is read from a file
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise SchemeError("is not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise SchemeError(f"is not TOML: {error}") from None


def _scheme(content: dict[str, Any], stem: str) -> Scheme:
    for key in content:
        if key not in _KEYS:
            meant = near(key, _KEYS)
            hint = (
                f"did you mean {meant}?"
                if meant
                else f"the keys of a scheme are {', '.join(_KEYS)}"
            )
            raise SchemeError(f"unknown key {key!r}; {hint}")
    name, about = content.get("name", stem), content.get("about", "")
    if not isinstance(name, str) or not isinstance(about, str):
        raise SchemeError("name and about must be strings")
    if not name or not all(c.isalnum() or c in "._-" for c in name):
        raise SchemeError(f"the name {name!r} may only contain letters, digits, '.', '_' and '-'")
    if name in SCHEMES:
        raise SchemeError(f"{name} is the name of a built-in scheme; give yours another name")
    labels = content.get("labels")
    if not isinstance(labels, dict) or not labels:
        raise SchemeError(f"has no labels; write {_EXAMPLE}")
    seen: dict[str, str] = {}
    for label, meaning in labels.items():
        if not isinstance(meaning, str):
            example = '"a.end < b.start"'
            raise SchemeError(f"label {label!r}: its meaning must be a string like {example}")
        if plain(label) in seen:
            raise SchemeError(f"the labels {seen[plain(label)]!r} and {label!r} are the same")
        seen[plain(label)] = label
    return Scheme(name, about, tuple(labels.items()))
