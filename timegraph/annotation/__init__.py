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
    from timegraph.annotation.learning import ModelError as ModelError
    from timegraph.annotation.links import (
        CONTRADICTIONS as CONTRADICTIONS,
        GROUPS as GROUPS,
        Contradictions as Contradictions,
    )

_HOMES = {
    "annotator": "Annotator annotate train",
    "learning": "ModelError",
    "links": "CONTRADICTIONS Contradictions GROUPS",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
