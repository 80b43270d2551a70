"""Problems with their places."""

from __future__ import annotations

from timegraph.task.marked_texts import MarkedTextError, Places
from timeml import Position


def test_places() -> None:
    assert [Places("ab\ncd", 5).of(n) for n in (0, 1, 3, 4)] == [
        Position(5, 1),
        Position(5, 2),
        Position(6, 1),
        Position(6, 2),
    ]


def test_problems_are_sorted() -> None:
    error = MarkedTextError("m", [(Position(2, 1), "b"), (Position(1, 9), "a")])
    assert str(error) == "m:1:9: a\nm:2:1: b"
    assert error.file == "m"
