"""Values that are more likely a slip, each with its reason."""

from __future__ import annotations

import pytest

from timeml._timex.forms import parse_form
from timeml._timex.meanings import REASONS, UNTRUSTED, CalendarInterval
from timeml._timex.untrusted import distrusted

CREATED = parse_form("1998-05-03")
assert isinstance(CREATED, CalendarInterval)


def reason(value: str, text: str, type: str = "DATE", *, created: bool = True) -> str | None:
    place = parse_form(value)
    assert isinstance(place, CalendarInterval)
    unresolvable = distrusted(
        place, value=value, type=type, text=text, created=CREATED if created else None
    )
    assert unresolvable is None or unresolvable.detail in (value, "the year", "the weekday")
    return None if unresolvable is None else unresolvable.reason


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        ("610", "610", "prefix-spelt-as-year"),
        ("610", "in 610", "prefix-spelt-as-year"),
        ("19", "19", "prefix-spelt-as-year"),
        ("199", "the 1990s", None),
        ("19", "the 20th century", None),
        ("19", "the 19th century", "contradicts-text"),
        ("0610", "610", None),
        ("1492", "1492", None),
        ("1492", "in those days", "far-from-creation-time"),
        ("2998-05-03", "Sunday", "contradicts-text"),
        ("2998-05-03", "the day", "far-from-creation-time"),
        ("BC0044-03-15", "the Ides of March", "far-from-creation-time"),
        ("BC0044", "44 B.C.", None),
        ("-0043", "a day", "far-from-creation-time"),
        ("1801", "once", None),
        ("14", "the Middle Ages", None),
        ("079", "the 790s", None),
        ("078", "the 790s", "contradicts-text"),
        ("790", "the 790s", "contradicts-text"),
        ("BC04", "the 5th century BC", None),
        ("BC04", "the fifth-century, 5th century B.C.E.", None),
        ("04", "the 5th century BC", "contradicts-text"),
        ("BC04", "the 5th century", "contradicts-text"),
        ("BC049", "the 490s BC", None),
        ("BC1200", "1200 BC", None),
        ("1200", "1200 BC", "contradicts-text"),
        ("BC1200", "1200-1100 BC", None),
        ("BC0480", "480 B.C.", None),
        ("-0479", "480 BC", None),
        ("-0043", "44 BC", None),
        ("-0044", "44 BC", None),
        ("1998", "1998 in Vancouver, BC", None),
        ("1998-05-04", "Friday", "contradicts-text"),
        ("1998-05-04", "Monday", None),
    ],
)
def test_a_value_is_trusted_or_refused_for_a_reason(
    value: str, text: str, expected: str | None
) -> None:
    assert reason(value, text) == expected
    assert expected is None or expected in UNTRUSTED


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        ("1998-05-03", "three days", "date-for-duration"),
        ("1998-Q1", "the quarter", "date-for-duration"),
        ("196", "the late 1960s", None),  # the text names the decade, so the type is the slip
        ("1998-05-03", "Sunday", None),
    ],
)
def test_a_date_for_a_duration_is_trusted_only_if_the_text_names_it(
    value: str, text: str, expected: str | None
) -> None:
    assert reason(value, text, "DURATION") == expected
    assert reason(value, text, " duration ") == expected
    assert reason(value, text, "") is None


def test_without_a_creation_time_nothing_is_far() -> None:
    assert reason("2998", "then", created=False) is None


def test_every_reason_has_its_words() -> None:
    assert set(REASONS) >= UNTRUSTED
