"""Limits of time: what runs out says so, and never gives a wrong answer."""

from __future__ import annotations

import time
from typing import Any

__all__ = ["Deadline", "TimedOut"]


class TimedOut(Exception):
    """The time was up before it was decided; ``known`` is what was found so far, if anything."""

    def __init__(self, message: str = "the time was up before it was decided", known: Any = None):
        super().__init__(message)
        self.known = known


class Deadline:
    """So many seconds from now, ``None`` for no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self.until = float("inf") if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """The seconds that are left, ``None`` for no limit."""
        return None if self.seconds is None else max(0.0, self.until - time.monotonic())

    def check(self) -> None:
        """Raise :class:`TimedOut` if the time is up."""
        if time.monotonic() >= self.until:
            raise TimedOut(f"the {self.seconds} seconds were up before it was decided")
