"""TORQUE: passages, questions about the order of their events, and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.torque.answers import align_passages, answer_passages, pair_counts
    from timegraph.torque.passages import PassageSet, TorqueError, read_passages, read_predictions
    from timegraph.torque.questions import by_corpus, by_document, by_kind, by_phenomenon

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
    "answers": "align_passages answer_passages pair_counts",
    "passages": "PassageSet TorqueError read_passages read_predictions",
    "questions": "by_corpus by_document by_kind by_phenomenon",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
