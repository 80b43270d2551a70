"""Work on many documents in many processes, with the results of one process.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph._pace.limits import TimeLimitError, time_limit
    from timegraph.corpus.pool import Pool
    from timegraph.corpus.runner import (
        CHUNK,
        KEPT,
        Documents,
        Item,
        Outcome,
        Progress,
        Source,
        WorkerError,
        is_about_input,
        map_documents,
        run,
    )

__all__ = [
    "CHUNK",
    "Documents",
    "Item",
    "KEPT",
    "Outcome",
    "Pool",
    "Progress",
    "Source",
    "TimeLimitError",
    "WorkerError",
    "is_about_input",
    "map_documents",
    "run",
    "time_limit",
]

_HOMES = {
    "pool": "Pool",
    "runner": (
        "CHUNK Documents Item KEPT Outcome Progress Source TimeLimitError "
        "WorkerError is_about_input map_documents run time_limit"
    ),
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
