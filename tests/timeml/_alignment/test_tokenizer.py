"""Tokens as the normaliser of QA TempEval has them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from tests.oracle.alignment import tokens_by_definition
from timeml._alignment.text_alignment import token_starts


def tokens(text: str) -> list[str]:
    starts = [*token_starts(text), len(text)]
    return [text[start:end].strip() for start, end in pairwise(starts)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t", []),
        ("It rained.", ["It", "rained", "."]),
        ('He said, "It\'s over".', ["He", "said", ",", '"', "It", "'s", "over", '"', "."]),
        ("(the kick-off)", ["(", "the", "kick-off", ")"]),
        ("1,500 U.S. troops", ["1,500", "U.S", ".", "troops"]),
        ("don't, I'll", ["do", "n't", ",", "I", "'ll"]),
        ("in the '90s at -5", ["in", "the", "'90s", "at", "-5"]),
        ("'quoted' -dash- end...now", ["'", "quoted", "'", "-", "dash", "-", "end", "...", "now"]),
        ("then--later — or “so”", ["then", "--", "later", "—", "or", "“", "so", "”"]),
        ("Smith’s isn’t", ["Smith", "’s", "is", "n’t"]),
    ],
)
def test_words_and_punctuation_are_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == tokens_by_definition(text) == expected


PARTS = st.sampled_from(
    [*"aN1 \n.,:;'’\"-()!?_=`“…", "n't", "'s", "--", "...", "''", "90s", "it", "\u00a0"]
)


@given(st.lists(PARTS, max_size=12).map("".join) | st.text(max_size=12))
def test_tokens_are_those_of_the_definition(text: str) -> None:
    assert tokens(text) == tokens_by_definition(text)
    assert "".join(tokens(text)) == "".join(text.split())
