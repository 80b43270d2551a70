"""Marked text: the text stays, whatever it holds, and nothing in it becomes markup."""

from __future__ import annotations

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from timegraph.pictures.captions import Caption
from timegraph.pictures.marked_text import marked_text

TEXTS = st.text("ab <>&\"'\n\u0627", max_size=20)


def plain(html: str) -> str:
    html = html.replace('<span class="sign" aria-hidden="true"></span>', "")
    return unescape(re.sub(r"</?mark[^>]*>", "", html))


@given(TEXTS, st.lists(st.tuples(st.integers(0, 19), st.integers(1, 6)), max_size=5))
def test_the_text_is_whole_and_every_place_is_marked(text, places):
    captions = [
        Caption(f"e<{k}", "event", "w", "w", start, min(start + length, len(text)))
        for k, (start, length) in enumerate(places)
        if start < len(text)
    ]
    html = marked_text(text, captions)
    assert plain(html) == text
    assert html.count("<mark ") == html.count("</mark>") == len(captions)
    assert "<mark" not in html.replace("<mark ", "").replace("</mark>", "")


def test_nested_places_stay_nested():
    outer, inner = Caption("e1", "event", "", "", 0, 5), Caption("t1", "timex", "", "", 2, 4)
    html = marked_text("abcdef", [inner, outer])
    bare = re.sub(r' [a-z-]+="[^"]*"', "", html).replace("<span></span>", "")
    assert bare == "<mark>ab<mark>cd</mark>e</mark>f"
