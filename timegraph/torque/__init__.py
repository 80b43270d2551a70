"""TORQUE: passages, questions about the order of their events, and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.torque.answers import align_passages, answer_passages, pair_counts
    from timegraph.torque.passages import PassageSet, TorqueError, read_passages, read_predictions
    from timegraph.torque.scoring import (
        TORQUE,
        TorqueScore,
        contrast_groups,
        score_torque,
        torque_grouping,
    )

__all__ = [
    "TORQUE",
    "PassageSet",
    "TorqueError",
    "TorqueScore",
    "align_passages",
    "answer_passages",
    "contrast_groups",
    "pair_counts",
    "read_passages",
    "read_predictions",
    "score_torque",
    "torque_grouping",
]

_HOMES = {
    "answers": "align_passages answer_passages pair_counts",
    "passages": "PassageSet TorqueError read_passages read_predictions",
    "scoring": "TORQUE TorqueScore contrast_groups score_torque torque_grouping",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
