"""Sentences with marks, as HTML."""

from __future__ import annotations

from timegraph.findings import Mark, Sentence
from timegraph.pictures.pages.writing import marked_sentence


def test_marks_are_escaped_and_never_overlap():
    sentence = Sentence("a <b> c", (Mark(2, 5, "e<1"), Mark(3, 6, "e2"), Mark(6, 7, "e3")))
    assert marked_sentence(sentence) == (
        "a <mark>&lt;b&gt; <small>e&lt;1</small></mark> <mark>c <small>e3</small></mark>"
    )
