"""Answers in words and as JSON data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from timegraph.answer import Answer

if TYPE_CHECKING:
    from timegraph.qa.answers import AnyAnswer
    from timeml import Document

__all__ = ["answer_in_words", "answer_to_json"]


def answer_in_words(document: Document, answer: AnyAnswer, *, possible: bool = False) -> str:
    """One line: ``yes``; ``ei21 cited, ei24 ordered`` or ``none``; ``1998-04-18, within t1
    Saturday`` or ``unknown``; ``at least 3 days``. ``possible`` adds what is possible but not
    certain to lists."""
    if isinstance(answer, Answer):
        return str(answer)
    return answer.in_words(document, possible=possible)


def answer_to_json(answer: AnyAnswer) -> Any:
    """The answer as JSON data: a string; an object with ``certain`` and ``possible`` ids; an
    object with ``earliest``, ``latest`` (ISO 8601, ``null`` if not known; the end is exclusive)
    and ``within``; or, of a length, one with ``at_least`` and ``at_most``: ``seconds``, a whole
    number or a fraction as text, and whether it is ``reached``, or ``null``; and ``words``."""
    return str(answer) if isinstance(answer, Answer) else answer.to_json()
