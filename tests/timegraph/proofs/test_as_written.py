"""What a proof says of an unknown answer if the marks of dates say nothing."""

from __future__ import annotations

from timegraph import TimeGraph


def letters(first: str, second: str) -> TimeGraph[str]:
    graph = TimeGraph[str]()
    graph.place("letter", within=first)
    graph.place("reply", within=second)
    return graph


def test_both_verdicts() -> None:
    proof = letters("1850~", "1860").explain("letter", "before", "reply")
    assert proof.as_written == "yes as written, 1850 is approximate"
    assert "is not determined; yes as written, 1850 is approximate: it holds if" in proof.text()
    no = letters("1850~", "1840?").explain("letter", "before", "reply")
    assert no.as_written == "no as written, 1850 is approximate, 1840 is uncertain"


def test_only_what_the_answer_follows_from_is_named() -> None:
    graph = letters("1850~", "1860")
    graph.place("other", within="1900?")
    proof = graph.explain("letter", "before", "reply")
    assert proof.as_written == "yes as written, 1850 is approximate"


def test_nothing_is_said_where_nothing_changes() -> None:
    assert letters("1850", "1850").explain("letter", "before", "reply").as_written is None
    assert letters("1850~", "1850").explain("letter", "before", "reply").as_written is None
    assert letters("1850", "1860").explain("letter", "before", "reply").as_written is None


def test_what_cannot_be_as_written() -> None:
    graph = letters("1850~", "1860")
    graph.add("reply", "before", "letter")
    graph.add_entity("other")
    proof = graph.explain("other", "before", "letter")
    assert proof.as_written == "as written the dates contradict each other"


def test_data_has_it_where_there_is_one() -> None:
    unknown = letters("1850~", "1860").explain("letter", "before", "reply").to_json()
    assert unknown["as_written"] == "yes as written, 1850 is approximate"
    settled = letters("1850", "1860").explain("letter", "before", "reply")
    assert "as_written" not in settled.to_json()
