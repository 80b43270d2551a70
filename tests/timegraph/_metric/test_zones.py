"""Times of a zone: the fast functions against zoneinfo, asked minute by minute, at changes."""

from __future__ import annotations

import random
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from functools import cache
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from timegraph._metric.lengths import Length, Zone, datetime_at, length_in, zone_named
from timeml.gregorian import Moment

MINUTE, HOUR, DAY = 60, 3600, 86_400
EPOCH = datetime(1970, 1, 1)
NAMES = (
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",  # skips midnight
    "America/St_Johns",  # was put back at one minute past midnight
    "Australia/Lord_Howe",  # by half an hour
    "Africa/Casablanca",
    "Pacific/Apia",  # skipped a day
    "Asia/Kathmandu",
    "UTC",
)


def shown(zone: ZoneInfo, instant: int) -> int:
    """What clocks show, as zoneinfo says."""
    at = (EPOCH + timedelta(seconds=instant)).replace(tzinfo=timezone.utc).astimezone(zone)
    return int((at.replace(tzinfo=None) - EPOCH) / timedelta(seconds=1))


@cache
def changes(name: str) -> list[int]:
    """The instants from 1972 to 2036 at which clocks are changed, to the minute."""
    zone, found = ZoneInfo(name), []
    days = range(2 * 365 * DAY, (66 * 365 + 1) * DAY, DAY)
    ahead = [shown(zone, midnight) - midnight for midnight in days]
    for low, high, before, after in zip(days, days[1:], ahead, ahead[1:], strict=False):
        if before != after:
            while high - low > MINUTE:
                middle = (low + high) // 2 // MINUTE * MINUTE
                same = shown(zone, middle) - middle == before
                low, high = (middle, high) if same else (low, middle)
            found.append(high)
    return found or [30 * 365 * DAY]


@cache
def offsets_around(zone: ZoneInfo, hour: int) -> set[int]:
    """What clocks are ahead in the days around an hour, looked at every half an hour."""
    around = range((hour - 30) * HOUR, (hour + 31) * HOUR, HOUR // 2)
    return {shown(zone, at) - at for at in around}


def instants_showing(zone: ZoneInfo, local: int) -> list[int]:
    """All instants at which clocks show this, found among those of all offsets around it."""
    offsets = offsets_around(zone, local // HOUR)
    return sorted(local - o for o in offsets if shown(zone, local - o) == local)


@st.composite
def at_a_change(draw: st.DrawFn) -> tuple[str, int, int]:
    """A zone, a change of its clocks, and an instant some hours before or after."""
    name = draw(st.sampled_from(NAMES))
    change = draw(st.sampled_from(changes(name)))
    return name, change, change + draw(st.integers(-1600, 1600)) * MINUTE


@pytest.mark.slow
def test_ten_thousand_times_at_changes_are_those_of_zoneinfo() -> None:
    rng = random.Random(1)
    for _ in range(10_000):
        name = rng.choice(NAMES)
        zone, of_python = zone_named(name), ZoneInfo(name)
        instant = rng.choice(changes(name)) + rng.randint(-3 * HOUR, 3 * HOUR)
        local = shown(of_python, instant)
        assert zone.local(Fraction(instant)) == local
        assert instant in zone.instants(Fraction(local))
        exact = zone.datetime_at(Fraction(instant))
        assert isinstance(exact, datetime)
        assert exact.timestamp() == instant
        assert exact.tzinfo == of_python


@given(at_a_change())
def test_a_local_time_is_skipped_or_comes_once_or_twice(drawn: tuple[str, int, int]) -> None:
    name, change, local = drawn
    zone, of_python = zone_named(name), ZoneInfo(name)
    local += shown(of_python, change) - change
    expected = instants_showing(of_python, local)
    first, last = zone.instants(Fraction(local))
    if expected:
        assert [first, last] == [expected[0], expected[-1]]
    else:
        assert first == last
        assert shown(of_python, int(first) - 1) < local < shown(of_python, int(first))
    if len(expected) == 1:
        assert zone.instant(Fraction(local)) == expected[0]
    else:
        with pytest.raises(ValueError, match="twice" if expected else "skip"):
            zone.instant(Fraction(local))


@given(at_a_change(), st.integers(1, 180))
def test_a_period_is_all_instants_at_which_clocks_show_it(
    drawn: tuple[str, int, int], minutes: int
) -> None:
    name, change, at = drawn
    zone, of_python = zone_named(name), ZoneInfo(name)
    first = shown(of_python, at) if at % 7 else at + shown(of_python, change) - change
    after = first + minutes * MINUTE
    inside = [
        instant
        for local in range(first, after, MINUTE)
        for instant in instants_showing(of_python, local)
    ]
    if not inside:
        with pytest.raises(ValueError, match="skip"):
            zone.extent(Fraction(first), Fraction(after))
        return
    low, high = min(inside), max(inside) + MINUTE
    assert zone.extent(Fraction(first), Fraction(after)) == (low, high)
    if len(inside) * MINUTE == high - low:
        assert zone.period(Fraction(first), Fraction(after)) == (low, high)
    else:
        with pytest.raises(ValueError, match="twice"):
            zone.period(Fraction(first), Fraction(after))


@given(at_a_change(), st.integers(0, 90), st.sampled_from((-7, -1, 1, 2, 7)), st.integers(0, 5))
def test_a_step_leads_where_clocks_show_the_same_on_another_day(
    drawn: tuple[str, int, int], width: int, days: int, hours: int
) -> None:
    name, _, first = drawn
    zone, of_python = zone_named(name), ZoneInfo(name)
    last = first + width * MINUTE
    length = zone.length(Length(Fraction(days * DAY + hours * HOUR), days=days))
    low, high = zone.stepped_within(Fraction(first), Fraction(last), length)
    ends: list[int] = []
    for start in range(first, last + MINUTE, MINUTE):
        local = shown(of_python, start) + days * DAY
        found = instants_showing(of_python, local) or [
            int(instant) for instant in set(zone.instants(Fraction(local)))
        ]
        ends += [end + hours * HOUR for end in found]
        assert length.least <= found[0] + hours * HOUR - start
        assert found[-1] + hours * HOUR - start <= length.most
    assert low is not None
    assert high is not None
    # The clocks may show a minute more before they are put back.
    assert min(ends) == low
    assert max(ends) <= high <= max(ends) + MINUTE


@given(at_a_change(), st.integers(1, 30), st.sampled_from((0, 1, 10)))
def test_months_are_no_longer_and_no_shorter_than_the_clocks_make_them(
    drawn: tuple[str, int, int], months: int, days: int
) -> None:
    name, _, first = drawn
    zone = zone_named(name)
    length = zone.length(Length(Fraction(days * DAY), months, days))
    low, high = zone.stepped_within(Fraction(first), Fraction(first), length)
    assert low is not None
    assert high is not None
    assert length.least <= low - first
    assert high - first <= length.most


def test_months_at_a_change_are_as_long_as_the_clocks_make_them() -> None:
    berlin = zone_named("Europe/Berlin")
    month, year = length_in(berlin, "1 month"), length_in(berlin, "1 year")
    assert (month.least, month.most) == (28 * DAY - HOUR, 31 * DAY + HOUR)
    assert (year.least, year.most) == (365 * DAY - HOUR, 366 * DAY + HOUR)


def test_days_and_weeks_are_steps_and_hours_are_not() -> None:
    berlin = zone_named("Europe/Berlin")
    noon = berlin.instant(Fraction(int((datetime(2024, 3, 30, 12) - EPOCH).total_seconds())))

    def after(text: object) -> Fraction:
        low, high = berlin.stepped_within(noon, noon, length_in(berlin, text))
        assert low == high is not None
        return (high - noon) / HOUR

    assert after("1 day") == after("P1D") == 23
    assert after("24 hours") == after("PT24H") == after(timedelta(days=1)) == 24
    assert after("1 week 2 hours") == 7 * 24 + 1
    assert after("1.5 days") == 23 + 12
    assert after("1 month") == 31 * 24 - 1
    assert after("-1 day") == -24


@given(st.integers(-(10**12), 10**12))
def test_every_year_has_its_times(second: int) -> None:
    berlin = zone_named("Europe/Berlin")
    local = berlin.local(Fraction(second))
    assert abs(local - second) < DAY
    assert second in berlin.instants(local)
    assert isinstance(berlin.datetime_at(Fraction(second)), (datetime, Moment))


def test_before_its_first_rule_a_zone_has_its_mean_time() -> None:
    noon = Fraction(int((datetime(1850, 1, 1, 12) - EPOCH).total_seconds()))
    assert zone_named("Europe/Berlin").instant(noon) == noon - (53 * MINUTE + 28)


@pytest.mark.parametrize("name", ["Europe/Berlon", "../etc/passwd", "", "Europe", "a\0b"])
def test_a_zone_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"no time zone .* such as 'Europe/"):
        zone_named(name)


def test_a_zone_is_made_once() -> None:
    assert isinstance(zone_named("UTC"), Zone)
    assert zone_named("UTC") is zone_named("UTC")


@pytest.mark.parametrize("seconds", [10**12, -(10**12), Fraction(1, 3)])
def test_what_datetime_cannot_say(seconds: Fraction) -> None:
    found = datetime_at(Fraction(seconds))
    assert isinstance(found, Moment)
    assert found.seconds == seconds
    with pytest.raises(OverflowError, match=r"outside the years|whole number of microseconds"):
        found.to_datetime()
