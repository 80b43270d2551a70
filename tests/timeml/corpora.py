"""The files of corpora, of which kits and systems hold many twice."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def unlike(paths: Iterable[Path]) -> list[Path]:
    """The first of each group of files with the same bytes, in order."""
    first: dict[bytes, Path] = {}
    for path in sorted(paths):
        first.setdefault(path.read_bytes(), path)
    return [*first.values()]
