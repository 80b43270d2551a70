"""TORQUE: passages, questions about the order of their events, and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.torque.answers import (
        align_passages as align_passages,
        answer_passages as answer_passages,
    )
    from timegraph.torque.passages import (
        PassageSet as PassageSet,
        TorqueError as TorqueError,
        read_passages as read_passages,
        read_predictions as read_predictions,
    )
    from timegraph.torque.scoring import (
        TORQUE as TORQUE,
        TorqueScore as TorqueScore,
        contrast_groups as contrast_groups,
        score_torque as score_torque,
        torque_grouping as torque_grouping,
    )

_HOMES = {
    "answers": "align_passages answer_passages",
    "passages": "PassageSet TorqueError read_passages read_predictions",
    "scoring": "TORQUE TorqueScore contrast_groups score_torque torque_grouping",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
