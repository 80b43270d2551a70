"""Answers to questions about facts, by reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.answering.answers import (
        READINGS as READINGS,
        Reading as Reading,
        Reply as Reply,
    )
    from timegraph.facts.answering.asking import ask as ask

_HOMES = {
    "answers": "READINGS Reading Reply",
    "asking": "ask",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
