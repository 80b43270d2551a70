"""A document's text with its entities, as the page shows it."""

from __future__ import annotations

import re

from timegraph.pictures.captions import Caption
from timegraph.pictures.marked_text import MOST_CHARACTERS, marked_text


def test_entities_are_buttons_that_nest():
    outer, inner = Caption("e1", "event", "", "", 0, 5), Caption("t1", "timex", "", "", 2, 4)
    html = marked_text("abcdef", [inner, outer, Caption("t0", "timex", "", "")])
    bare = re.sub(r' [a-z-]+="[^"]*"', "", html).replace("<span></span>", "")
    assert bare == "<mark>ab<mark>cd</mark>e</mark>f"
    assert 'role="button"' in html


def test_a_long_text_is_cut():
    captions = [Caption("e1", "event", "", "", MOST_CHARACTERS + 1, MOST_CHARACTERS + 2)]
    assert marked_text("x" * (MOST_CHARACTERS + 5), captions) == "x" * MOST_CHARACTERS
