"""Facts as segments with labels."""

from __future__ import annotations

import pytest

from timegraph.dates.granules import read_date
from timegraph.facts.readers.lines import NotAFactError, read_label, read_lines, read_segment


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("1926 - 1934 : Ada's employer is ( the Mill )", ["the Mill"]),
        ("1926 - 1934 : Ada's employer are ( Mill ( North ) ) , ( Mint )", ["Mill ( North )",
                                                                          "Mint"]),
        ("1926 - 1934 : Ada's employer is ( Unknown )", [""]),
        ("1926 - 1934 : Ada's employer are ( a ( b ) , ( c )", ["a ( b", "c"]),
    ],
)  # fmt: skip
def test_objects_stand_in_brackets(text: str, objects: list[str]) -> None:
    facts = read_segment(text)
    assert [fact.object for fact in facts] == objects
    assert {(fact.subject, fact.relation) for fact in facts} == {("Ada", "employer")}
    assert all(fact.start == read_date("1926") for fact in facts)
    assert all(fact.end == read_date("1934") for fact in facts)


def test_a_single_date_is_both() -> None:
    [fact] = read_segment("Feb 1998 : Ada's position is ( 36th Premier )")
    assert fact.start == fact.end == read_date("February 1998")


@pytest.mark.parametrize(
    ("label", "subject", "relation"),
    [
        ("Ada's employer", "Ada", "employer"),
        ("Ruud Lubbers' employer", "Ruud Lubbers", "employer"),
        ("Indianapolis Indians ' league", "Indianapolis Indians", "league"),
        ("King’s College's head coach", "King's College", "head coach"),
        ("King's College's shoe size", "King's College", "shoe size"),
        ("Rector of Central European University", "Central European University", "Rector"),
        ("head of government of Bank of Oslo", "Bank of Oslo", "head of government"),
        ("Embassy of Canada, Washington, D.C.", "Embassy of Canada, Washington, D.C.", ""),
        ("Embassy of Canada, Oslo's head of government", "Embassy of Canada, Oslo",
         "head of government"),
        ("Bank of America Plaza (Atlanta) ownership", "Bank of America Plaza (Atlanta)",
         "ownership"),
        ("Party of Regions chair", "Party of Regions", "chair"),
        ("Channel Four director or manager", "Channel Four", "director or manager"),
        ("Anna Berg's membership organization", "Anna Berg", "membership organization"),
        ("Ada's local party chair", "Ada", "local party chair"),
        ("King's College chair", "King's College", "chair"),
        ("Embassy of Canada, Washington, D.C.'s head", "Embassy of Canada, Washington, D.C.",
         "head"),
        ("Embassy of Canada, Washington, D.C. head", "Embassy of Canada, Washington, D.C.",
         "head"),
        ("Ada's", "Ada", ""),
        ("Ada Lovelace", "Ada Lovelace", ""),
        ("Bureau of Odd Things", "Bureau of Odd Things", ""),
    ],
)  # fmt: skip
def test_labels(label: str, subject: str, relation: str) -> None:
    assert read_label(label) == (subject, relation)


@pytest.mark.parametrize("text", ["1926 - 1934 : Ada", "1926 - 1934 : is", "Ada"])
def test_what_is_not_a_segment(text: str) -> None:
    with pytest.raises(NotAFactError, match="is not a segment"):
        read_segment(text)


def test_how_a_segment_is_known() -> None:
    for text, meant in (("Jan 1926 - 1934 : x", True), ("1926 : x", True), ("Ada : x", False)):
        (problem,) = read_lines(text).problems
        assert ("is not a segment" in problem.message) is meant
