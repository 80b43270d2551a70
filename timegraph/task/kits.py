"""Kits in the official layout: a question set and its key documents as files of a folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["KEY_FOLDER", "QUESTION_FILE", "kit_files"]

QUESTION_FILE = "eval-questions/question-set.txt"
KEY_FOLDER = "eval-questions/question-events"


def kit_files(lines: Iterable[str], keys: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a kit by their relative path: the ``lines`` of its question set, and its key
    documents by name."""
    questions = "".join(f"{line}\n" for line in lines)
    return {
        QUESTION_FILE: questions.encode(),
        **{f"{KEY_FOLDER}/{name}": data for name, data in keys.items()},
    }
