"""Names that were here in version 0.1, until 0.3: see :mod:`timegraph.documents.build`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import renamed

__all__: list[str] = []

_HERE = "build faults_of label_for labelled read_links relation_for"

if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        {name: f"timegraph.options.{name}" for name in ("COARSE", "DURING", "Coarse")}
        | {name: f"timegraph.documents.build.{name}" for name in _HERE.split()},
    )
