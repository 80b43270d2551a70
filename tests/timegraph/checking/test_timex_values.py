"""Forms, dates and types of time expressions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from timegraph.checking.document import findings_of
from timegraph.documents.closure import Reading
from timegraph.findings import Finding
from timegraph.options import CalendarReading, Interpretation

Find = Callable[..., list[Finding]]
CODES = ("timex-form", "timex-range", "timex-type")


@pytest.mark.parametrize(
    ("type", "value", "code"),
    [
        ("DATE", "1998-05-12", None),
        ("DATE", "1998-W20", None),
        ("DATE", "PAST_REF", None),
        ("DATE", "199", None),
        ("TIME", "1998-05-12T09:00", None),
        ("TIME", "1998-05-12TMO", None),
        ("TIME", "PRESENT_REF", None),
        ("DURATION", "PT2H", None),
        ("DURATION", "PXM", None),
        ("SET", "XXXX-WXX-4", None),
        ("SET", "P1D", None),
        ("SET", "1998", None),
        ("DATE", "XXXX-05", None),
        ("DATE", "Monday morning", "timex-form"),
        ("DATE", "", "timex-form"),
        ("SET", "every day", "timex-form"),
        ("DATE", "1998-13-01", "timex-range"),
        ("DATE", "1998-02-29", "timex-range"),
        ("TIME", "1998-05-12T25:00", "timex-range"),
        ("DATE", "1998-W54", "timex-range"),
        ("DURATION", "1998", "timex-type"),
        ("DURATION", "1998-05-12T09:00", "timex-type"),
        ("DATE", "P2D", "timex-type"),
        ("TIME", "PT2H", "timex-type"),
        ("DATE", "1998-05-12TMO", "timex-type"),
        ("TIME", "1998-05-12", "timex-type"),
    ],
)
def test_values(findings: Find, type: str, value: str, code: str | None) -> None:
    found = findings(f'<TIMEX3 tid="t9" type="{type}" value="{value}">then</TIMEX3>', *CODES)
    assert [one.code for one in found] == ([code] if code else [])
    for one in found:
        assert f"value={value!r}" in one.message
        assert one.message.startswith('TIMEX3 t9 "then"')


def test_values_of_edtf_have_a_form_if_the_calendar_reads_them(
    reading: Callable[..., Reading],
) -> None:
    added = '<TIMEX3 tid="t9" type="DATE" value="1964/2008">then</TIMEX3>'
    for calendar_reading, found in (("annotators", 1), ("edtf", 0)):
        read = reading(
            added, interpretation=Interpretation(calendar=True, calendar_reading=calendar_reading)
        )
        assert len(findings_of(read, frozenset(CODES))) == found


@pytest.mark.parametrize(
    ("calendar_reading", "value", "codes"),
    [
        ("annotators", "1984/1985", ["timex-form"]),
        ("edtf", "1984/1985", ["timex-text"]),
        ("edtf", " 1984/1985 ", ["timex-text"]),
        ("edtf", " 1994/1995 ", []),
        # What ~ qualifies may be another year, unless it is taken as written.
        ("edtf", "1984~", []),
        ("edtf-as-written", "1984~", ["timex-text"]),
        ("exact", "1984", ["timex-text"]),
    ],
)
def test_slips_are_found_as_the_calendar_reads_values(
    reading: Callable[..., Reading],
    calendar_reading: CalendarReading,
    value: str,
    codes: list[str],
) -> None:
    choices = Interpretation(calendar=True, calendar_reading=calendar_reading)
    added = f'<TIMEX3 tid="t9" type="DATE" value="{value}">in 1994</TIMEX3>'
    rules = frozenset({"timex-form", "timex-range", "timex-text"})
    faults = findings_of(reading(added, interpretation=choices), rules)
    assert [fault.code for fault in faults] == codes


@pytest.mark.parametrize(
    ("value", "text", "code", "said"),
    [
        (
            *("610", "in 610", "timex-decade"),
            "which means a decade or century, but its text writes a year",
        ),
        ("0610", "in 610", None, ""),
        ("2020-01-03", "Monday", "timex-text", "which contradicts the weekday in its text"),
        ("2019-01", "January 2020", "timex-text", "which contradicts the year in its text"),
        ("2020-01-03", "Friday", None, ""),
        ("1520-01", "a while ago", "timex-far", "which lies centuries from the creation time"),
        ("1520", "1520", None, ""),
    ],
)
def test_values_that_the_calendar_does_not_use(
    findings: Find, value: str, text: str, code: str | None, said: str
) -> None:
    codes = ("timex-decade", "timex-text", "timex-far")
    found = findings(f'<TIMEX3 tid="t9" type="DATE" value="{value}">{text}</TIMEX3>', *codes)
    assert [one.code for one in found] == ([code] if code else [])
    for one in found:
        assert one.message.endswith(f"has value={value!r}, {said}")


def test_the_creation_time_may_be_a_time_with_a_date(findings: Find) -> None:
    frame = (
        '<TimeML><DCT><TIMEX3 tid="t0" type="TIME" value="1998-05-12">x</TIMEX3></DCT>{}</TimeML>'
    )
    assert findings("<TEXT/>", *CODES, frame=frame) == []


@pytest.mark.parametrize(
    ("type", "value", "mend"),
    [
        ("DURATION", "1998", "write a length (P3D), or change the type to DATE or TIME"),
        ("DATE", "P2D", "change the type to DURATION or SET, or write a date"),
        ("DATE", "1998-05-12TMO", "change the type to TIME, or write a date alone"),
        ("TIME", "1998-05-12", "change the type to DATE, or add the time of day"),
    ],
)
def test_each_mismatch_has_its_own_way_out(
    findings: Find, type: str, value: str, mend: str
) -> None:
    (found,) = findings(f'<TIMEX3 tid="t9" type="{type}" value="{value}">then</TIMEX3>', *CODES)
    assert found.fix == mend
