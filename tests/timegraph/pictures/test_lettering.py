"""Widths of words: an upper bound of what a browser needs."""

from __future__ import annotations

from typing import Any

import pytest

from timegraph.pictures.svg import width_of

WORDS = (
    "",
    "said",
    "10/26/89",
    "WWW",
    "the quarter a year ago",
    "\u0642\u0627\u0644",
    "\u8bf4\u8bdd",
    "e\u0301",
)


def test_wide_letters_take_more():
    assert width_of("iii") < width_of("eee") < width_of("mmm")
    assert width_of("said", 24) == 2 * width_of("said", 12)
    assert width_of("") == 0


@pytest.mark.slow
def test_a_browser_needs_no_more(browser: Any) -> None:
    page = browser.new_page()
    for words in WORDS:
        needed = page.evaluate(
            "words => { const pen = document.createElement('canvas').getContext('2d');"
            " pen.font = '12px system-ui, Helvetica, Arial, sans-serif';"
            " return pen.measureText(words).width; }",
            words,
        )
        assert needed <= width_of(words) + 0.01
