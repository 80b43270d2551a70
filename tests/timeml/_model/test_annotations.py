"""The annotations as data: labels, ids, and what is compared."""

from __future__ import annotations

import dataclasses

import pytest

from timeml import Event, Instance, RelType, Timex3, TLink


@pytest.mark.parametrize("kind", RelType)
def test_relation_types_are_read_in_any_case(kind: RelType) -> None:
    assert RelType.parse(kind.value.lower()) is kind
    link = TLink("l1", f" {kind.value.lower()} ", "a", "b")
    assert link.relation is (kind if kind.annotated else None)


def test_relation_types_of_other_schemes_are_refused_with_what_is_known() -> None:
    assert RelType.parse("OVERLAPED_BY") is RelType.OVERLAPPED_BY
    with pytest.raises(ValueError, match=r"'VAGUE'; the types are BEFORE, AFTER, .*OVERLAPPED_BY$"):
        RelType.parse("VAGUE")


def test_the_ids_of_an_event_are_those_of_its_instances_or_its_own() -> None:
    event = Event("e1", None, 0, 1, "a")
    assert event.ids == ("e1",)
    instances = (Instance("ei7", "e1"), Instance("ei3", "e1"))
    assert dataclasses.replace(event, instances=instances).ids == ("ei7", "ei3")


def test_annotations_are_frozen_and_compared_without_their_lines() -> None:
    timex = Timex3("t1", "DATE", "2001", 0, 4, "2001", line=3)
    assert timex == dataclasses.replace(timex, line=9)
    assert hash(timex) == hash(dataclasses.replace(timex, line=9))
    assert timex != dataclasses.replace(timex, value="2002")
    with pytest.raises(dataclasses.FrozenInstanceError):
        timex.value = "2002"  # type: ignore[misc]
