"""Answers to questions about facts, and the readings under which they are given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from timegraph.facts.fact import Fact
from timegraph.facts.questions.question_kinds import Question

__all__ = ["READINGS", "Reading", "Reply", "Selected"]

Reading = Literal["certain", "possible", "both", "complex-tr", "tempreason", "timeqa", "tgqa"]
READINGS: tuple[Reading, ...] = get_args(Reading)
"""``certain``: what holds in every completion of the dates; ``possible``: in some; ``both`` of
them; or the own rule of a benchmark."""


@dataclass(frozen=True, slots=True)
class Selected:
    """What a rule selects: items in fact order, and the facts behind them.

    ``known`` is false if the facts do not know the subject, the relation or the event asked for.
    ``notes`` say what was assumed.
    """

    items: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    known: bool = True
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a question: a set of objects (or dates, lengths, truth values), in fact order.

    ``items`` is the answer under ``reading`` (the certain one for ``both``), empty if nothing
    fits, and ``None`` if the facts do not say: they know nothing of the subject, the relation or
    the event. ``certain`` and ``possible`` are given where the reading asks for them.
    """

    question: Question
    reading: Reading
    items: tuple[str, ...] | None
    certain: tuple[str, ...] | None = None
    possible: tuple[str, ...] | None = None
    facts: tuple[Fact, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def known(self) -> bool:
        """Whether the facts know what the question is about."""
        return self.items is not None

    @property
    def text(self) -> str:
        """The answer in a line: its items, ``nothing``, or ``unknown``."""
        if self.items is None:
            return "unknown"
        if self.reading == "both" and self.possible is not None:
            perhaps = [item for item in self.possible if item not in self.items]
            sure = "; ".join(self.items) or "nothing certain"
            return (
                f"{sure} (possibly also: {'; '.join(perhaps)})"
                if perhaps
                else ("; ".join(self.items) or "nothing")
            )
        return "; ".join(item or "(unanswerable)" for item in self.items) or "nothing"

    def to_json(self) -> dict[str, Any]:
        """The reply as JSON data; an unknown answer is ``null``."""

        def listed(items: tuple[str, ...] | None) -> list[str] | None:
            return None if items is None else list(items)

        content: dict[str, Any] = {
            "question": self.question.text,
            "kind": self.question.kind,
            "reading": self.reading,
            "answers": listed(self.items),
        }
        if self.reading == "both":
            content |= {"certain": listed(self.certain), "possible": listed(self.possible)}
        content["facts"] = [fact.to_json() for fact in self.facts]
        content["notes"] = list(self.notes)
        return content
