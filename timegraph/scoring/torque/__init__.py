"""The scores of TORQUE, and how far its annotators agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.scoring.torque.score import (
        TORQUE,
        TorqueScore,
        contrast_groups,
        score_torque,
        torque_grouping,
    )

__all__ = [
    "TORQUE",
    "TorqueScore",
    "contrast_groups",
    "score_torque",
    "torque_grouping",
]

_HOMES = {
    "score": "TORQUE TorqueScore contrast_groups score_torque torque_grouping",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
