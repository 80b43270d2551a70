"""A generated question, and its file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from timegraph.facts.answering.reply import Reading
from timegraph.facts.base import FactBase
from timegraph.facts.generate.wording import sentence_of

__all__ = ["FORMS", "Form", "Generated", "to_json_lines", "to_prompts"]

Form = Literal["records", "prompts"]
FORMS: tuple[Form, ...] = get_args(Form)
"""How questions are written: as records for scores, or as prompts for a model."""

_ORDER = "Name all answers in the order of their times, with $and between them."
_NONE = "Answer with nothing if the facts do not say."


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


def to_prompts(bases: Iterable[tuple[str, FactBase]], questions: Sequence[Generated]) -> str:
    """JSON lines, one for each question, with the fields of its benchmark: the facts as sentences,
    the answers, a ``prompt`` with an instruction and the ``target`` of training. Several answers
    stand in the order of their times, joined by " $and " as Complex-TR does; TimeQA's target is
    one answer."""
    by_group = dict(bases)
    lines = []
    for question in questions:
        base = by_group[question.group]
        starts = {fact.object: fact.start.low for fact in reversed(base.facts)}
        answers = sorted(question.answers, key=lambda answer: starts.get(answer, 0))
        context = "\n".join(map(sentence_of, base.facts))
        timeqa = question.reading == "timeqa"
        instruction = _NONE if timeqa else _ORDER
        line = {
            "prompt": f"Facts:\n{context}\n\nQuestion: {question.question} {instruction}\nAnswer:"
        }
        fields: dict[str, Any]
        if timeqa:
            fields = {"idx": question.id, "context": context, "targets": answers}
            line["target"] = answers[0]
        else:
            fields = {"id": question.id, "fact_context": context, "text_answers": {"text": answers}}
            line["target"] = " $and ".join(answers)
        lines.append({**fields, "question": question.question, **line})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
