"""The configuration of checks: the file ``timegraph.toml``, or a section of ``setup.cfg``.

Both have the keys of :data:`KEYS`. ``timegraph.toml`` has them at its top or in a table
``[check]``, ``setup.cfg`` in the section ``[tool:timegraph]``.
"""

from __future__ import annotations

import configparser
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from timegraph.checking.all_rules import Selection
from timegraph.findings import SEVERITIES, Severity
from timegraph.labels import near

__all__ = ["KEYS", "Config", "ConfigError", "find_config", "read_config"]

KEYS = ("select", "ignore", "severity", "baseline", "max")
"""What a configuration may hold, each named as its option."""

_TOML = "timegraph.toml"
_CFG = "setup.cfg"
_SECTION = "tool:timegraph"


class ConfigError(ValueError):
    """A configuration that cannot be read, or says what cannot be."""


@dataclass(frozen=True)
class Config:
    """What a configuration says; ``None`` and empty is what it does not say.

    ``baseline`` is a path, made from the folder of the file ``path``.
    """

    path: str
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Severity | None = None
    baseline: str | None = None
    max: int | None = None


def find_config(folder: str) -> Config | None:
    """The configuration that holds in ``folder``: its own, or that of the nearest folder above
    that has one. Where both files have one, ``timegraph.toml`` counts alone.

    Raises :class:`ConfigError`.
    """
    folder = os.path.abspath(folder)
    while True:
        for name in (_TOML, _CFG):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                config = read_config(path)
                if config is not None:
                    return config
        above = os.path.dirname(folder)
        if above == folder or os.path.exists(os.path.join(folder, ".git")):
            return None
        folder = above


def read_config(path: str) -> Config | None:
    """The configuration in one file, ``None`` if it is a ``setup.cfg`` without the section.

    Raises :class:`ConfigError` for a file that cannot be read, unknown keys and rules, and values
    of another kind.
    """
    shown = os.path.relpath(path)
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{shown}: {getattr(error, 'strerror', None) or error}") from None
    content = _ini(text, shown) if path.endswith(".cfg") else _toml(text, shown)
    return None if content is None else _config(content, path, shown)


def _ini(text: str, shown: str) -> Mapping[str, Any] | None:
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text, shown)
    except configparser.Error as error:
        if f"[{_SECTION}]" not in text:
            return None  # another program's trouble
        raise ConfigError(f"{shown}: {str(error).splitlines()[0]}") from None
    return dict(parser[_SECTION]) if parser.has_section(_SECTION) else None


def _toml(text: str, shown: str) -> Mapping[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{shown}: is not TOML: {error}") from None
    table = content.pop("check", {})
    if not isinstance(table, dict):
        raise ConfigError(f"{shown}: check is a table; write [check]")
    return {**content, **table}


def _config(content: Mapping[str, Any], path: str, shown: str) -> Config:
    for key in content:
        if key not in KEYS:
            meant = near(key, KEYS)
            hint = f"did you mean {meant}?" if meant else f"the keys are {', '.join(KEYS)}"
            raise ConfigError(f"{shown}: there is no key {key!r}; {hint}")
    severity = content.get("severity")
    if severity not in (None, *SEVERITIES):
        raise ConfigError(f"{shown}: severity is one of {', '.join(SEVERITIES)}, not {severity!r}")
    baseline = content.get("baseline")
    if baseline is not None and not isinstance(baseline, str):
        raise ConfigError(f"{shown}: baseline is the path of a file, not {baseline!r}")
    config = Config(
        path=path,
        select=_codes(content, "select", shown),
        ignore=_codes(content, "ignore", shown),
        severity=severity,
        baseline=baseline and os.path.join(os.path.dirname(path), baseline),
        max=_number(content, "max", shown),
    )
    try:
        Selection(config.select, config.ignore)
    except ValueError as error:
        raise ConfigError(f"{shown}: {error}") from None
    return config


def _codes(content: Mapping[str, Any], key: str, shown: str) -> tuple[str, ...]:
    value = content.get(key, ())
    if isinstance(value, str):
        return tuple(value.replace(",", " ").split())
    if not isinstance(value, (list, tuple)) or not all(isinstance(code, str) for code in value):
        raise ConfigError(f"{shown}: {key} is a list of rules, not {value!r}")
    return tuple(value)


def _number(content: Mapping[str, Any], key: str, shown: str) -> int | None:
    value = content.get(key)
    try:
        number = None if value is None else int(value)
    except (TypeError, ValueError):
        number = -1
    if number is not None and (number < 0 or isinstance(value, (bool, float))):
        raise ConfigError(f"{shown}: {key} is a number from 0, not {value!r}")
    return number
