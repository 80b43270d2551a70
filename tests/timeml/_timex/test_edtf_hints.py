"""The nearest right form of what is nearly EDTF."""

from __future__ import annotations

import pytest

from timeml._timex.edtf_values import nearest, refused
from timeml.edtf import EdtfError, parse_edtf


def readable(text: str) -> bool:
    try:
        parse_edtf(text)
    except EdtfError:
        return False
    return True


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("1984-5-3", "1984-05-03"),
        ("ca. 1984", "1984~"),
        ("probably 1984", "1984?"),
        ("1980s", "198X"),
        ("19840503", "1984-05-03"),
        ("y17000", "Y17000"),
        ("1984-05-00", "1984-05-XX"),
        ("1984 to 1990", "1984/1990"),
        ("1984\N{EN DASH}1990", "1984/1990"),
        ("[1984...1990]", "[1984..1990]"),
        ("1984/now", "1984/.."),
        ("+1984", "1984"),
        ("2023-02-29", "2023-02-28"),
        ("2020-02-30", "2020-02-29"),
        ("2020-06-31", "2020-06-30"),
        ("199?", "199X"),
        ("1990/199?", "1990/199X"),
        ("once upon a time", None),
    ],
)
def test_nearest(text: str, right: str | None) -> None:
    assert nearest(text, readable) == right


def test_forms_that_are_not_read_have_a_name() -> None:
    assert refused("Y17E7") == "a year with an exponent"
    assert refused("1950S2") == "a year with significant digits"
    assert refused("1984") is None
