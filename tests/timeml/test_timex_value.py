"""TIMEX3 values in their document: time zones, mods, anchors; and those of the corpora."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from timeml.document import Document, Event, Timex3
from timeml.timex_value import (
    DAY,
    REASONS,
    CalendarInterval,
    Reference,
    Unresolvable,
    format_instant,
    interpret,
    length_limits,
    parse_value,
)


def timex(value: str | None, tid: str = "t1", type: str = "DATE", **others: str) -> Timex3:
    return Timex3(tid, type, value, None, None, "", **others)


def place(value: str) -> CalendarInterval:
    meaning = parse_value(value)
    assert isinstance(meaning, CalendarInterval), f"{value}: {meaning}"
    return meaning


def ends(interval: object) -> tuple[str | None, str | None]:
    assert isinstance(interval, CalendarInterval), str(interval)
    return (
        None if interval.earliest is None else format_instant(interval.earliest),
        None if interval.latest is None else format_instant(interval.latest),
    )


# Time zones -----------------------------------------------------------------------------------


def test_zoned_values_are_kept_in_utc() -> None:
    kolkata = place("1998-05-03T09:30+05:30")
    assert ends(kolkata) == ("1998-05-03T04:00", "1998-05-03T04:01")
    assert kolkata.zone == 19_800
    assert place("1998-05-03T04:00Z").earliest == kolkata.earliest
    assert place("1998-05-02T23:00-05").earliest == kolkata.earliest
    assert place("19980502T2300-0500").earliest == kolkata.earliest


def test_zoned_and_floating_values_order_only_beyond_any_offset() -> None:
    noon = place("1998-05-03T12:00Z")
    # On the clocks ahead of UTC by 14 hours it is 02:01 on the next day when that minute ends.
    assert not noon.precedes(place("1998-05-04T02:01"))
    assert noon.precedes(place("1998-05-04T02:02"))
    # On the clocks behind by 12 hours it is midnight.
    assert not place("1998-05-02T23:59").precedes(noon)
    assert place("1998-05-02T23:58").precedes(noon)
    assert place("1998-05-03T11:59").precedes(place("1998-05-03T12:00"))
    assert place("1998-05-03T11:59Z").precedes(place("1998-05-03T13:00+01:00"))
    assert not place("1998-05-03T11:59Z").precedes(place("1998-05-03T12:00+01:00"))


def test_floating_values_are_on_the_clock_of_a_zoned_creation_time() -> None:
    created = timex("1998-05-03T22:00-05:00", "t0", function_in_document="CREATION_TIME")
    today = timex("1998-05-03", "t1")
    document = Document(dct=created, timexes=(created, today))
    day, moment = interpret(today, document=document), interpret(created, document=document)
    assert ends(day) == ("1998-05-03T05:00", "1998-05-04T05:00")
    assert ends(moment) == ("1998-05-04T03:00", "1998-05-04T03:01")
    assert interpret(today) == place("1998-05-03")


# Mods -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mod", "expected"),
    [
        ("START", ("1998-01-01", "1999-01-01")),
        ("mid", ("1998-01-01", "1999-01-01")),
        ("END", ("1998-01-01", "1999-01-01")),
        ("BEFORE", (None, "1998-01-01")),
        ("ON_OR_BEFORE", (None, "1999-01-01")),
        ("AFTER", ("1999-01-01", None)),
        ("ON_OR_AFTER", ("1998-01-01", None)),
    ],
)
def test_a_modified_date_has_bounds_only(mod: str, expected: tuple[str, str]) -> None:
    interval = interpret(timex("1998", mod=mod))
    assert isinstance(interval, CalendarInterval)
    assert ends(interval) == expected
    assert not interval.exact


@pytest.mark.parametrize(
    ("value", "mod", "reason"),
    [
        ("1998", "APPROX", "approximate"),
        ("1998", "LESS_THAN", "unusable-mod"),
        ("1998", "NEARLY", "unusable-mod"),
        ("PAST_REF", "START", "unusable-mod"),
        ("XXXX", "START", "unspecified-year"),
    ],
)
def test_a_mod_that_bounds_nothing_is_refused(value: str, mod: str, reason: str) -> None:
    unresolvable = interpret(timex(value, mod=mod))
    assert isinstance(unresolvable, Unresolvable)
    assert unresolvable.reason == reason


def test_an_empty_mod_is_none() -> None:
    assert interpret(timex("1998", mod="")) == place("1998")


# Anchored durations ---------------------------------------------------------------------------


def anchored(value: str, **others: str) -> CalendarInterval | Reference | Unresolvable:
    """A duration in a document whose t1 is a day, t2 a month, t3 a later day."""
    timexes = (
        timex("1996-02-29", "t1"),
        timex("1996-10", "t2"),
        timex("1996-10-31", "t3"),
        timex("PAST_REF", "t4"),
        timex("P1D", "t5", "DURATION", begin_point="t6"),
        timex("P1D", "t6", "DURATION", begin_point="t5"),
        timex("P1M", "t7", "DURATION", begin_point="t1"),
        timex("1996-10-31T09:00Z", "t8"),
    )
    subject = timex(value, "t9", "DURATION", **others)
    event = Event("e1", None, 0, 1, "x")
    return interpret(subject, document=Document(timexes=(*timexes, subject), events=(event,)))


def inner(interval: object) -> tuple[str | None, str | None]:
    assert isinstance(interval, CalendarInterval), str(interval)
    return (
        None if interval.latest_start is None else format_instant(interval.latest_start),
        None if interval.earliest_end is None else format_instant(interval.earliest_end),
    )


def test_a_duration_starts_within_its_begin_point_and_has_its_length() -> None:
    year = anchored("P1Y", begin_point="t1")
    assert isinstance(year, CalendarInterval)
    assert not year.exact
    assert (ends(year), inner(year)) == (
        ("1996-02-29", "1997-03-01"),
        ("1996-03-01", "1997-02-28"),  # no 29 February in 1997
    )


def test_a_duration_ends_within_its_end_point_and_has_its_length() -> None:
    months = anchored("P1M", end_point="t3")
    assert isinstance(months, CalendarInterval)
    assert (ends(months), inner(months)) == (
        ("1996-09-30", "1996-11-01"),
        ("1996-10-01", "1996-10-31"),
    )


def test_two_anchors_place_a_duration_whatever_its_length() -> None:
    for value in ("P8M", "PXM", "P1D"):
        months = anchored(value, begin_point="t1", end_point="t2")
        assert isinstance(months, CalendarInterval)
        assert (ends(months), inner(months)) == (
            ("1996-02-29", "1996-11-01"),
            ("1996-03-01", "1996-10-01"),
        )


@pytest.mark.parametrize(
    ("value", "mod", "outer", "innermost"),
    [
        ("PXD", None, (None, None), (None, None)),
        ("P2D", "APPROX", (None, None), (None, None)),
        ("P2D", "ON_OR_BEFORE", (None, None), (None, None)),
        ("P2D", "LESS_THAN", (None, "1996-03-03"), (None, None)),
        ("P2D", "EQUAL_OR_LESS", (None, "1996-03-03"), (None, None)),
        ("P2D", "MORE_THAN", (None, None), (None, "1996-03-02")),
        ("P2D", "EQUAL_OR_MORE", (None, None), (None, "1996-03-02")),
    ],
)
def test_a_length_that_is_only_limited_limits_the_end(
    value: str,
    mod: str | None,
    outer: tuple[str | None, str | None],
    innermost: tuple[str | None, str | None],
) -> None:
    others = {"mod": mod} if mod else {}
    days = anchored(value, begin_point="t1", **others)
    assert ends(days) == ("1996-02-29", outer[1])
    assert inner(days) == ("1996-03-01", innermost[1])
    # and, mirrored, the start
    back = anchored(value, end_point="t1", **others)
    assert isinstance(back, CalendarInterval)
    assert (back.earliest is None) == (outer[1] is None)
    assert (back.latest_start is None) == (innermost[1] is None)
    assert back.latest == place("1996-02-29").latest


def test_the_end_of_a_duration_is_somewhere_within_it() -> None:
    days = anchored("P2D", begin_point="t1", mod="END")
    assert (ends(days), inner(days)) == (("1996-02-29", "1996-03-03"), (None, None))


def test_an_anchor_may_be_a_duration_itself() -> None:
    days = anchored("P1D", begin_point="t7")
    assert ends(days) == ("1996-02-29", "1996-04-02")


@pytest.mark.parametrize(
    ("others", "reason"),
    [
        ({}, "unanchored-duration"),
        ({"begin_point": "t4"}, "unresolved-anchor"),
        ({"begin_point": "t99"}, "unresolved-anchor"),
        ({"begin_point": "e1"}, "unresolved-anchor"),
        ({"begin_point": "t5"}, "anchor-cycle"),
        ({"begin_point": "t9"}, "anchor-cycle"),
        ({"begin_point": "t3", "end_point": "t1"}, "anchors-contradict"),
        ({"begin_point": "t3", "end_point": "t8"}, "mixed-zones"),
        ({"begin_point": "t1", "mod": "NEARLY"}, "unusable-mod"),
    ],
)
def test_a_duration_without_a_usable_anchor_is_refused(others: dict[str, str], reason: str) -> None:
    unresolvable = anchored("P3D", **others)
    assert isinstance(unresolvable, Unresolvable)
    assert unresolvable.reason == reason


def test_one_usable_anchor_of_two_is_enough() -> None:
    assert anchored("P1M", begin_point="t99", end_point="t3") == anchored("P1M", end_point="t3")


def test_a_long_chain_of_anchors_ends() -> None:
    chain = [
        timex("P1D", f"t{n}", "DURATION", begin_point=f"t{n + 1}", end_point=f"t{n + 1}")
        for n in range(2_000)
    ]
    document = Document(timexes=(*chain, timex("1998", "t2000")))
    unresolvable = interpret(chain[0], document=document)
    assert isinstance(unresolvable, Unresolvable)
    assert unresolvable.reason == "unresolved-anchor"
    assert isinstance(interpret(chain[-3], document=document), CalendarInterval)


# The corpora ----------------------------------------------------------------------------------


@pytest.mark.data
@pytest.mark.slow
def test_nearly_every_date_of_the_corpora_has_a_place_or_a_reason(data: Path) -> None:
    import timeml

    kinds: Counter[str] = Counter()
    for path in sorted((data / "tempeval3").rglob("*.tml")):
        document = timeml.read(path)
        for one in document.timexes:
            if one.type not in ("DATE", "TIME"):
                continue
            meaning = interpret(one, document=document)
            kinds[meaning.reason if isinstance(meaning, Unresolvable) else "placed"] += 1
    assert set(kinds) <= {"placed", *REASONS}
    placed = kinds["placed"] / kinds.total()
    assert placed > 0.98, kinds
    assert kinds["malformed"] <= 2, kinds


def test_the_limits_of_a_length() -> None:
    def limits(value: str, mod: str | None = None, *, loose: bool = True) -> list[object] | None:
        timex = Timex3("t1", "DURATION", value, None, None, "", mod=mod)
        found = length_limits(timex, loose=loose)
        return found and [one and (one.months, one.seconds) for one in found]

    assert limits("P3D") == [(0, 2 * DAY), (0, 4 * DAY)]
    assert limits("P3D", loose=False) == [(0, 3 * DAY), (0, 3 * DAY)]
    assert limits("P2Y6M") == [(29, 0), (31, 0)]
    assert limits("P3D", "MORE_THAN") == [(0, 3 * DAY), None]
    assert limits("P3D", " less_than ") == [None, (0, 3 * DAY)]
    assert limits("P3D", "APPROX") == [None, None]
    assert limits("P3D", "START") is limits("P3D", "whatever") is limits("PXD") is None
    assert limits("1998") is limits("") is None
    assert length_limits(Timex3("t1", "SET", "P1D", None, None, ""), loose=True) is None


# EDTF -----------------------------------------------------------------------------------------


def test_values_of_edtf_are_read_where_the_reading_says_so() -> None:
    values = ("1984~", "1964/2008", "2001-34", "[1667,1668]")
    for value in values:
        for reading in ("annotators", "exact"):
            assert isinstance(interpret(timex(value), reading=reading), Unresolvable)  # type: ignore[arg-type]
    assert ends(interpret(timex("1984~"), reading="edtf")) == (None, None)
    assert ends(interpret(timex("1984~"), reading="edtf-as-written")) == (
        "1984-01-01",
        "1985-01-01",
    )
    assert ends(interpret(timex("1964/2008"), reading="edtf")) == ("1964-01-01", "2009-01-01")
    for value in ("every day", "1984-13-01", "{1960,1961}", None):
        assert isinstance(interpret(timex(value), reading="edtf"), Unresolvable)
    assert interpret(timex("1984~", type="SET"), reading="edtf") == Unresolvable("set")


def test_what_timex3_has_is_read_as_timex3() -> None:
    for value in ("1984", "199", "1984-SU", "198X", "1998-W20", "PAST_REF", "P3D"):
        for reading in ("edtf", "edtf-as-written"):
            read = interpret(timex(value), reading=reading)  # type: ignore[arg-type]
            assert read == interpret(timex(value), reading="annotators")


def test_slips_are_found_in_values_of_edtf_too() -> None:
    slip = Timex3("t1", "DATE", "1984/1985", None, None, "in 1994")
    assert interpret(slip, reading="edtf") == Unresolvable("contradicts-text", "the year")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2004-01-01T10:00:00Z/2004-01-01T12:00:00Z", ("2004-01-01T12:00", "2004-01-01T14:00:01")),
        ("2004-01-01T23:00:00Z/2004-01-01T23:30:00Z", ("2004-01-01T23:00", "2004-01-01T23:30:01")),
        ("../2004-01-01T10:00:00Z", (None, "2004-01-01T10:00:01")),
        ("2004-01-01T10:00:00Z/..", ("2004-01-01T10:00", None)),
        ("2004-01-01T10:00:00Z/", ("2004-01-01T10:00", None)),
        ("../2004", (None, "2005-01-01")),
    ],
)
def test_an_interval_of_the_day_of_a_zoned_creation_time_is_on_its_clock(
    value: str, expected: tuple[str | None, str | None]
) -> None:
    created = timex("2004-01-01T12:00+02:00", "t0", function_in_document="CREATION_TIME")
    document = Document(dct=created, timexes=(created,))
    assert ends(interpret(timex(value), document=document, reading="edtf")) == expected


def test_the_inner_bounds_of_an_interval_move_with_the_outer() -> None:
    created = timex("2004-01-01T12:00+02:00", "t0", function_in_document="CREATION_TIME")
    document = Document(dct=created, timexes=(created,))
    meeting = timex("2004-01-01T10:00:00Z/2004-01-01T12:00:00Z")
    place = interpret(meeting, document=document, reading="edtf")
    assert isinstance(place, CalendarInterval)
    assert place.latest_start is not None
    assert place.earliest_end is not None
    assert format_instant(place.latest_start) == "2004-01-01T12:00:01"
    assert format_instant(place.earliest_end) == "2004-01-01T14:00"
    assert place.zone is None


@pytest.mark.parametrize(
    ("value", "mod", "expected"),
    [
        ("1984/2004", "BEFORE", (None, "1985-01-01")),
        ("1984/2004", "ON_OR_BEFORE", (None, "2005-01-01")),
        ("1984/2004", "AFTER", ("2004-01-01", None)),
        ("1984/2004", "ON_OR_AFTER", ("1984-01-01", None)),
        ("1984/2004", "START", ("1984-01-01", "2005-01-01")),
        ("../2004", "BEFORE", (None, "2005-01-01")),
        ("../2004", "AFTER", ("2004-01-01", None)),
        ("1984/..", "BEFORE", (None, "1985-01-01")),
        ("1984/..", "AFTER", ("1984-01-01", None)),
        # One of the two years, and nobody knows which.
        ("[1667,1668]", "BEFORE", (None, "1669-01-01")),
        ("[1667,1668]", "AFTER", ("1667-01-01", None)),
    ],
)
def test_a_mod_compares_with_what_is_known_of_a_date_of_edtf(
    value: str, mod: str, expected: tuple[str | None, str | None]
) -> None:
    place = interpret(timex(value, mod=mod), reading="edtf")
    assert ends(place) == expected
    assert isinstance(place, CalendarInterval)
    # Where the interval itself starts and ends says nothing of what the mod names.
    assert place.latest_start is None
    assert place.earliest_end is None
