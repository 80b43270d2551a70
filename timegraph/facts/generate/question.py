"""A generated question, and its file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from timegraph.facts.answering.reply import Reading
from timegraph.facts.base import FactBase

__all__ = ["Generated", "to_json_lines"]


@dataclass(frozen=True, slots=True)
class Generated:
    """A question with the answers that the rule of ``reading`` gives.

    ``fact`` names the fact that it asks for: questions with the same one ask for the same.
    ``year`` is the year that it is about, for resampling.
    """

    id: str
    group: str
    reading: Reading
    question: str
    answers: tuple[str, ...]
    fact: str
    year: int

    def to_json(self) -> dict[str, Any]:
        """The question as the reader of datasets takes it."""
        return {
            "id": self.id,
            "group": self.group,
            "reading": self.reading,
            "question": self.question,
            "answers": list(self.answers),
            "fact": self.fact,
        }


def to_json_lines(bases: Iterable[tuple[str, FactBase]], questions: Sequence[Generated]) -> str:
    """JSON lines: each group of facts that is asked about, then all questions."""
    groups = {question.group for question in questions}
    lines: list[dict[str, Any]] = [
        {"group": name, "facts": [fact.to_json() for fact in base.facts]}
        for name, base in bases
        if name in groups
    ]
    lines += [question.to_json() for question in questions]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
