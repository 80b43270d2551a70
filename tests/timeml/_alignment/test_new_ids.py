"""Which ids the annotations of a system get."""

from __future__ import annotations

from tests.small_documents import document, event, instance, reread, timex, tlink
from timeml import Instance, align_ids
from timeml._alignment.annotations import NewIds, ids_of


def test_the_kth_instance_takes_the_eiid_of_the_kth_instance() -> None:
    key = document(f"He {event('e1', 'taught')}.", instance("ei70", "e1") + instance("ei71", "e1"))
    system = document(
        f"He {event('e1', 'taught')}.",
        instance("ei71", "e1") + instance("ei1", "e1") + instance("ei70", "e1"),
    )
    aligned = align_ids(system=system, key=key)
    assert [one.eiid for one in aligned.document.instances] == ["ei70", "ei71", "ei72"]
    assert aligned.pairs[1:] == (("e1", "e1"), ("ei71", "ei70"), ("ei1", "ei71"))
    reread(aligned)


def test_without_instance_in_the_key_the_first_is_ein_for_en() -> None:
    key = document(f"He {event('e1001', 'left')}.")
    system = document(f"He {event('e4', 'left')}.", instance("ei9", "e4") + instance("ei8", "e4"))
    aligned = align_ids(system=system, key=key)
    assert [one.eiid for one in aligned.document.instances] == ["ei1001", "ei1002"]
    assert aligned.document.resolve("ei1001") == aligned.resolve("ei1001") == "ei1001"
    assert aligned.document.resolve("e1001") == aligned.resolve("e1001") == "ei1001"
    assert aligned.entities == {"t0": "t0", "e1001": "ei1001"}


def test_ein_is_not_taken_from_another_event_of_the_key() -> None:
    key = document(f"He {event('e1', 'left')} and {event('e2', 'wept')}.", instance("ei1", "e2"))
    system = document(f"He {event('e5', 'left')} and wept.", instance("ei5", "e5"))
    aligned = align_ids(system=system, key=key)
    (one,) = aligned.document.instances
    assert one.eiid not in {"ei1", "ei5"}
    assert aligned.resolve("e1") == one.eiid
    assert aligned.resolve("ei1") is None


def test_an_event_without_instance_is_given_the_one_that_the_key_has() -> None:
    key = document(
        f"He {event('e1', 'left')} and {event('e2', 'wept')}.",
        instance("ei70", "e1") + instance("ei71", "e2"),
    )
    system = document(
        f"He {event('e8', 'left')} and {event('e9', 'wept')}.",
        instance("ei9", "e9") + tlink("e8", "ei9"),
    )
    aligned = align_ids(system=system, key=key)
    assert aligned.document.entities == ("t0", "ei70", "ei71")
    assert aligned.entities == {"t0": "t0", "ei70": "ei70", "ei71": "ei71"}
    ((_, source, target),) = aligned.document.linked
    assert (source, target) == ("ei70", "ei71")
    assert aligned.document.instances[0] == Instance("ei70", "e1")
    reread(aligned)


def test_fresh_ids_clash_with_none_of_the_key() -> None:
    key = document(f"{event('e3', 'one')} {timex('t40', 'now')} two then", instance("ei12", "e3"))
    system = document(
        f"one {event('e3', 'two')} {timex('t40', 'then')}".replace("one", "one now"),
        instance("ei12", "e3"),
    )
    aligned = align_ids(system=system, key=key)
    assert aligned.pairs == (("t0", "t0"),)
    assert set(aligned.renamed.values()) == {"t0", "t41", "e42", "ei42"}
    reread(aligned)


def test_ids_of_no_number_or_of_a_huge_one_are_ids_too() -> None:
    huge = "e" + "9" * 999  # as long as an id may be
    key = document(f"{event('first', 'one')} {event(huge, 'two')} three")
    system = document(f"{event('b', 'one')} two {event('c', 'three')}", instance("x", "b"))
    aligned = align_ids(system=system, key=key)
    assert aligned.renamed["b"] == "first"
    assert len({*aligned.renamed.values(), huge}) == len(aligned.renamed) + 1


def test_an_alias_that_the_key_lost_is_not_given_to_an_instance() -> None:
    key = document(f"He {event('e1', 'left')}.", instance("ei1", "e7"))
    assert key.resolve("ei1") is None
    system = document(f"He {event('e4', 'left')}.", instance("ei9", "e4"))
    aligned = align_ids(system=system, key=key)
    assert aligned.resolve("e1") == aligned.renamed["ei9"] != "ei1"
    assert aligned.resolve("ei1") is None


def test_new_ids_are_those_of_pairs_and_fresh_ones_in_file_order() -> None:
    system = document(
        f"{event('a', 'one')} {event('b', 'two')} {timex('c', 'now')}", instance("d", "b")
    )
    key = document(f"{event('e5', 'one')} {event('e6', 'two')}", instance("ei8", "e5"))
    ids = NewIds(system, key, {"a": key.events[0]}, {"t0": key.timexes[0]})
    assert ids.tids == {"t0": "t0", "c": "t9"}
    assert ids.eids == {"a": "e5", "b": "e10"}
    assert ids.eiids == {"d": "ei10"}
    assert ids.added == {"a": "ei8"}
    assert ids.every == {**ids.eids, **ids.tids, **ids.eiids}
    assert ids.fresh("x") == "x11"
    assert ids_of(key) == {"t0", "e5", "e6", "ei8"}
