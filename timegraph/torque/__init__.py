"""TORQUE: passages, questions about the order of their events, and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.torque.alignment import align_passages
    from timegraph.torque.answers import answer_passages
    from timegraph.torque.groupings import by_corpus, by_document, by_kind, by_phenomenon
    from timegraph.torque.pairs import pair_counts
    from timegraph.torque.passages import PassageSet, TorqueError, read_passages
    from timegraph.torque.predictions import read_predictions

__all__ = [
    "PassageSet",
    "TorqueError",
    "align_passages",
    "answer_passages",
    "by_corpus",
    "by_document",
    "by_kind",
    "by_phenomenon",
    "pair_counts",
    "read_passages",
    "read_predictions",
]

_HOMES = {
    "alignment": "align_passages",
    "answers": "answer_passages",
    "pairs": "pair_counts",
    "groupings": "by_corpus by_document by_kind by_phenomenon",
    "passages": "PassageSet TorqueError read_passages",
    "predictions": "read_predictions",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
