"""Facts as text: forms, running text, escapes, and what is wrong."""

from __future__ import annotations

from timegraph.facts.readers.lines import read_lines, repaired, split_text


def test_lines_of_all_forms() -> None:
    read = read_lines(
        "Ada worked for the Mill from 1926 to 1934. \n"
        "\n"
        " 1926 - 1934 : Ada's team is ( Town )\n"
        "(Ada owned B) starts at 1948\n",
        file="a.txt",
    )
    assert [fact.object for fact in read.facts] == ["the Mill", "Town", "B"] or [
        fact.relation for fact in read.facts
    ] == ["employer", "team", "owner"]
    assert [str(fact.source) for fact in read.facts] == ["a.txt:1", "a.txt:3", "a.txt:4"]
    assert read.problems == ()
    assert read.loose
    assert len(read.base) == 3


def test_sentences_in_a_row() -> None:
    text = ("Ada works for A B. C. from Jan, 1993 to Jan, 1997.. Ada works for No. 19. May Day "
            "from Jan, 1997 to Jan, 2017.. Ada works for C from 1 to 2.")  # fmt: skip
    assert [fact.object for fact in read_lines(text).facts] == ["A B. C.", "No. 19. May Day", "C"]


def test_segments_in_a_row() -> None:
    text = ("2011 - 2013 : Ada's team is ( A. B ). Jan 2013 - 2015 : Ada's team are ( C ) , "
            "( D ( e ) ). 2016 : Ada's team is ( F )")  # fmt: skip
    assert [fact.object for fact in read_lines(text).facts] == ["A. B", "C", "D ( e )", "F"]


def test_statements_in_a_row() -> None:
    text = "(A was born in B, C) starts at 1948. (A owned D) starts at 1950. (A owned D) ends at 9"
    assert [fact.text for fact in read_lines(text).facts] == ["A was born in B, C", "A owned D"]


def test_nothing_is_dropped_silently() -> None:
    read = read_lines("Ada dreamt\nAda worked for A from 1 to 30 February 1990", file="a.txt")
    assert read.facts == ()
    assert [str(p).split(": ")[0] for p in read.problems] == ["a.txt:1", "a.txt:2"]
    assert [p.code for p in read.problems] == ["not-a-fact", "no-date"]
    [problem] = read_lines("Ada dreamt", file="a.jsonl", line=7).problems
    assert problem.place == "a.jsonl:7"


def test_escapes_that_a_file_has_left() -> None:
    assert repaired("Gerhard Schru00f6der") == "Gerhard Schröder"
    assert repaired("Hernang\\u00f3mez") == "Hernangómez"
    [fact] = read_lines("Gerhard Schru00f6der worked for A from 1 to 2").facts
    assert fact.subject == "Gerhard Schröder"


def test_items_are_lines() -> None:
    assert split_text(["a", "b"]) == ["a", "b"]
    assert split_text("a\nb") == ["a", "b"]
