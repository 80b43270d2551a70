"""Times that answers name, verdicts against gold, and the measure: docs/time-answers.md."""

from __future__ import annotations

import csv
import json
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, strategies as st

from timegraph.commands.main import timegraph
from timegraph.times import (
    Stretch,
    TimeOptions,
    TimePair,
    assert_same_time,
    compare_answers,
    lm_eval_results,
    named,
    read_time_pairs,
    score_times,
    time_grouping,
)
from timegraph.times.measure import compared_stretches
from timegraph.times.stretches import DAY, day_of_holiday, of_days
from timeml.gregorian import day_number

EPOCH = date(1970, 1, 1)


def stretches(text: str, **options: object) -> list[list[str]]:
    """The readings of each time that a text names, as first and last day."""
    return [[str(reading) for reading in each.readings] for each in named(text, **options)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7 May 2023", ["2023-05-07"]),
        ("on the 7th of May, 2023", ["2023-05-07"]),
        ("Sunday, May 7th, 2023.", ["2023-05-07"]),
        ("**7May, 2023**", ["2023-05-07"]),
        ("April.2023", ["2023-04-01 to 2023-04-30"]),
        ("Febuary 3, 2021", ["2021-02-03"]),
        ("2023-05-07", ["2023-05-07"]),
        ("07-27-2002", ["2002-07-27"]),
        ("03/04/2005", ["2005-03-04", "2005-04-03"]),
        ("4.3.2005", ["2005-03-04"]),
        ("1:56 pm on 8 May, 2023", ["2023-05-08 13:56"]),
        ("8 May 2023 at 18:47:30", ["2023-05-08 18:47"]),
        ("winter 2022", ["2022-12-01 to 2023-02-28"]),
        ("Q3 2022", ["2022-07-01 to 2022-09-30"]),
        ("the 1990s", ["1990-01-01 to 1999-12-31"]),
        ("44 BC", ["-0043-01-01 to -0043-12-31"]),
        ("mid-May 2023", ["2023-05-11 to 2023-05-21"]),
        ("toward the end of June 2023", ["2023-06-21 to 2023-06-30"]),
        ("late in the summer of 2022", ["2022-08-02 to 2022-08-31"]),
        ("mid to late June 2023", ["2023-06-11 to 2023-06-30"]),
        ("the first week of May 2023", ["2023-05-01 to 2023-05-07"]),
        ("last week of March 2023", ["2023-03-25 to 2023-03-31"]),
        ("the first weekend of August 2023", ["2023-08-05 to 2023-08-06"]),
        ("the last Friday of May 2022", ["2022-05-27"]),
        ("the second half of 2023", ["2023-07-01 to 2023-12-31"]),
        ("the first half of 1999-2000", ["1999-01-01 to 1999-12-31"]),
        ("the first half of the 1990s", ["1990-01-01 to 1994-12-31"]),
        ("the first half of Q1 2023", ["2023-01-01 to 2023-02-14"]),
        ("the first half of June 2023", ["2023-06-01 to 2023-06-15"]),
        ("the first half of 3-6 June 2023", ["2023-06-03 to 2023-06-04"]),
        ("25-26 June, 2022", ["2022-06-25 to 2022-06-26"]),
        ("June 25 to 28, 2022", ["2022-06-25 to 2022-06-28"]),
        ("between August 11 and August 15 2023", ["2023-08-11 to 2023-08-15"]),
        ("from June to August 2022", ["2022-06-01 to 2022-08-31"]),
        ("the week before 6 July 2023", ["2023-06-29 to 2023-07-05", "2023-06-26 to 2023-07-02"]),
        ("two days before 3 March 2020", ["2020-03-01"]),
        ("10 years before June 3, 2023", ["2013-01-01 to 2013-12-31"]),
        ("the Friday before 14 August 2023", ["2023-08-11"]),
        ("the weekend after 3 June 2022", ["2022-06-04 to 2022-06-05"]),
        ("two weekends after 28 May 2022", ["2022-06-11 to 2022-06-12"]),
        ("2001 to 2005", ["2001-01-01 to 2005-12-31"]),
        ("since 2016", ["2016-01-01 to ..."]),
        ("before May 2023", ["... to 2023-04-30"]),
        ("H1 2023", ["2023-01-01 to 2023-06-30"]),
        ("2023-H2", ["2023-07-01 to 2023-12-31"]),
        ("2023, H2", ["2023-07-01 to 2023-12-31"]),
        ("2023, Q4", ["2023-10-01 to 2023-12-31"]),
        ("week 19 of 2023", ["2023-05-08 to 2023-05-14"]),
        ("week 53, 2020", ["2020-12-28 to 2021-01-03"]),
        ("week 1 of 2023", ["2023-01-02 to 2023-01-08"]),
        ("day 128 of 2023", ["2023-05-08"]),
        ("the hundredth day of 2023", ["2023-04-10"]),
        ("half 2 of 2023", ["2023-07-01 to 2023-12-31"]),
        ("198X", ["1980-01-01 to 1989-12-31"]),
        ("1992-W10-1", ["1992-03-02"]),
        ("1992-W10", ["1992-03-02 to 1992-03-08"]),
        ("AD 85", ["0085-01-01 to 0085-12-31"]),
        ("19th century", ["1801-01-01 to 1900-12-31"]),
        ("the 1st century BC", ["-0099-01-01 to 0000-12-31"]),
        ("Fourth of July weekend 2022", ["2022-07-02 to 2022-07-04"]),
        ("Easter 2022", ["2022-04-17"]),
        ("Thanksgiving 2021", ["2021-11-25"]),
        ("Labor Day weekend 2023", ["2023-09-02 to 2023-09-04"]),
        ("-0043-03-15", ["-0043-03-15"]),
        ("-2023-05-07", ["2023-05-07"]),
        ("2023-05-01-2023-05-07", ["2023-05-01 to 2023-05-07"]),
        ("from -0043-03-15 to -0042-01-02", ["-0043-03-15 to -0042-01-02"]),
        ("2004-06/2006-08", ["2004-06-01 to 2006-08-31"]),
        ("two weekends after 28 May 2022 (mid-June 2022)", ["2022-06-11 to 2022-06-12"]),
        ("last month, September 2023", ["2023-09-01 to 2023-09-30"]),
    ],
)
def test_a_time_is_read(text: str, expected: list[str]) -> None:
    assert stretches(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7 and 9 May 2023", ["7 May 2023", "9 May 2023"]),
        ("7 & 9 May 2023", ["7 May 2023", "9 May 2023"]),
        ("the 7th or the 9th of May 2023", ["7 May 2023", "9 May 2023"]),
        ("7, 9 and 12 May 2023", ["7 May 2023", "9 May 2023", "12 May 2023"]),
        ("on 7 and 9 May and 3 June 2023", ["7 May 2023", "9 May 2023", "3 June 2023"]),
        ("May 7 and 9, 2023", ["7 May 2023", "9 May 2023"]),
        ("May 7, 9, and 12 of 2023", ["7 May 2023", "9 May 2023", "12 May 2023"]),
        ("on May 7 and 9 and June 3, 2023", ["7 May 2023", "9 May 2023", "3 June 2023"]),
        ("7, 9 and 10 May 2023", ["7 May 2023", "9-10 May 2023"]),
        ("May 7, 8, 9 and 12, 2023", ["7-9 May 2023", "12 May 2023"]),
        ("7 May and 9 May 2023", ["7 May 2023", "9 May 2023"]),
        ("30 and 31 June 2023 or 2 July 2023", ["31 June 2023", "2 July 2023"]),
        ("7, 8 and 9 May 2023", ["7-9 May 2023"]),
        ("7 and 8 May 2023", ["7-8 May 2023"]),
        ("7-9 May 2023", ["7-9 May 2023"]),
        ("between 7 and 9 May 2023", ["7-9 May 2023"]),
        ("between May 7 and 9, 2023", ["7-9 May 2023"]),
        ("in room 3, 7 May 2023", ["7 May 2023"]),
        ("3 and a half years", ["3.5 years"]),
        ("7 and 9 May 0 BC", ["9 May 0 BC"]),
        ("on May 7, 2023 and 9 people", ["7 May 2023"]),
    ],
)
def test_a_list_of_days_names_each(text: str, expected: list[str]) -> None:
    assert stretches(text) == [stretch for name in expected for stretch in stretches(name)]


@pytest.mark.parametrize(
    "text",
    ["since nineteen ninety-nine", "a year or two", "May the fifth", "5 Febuary", "half past four"],
)
def test_the_words_of_a_time_are_whole(text: str) -> None:
    (found,) = named(f"It was {text}, she thinks")
    assert (found.words, found.start, found.stop) == (text, 7, 7 + len(text))


@pytest.mark.parametrize("sign", ["-", "–", "*", "+", "•", "  -"])
def test_an_item_of_a_list_on_lines_is_a_name(sign: str) -> None:
    text = f"The days:\n{sign} 6 May 2023\n{sign} 8 May 2023"
    assert stretches(text) == [["2023-05-06"], ["2023-05-08"]]
    assert stretches(f"{sign} 6 May\n{sign} 8 May 2023") == [["2023-05-06"], ["2023-05-08"]]
    both = f"{sign} May 2023\n{sign} 8 May 2023"
    assert stretches(both) == [["2023-05-01 to 2023-05-31"], ["2023-05-08"]]
    text = f"{sign} 6 May 2023 - 8 May 2023\n{sign} 3 June 2023"
    assert stretches(text) == [["2023-05-06 to 2023-05-08"], ["2023-06-03"]]


def test_a_dash_within_a_line_is_not_a_bullet() -> None:
    assert stretches("6 May 2023 -\n8 May 2023") == [["2023-05-06 to 2023-05-08"]]
    assert stretches("-6 May 2023\n-8 May 2023") == [["2023-05-06"], ["2023-05-08"]]
    assert stretches("x\n-0043-03-15") == [["-0043-03-15"]]


def test_a_list_of_days_without_a_year_has_that_of_gold() -> None:
    for answer in ("7 and 9 May", "May 7 and 9", "on May 7 and 9 in Lund"):
        found = compare_answers(answer, "9 May 2023")
        assert found.verdict == "several"
        assert found.best is not None
        assert found.worst is not None
        assert (found.best.verdict, found.worst.days) == ("same", 2)
    assert [each.words for each in named("May 7 and 9 people")] == ["May 7"]
    assert [each.words for each in named("May 7 and 9 am")] == ["May 7", "9 am"]
    reason = "gold names several times: May 7, 2023 and May 9, 2023"
    assert compare_answers("x", "May 7 and 9, 2023").reason == reason


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("two weeks", "length"),
        ("a year and a half", "length"),
        ("ten years ago", "relative"),
        ("last Friday", "relative"),
        ("on a Sunday", "weekday"),
        ("15:34:04", "clock"),
        ("a few years ago", "vague"),
        ("recently", "vague"),
        ("about six months before she opened her store", "vague"),
        ("31 June 2023", "impossible"),
        ("0 BC", "impossible"),
        ("2022-W60", "impossible"),
        ("Q5 2023", "impossible"),
        ("H3 2023", "impossible"),
        ("week 53 of 2023", "impossible"),
        ("week 0 of 2023", "impossible"),
        ("day 0 of 2023", "impossible"),
        ("day 366 of 2023", "impossible"),
        ("the third quarter of May 2023", "impossible"),
        ("the third half of 2023", "impossible"),
    ],
)
def test_what_is_no_stretch_has_its_kind(text: str, kind: str) -> None:
    (found,) = named(text)
    assert found.kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Chicago",
        "5. Mai 2023",
        "2023年5月7日に",
        "Mai 2023",
        "juin 2023",
        "Ramadan 2023",
        "Yom Kippur, 2023",
        "Diwali of 2022",
        "spring break 2023",
        "Chinese New Year 2023",
        "Lunar New Year's Eve 2023",
        "Orthodox Easter 2023",
        "a 5K run",
        "at the age of 13",
        "They may march on.",
        "There is no information about a visit in May 2023. In June 2023 she was in Oslo.",
        "The exact date is not specified.",
        "as she mentioned on 9 July 2023",
    ],
)
def test_what_names_no_time(text: str) -> None:
    assert named(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "7 May 2023 (a Sunday)",
        "7 May 2023, a Sunday",
        "7 May 2023 (Sunday)",
        "7 May 2023 - Sunday",
        "7 May 2023 (it was a Sunday)",
        "Sunday (7 May 2023)",
        "7 May (a Sunday)",
    ],
)
@pytest.mark.parametrize("anchor", [None, "2023-09-01"])
def test_a_day_with_its_weekday_is_one_time(text: str, anchor: str | None) -> None:
    assert compare_answers("7 May 2023", text, anchor).verdict == "same"
    assert compare_answers(text, "7 May 2023", anchor).verdict == "same"


def test_a_weekday_of_another_day_is_a_time_of_its_own() -> None:
    for text in ("7 May 2023 (Monday)", "7 May 2023, Sunday and Monday", "Monday (7 May 2023)"):
        assert compare_answers("7 May 2023", text).verdict == "unread"
    assert stretches("7 May 2023 - Sunday 14 May 2023") == [["2023-05-07 to 2023-05-14"]]


def test_what_is_about_a_time_says_so() -> None:
    texts = ("about (2022)", "ca. 2022", "~2022", "around '22", "'22", "the '60s", "-0043-03-15")
    assert [named(text)[0].approximate for text in texts] == [True] * 4 + [False] * 3
    assert named("the June before 3 May 2022")[0].precision == "month"


def test_times_of_telling_and_refusals_do_not_count() -> None:
    text = 'in 2022, as she mentioned during their talk on 8 May 2023 that it was "last year".'
    assert stretches(text) == [["2022-01-01 to 2022-12-31"]]
    text = "The exact day is not mentioned, but it was in May 2023."
    assert stretches(text) == [["2023-05-01 to 2023-05-31"]]


def test_words_relative_to_now_need_an_anchor() -> None:
    assert stretches("two days ago", anchor="2023-05-08") == [["2023-05-06"]]
    assert stretches("last year", anchor=date(2023, 5, 8)) == [["2022-01-01 to 2022-12-31"]]
    assert stretches("last Friday", anchor="8 May 2023") == [["2023-05-05"]]
    assert stretches("next June", anchor="8 May 2023") == [["2023-06-01 to 2023-06-30"]]
    with pytest.raises(ValueError, match="'soon' is not a date"):
        named("last year", "soon")


WAYS = (
    "{d} {B} {y}", "{d} {b}, {y}", "{B} {d}, {y}", "{b} {o} {y}", "the {o} of {B}, {y}",
    "{A}, {d} {B} {y}", "{y}-{m:02}-{d:02}", "on {B} {o}, {y}.", "{d}{B}, {y}", "{y}/{m:02}/{d:02}",
)  # fmt: skip


@given(st.dates(date(1000, 1, 1), date(2999, 12, 31)), st.sampled_from(WAYS))
def test_a_date_in_any_usual_way_is_read_back(day: date, way: str) -> None:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10 if day.day // 10 != 1 else 0, "th")
    text = way.format(
        d=day.day, m=day.month, y=day.year, B=f"{day:%B}", b=f"{day:%b}", A=f"{day:%A}",
        o=f"{day.day}{ending}",
    )  # fmt: skip
    number = (day - EPOCH).days
    (found,) = named(text)
    assert found.readings == (Stretch(number * DAY, (number + 1) * DAY),)


def by_days(given: set[int], gold: set[int]) -> tuple[str, float, int | None]:
    """The definition of a verdict, day by day."""
    overlap = len(given & gold) / len(given | gold)
    if given == gold:
        return "same", overlap, None
    if given < gold:
        return "finer", overlap, None
    if given > gold:
        return "coarser", overlap, None
    if given & gold:
        return "overlapping", overlap, None
    low, high = (given, gold) if max(given) < min(gold) else (gold, given)
    return "off", 0.0, len(range(max(low) + 1, min(high))) + 1


spans = st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda s: set(range(s[0], sum(s))))


@given(spans, spans)
def test_any_pair_has_the_verdict_of_its_days(given: set[int], gold: set[int]) -> None:
    pair = [Stretch(min(days) * DAY, (max(days) + 1) * DAY) for days in (given, gold)]
    assert compared_stretches(*pair) == pytest.approx(by_days(given, gold))


@given(st.integers(3, 400))
def test_parts_are_thirds(days: int) -> None:
    early, mid, late = (Stretch(0, days * DAY).part(part) for part in (0, 1, 2))
    assert early.after == mid.first == days // 3 * DAY
    assert mid.after == late.first
    assert late.after == days * DAY
    assert late.after - (late.first or 0) == days // 3 * DAY


@pytest.mark.parametrize(
    ("answer", "gold", "verdict", "days"),
    [
        ("12 April 2023", "7 May 2023", "off", 25),
        ("8 May", "7 May 2023", "off", 1),
        ("the week before 30 August 2023", "the week before 23 August 2023", "off", 1),
        ("week of 14 August 2023", "the week before 23 August 2023", "same", None),
        ("23 July 2023 at 18:47", "23 July 2023", "finer", None),
        ("four weeks", "two weeks", "off", 14),
        ("ten years ago", "10 years ago", "same", None),
        ("Saturday", "Sunday", "off", 1),
        ("two weeks", "7 May 2023", "other kind", None),
        ("since May 2023", "7 May 2023", "other kind", None),
        ("some years ago", "7 May 2023", "vague", None),
        ("in Lund", "7 May 2023", "none", None),
        ("31 June 2023", "7 May 2023", "none", None),
        ("two weeks in May 2023", "May 2023", "same", None),
        ("7 May", "7 May", "same", None),
        ("7 May 2023", "a few years ago", "unread", None),
        ("7 May 2023", "31 June 2023", "unread", None),
        ("7 May 2023", "May 2023 and again in July 2024", "unread", None),
    ],
)
def test_verdicts(answer: str, gold: str, verdict: str, days: int | None) -> None:
    found = compare_answers(answer, gold)
    assert (found.verdict, found.days) == (verdict, days)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a year", "12 months"),
        ("a decade", "10 years"),
        ("two centuries", "200 years"),
        ("half a year", "6 months"),
        ("a quarter", "three months"),
        ("a year and a half", "18 months"),
        ("2 years 6 months", "2.5 years"),
        ("two years ago", "24 months ago"),
        ("a fortnight", "14 days"),
        ("a day and a half", "36 hours"),
    ],
)
def test_equal_lengths_in_other_units_are_the_same(one: str, other: str) -> None:
    assert compare_answers(one, other).verdict == compare_answers(other, one).verdict == "same"


@pytest.mark.parametrize("months", [1, 2, 3, 11, 12])
def test_months_in_a_row_have_the_days_of_the_calendar(months: int) -> None:
    firsts = [day_number(2000 + k // 12, k % 12 + 1) for k in range(4800 + months)]
    spans = [after - first for first, after in zip(firsts, firsts[months:], strict=False)]
    (size,) = named(f"{months} months")[0].readings
    assert size[:2] == (min(spans) * DAY, max(spans) * DAY)


def pairs_read_by_eye() -> list[dict[str, str]]:
    with (Path(__file__).parent / "pairs.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("row", pairs_read_by_eye(), ids=lambda row: row["answer"])
def test_pairs_whose_verdicts_were_written_down_first(row: dict[str, str]) -> None:
    found = compare_answers(row["answer"], row["gold"], row["anchor"] or None)
    days = f":{found.days}" if found.verdict == "off" else ""
    assert f"{found.verdict}{days}" == row["verdict"]


def test_quarters_and_seasons_in_a_list_have_the_year_before_each() -> None:
    first, second = "2022-01-01 to 2022-03-31", "2022-04-01 to 2022-06-30"
    assert stretches("2021 Q4, 2022 Q1") == [["2021-10-01 to 2021-12-31"], [first]]
    assert stretches("2022 Q1, 2022 Q2 and 2023") == [
        [first],
        [second],
        ["2023-01-01 to 2023-12-31"],
    ]
    assert stretches("2021 winter, 2022 spring") == [
        ["2021-12-01 to 2022-02-28"],
        ["2022-03-01 to 2022-05-31"],
    ]


def test_easter_is_that_of_the_calendar() -> None:
    easter = pytest.importorskip("dateutil.easter").easter
    for year in range(1583, 4000):
        day = (easter(year) - EPOCH).days
        assert day_of_holiday(year, (0,)) == of_days(day)


@pytest.mark.parametrize(
    "text",
    [
        "It was not on 8 May 2023",
        "definitely not 8 May 2023",
        "It wasn't in May 2023.",
        "never in 2023",
    ],
)
def test_a_time_that_is_denied_is_not_named(text: str) -> None:
    assert compare_answers(text, "8 May 2023").verdict == "none"
    assert compare_answers("8 May 2023", text).reason == "gold names no time"
    assert stretches("It was not on 8 May 2023 but on the 9th of May 2023") == [["2023-05-09"]]
    assert stretches("not before 8 May 2023") == [["2023-05-08 to ..."]]
    assert stretches("not until May 2023") == [["... to 2023-05-31"]]


def test_a_verdict_is_a_sentence() -> None:
    hours = compare_answers("7 May 2023, 4 pm", "7 May 2023, 3 pm")
    assert (hours.days, str(hours)[:25]) == (0, "off by less than a day: 7")
    found = compare_answers("15 December 2023", "11 December 2023")
    assert str(found) == "off by 4 days: 15 December 2023, gold 11 December 2023"
    several = compare_answers("in May 2023 and again in July 2024", "May 2023")
    assert several.verdict == "several"
    assert several.best is not None
    assert several.worst is not None
    assert (several.best.verdict, several.worst.verdict) == ("same", "off")
    assert "gold is not on the calendar" in compare_answers("x", "31 June 2023").reason


def test_a_time_of_the_question_does_not_count() -> None:
    answer = "Of those in May 2023 it was that on 9 May 2023."
    question = "Which meeting of May 2023 did she like?"
    assert compare_answers(answer, "9 May 2023", question=question).verdict == "same"
    assert compare_answers("May 2023", "May 2023", question=question).verdict == "same"


def test_options_of_the_measure() -> None:
    about = compare_answers("about 8 May 2023", "7 May 2023", approximate="one-unit")
    assert about.verdict == "coarser"
    several = compare_answers("in May 2023 and again in July 2024", "May 2023")
    assert [TimeOptions(several=s).is_right(several) for s in ("all", "any")] == [False, True]
    finer = compare_answers("7 May 2023", "May 2023")
    assert [TimeOptions(accept=a).is_right(finer) for a in ("finer", "same")] == [True, False]


def test_the_measure_adds_up(root: Path) -> None:
    pairs, problems = read_time_pairs(root / "examples/times/answers.jsonl", judge="judged")
    assert not problems
    (result,) = score_times({"reader": pairs}, statistics=True).results
    score = result.score
    assert (score.answers, score.right, score.compatible, score.named) == (6, 2, 3, 5)
    assert score.unread == 1
    assert score.days_off == 9
    groups = result.group_scores(time_grouping("group"))
    assert list(groups) == [("length",), ("single",)]
    assert "accept:finer|several:all|approximate:as-written" in str(result.signature)
    with pytest.raises(ValueError, match="groups are by"):
        time_grouping("colour")


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(timegraph, ["times", "score", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def test_a_table_that_is_broken_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text('gold,answer\n2022,2022\n2023,"2023\n2024,2024\n', encoding="utf-8")
    golds = tmp_path / "golds.jsonl"
    golds.write_text('{"id": "1", "gold": "2022"}\n', encoding="utf-8")
    for arguments in ([path], [golds, "--predictions", path]):
        done = CliRunner().invoke(timegraph, ["times", "score", *map(str, arguments)])
        assert done.exit_code == 2
        assert f"{path}:3: the quotes of this row do not close" in done.stderr


def test_the_command(root: Path, tmp_path: Path) -> None:
    example = root / "examples/times/answers.jsonl"
    code, out, err = run(example, "--against-judge", "judged", "--errors", "--by", "precision")
    assert code == 0
    assert "off by 4 days: 15 December 2023, gold 11 December 2023" in out
    assert "1 gold not scored, the first since gold is vague: A few years ago" in err
    table = tmp_path / "answers.csv"
    rows = [json.loads(line) for line in example.read_text().splitlines()]
    with table.open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.DictWriter(file, ["id", "truth", "said"], delimiter=";")
        writer.writeheader()
        writer.writerows({"id": r["id"], "truth": r["gold"], "said": r["answer"]} for r in rows)
    other = tmp_path / "other.jsonl"
    other.write_text('{"id": "q1", "answer": "2023"}\n')
    options = ("--field", "gold=truth", "--field", "answer=said", "--predictions", other)
    code, out, _ = run(table, *options, "--format", "json")
    assert code == 1  # other does not answer all
    systems = json.loads(out)["systems"]
    assert [system["name"] for system in systems] == ["answers", "other"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "gold,answer\n7 May 2023,7 May 2023\n,7 May 2023\n7 May 2023,\n"),
        (
            "a.jsonl",
            '{"gold": "7 May 2023", "answer": "7 May 2023"}\n{"gold": null, "answer": "2023"}\n'
            '{"gold": "7 May 2023", "answer": null}\n',
        ),
    ],
)
def test_a_row_with_an_empty_gold_is_left_out(name: str, content: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    code, out, err = run(tmp_path / name, "--format", "json")
    assert code == 1
    assert f"{name}:{3 if name == 'a.csv' else 2}: has no gold: its field is empty" in err
    scores = json.loads(out)["systems"][0]["scores"][0]
    assert (scores["answers"], scores["accuracy"], scores["unread"]) == (2, 0.5, 0)


def test_a_list_is_several_answers(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    rows = [
        {"gold": "7 May 2023", "answer": ["7 May 2023", "9 May 2023"]},
        {"gold": ["7 May 2023"], "answer": ["7 May 2023", None]},
        {"gold": {"text": ["7 May 2023"]}, "answer": {"text": "7 May 2023"}},
    ]
    file.write_text("\n".join(map(json.dumps, rows)))
    pairs, problems = read_time_pairs(file)
    assert not problems
    first, *others = (compare_answers(pair.answer, pair.gold) for pair in pairs)
    assert [each.words for each in first.answer] == ["7 May 2023", "9 May 2023"]
    assert [each.verdict for each in (first, *others)] == ["several", "same", "same"]


def test_a_word_of_a_judge_that_is_no_verdict_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    words = ("true", "[True, False, True]", "no", "0.0", "", "banana", "[true, maybe]")
    rows = "".join(f'7 May 2023,7 May 2023,"{word}"\n' for word in words)
    file.write_text(f"gold,answer,judged\n{rows}")
    pairs, problems = read_time_pairs(file, judge="judged")
    assert [pair.judge for pair in pairs] == [True, True, False, False, None, None, None]
    assert [problem.place for problem in problems] == ["a.csv:7", "a.csv:8"]
    assert "judged is 'banana', not one of true, yes, correct" in problems[0].message
    code, out, err = run(file, "--against-judge", "judged", "--format", "json")
    assert code == 1
    assert "a.csv:8: judged is 'maybe'" in err
    assert json.loads(out)["systems"][0]["scores"][0]["answers"] == 7


def test_systems_of_one_name_are_numbered(tmp_path: Path) -> None:
    files = [tmp_path / name / "x.jsonl" for name in ("golds", "one", "two")]
    for file, row in zip(files, ("7 May 2023", "8 May 2023", "9 May 2023"), strict=True):
        file.parent.mkdir()
        file.write_text(json.dumps({"id": "a", "gold": "7 May 2023", "answer": row}))
    first, second, third = files
    for arguments in (files, [first, "--predictions", second, "--predictions", third]):
        code, out, err = run(*arguments, "--format", "json")
        assert (code, err) == (0, "")
        found = [(s["name"], s["scores"][0]["days_off"]) for s in json.loads(out)["systems"]]
        assert found == [("x", None), ("x (2)", 1), ("x (3)", 2)]


@pytest.mark.parametrize(
    ("content", "right", "messages"),
    [
        ("a\t7 May 2023\nb\t8 May 2023\n", 1.0, []),
        ("id\tanswer\na\t7 May 2023\nb\t8 May 2023\n", 1.0, []),
        ('"id","answer"\n"a","7 May 2023"\n"b","8 May 2023"\n', 1.0, []),
        ("a\tanswer\nb\t8 May 2023\n", 0.5, []),
        ("a,7 May 2023\n", 0.0, ["p.tsv:1: has no tab after an id", "2 of 2 questions not"]),
        ("a\t7 May 2023\n", 0.5, ["p: 1 of 2 questions not answered; they count as wrong"]),
        (
            "a\t7 May 2023\na\t9 May 2023\nb\t8 May 2023\nz\t8 May 2023\n",
            1.0,
            ["p.tsv:2: predicts a again; the first", "p: predicts unknown questions: z"],
        ),
        ('{"id": "a", "response": ["7 May 2023", "9 May 2023"]}', 0.0, ["b: no prediction"]),
    ],
)
def test_what_predictions_lack_is_named(
    content: str, right: float, messages: list[str], tmp_path: Path
) -> None:
    golds, other = tmp_path / "golds.jsonl", tmp_path / "p.tsv"
    golds.write_text('{"id": "a", "gold": "7 May 2023"}\n{"id": "b", "gold": "8 May 2023"}\n')
    other.write_text(content)
    code, out, err = run(golds, "--predictions", other, "--format", "json")
    assert code == bool(messages)
    assert json.loads(out)["systems"][0]["scores"][0]["accuracy"] == right
    assert all(message in err for message in messages), err
    assert messages or not err


def test_one_file_of_predictions_may_answer_several_files(tmp_path: Path) -> None:
    """An id of another file, or of a row that is left out, is not unknown."""
    first, second, other = (tmp_path / name for name in ("a.jsonl", "b.jsonl", "m.tsv"))
    first.write_text('{"id": "a", "gold": "7 May 2023"}\n')
    second.write_text('{"id": "b", "gold": "8 May 2023"}\n{"id": "c", "gold": ""}\n')
    other.write_text("a\t7 May 2023\nb\t8 May 2023\nc\t2023\n")
    _, _, err = run(first, second, "--predictions", other)
    assert "unknown" not in err
    assert "b.jsonl:2: has no gold" in err


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        ("", [], "holds no row with gold and answer"),
        ('{"a": 1}\n', [], "has no gold: its fields are a"),
        (
            '{"gold": "2022", "answr": "2022"}\n' * 2,
            [],
            "holds no row with gold and answer; the first: a.jsonl:1: has no answer: its fields "
            "are gold, answr; one of answer, prediction, predicted, response, output is needed, or "
            "--field answer=NAME",
        ),
        ("gold,reply\n2022,2022\n", [], "has no answer: its fields are gold, reply"),
        (
            '{"gold": "2022", "answer": "x"}\n',
            ["--field", "answer=said"],
            "its fields are gold, answer; said is needed, or --field answer=NAME",
        ),
        ('{"gold": "2020", "answer": "2020"\n', [], "is not JSON"),
        (
            '{"gold": "2020", "answer": "x"}\n',
            ["--against-judge", "judge"],
            "no row has this field",
        ),
        ('{"gold": "2020", "answer": "x"}\n', ["--predictions", "y"], "is neither a file nor"),
        ('{"gold": "2020", "answer": "x"}\n', ["--field", "colour=y"], "write one of"),
        (
            '{"gold": "2020", "answer": "x", "anchor": "y"}\n',
            [],
            "a.jsonl:1: the anchor 'y' is not a date",
        ),
    ],
)
def test_bad_input(content: str, arguments: list[str], message: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(content)
    code, out, err = run(file, *arguments)
    assert (code, out) == (2, "")
    assert message in err


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("[1]", "is not a JSON object"),
        ('{"gold": "2020", "answr": "2020"}', "has no answer: its fields are gold, answr; one of"),
        (
            '{"gold": "2020", "answer": "2020", "anchor": "31 June 2023"}',
            "the anchor '31 June 2023' is not a date",
        ),
    ],
)
def test_a_row_that_cannot_be_read_is_named(row: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(
        f'{{"gold": "2020", "answer": "2020"}}\n{row}\n{{"gold": "2021", "answer": ""}}\n'
    )
    code, out, err = run(file, "--format", "json")
    assert code == 1
    assert f"a.jsonl:2: {message}" in err
    (system,) = json.loads(out)["systems"]
    assert (system["scores"][0]["answers"], system["scores"][0]["coverage"]) == (2, 0.5)


def test_golds_alone_can_have_predictions(tmp_path: Path) -> None:
    golds, other = tmp_path / "golds.jsonl", tmp_path / "other.jsonl"
    golds.write_text('{"id": "a", "gold": "2020", "said": "2020"}\n{"id": "b", "gold": "2021"}\n')
    other.write_text('{"id": "a", "answer": "2020"}\n{"id": "b", "answer": "2021"}\n')
    code, out, err = run(golds, "--predictions", other, "--format", "json")
    assert (code, err) == (0, "")
    systems = json.loads(out)["systems"]
    assert [(s["name"], s["scores"][0]["accuracy"]) for s in systems] == [("other", 1.0)]
    code, out, err = run(golds, "--predictions", "said", "--format", "json")
    assert code == 1
    assert json.loads(out)["systems"][0]["scores"][0]["accuracy"] == 0.5
    assert "golds.jsonl:2: has no answer: its fields are id, gold; said is needed" in err


def test_long_answers_do_not_hang() -> None:
    assert len(named("on 7 May 2023 and then " * 2_000)) == 1
    days = [date(2020, 1, 1) + timedelta(k) for k in range(1_000)]
    assert len(named("; ".join(f"{day:%d %B %Y}" for day in days))) == 1_000
    assert compare_answers("x" * 50_000, "2020").verdict == "none"
    for words in ("early-", "about ", "since ", "the week before the ", "half a ", "5 or 6 "):
        assert len(named(words * 3_000 + "May 2020")) < 3


# ---- at home elsewhere -----------------------------------------------------------------------


def test_an_assertion_for_tests() -> None:
    assert_same_time("May 7, 2023", "7 May 2023")
    with pytest.raises(AssertionError, match="off by 1 day: 8 May 2023, gold 7 May 2023"):
        assert_same_time("8 May 2023", "7 May 2023")
    with pytest.raises(AssertionError, match="gold cannot be compared"):
        assert_same_time("8 May 2023", "some day")


def test_lm_evaluation_harness_averages_figures() -> None:
    figures = lm_eval_results({"gold": "May 2023"}, ["7 May 2023"])
    assert figures["time_right"] == figures["time_compatible"] == 1.0
    assert figures["time_overlap"] == pytest.approx(1 / 31)


def test_a_task_of_lm_evaluation_harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    harness = pytest.importorskip("lm_eval")
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    rows = [{"question": "When?", "gold": gold} for gold in ("May 2023", "2020")]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "utils.py").write_text("from timegraph.times import lm_eval_results\n")
    figures = ("time_right", "time_compatible", "time_overlap")
    metrics = [{"metric": m, "aggregation": "mean", "higher_is_better": True} for m in figures]
    (tmp_path / "when.yaml").write_text(
        "task: when\ndataset_path: json\ntest_split: train\noutput_type: generate_until\n"
        f"dataset_kwargs:\n  data_files: {tmp_path / 'rows.jsonl'}\n"
        "doc_to_text: question\ndoc_to_target: gold\n"
        f"process_results: !function utils.lm_eval_results\nmetric_list: {json.dumps(metrics)}\n"
    )

    class Says(LM):  # type: ignore[misc]
        def generate_until(self, requests: list[object], **_: object) -> list[str]:
            return ["on 7 May 2023" for _ in requests]

        loglikelihood = loglikelihood_rolling = None

    found = harness.simple_evaluate(
        model=Says(),
        tasks=["when"],
        task_manager=TaskManager(include_path=str(tmp_path)),
        bootstrap_iters=0,
    )["results"]["when"]
    assert [found[f"{name},none"] for name in figures] == pytest.approx([0.5, 0.5, 1 / 62])


def test_a_scorer_of_inspect_ai() -> None:
    """The scorer alone: a whole evaluation fetches a tokenizer from the network."""
    pytest.importorskip("inspect_ai")
    import asyncio
    from types import SimpleNamespace

    from timegraph.times import inspect_scorer

    def scored(answer: str, gold: str, **metadata: str) -> Any:
        state = SimpleNamespace(output=SimpleNamespace(completion=answer), metadata=metadata)
        return asyncio.run(inspect_scorer(TimeOptions())(state, SimpleNamespace(text=gold)))

    score = scored("8 May 2023", "7 May 2023")
    assert (score.value, score.explanation) == (
        "I",
        "off by 1 day: 8 May 2023, gold 7 May 2023",
    )
    assert scored("in Lund", "7 May 2023").value == "N"
    score = scored("last week", "3 May 2023", anchor="2023-05-08")
    assert score.value == "I"
    assert score.explanation.startswith("coarser: last week")


def test_a_metric_of_evaluate() -> None:
    pytest.importorskip("evaluate")
    from timegraph.times import evaluate_metric

    metric = evaluate_metric()
    figures = metric.compute(predictions=["8 May 2023", "2020"], references=["7 May 2023", "2020"])
    assert (figures["answers"], figures["accuracy"], figures["days_off"]) == (2, 0.5, 1)


# ---- measured on data --------------------------------------------------------------------------


@pytest.mark.data
def test_labels_read_by_eye(data: Path) -> None:
    with (data / "qa/time-answers/labels.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    right = 0
    for row in rows:
        found = compare_answers(row["answer"], row["gold"], question=row["question"])
        days = f":{found.days}" if found.verdict == "off" else ""
        right += f"{found.verdict}{days}" == row["verdict"]
    assert (len(rows), right) == (150, 150)


@pytest.mark.data
def test_golds_of_date_arithmetic_are_read(data: Path) -> None:
    for name in ("test_l1.tsv", "test_l1_future.tsv"):
        lines = (data / "qa/tempreason-questions-only" / name).read_text("utf-8").splitlines()
        golds = [line.rpartition("\t")[2] for line in lines]
        assert all(len(named(gold)) == 1 and named(gold)[0].readings for gold in golds)


def test_pairs_have_defaults() -> None:
    pair = TimePair("1", "2020", "2020")
    (result,) = score_times({"a": [pair]}).results
    assert result.score.accuracy == 1.0
    assert day_number(1970) == 0


def test_words_that_go_on_and_on_are_read_in_no_time() -> None:
    before = time.process_time()
    assert named("a " * 5000) == named("last " * 5000) == ()
    assert time.process_time() - before < 10
