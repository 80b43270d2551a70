"""What a question asks, as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from timegraph.facts.dates import Granule
from timegraph.facts.questions.times import ANY, Time
from timegraph.facts.steps import Step

__all__ = ["DateQuestion", "Event", "FactQuestion", "HoldingQuestion", "NotUnderstoodError",
           "Question", "StoryQuestion"]  # fmt: skip


class NotUnderstoodError(ValueError):
    """A question that is not understood; ``part`` is the part of it that was not."""

    def __init__(self, question: str, part: str, reason: str) -> None:
        super().__init__(f"not understood: {reason} (in {question!r})")
        self.question = question
        self.part = part
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.question, self.part, self.reason)


@dataclass(frozen=True, slots=True)
class Event:
    """That the question's subject had ``object`` for its ``relation``; without a relation it is
    the one that the question asks for, or any that the object stands in."""

    relation: str
    object: str

    def __str__(self) -> str:
        return f"{self.relation} {self.object}".strip()


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """Whom or what ``subject`` had for one of ``relations``, and when.

    ``relations`` has several members where a question has several meanings ("who was the head of
    ..."), and its own words where no head of the table asks it so. ``event`` is that of a time
    with a clause.
    """

    text: str
    subject: str
    relations: tuple[str, ...]
    time: Time
    event: Event | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def kind(self) -> str:
        """The kind of its time."""
        return self.time.kind

    @property
    def level(self) -> str:
        """L2 asks about a time, L3 about an event (TempReason's levels)."""
        return "L3" if self.time.has_event else "L2"

    @property
    def hops(self) -> str:
        """``one`` where one look at the facts answers, else ``multi`` (Complex-TR's groups)."""
        return "one" if self.kind in _ONE_HOP else "multi"


_ONE_HOP = frozenset({"any", "in", "as-of", "since", "until", "before", "after", "early", "late",
                      "before-event", "after-event"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class HoldingQuestion:
    """When a fact held (``kind`` is ``when``), how long (``how-long``), or whether it did at a time
    (``whether``). ``object`` is ``""`` where any will do ("Was Ada captain in 2010?")."""

    text: str
    kind: str
    subject: str
    relation: str
    object: str
    time: Time = ANY
    event: Event | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class DateQuestion:
    """Which date is ``step`` before or after ``origin`` (TempReason's level 1)."""

    text: str
    step: Step
    origin: Granule
    back: bool
    kind: str = "date"


@dataclass(frozen=True, slots=True)
class StoryQuestion:
    """A question about the order and lengths of events that are given as sentences (TGQA).

    ``kind`` is one of ``first``, ``nth``, ``duration``, ``gap``, ``when``, ``same-year``,
    ``still``, ``next``, ``longer``; ``events`` are the sentences that it names. ``number`` is
    the place asked for (from 1) in ``nth``; ``side`` (before, after) and ``edge`` (starts, ends)
    belong to ``next``, and ``edge`` to ``when``.
    """

    text: str
    kind: str
    events: tuple[str, ...]
    number: int = 0
    side: str = ""
    edge: str = "starts"


Question = FactQuestion | HoldingQuestion | DateQuestion | StoryQuestion
