"""Baselines: findings that are known already, so that only new ones are reported.

A finding is the same if its code, its document and its ids are, whatever its line and message. Of
findings that are alike as many are known as the baseline counts.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from timegraph._version import __version__
from timegraph.checking.document import CheckedDocument
from timegraph.findings import Finding
from timegraph.findings.rules import ALWAYS

__all__ = ["Baseline", "BaselineError", "only_new", "read_baseline"]

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
            f"{path}: has layout {content.get('schema')} of baselines, and this timegraph "
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
