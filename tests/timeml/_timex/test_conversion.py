"""EDTF to TIMEX3 and back; tests/timeml/test_edtf.py has the table."""

from __future__ import annotations

from timeml._timex.forms import Timex3Value, from_timex3, to_timex3


def test_what_is_lost_is_said() -> None:
    assert to_timex3("2001-21~") == Timex3Value(
        "2001-SP", "APPROX", ("that it may be a season of either hemisphere",)
    )
    assert from_timex3("199", "APPROX") == (
        "199X~",
        ("that all of the decade is meant, not a year of it",),
    )
