"""Graphs with a time zone: what is given without one is in it, and comes back in it."""

from __future__ import annotations

import pickle
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from timegraph import Answer, GraphFormatError, Period, TimeGraph, repairs

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2024, 3, 30, 12)


def start(name: str) -> Any:
    return (name, "start")


def the_day_before_the_change() -> TimeGraph:
    graph = TimeGraph(timezone="Europe/Berlin")
    graph.place("talk", start=NOON)
    graph.add_distance(start("talk"), start("a day later"), exactly="1 day")
    graph.add_distance(start("talk"), start("24 hours later"), exactly=timedelta(hours=24))
    return graph


def test_days_are_steps_of_the_calendar_and_hours_pass() -> None:
    graph = the_day_before_the_change()
    assert graph.earliest(start("a day later")) == datetime(2024, 3, 31, 12, tzinfo=BERLIN)
    assert graph.latest(start("24 hours later")) == datetime(2024, 3, 31, 13, tzinfo=BERLIN)
    between = start("talk"), start("a day later")
    assert graph.distance(*between).upper == 23 * 3600
    assert graph.ask_distance(*between, at_least="1 day", at_most="P1D") is Answer.YES
    assert graph.ask_distance(*between, at_least="24 hours") is Answer.NO
    graph.add_distance(start("p"), start("q"), exactly="1 day")
    assert graph.ask_distance(start("p"), start("q"), at_most="24 hours") is Answer.UNKNOWN
    assert graph.ask_distance(start("p"), start("q"), at_most="25 hours") is Answer.YES


@pytest.mark.parametrize(
    ("first", "length", "then"),
    [(datetime(2024, 10, 10, 12), "1 month", datetime(2024, 11, 10, 12)),
     (datetime(2023, 3, 28, 12), "1 year", datetime(2024, 3, 28, 12)),
     (datetime(2024, 5, 10, 18), "6 months", datetime(2024, 11, 10, 18))],
)  # fmt: skip
def test_months_are_steps_of_the_calendar_across_a_change_of_the_clocks(
    first: datetime, length: str, then: datetime
) -> None:
    graph = TimeGraph(timezone="Europe/Berlin")
    graph.place("x", start=first)
    graph.add_distance(start("x"), start("y"), exactly=length)
    assert graph.earliest(start("y")) == graph.latest(start("y")) == then.replace(tzinfo=BERLIN)
    again = TimeGraph.from_json(graph.to_json())
    assert again.earliest(start("y")) == again.latest(start("y")) == then.replace(tzinfo=BERLIN)
    undated = TimeGraph(timezone="Europe/Berlin", on_conflict="error")
    undated.add_distance(start("x"), start("y"), exactly=length)
    undated.place("y", start=then)
    undated.place("x", start=first)


def test_a_month_after_a_day_ends_with_a_day() -> None:
    graph = TimeGraph(timezone="Europe/Berlin")
    graph.place("trial", within="2024-10-10")
    graph.add_distance(start("trial"), start("appeal"), exactly="1 month")
    assert graph.latest(start("appeal")) == datetime(2024, 11, 11, tzinfo=BERLIN)


def test_times_with_a_zone_join_in_and_are_compared_in_utc() -> None:
    graph = the_day_before_the_change()
    graph.place("call", start=datetime(2024, 3, 31, 10, tzinfo=timezone.utc))
    graph.place("mail", start="2024-03-31T06:30-04:00")
    assert graph.label(start("call"), start("a day later")) == "="
    assert graph.label(start("call"), start("mail")) == "<"
    earliest = graph.earliest(start("call"))
    assert isinstance(earliest, datetime)
    assert earliest.tzinfo == BERLIN


def test_days_are_as_long_as_their_clocks_make_them() -> None:
    graph = the_day_before_the_change()
    graph.add(date(2024, 3, 31), "during", Period("2024"))
    assert graph.duration(date(2024, 3, 31)).upper == 23 * 3600
    assert graph.ask(date(2024, 3, 30), "before", date(2024, 3, 31)) is Answer.YES
    assert graph.ask(date(2024, 3, 31), "before", date(2024, 4, 1)) is Answer.YES
    graph.place("work", spanning=(datetime(2024, 10, 27), datetime(2024, 10, 28)))
    assert graph.duration("work").lower == 25 * 3600


@pytest.mark.parametrize(
    ("value", "problem"),
    [(datetime(2024, 3, 31, 2, 30), "skip 2024-03-31 02:30"),
     (datetime(2024, 10, 27, 2, 30), "2024-10-27 02:30:00 twice, at 2024-10-27 00:30")],
)  # fmt: skip
def test_a_skipped_or_repeated_hour_is_no_instant(value: datetime, problem: str) -> None:
    graph = TimeGraph(timezone="Europe/Berlin")
    with pytest.raises(ValueError, match=problem):
        graph.place("x", start=value)
    assert not graph.links
    graph.place("x", start=value.replace(tzinfo=timezone.utc))


def test_some_time_in_a_repeated_minute_is_in_either() -> None:
    graph = TimeGraph(timezone="Europe/Berlin")
    graph.place("x", within="2024-10-27T02:30")
    first, last = graph.earliest(start("x")), graph.latest(("x", "end"))
    assert isinstance(first, datetime)
    assert isinstance(last, datetime)
    assert last.astimezone(timezone.utc) - first.astimezone(timezone.utc) == timedelta(minutes=61)
    with pytest.raises(ValueError, match="twice"):
        graph.ask(Period("2024-10-27T02:30"), "before", "x")


def test_it_is_saved_copied_pickled_and_taken_back(tmp_path: Path) -> None:
    graph = the_day_before_the_change()
    graph.save(tmp_path / "graph")
    with graph.transaction():
        handle = graph.place("other", within=date(2024, 3, 30))
    graph.remove(handle)
    for other in (
        graph,
        TimeGraph.load(tmp_path / "graph"),
        TimeGraph.from_json(graph.to_json()),
        pickle.loads(pickle.dumps(graph)),
        graph.copy(),
        graph.snapshot().copy(),
    ):
        assert other.timezone == "Europe/Berlin"
        assert other.latest(start("a day later")) == datetime(2024, 3, 31, 12, tzinfo=BERLIN)
        other.place("lunch", start=NOON + timedelta(days=1))
        assert other.label(start("lunch"), start("a day later")) == "="


def test_a_saved_zone_that_does_not_exist_is_named() -> None:
    data = the_day_before_the_change().to_json() | {"timezone": "Europe/Berlon"}
    with pytest.raises(GraphFormatError, match="timezone: there is no time zone 'Europe/Berlon'"):
        TimeGraph.from_json(data)


def test_repairs_step_days_in_the_zone_too() -> None:
    graph = TimeGraph(timezone="Europe/Berlin", on_conflict="drop-link")
    graph.place("talk", start=NOON)
    graph.add_distance(start("talk"), start("x"), exactly="1 day", source="ana")
    graph.place("x", start=datetime(2024, 3, 31, 13), source="ben")
    assert [conflict.link.source for conflict in graph.conflicts] == ["ben"]
    assert len(repairs.smallest_repair(graph).links) == 1


def test_without_a_zone_the_first_time_with_one_says_what_to_do() -> None:
    graph = TimeGraph()
    for day in range(1, 6):
        graph.place(day, within=date(2024, 5, day))
    with pytest.raises(ValueError, match=r"1 is within 2024-05-01;.* and 2 more\).*timezone="):
        graph.place("call", start=datetime(2024, 5, 1, tzinfo=timezone.utc))
    assert TimeGraph().timezone is None


@pytest.mark.parametrize("zone", [None, "Europe/Berlin"])
def test_a_schedule_in_dates_is_the_schedule(zone: str | None) -> None:
    graph = TimeGraph(timezone=zone)
    with pytest.raises(ValueError, match="no dates"):
        graph.scheduled_dates()
    graph.place("talk", spanning=(NOON, NOON + timedelta(hours=1)))
    graph.add_distance(("talk", "end"), start("lunch"), exactly="1 day")
    graph.add_duration("lunch", "1 hour")
    times, tzinfo = graph.scheduled_dates(), BERLIN if zone else None
    assert times.keys() == {(name, side) for name in ("talk", "lunch") for side in ("start", "end")}
    assert times[start("talk")] == NOON.replace(tzinfo=tzinfo)
    assert times[("lunch", "end")] == datetime(2024, 3, 31, 14, tzinfo=tzinfo)
