"""Answers to questions about facts, by reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.answering.asking import ask
    from timegraph.facts.answering.reply import READINGS, Reading, Reply

__all__ = ["READINGS", "Reading", "Reply", "ask"]

_HOMES = {"asking": "ask", "reply": "READINGS Reading Reply"}

__getattr__, __dir__ = lazily(__name__, _HOMES)
