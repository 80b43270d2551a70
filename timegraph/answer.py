"""The three answers to a temporal question."""

from __future__ import annotations

from enum import Enum
from typing import NoReturn


class Answer(str, Enum):
    """YES, NO or UNKNOWN, as QA TempEval defines them (Llorens et al. 2015).

    An answer is its word: it equals ``"yes"``, prints so, and is written so by ``json.dumps``.

    An answer has no truth value: ``if graph.ask(...):`` would treat UNKNOWN as one of the other
    two, so ``bool(answer)`` raises ``TypeError``. Compare instead:
    ``graph.ask(...) is Answer.YES``.
    """

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "an Answer is yes, no or unknown and has no truth value; "
            "compare it: `answer is Answer.YES`"
        )

    def __repr__(self) -> str:
        return f"Answer.{self.name}"

    def __str__(self) -> str:
        return self.value
