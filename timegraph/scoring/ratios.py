"""Precision, recall and F1, for every measure that is made of counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from operator import add
from typing import Any, TypeVar

__all__ = ["CountedScore", "MatchScore", "f1_of_counts", "harmonic_mean", "ratio", "records_html"]

Counted = TypeVar("Counted", bound="CountedScore")

_RATIOS = {"precision": "P", "recall": "R", "f1": "F1"}


def ratio(part: float, whole: float) -> float | None:
    """``part / whole``; ``None``, for undefined, if there is no whole."""
    return part / whole if whole else None


def f1_of_counts(*, correct: float, predicted: float, expected: float) -> float | None:
    """``2 correct / (predicted + expected)``: the harmonic mean of precision and recall where both
    are defined. ``None`` if nothing was predicted and nothing expected."""
    return ratio(2 * correct, predicted + expected)


def harmonic_mean(precision: float | None, recall: float | None) -> float | None:
    """F1 of ratios whose numerators differ: 0 if one of them is 0 or only one is defined,
    ``None`` if neither is."""
    if precision is None and recall is None:
        return None
    if not precision or not recall:
        return 0.0
    return 2 * precision * recall / (precision + recall)


class CountedScore:
    """A score that is made of counts and adds up: ``score + score`` is the score of two disjoint
    sets of documents. Subclasses are frozen dataclasses, all of whose fields are counts with the
    default 0; their properties are the figures, ``None`` where one is undefined. A sum of shares
    may be a :class:`~fractions.Fraction`: then it does not depend on the order of what is added."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """For notebooks: the counts and the ratios as a table."""
        itself: Any = self
        names = (field.name for field in fields(itself))
        figures: dict[str, float | None] = dict(zip(names, self.counts, strict=True))
        for name, title in _RATIOS.items():
            if hasattr(self, name):
                figures[title] = getattr(self, name)
        return records_html({"": figures})

    @property
    def counts(self) -> tuple[float, ...]:
        """The counts, in the order of the constructor's arguments; exact sums as floats."""
        return tuple(
            float(count) if isinstance(count, Fraction) else count for count in _exact(self)
        )

    def __add__(self: Counted, other: Counted) -> Counted:
        if type(other) is not type(self):
            return NotImplemented
        kind: Any = type(self)
        total: Counted = kind(*map(add, _exact(self), _exact(other)))
        return total


@dataclass(frozen=True, slots=True)
class MatchScore(CountedScore):
    """How many of those ``predicted``, and of those ``expected``, are ``correct``: labels of given
    pairs, or events. The ratios are ``None`` where they are undefined."""

    correct: int = 0
    predicted: int = 0
    expected: int = 0

    @property
    def precision(self) -> float | None:
        """correct / predicted."""
        return ratio(self.correct, self.predicted)

    @property
    def recall(self) -> float | None:
        """correct / expected."""
        return ratio(self.correct, self.expected)

    @property
    def f1(self) -> float | None:
        """2 correct / (predicted + expected)."""
        return f1_of_counts(correct=self.correct, predicted=self.predicted, expected=self.expected)


def _exact(score: CountedScore) -> tuple[float | Fraction, ...]:
    dataclass: Any = score
    return tuple(getattr(score, count.name) for count in fields(dataclass))


def records_html(records: Mapping[str, Mapping[str, float | None]]) -> str:
    """Figures by their titles as an HTML table for notebooks, each record in a row with its name,
    if any."""
    from html import escape

    named = any(records)
    rows = []
    heads: list[str] = []
    for name, figures in records.items():
        heads = [head.replace("_", " ") for head in figures]
        cells = "".join(f"<td>{_shown(figure)}</td>" for figure in figures.values())
        rows.append(f"<tr>{f'<td>{escape(name)}</td>' if named else ''}{cells}</tr>")
    head = "".join(f"<th>{escape(title)}</th>" for title in ([""] if named else []) + heads)
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _shown(figure: float | None) -> str:
    if figure is None:
        return "-"
    return f"{figure:.3f}" if isinstance(figure, float) else str(figure)
