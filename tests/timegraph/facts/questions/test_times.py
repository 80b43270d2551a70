"""When a question asks for."""

from __future__ import annotations

from typing import get_args

import pytest

from timegraph.dates.granules import OPEN, read_date
from timegraph.facts.question_kinds import ANY, CUT, TimeKind, read_time, times_in


@pytest.mark.parametrize(
    ("text", "kind", "first", "last"),
    [
        ("in September 1992", "in", "September 1992", "September 1992"),
        ("in Feb, 2001", "in", "Feb 2001", "Feb 2001"),
        ("IN 1992", "in", "1992", "1992"),
        ("on 5 May 2001", "in", "5 May 2001", "5 May 2001"),
        ("in the year 1992", "in", "1992", "1992"),
        ("as of 2001", "as-of", "2001", "2001"),
        ("from May 2003 to July 2006", "from-to", "May 2003", "July 2006"),
        ("from 2003 until 2006", "from-to", "2003", "2006"),
        ("in 1974 to 1975", "from-to", "1974", "1975"),
        ("for the period 1982 to jul 1989", "from-to", "1982", "jul 1989"),
        ("from 8 to 9", "from-to", "AD 8", "AD 9"),
        ("between Jul 1987 and Nov 1988", "between", "Jul 1987", "Nov 1988"),
        ("in between 1975 and 1982", "between", "1975", "1982"),
        ("between the years 1975 and 1982", "between", "1975", "1982"),
        ("before Mar 2000", "before", "Mar 2000", "Mar 2000"),
        ("prior to 2000", "before", "2000", "2000"),
        ("after 5 december 2016", "after", "5 december 2016", "5 december 2016"),
        ("since 2019", "since", "2019", "2019"),
        ("since 2019 to present", "since", "2019", "2019"),
        ("from 2019", "since", "2019", "2019"),
        ("until 44 BC", "until", "44 BC", "44 BC"),
        ("during dec 1981", "during", "dec 1981", "dec 1981"),
        ("during the 1990s", "during", "the 1990s", "the 1990s"),
        ("in early 1990s", "early", "early 1990s", "early 1990s"),
        ("in the late 1990s", "late", "late 1990s", "late 1990s"),
        ("early 1990s", "early", "early 1990s", "early 1990s"),
        ("in mid-1990s", "in", "mid-1990s", "mid-1990s"),
    ],
)
def test_dated_times(text: str, kind: str, first: str, last: str) -> None:
    time = read_time(text)
    assert time is not None
    assert (time.kind, time.first, time.last) == (kind, read_date(first), read_date(last))
    assert not time.has_event
    assert time.kind in get_args(TimeKind)


@pytest.mark.parametrize(
    ("text", "kind", "step"),
    [
        ("5 years and 11 months after April 1910", "step-after", "5 years and 11 months"),
        ("10 years before March 2009", "step-before", "10 years"),
        ("12 month after Oct, 2026", "step-after", "12 month"),
    ],
)
def test_steps(text: str, kind: str, step: str) -> None:
    time = read_time(text)
    assert (time.kind, str(time.step), time.first.unit) == (kind, step, "month")


@pytest.mark.parametrize(
    ("text", "kind", "clause"),
    [
        ("when he/she worked for the Mill", "when", "he/she worked for the Mill"),
        ("while she lived in Oslo", "when", "she lived in Oslo"),
        ("after he studied at A in B", "after-event", "he studied at A in B"),
        ("before Concordia Seminary", "before-event", "Concordia Seminary"),
        ("before 1990 World Cup", "before-event", "1990 World Cup"),
        ("10 years after he/she was married to A", "step-after-event", "he/she was married to A"),
        ("2 months before it was owned by B", "step-before-event", "it was owned by B"),
    ],
)
def test_events(text: str, kind: str, clause: str) -> None:
    time = read_time(text)
    assert (time.kind, time.clause) == (kind, clause)
    assert time.has_event
    assert time.first == OPEN


@pytest.mark.parametrize("text", ["", "in Paris", "in 30 Feb 1990", "around 1990", "between A"])
def test_what_is_not_a_time(text: str) -> None:
    assert read_time(text) is None


def test_the_present_has_no_date() -> None:
    assert read_time("from 2003 to present").last == OPEN


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("From 2006 to 2009, which school employed Ada", "from-to", "which school employed Ada"),
        ("Who coached, from May 2018 to Sep 2019, the club", "from-to", "Who coached, the club"),
        ("In the years in Apr 2008, what was it", "in", "In the years, what was it"),
        ("Which stadium did they play in between Jan 1974 and May 1974", "between",
         "Which stadium did they play in"),
        ("What was the dec 2010 festival", "in", "What was the festival"),
        ("It took from 1976 to 1990, yes from 1976 to 1990", "from-to", "It took, yes"),
        ("Who lived in what was built between 1772 and 1774, from 1774 to 1783", "from-to",
         "Who lived in what was built between 1772 and 1774"),
    ],
)  # fmt: skip
def test_times_anywhere(text: str, kind: str, rest: str) -> None:
    time, stem = next(times_in(text))
    assert (time.kind, stem) == (kind, rest)


def test_all_times_are_found() -> None:
    kinds = [time.kind for time, _ in times_in("In 1990 he asked what was before 1980")]
    assert kinds == ["before", "in"]
    assert list(times_in("no time at all")) == []


def test_cuts() -> None:
    text = "Who was the owner of A in B in 1990"
    assert [text[m.start() :].strip() for m in CUT.finditer(text.lower())] == [
        "in B in 1990",
        "in 1990",
    ]
    assert ANY.kind == "any"
