"""How marked texts are written; test_keys.py compares what is written with what is read."""

from __future__ import annotations

from timegraph.task.marked_texts import (
    Mark,
    MarkedQuestion,
    MarkedText,
    question_line,
    render_marked_text,
)


def test_what_means_something_is_escaped() -> None:
    text = "a [b] {c} \\d\n---\n--- \n----\n a ---\n\\---\n---x\n"
    marked = MarkedText("d", text, "1998", "t5", "A: b", (Mark("e1", 10, 16),))
    assert render_marked_text(marked).split("\n") == [
        "document: d",
        "created: 1998 {t5}",
        "title: A: b",
        "",
        "a \\[b\\] \\{c\\} [\\\\d",
        "---]{e1}",
        "\\--- ",
        "----",
        " a ---",
        "\\\\---",
        "---x",
        "---",
        "",
    ]


def test_a_last_line_is_ended() -> None:
    assert render_marked_text(MarkedText("d", "It.")) == "document: d\n\nIt.\n---\n"
    assert render_marked_text(MarkedText("d", "")) == "document: d\n\n---\n"


def test_the_fields_of_a_question() -> None:
    assert question_line(MarkedQuestion("WHEN e1", "When?")) == "WHEN e1 | When?"
    line = "IS e1 AFTER e2 | | no | source=a"
    assert question_line(MarkedQuestion("IS e1 AFTER e2", "", ("no", "source=a"))) == (
        line.replace("| |", "|  |")
    )
