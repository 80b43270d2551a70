"""The answers to questions of every kind."""

from __future__ import annotations

from timegraph.answer import Answer
from timegraph.qa.length_answer import LengthAnswer
from timegraph.qa.listing import ListAnswer
from timegraph.qa.when import WhenAnswer

__all__ = ["AnyAnswer"]

AnyAnswer = Answer | ListAnswer | WhenAnswer | LengthAnswer
