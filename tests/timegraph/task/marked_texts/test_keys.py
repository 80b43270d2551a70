"""Marks, key, marks: nothing is lost on the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

import timeml
from tests.timegraph.task.marked_texts.drawn import marked_texts
from timegraph.qa import SetQuestion, read_questions
from timegraph.task.marked_texts import (
    MarkedText,
    UnmarkableError,
    file_name,
    key_document,
    marked_text,
    parse_marked_text,
    question_lines,
    render_marked_text,
)
from timeml import Document
from timeml.plain_text import plain_text


def back(key: Document, name: str, lines: list[str]) -> MarkedText:
    questions: tuple[SetQuestion, ...] = ()
    if lines:
        questions = read_questions("\n".join(lines).encode()).questions
    return marked_text(key, name, questions)


@given(marked_texts())
def test_marks_key_marks(marked: MarkedText) -> None:
    content = render_marked_text(marked)
    assert parse_marked_text(content, "m.txt") == marked
    key = timeml.read(timeml.write(key_document(marked)))
    found = back(key, file_name(marked.document), question_lines(marked))
    assert found == marked
    assert render_marked_text(found) == content


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


def test_keys_that_were_written_elsewhere(root: Path) -> None:
    folder = root / "examples" / "kit" / "eval-questions" / "question-events"
    for path in sorted(folder.iterdir()):
        key = timeml.read(path)
        marked = marked_text(key, path.name)
        assert parse_marked_text(render_marked_text(marked), "m.txt") == marked
        again = key_document(marked)
        assert again.text == key.text
        assert [(e.eid, e.start, e.end, e.text) for e in again.events] == [
            (e.eid, e.start, e.end, e.text) for e in key.events
        ]
        assert [(t.tid, t.value, t.start) for t in again.timexes] == [
            (t.tid, t.value, t.start) for t in key.timexes
        ]


def test_the_marked_texts_that_are_shipped(root: Path) -> None:
    paths = sorted((root / "examples" / "shared-task" / "questions").iterdir())
    assert len(paths) == 3
    for path in paths:
        marked = parse_marked_text(path.read_bytes(), path.name)
        key = timeml.read(timeml.write(key_document(marked)))
        found = back(key, file_name(marked.document), question_lines(marked))
        assert render_marked_text(found).encode() == path.read_bytes()


def test_official_keys(data: Path) -> None:
    folder = data / "qa-tempeval" / "test-news" / "eval-questions"
    questions = read_questions(folder / "question-set-yes.txt").questions
    paths = sorted((folder / "question-events").iterdir())
    assert len(paths) == 10
    for path in paths:
        own = [question for question in questions if question.document == path.name]
        marked = marked_text(timeml.read(path), path.name, own)
        assert parse_marked_text(render_marked_text(marked), "m.txt") == marked
        key = timeml.read(timeml.write(key_document(marked)))
        assert marked_text(key, path.name, own) == marked


def test_instances_of_other_events_cannot_be_asked_about() -> None:
    data = b"""<TimeML><TEXT><EVENT eid="e1">a</EVENT> <EVENT eid="e2">b</EVENT></TEXT>
        <MAKEINSTANCE eiid="ei2" eventID="e1"/></TimeML>"""
    line = b"7|a.tml|IS ei2 BEFORE e2|Was a before b?|yes"
    with pytest.raises(UnmarkableError, match="question 7 names ei2, an instance of e1 'a'"):
        marked_text(timeml.read(data), "a.tml", read_questions(line).questions)


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<EVENT eid="e1"><TIMEX3 tid="t1">now</TIMEX3></EVENT>', "marked on the same words"),
        ('<EVENT eid="e1">a <TIMEX3 tid="t1">now</TIMEX3></EVENT>', "marks cannot nest"),
        ('<EVENT eid="e1"/><EVENT eid="e2"/>', "marked on the same words"),
        ('<EVENT eid="x1">a</EVENT>', "does not begin with e"),
        ('<TIMEX3 tid="e1">a</TIMEX3>', "does not begin with e"),
    ],
)
def test_what_cannot_be_marked(inside: str, message: str) -> None:
    document = timeml.read(f"<TimeML><TEXT>{inside}</TEXT></TimeML>".encode())
    with pytest.raises(UnmarkableError, match=message):
        marked_text(document, "a.tml")


def test_a_mark_at_the_end_of_the_text() -> None:
    document = timeml.read(b'<TimeML><TEXT>It <EVENT eid="e1">rained.\n</EVENT></TEXT></TimeML>')
    marked = marked_text(document, "a.tml")
    assert marked.text == "It rained.\n\n"
    assert parse_marked_text(render_marked_text(marked), "m.txt") == marked


def test_what_stands_outside_the_text_cannot_be_marked() -> None:
    document = timeml.read(b'<TimeML><TITLE><EVENT eid="e1">Rain</EVENT></TITLE><TEXT/></TimeML>')
    with pytest.raises(UnmarkableError, match="e1 'Rain' is outside"):
        marked_text(document, "a.tml")
    document = timeml.read(b'<TimeML><DCT><TIMEX3 tid="t0">May</TIMEX3></DCT><TEXT/></TimeML>')
    with pytest.raises(UnmarkableError, match="t0 has no value"):
        marked_text(document, "a.tml")


def test_names() -> None:
    key = key_document(MarkedText("a.tml", "It.\n"))
    assert marked_text(key, "a.tml").document == "a.tml"
    assert marked_text(key, "b.tml").document == "b"
    assert [file_name("a"), file_name("a.TML")] == ["a.tml", "a.TML"]
