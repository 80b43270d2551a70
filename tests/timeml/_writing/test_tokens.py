"""The tokens of files, and how messages name them."""

from __future__ import annotations

import pytest

from timeml import Event, Signal, Timex3
from timeml._model import Mark, Raw
from timeml.writer import LINK_MARKS, Span, is_element, name_of


@pytest.mark.parametrize(
    ("token", "element"),
    [
        (Raw("TEXT", is_text=True), True),
        (Raw("{urn:x}p"), True),
        (Raw("!--", content="a"), False),
        (Raw("?", content="a b"), False),
        (Mark.EVENT, False),
        ("a", False),
    ],
)
def test_comments_and_characters_are_not_elements(token: object, element: bool) -> None:
    assert is_element(token) is element  # type: ignore[arg-type]


def test_links_are_the_annotations_without_content() -> None:
    assert {mark.value for mark in LINK_MARKS} == {"MAKEINSTANCE", "TLINK", "SLINK", "ALINK"}


@pytest.mark.parametrize(
    ("span", "name"),
    [
        (Event("e1", None, 0, 1, "a"), "EVENT e1"),
        (Timex3("t1", None, None, 0, 1, "a"), "TIMEX3 t1"),
        (Signal("s1", 0, 1, "a"), "SIGNAL s1"),
    ],
)
def test_spans_are_named_by_tag_and_id(span: Span, name: str) -> None:
    assert name_of(span) == name
