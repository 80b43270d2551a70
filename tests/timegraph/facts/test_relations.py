"""Names, sentences and heads of relations."""

from __future__ import annotations

import pytest

from timegraph.facts.relations import (
    Beginnings,
    Statement,
    heads_like,
    heads_of,
    key_of,
    lower,
    phrases,
    read_statement,
    relation_name,
    relations_called,
    verb_phrases,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada  Lovelace", "ada lovelace"),
        ("King’s College", "King's college"),
        ("Gerhard Schru00f6der", "Gerhard Schröder"),
        ("Gerhard Schr\\u00f6der", "Gerhard Schröder"),
        ("STRASSE", "Straße"),
    ],
)
def test_names_are_compared_without_regard_to_small_things(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


def test_notation() -> None:
    assert phrases("who (was|were) the owner[s]") == (
        "who was the owner",
        "who was the owners",
        "who were the owner",
        "who were the owners",
    )
    assert phrases("play[s|ed] for") == ("play for", "plays for", "played for")
    assert phrases("a [the] b") == ("a b", "a the b")


@pytest.mark.parametrize(
    ("text", "subject", "relation", "object"),
    [
        ("Ada worked for the Mill", "Ada", "employer", "the Mill"),
        ("Ada works for Sony, Inc.", "Ada", "employer", "Sony, Inc."),
        ("Ada studied at École  normale (Paris)", "Ada", "school", "École  normale (Paris)"),
        ("Ada held the position of Member of the House in Exile", "Ada", "position",
         "Member of the House in Exile"),
        ("Ada was a member of the Reds", "Ada", "political party", "Reds"),
        ("Ada was married to Bo before Cy", "Ada", "spouse", "Bo before Cy"),
        ("Ada lived in Oslo", "Ada", "residence", "Oslo"),
        ("Ada received Prize of Prizes", "Ada", "award", "Prize of Prizes"),
        ("Ada played for Town", "Ada", "team", "Town"),
        ("Bo was the headcoach of Town", "Town", "head coach", "Bo"),
        ("Bo is the head coach of the team Town", "Town", "head coach", "Bo"),
        ("Town was owned by Bo", "Town", "owner", "Bo"),
        ("Bo owned Town Field", "Town Field", "owner", "Bo"),
        ("Bo is the chair of Club", "Club", "chair", "Bo"),
        ("Bo is the head of the government of Land", "Land", "head of government", "Bo"),
        ("Bo was the chief executive officer of Firm", "Firm", "chief executive officer", "Bo"),
    ],
)  # fmt: skip
def test_sentences(text: str, subject: str, relation: str, object: str) -> None:
    assert read_statement(text) == Statement(subject, relation, object)
    assert read_statement(text.upper()) == Statement(subject.upper(), relation, object.upper())


@pytest.mark.parametrize(
    ("text", "subject", "relation", "object"),
    [
        ("Ada was worked for the Mill", "Ada", "employer", "the Mill"),
        ("Ada has played for Town", "Ada", "team", "Town"),
        ("Bo had owned Town Field", "Town Field", "owner", "Bo"),
        ("All There Is played for Town", "All There Is", "team", "Town"),
    ],
)
def test_auxiliaries_are_not_part_of_a_name(
    text: str, subject: str, relation: str, object: str
) -> None:
    assert read_statement(text) == Statement(subject, relation, object)


@pytest.mark.parametrize("text", ["", "Ada", "Ada slept", "worked for the Mill", "Ada worked for"])
def test_other_sentences_are_none(text: str) -> None:
    assert read_statement(text) is None


def test_every_verb_states_its_relation() -> None:
    for verb, name, object_first in verb_phrases():
        read = read_statement(f"Xx {verb} Yy")
        assert read is not None
        names = [n for v, n, _ in verb_phrases() if v == verb]
        assert read.relation in names
        if names == [name]:
            assert (read.subject == "Yy") == object_first


def test_names_of_relations() -> None:
    assert relation_name("P108") == relation_name("Employers") == "employer"
    assert relations_called("title") == ("noble title", "title of chess person")
    assert relation_name("title") == "title"
    assert relation_name("Shoe  Size") == "shoe size"
    assert relations_called("shoe size") == ()


@pytest.mark.parametrize(
    ("stem", "subject", "relation"),
    [
        ("Which team did A. (B) play for", "A. (B)", "team"),
        ("which TEAM did A play for", "A", "team"),
        ("Where were A and B educated", "A and B", "school"),
        ("Who was the head coach of the team Town", "Town", "head coach"),
        ("Who was A 's spouse", "A", "spouse"),
        ("A was owned by whom", "A", "owner"),
        ("The headquarter of A was located in where", "A", "headquarters"),
        ("Who was the head of A", "A", "chair"),
        ("Who was the head of A", "A", "head of government"),
        ("What's the capital of A", "A", "capital"),
    ],
)
def test_heads(stem: str, subject: str, relation: str) -> None:
    assert subject in {s for head, s in heads_of(stem) if relation in head.relations}


def test_a_head_without_a_subject_is_none() -> None:
    assert heads_of("Which team did play for") == []
    assert heads_of("") == []


def test_stems_are_looked_up_in_their_question() -> None:
    question = "Which team did A in B play for in 1990"
    beginnings = Beginnings(question)
    for length in range(len(question) + 1):
        assert beginnings.heads_of(length) == heads_of(question[:length])


def test_what_follows_a_head() -> None:
    [(head, rest), *_] = heads_like("Which team did A play for around 1990")
    assert (head.behind, rest) == (" play for", "around 1990")
    assert heads_like("Ada") == []


def test_lower_case_keeps_places() -> None:
    assert lower("İYİ Party") == "İyİ party"
    [(_, subject), *_] = heads_of("Which political party did İYİ belong to")
    assert subject == "İYİ"
