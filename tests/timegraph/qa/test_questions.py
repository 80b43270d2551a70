"""The question language: what it reads, and what it says of what it cannot read."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from timegraph.qa import Kind, ListRelation, Question, parse_question
from timeml import RelType


@pytest.mark.parametrize("relation", list(RelType))
def test_every_relation_can_be_asked(relation: RelType) -> None:
    question = parse_question(f"IS ei1 {relation.value} t2")
    assert question == Question(Kind.IS, relation, ("ei1", "t2"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("is ei1 before ei2", Question(Kind.IS, RelType.BEFORE, ("ei1", "ei2"))),
        ("  IS\tei1   BEFORE\u00a0ei2 ", Question(Kind.IS, RelType.BEFORE, ("ei1", "ei2"))),
        ("IS a OVERLAPED_BY b", Question(Kind.IS, RelType.OVERLAPPED_BY, ("a", "b"))),
        ("IS E1 after e1", Question(Kind.IS, RelType.AFTER, ("E1", "e1"))),
        ("IS ei3 BEFORE 1998-05", Question(Kind.IS, RelType.BEFORE, ("ei3", "1998-05"))),
        ("LIST after ei21", Question(Kind.LIST, ListRelation.AFTER, ("ei21",))),
        ("list SINCE t8 ", Question(Kind.LIST, ListRelation.SINCE, ("t8",))),
        ("LIST WITHIN 1998-Q2", Question(Kind.LIST, ListRelation.WITHIN, ("1998-Q2",))),
        ("LIST BETWEEN t1 t0", Question(Kind.LIST, ListRelation.BETWEEN, ("t1", "t0"))),
        ("LIST BETWEEN t1 AND t0", Question(Kind.LIST, ListRelation.BETWEEN, ("t1", "t0"))),
        ("list between t1 and t0?", Question(Kind.LIST, ListRelation.BETWEEN, ("t1", "t0"))),
        ("LIST BETWEEN and AND And", Question(Kind.LIST, ListRelation.BETWEEN, ("and", "And"))),
        ("LIST BETWEEN t1 and", Question(Kind.LIST, ListRelation.BETWEEN, ("t1", "and"))),
        ("when ei7", Question(Kind.WHEN, None, ("ei7",))),
        ("IS e11 BEFORE e13 ?", Question(Kind.IS, RelType.BEFORE, ("e11", "e13"))),
        ("IS e11 BEFORE e13?", Question(Kind.IS, RelType.BEFORE, ("e11", "e13"))),
        ("IS e11 BEFORE e13 ?? ?", Question(Kind.IS, RelType.BEFORE, ("e11", "e13"))),
        ("WHEN ei7?", Question(Kind.WHEN, None, ("ei7",))),
        ("LIST BEFORE 1998 ?", Question(Kind.LIST, ListRelation.BEFORE, ("1998",))),
        (
            "is event[eid23] after event[eid99] ?",  # as on the page of QA TempEval
            Question(Kind.IS, RelType.AFTER, ("eid23", "eid99")),
        ),
        ("LIST WITHIN timex[t3]?", Question(Kind.LIST, ListRelation.WITHIN, ("t3",))),
        ("IS [1984,1985] BEFORE ei1", Question(Kind.IS, RelType.BEFORE, ("[1984,1985]", "ei1"))),
        ("HOW LONG ei7 ?", Question(Kind.HOW_LONG, None, ("ei7",))),
    ],
)
def test_questions_are_read(text: str, expected: Question) -> None:
    assert parse_question(text) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("?", "empty"),
        ("? ?", "empty"),
        ("IS ei1 BEFORE ?", "is incomplete; write it like IS a RELATION b"),
        ("IS ei1 ? BEFORE ei2", "has more words"),
        ("LIST BETWEEN t1 OR t2", "has more words after 'OR'"),
        ("LIST BETWEEN t1 AND t2 t3", "has more words"),
        ("LIST AFTER t1 AND t2", "has more words after 't1'"),
        ("ei1 before ei2", "is not a question; did you mean 'IS ei1 BEFORE ei2'? the forms"),
        ("before ei2", "is not a question; the forms of a question are IS a RELATION b"),
        ("IS ei1 BEFORE", "is incomplete; write it like IS a RELATION b"),
        ("IS ei1 BEFORE ei2 ei3", "has more words after 'ei2'"),
        ("IS big fire BEFORE ei2", "a name of several words stands in double quotes"),
        ("IS ei1 BEFOR ei2", "did you mean BEFORE?"),
        ("IS ei1 NEAR ei2", "known: BEFORE, AFTER, IBEFORE"),
        ("LIST", "is incomplete"),
        ("LIST BEFORE", "write it like LIST BEFORE a"),
        ("LIST BETWEEN t1", "write it like LIST BETWEEN a b"),
        ("LIST INCLUDES t1", "unknown relation 'INCLUDES'"),
        ("WHEN", "write it like WHEN a"),
        ("WHEN ei1 ei2", "has more words after 'ei1'"),
    ],
)
def test_faults_are_named_with_the_way_out(text: str, said: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is checked below
        parse_question(text)
    assert said in str(caught.value)


def test_a_long_line_is_not_repeated_whole() -> None:
    with pytest.raises(ValueError, match="is not a question") as caught:
        parse_question("x" * 100_000)
    assert len(str(caught.value)) < 300


def test_dates_are_told_from_ids() -> None:
    assert parse_question("IS ei3 BEFORE 1998-05").dates == ("1998-05",)
    assert parse_question("LIST BETWEEN -0044 t1").dates == ("-0044",)
    assert parse_question("IS e1 BEFORE t2").dates == ()


ids = st.from_regex(r"(ei|e|t)\d{1,3}", fullmatch=True)


@given(
    st.one_of(
        st.builds(lambda r, a, b: Question(Kind.IS, r, (a, b)), st.sampled_from(RelType), ids, ids),
        st.builds(
            lambda r, args: Question(Kind.LIST, r, tuple(args[: r.arguments])),
            st.sampled_from(ListRelation),
            st.lists(ids, min_size=2, max_size=2),
        ),
        st.builds(lambda a: Question(Kind.WHEN, None, (a,)), ids),
    )
)
def test_a_question_reads_as_it_is_written(question: Question) -> None:
    assert parse_question(str(question)) == question


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ValueError):
        assert parse_question(text).args
