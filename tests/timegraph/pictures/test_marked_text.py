"""A document's text with its entities, as the page shows it."""

from __future__ import annotations

import re
from html import unescape

from hypothesis import given, strategies as st

from timegraph.pictures.layout import Caption
from timegraph.pictures.pages.documents import MOST_CHARACTERS, marked_text


def test_entities_are_buttons_that_nest():
    outer, inner = Caption("e1", "event", "", "", 0, 5), Caption("t1", "timex", "", "", 2, 4)
    html = marked_text("abcdef", [inner, outer, Caption("t0", "timex", "", "")])
    bare = re.sub(r' [a-z-]+="[^"]*"', "", html).replace("<span></span>", "")
    assert bare == "<div><mark>ab<mark>cd</mark>e</mark>f</div>"
    assert 'role="button"' in html


def test_a_long_text_is_cut():
    captions = [Caption("e1", "event", "", "", MOST_CHARACTERS + 1, MOST_CHARACTERS + 2)]
    assert text_of(marked_text("x" * (MOST_CHARACTERS + 5), captions)) == "x" * MOST_CHARACTERS
    captions = [Caption("e1", "event", "", "", MOST_CHARACTERS - 1, MOST_CHARACTERS + 9)]
    assert marked_text("x" * (MOST_CHARACTERS + 20), captions).endswith(">x</mark></div>")


def text_of(html: str) -> str:
    return unescape(re.sub("<[^>]*>", "", html))


LINES = st.lists(st.sampled_from(["a < b", "x" * 400, "", "one two three " * 50]), max_size=30)


@given(LINES, st.lists(st.tuples(st.integers(0, 9_000), st.integers(1, 1_500)), max_size=12))
def test_blocks_are_whole_lines_and_all_of_the_text(lines, places):
    text = "\n".join(lines)
    captions = [
        Caption(f"e{k}", "event", "", "", start, min(start + length, len(text)))
        for k, (start, length) in enumerate(places)
        if start < len(text)
    ]
    html = marked_text(text, captions)
    assert text_of(html) == text
    blocks = re.findall('<div class="piece">(.*?)</div>', html, re.DOTALL)
    assert "".join(map(text_of, blocks)) == text
    for block in blocks:
        assert block.count("<mark") == block.count("</mark>")
    assert all(text_of(block).endswith("\n") for block in blocks[:-1])
    assert html.count("<mark") == len(captions)
    if not captions:
        assert all(len(text_of(block)) <= 2_000 for block in blocks)


def test_a_browser_lays_out_a_long_text_in_pieces():
    assert "block" not in marked_text("word\n" * 9_000, [])
    assert marked_text("word\n" * 11_000, []).count('class="block"') > 40
