"""Conventions: which constraints there are, in which order, under which names."""

from __future__ import annotations

from timegraph.documents.conventions import CONVENTIONS, conventions, dated
from timeml.document import Timex3
from timeml.timex_value import CalendarInterval, Reference, interpret


def said(*values: str, dct: str | None = "t0") -> list[str]:
    """Each convention that holds of timexes t1, t2 ... with these values, in order."""
    places = []
    for number, value in enumerate(values, 1):
        timex = Timex3(f"t{number}", "DATE", value, None, None, "")
        meaning = interpret(timex, reading="annotators")
        assert isinstance(meaning, CalendarInterval | Reference)
        places.append((timex.tid, meaning))
    entities = dated(places, dct=dct, dates=())
    references = [(tid, one) for tid, one in places if isinstance(one, Reference)]
    return [f"{link.source}: {link}" for link in conventions(entities, references, dct=dct)]


def test_adjacent_periods_are_named_after_their_unit() -> None:
    assert said("1998-05-03", "1998-05-04") == [
        "by convention: adjacent days: end of 1998-05-03 < start of 1998-05-04"
    ]
    assert said("1998-W18", "1998-W19")[0].startswith("by convention: adjacent weeks: ")
    assert said("1998-05", "1998-06")[0].startswith("by convention: adjacent months: ")
    assert said("1997", "1998")[0].startswith("by convention: adjacent years: ")
    assert said("1997", "1998-01")[0].startswith("by convention: adjacent periods: ")
    assert said("1998-05-03", "1998-05-05") == []


def test_units_that_share_an_end_are_nested() -> None:
    assert said("1998-05", "1998-05-01", "1998-05-31") == [
        "by convention: a smaller unit is strictly inside: start of 1998-05 < start of 1998-05-01",
        "by convention: a smaller unit is strictly inside: end of 1998-05-31 < end of 1998-05",
    ]


def test_quarters_are_the_calendars_before_anything_is_said_of_them() -> None:
    (first, second, *others) = said("1998-Q2", "1998-04")
    assert first == (
        "by convention: quarters of the calendar: fiscal start of 1998-Q2 = start of 1998-Q2"
    )
    assert "fiscal end of 1998-Q2 = end of 1998-Q2" in second
    assert [text for text in others if "strictly inside" in text]


def test_a_part_of_a_day_is_within_its_day() -> None:
    assert said("1998-05-03TNI") == [
        "by convention: a part of a day is within the day: start of 1998-05-03 < t1.start",
        "by convention: a part of a day is within the day: t1.end < end of 1998-05-03",
    ]
    assert said("1998-05-XXTNI") == []


def test_the_same_part_of_a_day_is_the_same_time() -> None:
    same = [text for text in said("1998-05-03TMO", "1998-05-03TMO") if "the same" in text]
    assert same == [
        "by convention: the same part of a day: t1.start = t2.start",
        "by convention: the same part of a day: t1.end = t2.end",
    ]


def test_references_hold_weakly_before_they_hold_strictly() -> None:
    assert [text.rpartition(": ")[2] for text in said("PAST_REF", "PRESENT_REF", "FUTURE_REF")] == [
        "t1.end <= start of the creation time",
        "t2.start <= start of the creation time",
        "end of the creation time <= t2.end",
        "end of the creation time <= t3.start",
        "t1.end < start of the creation time",
        "t2.start < start of the creation time",
        "end of the creation time < t2.end",
        "end of the creation time < t3.start",
    ]
    assert said("PAST_REF", dct=None) == []
    assert said("PRESENT_REF", dct="t1") == []


def test_every_rule_says_what_it_means() -> None:
    assert all(rule.__doc__ for rule in CONVENTIONS)
