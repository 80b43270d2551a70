"""Scores: counts, their ratios, and the signature that says how they came about."""

from __future__ import annotations

from timegraph.scoring.counts import Score, score_answers
from timegraph.scoring.notices import Notice, annotation_faults, left_out, links_left_out
from timegraph.scoring.results import AnsweredQuestion, SystemResult
from timegraph.scoring.signature import Signature
from timegraph.scoring.tempeval_qa import (
    KeyFilesError,
    questions_beside_key,
    read_key,
    score_system,
)

__all__ = [
    "AnsweredQuestion",
    "KeyFilesError",
    "Notice",
    "Score",
    "Signature",
    "SystemResult",
    "annotation_faults",
    "left_out",
    "links_left_out",
    "questions_beside_key",
    "read_key",
    "score_answers",
    "score_system",
]
