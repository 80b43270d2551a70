"""Where sentences begin and end."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.sentences import Sentences


def sentence_of(text: str, word: str) -> str:
    start = text.index(word)
    begin, end = Sentences(text).span(start, start + len(word))
    return text[begin:end].strip()


@pytest.mark.parametrize(
    ("text", "word", "sentence"),
    [
        ("One came. Two left.", "came", "One came."),
        ("One came. Two left.", "left", "Two left."),
        ("Mr. Smith came. He left.", "Smith", "Mr. Smith came."),
        ("The U.S. Army came. It left.", "Army", "The U.S. Army came."),
        ("It fell 3.5 points. Then rose.", "points", "It fell 3.5 points."),
        ('"Go!" he said. She went.', "Go", '"Go!" he said.'),
        ('He said "Go." She went.', "went", "She went."),
        ("A headline\n\nShe went on.", "went", "She went on."),
        ("A headline\n \nShe went on.", "headline", "A headline"),
        ("One line\nand another. Next.", "line", "One line\nand another."),
        ("Who came ? Nobody did .", "Nobody", "Nobody did ."),
        ("They came in 1990. 12 left.", "left", "12 left."),
        ("no capitals. none here.", "none", "no capitals. none here."),
        ("Él vino. Ella se fue.", "Ella", "Ella se fue."),
    ],
)
def test_sentences(text: str, word: str, sentence: str) -> None:
    assert sentence_of(text, word) == sentence


def test_a_span_over_two_sentences_gets_both() -> None:
    text = "One came. Two left. Three."
    assert Sentences(text).span(4, 13) == (0, 20)


def test_an_empty_span_and_an_empty_text() -> None:
    assert Sentences("One came. Two left.").span(10, 10) == (10, 19)
    assert Sentences("").span(0, 0) == (0, 0)


@given(st.text(alphabet="aB .!?\n'\"", max_size=40), st.data())
def test_a_sentence_holds_its_words_and_sentences_do_not_overlap(
    text: str, data: st.DataObject
) -> None:
    sentences = Sentences(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    begin, stop = sentences.span(start, end)
    assert 0 <= begin <= start <= end <= stop <= len(text)
    if end - start == 1:
        assert sentences.span(begin, begin + 1)[0] == begin
