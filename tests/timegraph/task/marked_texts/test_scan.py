"""Marks found in text; test_parse.py has the faults that authors meet."""

from __future__ import annotations

from timegraph.task.marked_texts import scan


def test_offsets_are_those_of_the_text_without_marks() -> None:
    text, marks, problems = scan("a\\[[b\\]]{e1}[]{t1}c\n[d\ne]{t2 P1D}\n", 4)
    assert (text, problems) == ("a[b]c\nd\ne\n", [])
    assert [(m.id, m.start, m.end, m.value) for m in marks] == [
        ("e1", 2, 4, None),
        ("t1", 4, 4, None),
        ("t2", 6, 9, "P1D"),
    ]
    assert [(m.position.line, m.position.column) for m in marks if m.position] == [
        (4, 4),
        (4, 13),
        (5, 1),
    ]


def test_reading_goes_on_after_a_fault() -> None:
    text, marks, problems = scan("a] [b] [c]{e1} {", 1)
    assert [m.id for m in marks] == ["e1"]
    assert [(at.line, at.column) for at, _ in problems] == [(1, 2), (1, 6), (1, 16)]
    assert text == "a] b c {"


def test_a_long_text_takes_no_longer_for_each_mark() -> None:
    raw = "".join(f"word [word]{{e{n}}} \\[x\\]\n" for n in range(20_000))
    text, marks, problems = scan(raw, 1)
    assert (len(marks), problems) == (20_000, [])
    assert text[marks[-1].start : marks[-1].end] == "word"
