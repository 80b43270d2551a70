"""Marked texts, what is read of them, and their keys."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given

import timeml
from tests.timegraph.task.marked_texts.drawn import marked_texts, rendered, without_positions
from timegraph.qa import read_questions
from timegraph.task.files import (
    MarkedText,
    file_name,
    key_document,
    parse_marked_text,
    question_lines,
)
from timeml.plain_text import plain_text


@given(marked_texts())
def test_what_is_written_is_read(marked: MarkedText) -> None:
    found = parse_marked_text(rendered(marked), "m.txt")
    assert without_positions(found) == marked
    key = key_document(found)
    assert timeml.read(timeml.write(key)).entities == key.entities
    lines = question_lines(found, 7)
    if lines:
        questions = read_questions("\n".join(lines).encode()).questions
        assert [one.question for one in questions] == [one.question for one in found.questions]
        assert [one.number for one in questions] == [str(7 + n) for n in range(len(lines))]


@given(marked_texts())
def test_keys_have_the_marks_and_nothing_else(marked: MarkedText) -> None:
    key = key_document(marked)
    assert plain_text(key) == marked.text
    spans = {span.eid: (span.start, span.end, None) for span in key.events} | {
        span.tid: (span.start, span.end, span.value) for span in key.timexes if span is not key.dct
    }
    assert spans == {mark.id: (mark.start + 1, mark.end + 1, mark.value) for mark in marked.marks}
    assert not key.instances
    assert not key.tlinks
    assert all(event.class_ is None for event in key.events)


def test_the_marked_texts_that_are_shipped(root: Path) -> None:
    paths = sorted((root / "examples" / "shared-task" / "questions").iterdir())
    assert len(paths) == 3
    for path in paths:
        marked = parse_marked_text(path.read_bytes(), path.name)
        assert rendered(marked) == path.read_bytes()


def test_names() -> None:
    assert [file_name("a"), file_name("a.TML"), file_name("a.txt")] == [
        "a.tml",
        "a.TML",
        "a.txt.tml",
    ]
