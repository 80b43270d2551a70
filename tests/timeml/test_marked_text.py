"""Marked text: the text stays, whatever it holds, and only marks become markup."""

from __future__ import annotations

import re
from html import unescape

from hypothesis import given, strategies as st

import timeml
from timeml import Document
from timeml.document import marked_html

TEXTS = st.text("ab <>&\"'\n\u0627", max_size=20)


@given(TEXTS, st.lists(st.tuples(st.integers(0, 19), st.integers(0, 6)), max_size=6))
def test_the_text_is_whole_and_every_span_is_marked(text, places):
    marks = [(start, start + length, "<mark>") for start, length in places if start < len(text)]
    html = marked_html(text, marks)
    assert unescape(re.sub(r"</?mark>", "", html)) == text
    assert html.count("<mark>") == html.count("</mark>") == len(marks)


def test_spans_nest():
    marks = [(2, 4, "<mark>"), (0, 5, "<mark>"), (3, 6, "<mark>")]
    assert marked_html("abcdef", marks) == "<mark>ab<mark>c<mark>d</mark></mark>e</mark>f"


def test_a_notebook_shows_a_documents_text_with_its_marks():
    document = timeml.read(
        b'<TimeML><TEXT>a &lt;b&gt; <EVENT eid="e1">c</EVENT> '
        b'<TIMEX3 tid="t1" type="DATE" value="2020">d</TIMEX3></TEXT></TimeML>',
        name="x.tml",
    )
    html = document._repr_html_()
    assert "a &lt;b&gt; " in html
    assert html.count("<mark") == 2
    assert "t1 = 2020" in html
    assert repr(document) == "<Document x.tml: 2 entities, 0 TLINKs, 9 characters>"
    assert repr(Document()) == "<Document: 0 entities, 0 TLINKs, 0 characters>"
