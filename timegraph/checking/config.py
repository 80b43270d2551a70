"""The configuration of checks: the file ``timegraph.toml``, or a section of ``setup.cfg``.

Both have the keys of :data:`KEYS`. ``timegraph.toml`` has them at its top or in a table
``[check]``, ``setup.cfg`` in the section ``[tool:timegraph]``.
"""

from __future__ import annotations

import configparser
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from timegraph._version import __version__
from timegraph.checking.document import CheckedDocument, Selection
from timegraph.findings import SEVERITIES, Finding, Severity
from timegraph.findings.record import ALWAYS
from timegraph.labels import near

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


# Baselines: findings that are known already, so that only new ones are reported.
#
# A finding is the same if its code, its document and its ids are, whatever its line and message.
# Of findings that are alike as many are known as the baseline counts.


_KIND = "timegraph check baseline"
_SCHEMA = 1

_Key = tuple[str, str, tuple[str, ...]]


class BaselineError(ValueError):
    """A file that is not a baseline, or one that this version does not read."""


@dataclass(frozen=True)
class Baseline:
    """Known findings, counted. Documents are paths relative to ``folder``, which is that of the
    file, so that it does not matter from where a check is run."""

    folder: str
    known: Counter[_Key]

    @classmethod
    def of(cls, findings: Iterable[Finding], path: str) -> Baseline:
        """The baseline of ``findings`` for the file ``path``. Documents that cannot be read are
        never known."""
        folder = _folder(path)
        return cls(folder, Counter(_key(f, folder) for f in findings if f.code not in ALWAYS))

    def new(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Those of ``findings`` that are not known, in their order."""
        left = self.known.copy()
        new = []
        for finding in findings:
            key = _key(finding, self.folder)
            if left[key] > 0:
                left[key] -= 1
            else:
                new.append(finding)
        return tuple(new)

    def fixed(self, findings: Iterable[Finding], documents: Iterable[str]) -> int:
        """How many known findings of ``documents`` are not among ``findings`` any more."""
        left = self.known - Counter(_key(finding, self.folder) for finding in findings)
        checked = {_relative(document, self.folder) for document in documents}
        return sum(count for (_, document, _), count in left.items() if document in checked)

    def to_json(self) -> dict[str, Any]:
        """The content of its file, in a fixed order."""
        entries = [
            {"code": code, "document": document, "ids": list(ids), "count": count}
            for (code, document, ids), count in sorted(
                self.known.items(), key=lambda item: (item[0][1], item[0][0], item[0][2])
            )
        ]
        head = {"schema": _SCHEMA, "version": __version__, "kind": _KIND}
        return {**head, "findings": entries}


def only_new(checked: Iterable[CheckedDocument], baseline: Baseline) -> list[CheckedDocument]:
    """The documents with those of their findings that ``baseline`` does not know."""
    documents = list(checked)
    new: dict[str, list[Finding]] = {document.path: [] for document in documents}
    for finding in baseline.new(finding for document in documents for finding in document.findings):
        new[finding.document].append(finding)
    return [replace(document, findings=tuple(new[document.path])) for document in documents]


def read_baseline(path: str) -> Baseline:
    """The baseline in the file ``path``.

    Raises ``OSError`` if it cannot be read, :class:`BaselineError` if it is not a baseline or has
    another layout than this version writes.
    """
    with open(path, "rb") as file:
        data = file.read()
    try:
        content = json.loads(data)
    except ValueError as error:
        raise BaselineError(f"{path}: is not a baseline: {error}; {_AGAIN}") from None
    if not isinstance(content, dict) or content.get("kind") != _KIND:
        raise BaselineError(f"{path}: is not a baseline of timegraph check; {_AGAIN}")
    if content.get("schema") != _SCHEMA:
        raise BaselineError(
            f"{path}: is a baseline of layout {content.get('schema')}, and this timegraph "
            f"({__version__}) reads layout {_SCHEMA}; {_AGAIN}"
        )
    try:
        return Baseline(_folder(path), Counter(dict(map(_entry, content["findings"]))))
    except (KeyError, TypeError, ValueError) as error:
        raise BaselineError(
            f"{path}: a finding of the baseline is damaged ({error!r}); {_AGAIN}"
        ) from None


def _folder(path: str) -> str:
    return os.path.dirname(os.path.abspath(path))


_AGAIN = "write it with --format baseline"


def _entry(entry: Any) -> tuple[_Key, int]:
    ids = tuple(map(str, entry["ids"]))
    return (str(entry["code"]), str(entry["document"]), ids), int(entry["count"])


def _key(finding: Finding, folder: str) -> _Key:
    return finding.code, _relative(finding.document, folder), finding.ids


def _relative(document: str, folder: str) -> str:
    if document == "-":
        return document
    try:
        relative = os.path.relpath(os.path.abspath(document), folder)
    except ValueError:  # on another drive
        relative = os.path.abspath(document)
    return relative.replace(os.sep, "/")
