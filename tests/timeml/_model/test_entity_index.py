"""What ids mean: every small case, against the definition, and through alignment and files.

The definition is spelled out here a second time, on plain tuples. The cases are all documents of
two events and up to two instances in which ids of every form are used, repeated and missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from timeml import Document, Event, Instance, Timex3, align_ids, read, write
from timeml._model import EntityIndex

EIDS = ("e1", "e2")
MISSING = "e7"
INSTANCES = (None, *product(("ei1", "ei2", "e1", "e2", "ei9"), (*EIDS, MISSING)))
TIDS = (None, "t1", "ei1", "e1")
ASKED = ("e1", "e2", "e7", "ei1", "ei2", "ei7", "ei9", "t1", "t8", "x")

Case = tuple[str | None, tuple[tuple[str, str], ...]]
"""The tid of a timex in the text, and (eiid, eventID) of each MAKEINSTANCE."""


def cases() -> Iterator[Case]:
    for tid, first, second in product(TIDS, INSTANCES, INSTANCES):
        if first is None and second is not None:
            continue
        yield tid, tuple(one for one in (first, second) if one is not None)


def file(case: Case) -> bytes:
    """The document of a case. A TLINK from each of the ids that are asked for to the timex t0."""
    tid, instances = case
    made = "".join(f'<MAKEINSTANCE eiid="{eiid}" eventID="{eid}"/>' for eiid, eid in instances)
    timex = f'<TIMEX3 tid="{tid}" type="DATE" value="2001">2001</TIMEX3>' if tid else "2001"
    links = "".join(
        f'<TLINK lid="{id}" relType="BEFORE" eventInstanceID="{id}" relatedToTime="t0"/>'
        for id in ASKED
    )
    return (
        '<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2002">2002</TIMEX3></DCT>'
        f'<TEXT><EVENT eid="e1">a</EVENT> {timex} <EVENT eid="e2">b</EVENT></TEXT>'
        f"{made}{links}</TimeML>"
    ).encode()


ALL = tuple(cases())


@cache
def document(case: Case) -> Document:
    return read(file(case))


# The definition: what stands where is (kind, number, which of its instances).

Meaning = tuple[str, int] | None


def meanings(case: Case) -> tuple[dict[str, Meaning], dict[str, Meaning]]:
    """What each id means in a question and at the end of a link, by the words of the rule."""
    tid, instances = case
    owners: dict[str, Meaning] = {"t0": ("timex", 0)}
    if tid:
        owners[tid] = ("timex", 1)
    of_event: dict[str, list[str]] = {eid: [] for eid in EIDS}
    lost = set()
    for eiid, eid in instances:
        if eiid in owners:  # an id that is in use: the first one counts
            continue
        if eid in EIDS:
            of_event[eid].append(eiid)
            owners[eiid] = (eid, len(of_event[eid]))
        else:
            lost.add(eiid)
    for eid in EIDS:
        if not of_event[eid]:
            owners.setdefault(eid, (eid, 0))

    def asked(id: str) -> Meaning:
        if id in owners:
            return owners[id]
        alias = "e" + id[2:] if id.startswith("ei") and id not in lost else ""
        eid = id if id in EIDS else alias
        if eid not in EIDS:
            return None
        own = [meaning for meaning in owners.values() if meaning and meaning[0] == eid]
        return owners[eid] if owners.get(eid) in own else min(own, default=None)

    def linked(id: str) -> Meaning:
        if id in owners or id in EIDS:
            return asked(id)
        meaning = asked(id)
        return meaning if meaning and owners.get(meaning[0]) == meaning else None

    return {id: asked(id) for id in ASKED}, {id: linked(id) for id in ASKED}


def meaning_of(document: Document, entity: str | None) -> Meaning:
    if entity is None:
        return None
    annotation = document.entity(entity)
    if isinstance(annotation, Timex3):
        return "timex", document.timexes.index(annotation)
    number = [event.text for event in document.events].index(annotation.text)
    if not annotation.instances:
        return EIDS[number], 0
    return EIDS[number], annotation.ids.index(entity) + 1


def test_there_are_cases_of_every_kind() -> None:
    assert len(ALL) > 900
    codes = {diagnostic.code for case in ALL for diagnostic in document(case).diagnostics}
    assert codes >= {"dangling-id", "duplicate-id", "no-instance"}
    assert any(document(case).layout.lost for case in ALL)


def test_ids_mean_what_the_definition_says() -> None:
    for case in ALL:
        one = document(case)
        questions, ends = meanings(case)
        for id in ASKED:
            assert meaning_of(one, one.resolve(id)) == questions[id], (case, id)
            assert meaning_of(one, one.resolve_end(id)) == ends[id], (case, id)


def test_a_link_never_means_another_entity_than_a_question() -> None:
    for case in ALL:
        one = document(case)
        for id in ASKED:
            assert one.resolve_end(id) in (None, one.resolve(id)), (case, id)


def test_what_means_nothing_at_a_link_is_diagnosed() -> None:
    for case in ALL:
        one = document(case)
        linked = {link.lid for link, _, _ in one.linked}
        dangling = {found.id for found in one.diagnostics if found.message.startswith("TLINK")}
        assert dangling == set(ASKED) - linked, case


def test_aligned_to_itself_a_document_keeps_every_id() -> None:
    for case in ALL:
        one = document(case)
        aligned = align_ids(system=one, key=one)
        assert aligned.document == one, case
        assert aligned.document.layout == one.layout, case
        assert aligned.entities == {id: id for id in one.entities}, case
        for id in ASKED:
            assert aligned.resolve(id) == one.resolve(id), (case, id)


# Keys whose ids are those of the cases, in other roles.
KEYS: tuple[Case, ...] = (
    (None, ()),
    ("t1", (("ei1", "e2"), ("ei2", "e1"))),
    ("t8", (("ei9", "e1"), ("ei7", "e2"), ("x", "e1"))),
    ("e2", (("e1", "e1"), ("ei1", "e7"))),
)


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_alignment_changes_no_meaning(number: int) -> None:
    key = document(KEYS[number])
    for case in ALL:
        one = document(case)
        aligned = align_ids(system=one, key=key)
        before = [(link.lid, meaning_of(one, entity)) for link, entity, _ in one.linked]
        new = aligned.document
        for result in (new, read(write(new))):
            after = [(link.lid, meaning_of(result, entity)) for link, entity, _ in result.linked]
            # An event that is given an instance by the key keeps its number 0 before that.
            assert [(lid, made(one, meaning)) for lid, meaning in before] == [
                (lid, made(one, meaning)) for lid, meaning in after
            ], case
            for id in ASKED:
                assert result.resolve(id) == new.resolve(id), (case, id)


def made(system: Document, meaning: Meaning) -> Meaning:
    """The meaning in the system's document of an instance that alignment gave its event."""
    without = {event.eid for event in system.events if not event.instances}
    return (meaning[0], 0) if meaning and meaning[0] in without else meaning


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_questions_with_the_ids_of_the_key_get_what_it_means(number: int) -> None:
    key = document(KEYS[number])
    asked = meanings(KEYS[number])[0]
    for case in ALL:
        one = document(case)
        aligned = align_ids(system=one, key=key)
        for id in ASKED:
            entity = aligned.resolve(id)
            if entity is None:
                continue
            meaning = meaning_of(aligned.document, entity)
            expected = asked[id]
            assert meaning is not None
            assert expected is not None
            assert meaning[0] == expected[0], (case, id)
            assert max(meaning[1], 1) == max(expected[1], 1) or meaning[0] == "timex", (case, id)


def test_an_instance_with_the_name_of_its_event_keeps_its_alias() -> None:
    one = document((None, (("e1", "e1"),)))
    key = document((None, (("ei9", "e1"),)))
    for aligned in (align_ids(system=one, key=one), align_ids(system=one, key=key)):
        new = aligned.document
        assert {link.lid for link, _, _ in new.linked} == {"e1", "ei1", "e2", "ei2"}
        named = {found.id for found in new.diagnostics if found.code == "dangling-id"}
        assert named.isdisjoint({"e1", "ei1"})


def test_the_first_of_a_kind_owns_a_repeated_id_in_documents_made_in_python() -> None:
    later = Event("e1", None, 5, 6, "b", (Instance("ei1", "e1"),))
    first = Event("e1", None, 7, 8, "c", (Instance("ei1", "e1"), Instance("ei1", "e1")))
    bare = Event("ei1", None, 0, 1, "a")
    index = EntityIndex((first, later, bare), ())
    assert index.entities == {"ei1": first}
    assert index.resolve("e1") == "ei1"


def test_a_timex_owns_its_id_before_an_instance_and_that_before_an_event() -> None:
    timex = Timex3("x", None, None, 8, 9, "d")
    own = Event("e1", None, 5, 6, "b", (Instance("x", "e1"), Instance("y", "e1")))
    bare, other = Event("x", None, 0, 1, "a"), Event("y", None, 2, 3, "a")
    assert EntityIndex((bare, own, other), (timex,)).entities == {"y": own, "x": timex}
    assert EntityIndex((bare, own, other), ()).entities == {"x": own, "y": own}
    assert EntityIndex((bare, own, other), ()).resolve("y") == "y"
