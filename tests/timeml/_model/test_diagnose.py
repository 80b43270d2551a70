"""What is reported about annotations, with its words."""

from __future__ import annotations

import pytest

from timeml import Event, Instance, TLink
from timeml._model import EntityIndex
from timeml.document import diagnose


def event(number: int, *eiids: str) -> Event:
    instances = tuple(Instance(eiid, f"e{number}") for eiid in eiids)
    return Event(f"e{number}", None, number, number + 1, "x", instances, line=number)


BOTH = (event(1, "ei1"), event(2, "ei2"))


def reported(
    events: tuple[Event, ...] = BOTH, *tlinks: TLink, has_dct: bool = True
) -> list[tuple[str, str, str, int | None]]:
    index = EntityIndex(events, ())
    every = diagnose(events, tlinks, index, has_dct=has_dct)
    return [(one.code, one.id, one.message, one.line) for one in every]


def test_nothing_is_reported_where_nothing_is_wrong() -> None:
    assert reported(BOTH, TLink("l1", "BEFORE", "ei1", "ei2")) == []


def test_a_missing_creation_time_is_reported() -> None:
    message = (
        "the document has no creation time: no TIMEX3 is in DCT, and none has the "
        "functionInDocument CREATION_TIME or PUBLICATION_TIME"
    )
    assert reported(has_dct=False) == [("no-dct", "", message, None)]


def test_events_without_instance_are_reported_one_by_one_or_together() -> None:
    message = "EVENT e2 has no MAKEINSTANCE; its eid is used instead"
    assert reported((event(1, "ei1"), event(2))) == [("no-instance", "e2", message, 2)]
    message = "the document has no MAKEINSTANCE; the eids of its 2 EVENTs are used instead"
    assert reported((event(1), event(2))) == [("no-instance", "", message, None)]
    message = "the document has no MAKEINSTANCE; the eid of its EVENT is used instead"
    assert reported((event(1),)) == [("no-instance", "", message, None)]


def test_an_event_whose_id_is_in_use_is_reported() -> None:
    message = "EVENT e2 has no MAKEINSTANCE, and another annotation has its id; left out"
    assert reported((event(1, "e2"), event(2))) == [("duplicate-id", "e2", message, 2)]


@pytest.mark.parametrize(
    ("link", "code", "message"),
    [
        (TLink("l1", "", "ei1", "ei2"), "unknown-reltype", "TLINK l1 has no relType; left out"),
        (
            TLink("l1", "VAGUE", "ei1", "ei2"),
            "unknown-reltype",
            "TLINK l1 has relType 'VAGUE', which is not a relation type of TimeML; left out",
        ),
        (
            TLink("l1", "OVERLAPS", "ei1", "ei2"),
            "unknown-reltype",
            "TLINK l1 has relType 'OVERLAPS', which is not a relation type of TimeML; left out",
        ),
        (TLink("l1", "BEFORE", "", "ei2"), "dangling-id", "TLINK l1 has no source; left out"),
        (TLink("l1", "BEFORE", "ei1", ""), "dangling-id", "TLINK l1 has no target; left out"),
        (
            TLink("l1", "BEFORE", "ei1", "t9", target_attribute="relatedToTime"),
            "dangling-id",
            "TLINK l1: relatedToTime='t9' is not the id of an annotation; left out",
        ),
        (TLink("l1", "BEFORE", "ei1", "e1"), "self-link", "TLINK l1 relates ei1 to itself"),
        (TLink("", "BEFORE", "ei1", "ei2"), "missing-id", "TLINK without a lid"),
    ],
)
def test_what_is_wrong_with_a_link_is_reported(link: TLink, code: str, message: str) -> None:
    assert reported(BOTH, link) == [(code, link.lid, message, None)]


def test_a_link_can_have_several_faults_and_repeat_a_lid() -> None:
    good = TLink("l1", "BEFORE", "ei1", "ei2")
    bad = TLink("l1", "LATER", "x", "y")
    assert [(code, id) for code, id, _, _ in reported(BOTH, good, bad, good)] == [
        ("unknown-reltype", "l1"),
        ("dangling-id", "l1"),
        ("dangling-id", "l1"),
        ("duplicate-id", "l1"),
        ("duplicate-id", "l1"),
    ]
    message = reported(BOTH, good, good)[0][2]
    assert message == "TLINK l1: an earlier TLINK has the same lid; left out"
