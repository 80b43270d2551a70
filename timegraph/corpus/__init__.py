"""Work on many documents in many processes, with the results of one process.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph._pace import TimeLimitError as TimeLimitError, time_limit as time_limit
    from timegraph.corpus.pool import Pool as Pool
    from timegraph.corpus.runner import (
        Documents as Documents,
        Item as Item,
        Outcome as Outcome,
        Progress as Progress,
        Source as Source,
        WorkerError as WorkerError,
        map_documents as map_documents,
        run as run,
    )

_HOMES = {
    "pool": "Pool",
    "runner": (
        "Documents Item Outcome Progress Source TimeLimitError "
        "WorkerError map_documents run time_limit"
    ),
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
