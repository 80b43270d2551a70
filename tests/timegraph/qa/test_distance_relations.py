"""Questions about distances: what is read, and what is said of what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.qa import (
    Comparison,
    DistanceRelation,
    Gap,
    Kind,
    ListRelation,
    Question,
    parse_question,
)
from timegraph.qa.questions import is_distance


def distance(comparison: str, length: str, side: str) -> DistanceRelation:
    return DistanceRelation(Comparison(comparison), length, side)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "is a at  least 3 days before b",
            Question(Kind.IS, distance("AT LEAST", "3 DAYS", "BEFORE"), ("a", "b")),
        ),
        (
            "IS a EXACTLY 2 years 3 months AFTER 1998-05",
            Question(Kind.IS, distance("EXACTLY", "2 YEARS 3 MONTHS", "AFTER"), ("a", "1998-05")),
        ),
        (
            "IS a More Than p1y2m AFTER b",
            Question(Kind.IS, distance("MORE THAN", "P1Y2M", "AFTER"), ("a", "b")),
        ),
        (
            "LIST WITHIN 3 MONTHS AFTER a",
            Question(Kind.LIST, distance("WITHIN", "3 MONTHS", "AFTER"), ("a",)),
        ),
        (
            "list within P3D before 1998",
            Question(Kind.LIST, distance("WITHIN", "P3D", "BEFORE"), ("1998",)),
        ),
        ("LIST WITHIN 1998", Question(Kind.LIST, ListRelation.WITHIN, ("1998",))),
        ("how long a", Question(Kind.HOW_LONG, None, ("a",))),
        (
            "HOW LONG BETWEEN a.END t.1.start",
            Question(Kind.HOW_LONG, Gap("end", "start"), ("a", "t.1")),
        ),
        (
            "HOW LONG BETWEEN a.end AND b.start ?",
            Question(Kind.HOW_LONG, Gap("end", "start"), ("a", "b")),
        ),
        (
            "IS a AT LEAST 3 DAYS BEFORE b?",
            Question(Kind.IS, distance("AT LEAST", "3 DAYS", "BEFORE"), ("a", "b")),
        ),
    ],
)
def test_questions_are_read(text: str, expected: Question) -> None:
    assert parse_question(text) == expected
    assert parse_question(str(expected)) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("HOW", "HOW must be followed by LONG; write"),
        ("HOW MANY a", "HOW must be followed by LONG, not 'MANY'"),
        ("HOW LONG", "write it like HOW LONG a"),
        ("HOW LONG a b", "has more words after 'a'"),
        ("HOW LONG BETWEEN a.end", "write it like HOW LONG BETWEEN a.end b.start"),
        ("HOW LONG BETWEEN a b.start", "'a' is not an endpoint"),
        ("HOW LONG BETWEEN a.end b.at", "'b.at' is not an endpoint"),
        ("HOW LONG BETWEEN .end b.start", "'.end' is not an endpoint"),
        ("IS a AT 3 DAYS BEFORE b", "'AT' must be followed by LEAST or MOST, not '3'"),
        ("IS a MORE 3 DAYS BEFORE b", "'MORE' must be followed by THAN, not '3'"),
        ("IS a AT LEAST BEFORE b", "the length before 'BEFORE' is missing"),
        ("IS a AT LEAST 3 DAYS b", "BEFORE or AFTER is missing after '3 DAYS b'"),
        ("IS a AT LEAST", "BEFORE or AFTER is missing at the end"),
        ("IS a AT LEAST 3 BANANAS BEFORE b", "'3 BANANAS' is not a length"),
        ("IS a AT LEAST -3 DAYS BEFORE b", "'-3 DAYS' is negative"),
        ("IS a AT LEAST 1/0 DAYS BEFORE b", "'1/0 DAYS' is not a length"),
        ("IS a EXACTLY 1.5 MONTHS BEFORE b", "part of a month"),
        ("IS a EXACTLY 20000 YEARS BEFORE b", "longer than the calendar"),
        ("IS a AT LEAST 3 DAYS BEFORE", "an id or a date is missing after 'BEFORE'"),
        ("IS a AT LEAST 3 DAYS BEFORE b c d", "'c d' is not understood"),
        ("IS AT LEAST 3 DAYS BEFORE b", "an id or a date is missing before 'AT'"),
        (
            "IS a 3 DAYS BEFORE b",
            "one of AT LEAST, AT MOST, MORE THAN, LESS THAN, EXACTLY is missing before '3'",
        ),
        ("IS a WITHIN 3 DAYS AFTER b", "is missing before 'WITHIN'"),
        ("LIST WITHIN 3 MONTHS a", "BEFORE or AFTER is missing after '3 MONTHS a'"),
        ("LIST WITHIN AFTER a", "the length before 'AFTER' is missing"),
        ("LIST WITHIN t1 t2", "has more words after 't1'"),
    ],
)
def test_the_part_that_is_not_understood_is_named(text: str, said: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is checked below
        parse_question(text)
    assert said in str(caught.value)


def test_a_long_length_is_not_repeated_whole() -> None:
    with pytest.raises(ValueError, match="is not a length") as caught:
        parse_question(f"IS a AT LEAST {'9 ' * 50_000} BEFORE b")
    assert len(str(caught.value)) < 300


ids = st.from_regex(r"(ei|e|t|x\.)\d{1,3}|\d{4}(-0[1-9])?", fullmatch=True)
lengths = st.from_regex(r"[1-9]\d{0,2} (DAYS|MONTHS|WEEKS)( [1-9] HOURS)?|P\dYT\dM", fullmatch=True)
sides = st.sampled_from(["BEFORE", "AFTER"])
ends = st.sampled_from(["start", "end"])
compared = st.sampled_from([one for one in Comparison if one is not Comparison.WITHIN])


@given(
    st.one_of(
        st.builds(
            lambda relation, a, b: Question(Kind.IS, relation, (a, b)),
            st.builds(DistanceRelation, compared, lengths, sides),
            ids,
            ids,
        ),
        st.builds(
            lambda relation, a: Question(Kind.LIST, relation, (a,)),
            st.builds(DistanceRelation, st.just(Comparison.WITHIN), lengths, sides),
            ids,
        ),
        st.builds(lambda a: Question(Kind.HOW_LONG, None, (a,)), ids),
        st.builds(
            lambda gap, a, b: Question(Kind.HOW_LONG, gap, (a, b)),
            st.builds(Gap, ends, ends),
            ids,
            ids,
        ),
    )
)
def test_a_question_reads_as_it_is_written(question: Question) -> None:
    assert parse_question(str(question)) == question
    assert parse_question(str(question).lower()).kind is question.kind
    assert question.about_distance


def test_groups_are_named_by_the_comparison() -> None:
    assert parse_question("IS a AT LEAST 3 DAYS BEFORE b").group == "AT LEAST"
    assert parse_question("IS a BEFORE b").group == "BEFORE"
    assert parse_question("HOW LONG a").group is None
    assert not parse_question("IS a BEFORE b").about_distance
    assert not parse_question("WHEN a").about_distance


def test_what_speaks_of_a_distance() -> None:
    assert is_distance(["AT", "b"])
    assert is_distance(["3", "DAYS"])
    assert not is_distance(["BEFORE", "b"])
    assert not is_distance([])
