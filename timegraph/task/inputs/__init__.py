"""Input documents: plain text made TimeML for the participants of a task, and the way back."""

from __future__ import annotations

__all__: list[str] = []
