"""Events that questions name."""

from __future__ import annotations

import pytest

from timegraph.facts.question_kinds import Event, OtherSubject, read_clause


@pytest.mark.parametrize(
    ("clause", "relation", "object"),
    [
        ("he/she worked for the Mill", "employer", "the Mill"),
        ("ada was working for the Mill", "employer", "the Mill"),
        ("he/she was worked for Havas", "employer", "Havas"),
        ("Ada was played for Town", "team", "Town"),
        ("she had worked for the Mill", "employer", "the Mill"),
        ("she was the member of Isamaa", "political party", "Isamaa"),
        ("he/she was living in Boca (Texas)", "residence", "Boca (Texas)"),
        ("it was owned by Bo", "owner", "Bo"),
        ("Bo was the headcoach", "head coach", "Bo"),
        ("Bo was the headcoach of it", "head coach", "Bo"),
        ("Bo was the head coach of Ada", "head coach", "Bo"),
        ("Bo was head coach", "head coach", "Bo"),
        ("Bo's term of head of state", "head of state", "Bo"),
        ("Harald V's tenure as the head coach of Ada", "head coach", "Harald V"),
        ("Hans' time in the office of chair", "chair", "Hans"),
        ("her term as Mayor of Oslo", "", "Mayor of Oslo"),
        ("Ada's reign as queen", "", "queen"),
        ("they held the position of Member of the House in Exile", "position",
         "Member of the House in Exile"),
        ("Concordia Seminary", "", "Concordia Seminary"),
    ],
)  # fmt: skip
def test_clauses(clause: str, relation: str, object: str) -> None:
    assert read_clause(clause, "Ada") == Event(relation, object)


@pytest.mark.parametrize(
    ("clause", "name"),
    [("Bo worked for the Mill", "Bo"), ("he/she owned the Mill", "the Mill")],
)
def test_other_subjects(clause: str, name: str) -> None:
    with pytest.raises(OtherSubject, match=name):
        read_clause(clause, "Ada")


def test_an_event_prints() -> None:
    assert str(Event("employer", "A")) == "employer A"
    assert str(Event("", "A")) == "A"
