"""Marked texts drawn at random: every character that means something, at every place; and as the
files that their authors would write."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import strategies as st

from timegraph.qa import parse_question
from timegraph.task.files import Mark, MarkedQuestion, MarkedText
from timeml import Position

# Not a filter, with which texts are drawn one character after the other.
_ILLEGAL = "\ufffe\uffff" + "".join(char for char in map(chr, range(32)) if char not in "\t\n")
_PIECES = st.sampled_from(
    ["[", "]", "{", "}", "\\", "---", "\n", "\n---\n", "--- \t", " ", "\t", "|", "e1", "{e1}", "--"]
) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters=_ILLEGAL), max_size=5)
texts = st.lists(_PIECES, max_size=12).map("".join)
_VALUES = st.none() | st.sampled_from(["1998-04-18", "P3D", "XXXX-WXX-7", "1998-13-45", "99%"])
_WORDS = st.sampled_from(["Was it?", "", "Wurde [es] \\ {so}?", "--- é 😀"])


@st.composite
def marked_texts(draw: st.DrawFn) -> MarkedText:
    """A marked text whose text ends in a line feed that is not marked, or is empty."""
    text = draw(texts)
    if text and not text.endswith("\n"):
        text += "\n"
    cuts = sorted(draw(st.lists(st.integers(0, len(text) - 1), max_size=8))) if text else []
    marks: list[Mark] = []
    for number, (start, end) in enumerate(zip(cuts[::2], cuts[1::2], strict=False)):
        kind = draw(st.sampled_from("eEtT"))
        value = draw(_VALUES) if kind in "tT" else None
        marks.append(Mark(f"{kind}{number + 1}", start, end, value, Position(0)))
    created = draw(st.none() | st.sampled_from(["1998-04-18", "2014-08-05T10:00"]))
    ids = [mark.id for mark in marks]
    if created is not None:
        ids.append("t0")
    return MarkedText(
        document=draw(st.sampled_from(["farkas", "a b.tml", "wsj_0001", "é"])),
        text=text,
        created=created,
        title=draw(st.sampled_from([None, "Rain", "a: [b] {c} \\ | ---"])),
        marks=tuple(marks),
        questions=tuple(draw(st.lists(_questions(ids), max_size=4)) if ids else ()),
    )


def _questions(ids: list[str]) -> st.SearchStrategy[MarkedQuestion]:
    one = st.sampled_from(ids)
    answers = st.sampled_from([(), ("yes",), ("no",), ("unknown", "source=a,b c")])
    relations = st.sampled_from(["BEFORE", "IS_INCLUDED", "overlaps"])
    return st.one_of(
        st.builds(
            lambda a, r, b, words, rest: _question(f"IS {a} {r} {b}", words, *rest),
            *(one, relations, one, _WORDS, answers),
        ),
        st.builds(
            lambda a, words, rest: _question(f"LIST AFTER {a}", words, *rest),
            *(one, _WORDS, st.lists(one, max_size=3)),
        ),
        st.builds(lambda a, words: _question(f"WHEN {a}", words, "1998-04"), one, _WORDS),
    )


def _question(query: str, *fields: str) -> MarkedQuestion:
    return MarkedQuestion(parse_question(query), (query, *fields))


def without_positions(marked: MarkedText) -> MarkedText:
    """The marked text without the positions of its marks in a file."""
    return replace(
        marked, marks=tuple(replace(mark, position=Position(0)) for mark in marked.marks)
    )


def rendered(marked: MarkedText) -> bytes:
    """The file of a marked text."""
    headers = [f"document: {marked.document}"]
    headers += [f"created: {marked.created}"] if marked.created else []
    headers += [f"title: {marked.title}"] if marked.title else []
    text, done = "", 0
    for mark in marked.marks:
        label = mark.id if mark.value is None else f"{mark.id} {mark.value}"
        text += _escaped(marked.text[done : mark.start])
        text += f"[{_escaped(marked.words(mark))}]{{{label}}}"
        done = mark.end
    text += _escaped(marked.text[done:])
    text = re.sub(r"(?m)^(?=---[ \t]*$)", r"\\", text)
    questions = [" | ".join(question.fields) for question in marked.questions]
    return "".join(f"{line}\n" for line in (*headers, "", text + "---", *questions)).encode()


def _escaped(text: str) -> str:
    return re.sub(r"[\[\]{}\\]", r"\\\g<0>", text)
