"""A baseline that annotates texts, trained on any corpus that is read here: docs/annotate.md.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.annotation.annotator import (
        Annotator as Annotator,
        annotate as annotate,
        train as train,
    )
    from timegraph.annotation.learning import (
        CONTRADICTIONS as CONTRADICTIONS,
        GROUPS as GROUPS,
        Contradictions as Contradictions,
        ModelError as ModelError,
    )

_HOMES = {
    "annotator": "Annotator annotate train",
    "learning": "CONTRADICTIONS Contradictions GROUPS ModelError",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
