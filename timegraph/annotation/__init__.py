"""A baseline that annotates texts, trained on any corpus that is read here: docs/annotate.md.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.annotation.annotator import Annotator, annotate, train
    from timegraph.annotation.learning import ModelError
    from timegraph.annotation.links import CONTRADICTIONS, GROUPS, Contradictions

__all__ = [
    "CONTRADICTIONS",
    "GROUPS",
    "Annotator",
    "Contradictions",
    "ModelError",
    "annotate",
    "train",
]

_HOMES = {
    "annotator": "Annotator annotate train",
    "learning": "ModelError",
    "links": "CONTRADICTIONS Contradictions GROUPS",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
