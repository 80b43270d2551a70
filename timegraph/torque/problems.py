"""What is wrong with a passage, a question or a prediction: named and counted, never dropped."""

from __future__ import annotations

from dataclasses import dataclass

from timegraph.findings.record import Finding

__all__ = ["Problem"]


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
