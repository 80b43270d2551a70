"""What is wrong with a passage, a question or a prediction: named and counted, never dropped."""

from __future__ import annotations

from dataclasses import dataclass

from timegraph._wording.counting import counted
from timegraph.findings.record import Finding

__all__ = ["Problem", "heading"]

_KINDS = {
    "no-annotators": ("question without annotators", "questions without annotators"),
    "answer-not-an-event": ("answer that is not an event", "answers that are not events"),
    "event-outside": ("event outside of its passage", "events outside of their passages"),
    "events-overlap": ("passage with events that overlap", "passages with events that overlap"),
    "unknown-passage": ("answer for an unknown passage", "answers for unknown passages"),
    "unknown-question": ("answer to an unknown question", "answers to unknown questions"),
    "predicted-twice": ("question answered twice", "questions answered twice"),
    "not-an-event": (
        "predicted answer that is not an event",
        "predicted answers that are not events",
    ),
    "other-words": (
        "passage whose words are counted otherwise",
        "passages whose words are counted otherwise",
    ),
    "no-document": ("passage without a usable document", "passages without a usable document"),
    "not-aligned": (
        "passage that is not in its document",
        "passages that are not in their documents",
    ),
    "not-understood": ("question that says no order", "questions that say no order"),
}
"""What several problems of a code are called together."""


def heading(code: str, count: int) -> str:
    """How many problems of a kind there are: ``2 questions answered twice [predicted-twice]``."""
    return f"{counted(count, *_KINDS[code])} [{code}]"


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem by its code, with the passage and the question that have it (``""`` where it is
    none's)."""

    code: str
    passage: str
    question: str
    message: str

    def __str__(self) -> str:
        where = ": ".join(filter(None, (self.passage, self.question)))
        return f"{where}: {self.message}" if where else self.message

    @property
    def finding(self) -> Finding:
        """The problem as a finding: its document is the passage, its id the question."""
        message = f"{self.question}: {self.message}" if self.question else self.message
        return Finding(
            code=self.code,
            severity="warning",
            document=self.passage,
            message=message,
            ids=(self.question,) if self.question else (),
        )
