"""What aligned annotations are called, and what refers to them."""

from __future__ import annotations

import pickle
from dataclasses import replace

from tests.small_documents import document, event, instance, reread, timex, tlink
from timeml import Document, Event, align_ids, write


def test_a_question_means_what_the_key_says_even_where_the_system_lacks_it() -> None:
    # In the key ei5 is an instance of e2; the system has e5 only, whose first instance an
    # alias ei5 would mean if the key were not asked.
    key = document(
        f"{event('e2', 'one')} {event('e5', 'two')}", instance("ei5", "e2") + instance("ei7", "e5")
    )
    system = document(f"one {event('e1', 'two')}", instance("ei1", "e1"))
    aligned = align_ids(system=system, key=key)
    assert aligned.document.entities == ("t0", "ei7")
    assert aligned.resolve("ei5") is None
    assert aligned.resolve("ei7") == aligned.resolve("e5") == "ei7"
    assert aligned.resolve("e77") is None


def test_all_references_follow() -> None:
    links = (
        instance("ei1", "e1")
        + instance("ei2", "e2")
        + '<TLINK lid="l1" relType="BEFORE" timeID="t1" relatedToEvent="e2" signalID="s1"/>'
        + '<TLINK lid="l2" relType="AFTER" eventInstanceID="ei1" relatedToTime="t0"/>'
        + '<SLINK lid="l3" relType="MODAL" eventInstanceID="ei1" subordinatedEventInstance="ei2"/>'
        + '<ALINK lid="l4" relType="INITIATES" eventInstanceID="ei2" '
        'relatedToEventInstance="ei1"/>'
        + '<CONFIDENCE tagType="EVENT" tagID="e1" confidenceValue="0.5"/>'
    )
    body = '{} <SIGNAL sid="s1">before</SIGNAL> {} in {} of {}'
    more = 'anchorTimeID="{}" beginPoint="{}" endPoint="{}"'
    system = document(
        body.format(
            event("e1", "left"),
            event("e2", "wept"),
            timex("t1", "May", more.format("t0", "t2", "t1")),
            timex("t2", "1998"),
        ),
        links,
    )
    key = document(
        body.format(
            event("e2", "left"),
            event("e1", "wept"),
            timex("t0", "May", more.format("t2", "t1", "t0")),
            timex("t1", "1998"),
        ),
        links.replace("ei1", "E#").replace("ei2", "ei1").replace("E#", "ei2")
        .replace('"e1"', '"E"').replace('"e2"', '"e1"').replace('"E"', '"e2"')
        .replace("t0", "t2").replace("t1", "t0"),
        dct="t2",
    )  # fmt: skip
    aligned = align_ids(system=system, key=key)
    assert aligned.document == key
    assert b'tagID="e2"' in write(aligned.document)
    reread(aligned)


def test_links_by_eid_or_alias_mean_the_same_entity_afterwards() -> None:
    body = f"{event('e1', 'one')} {event('e2', 'two')} {event('e3', 'three')}"
    links = (
        instance("ei7", "e1")
        + instance("ei8", "e1")
        + tlink("e1", "e2")  # the first instance; an event without
        + tlink("ei2", "ei3")  # aliases of events without instance
        + tlink("ei8", "ei1")  # ei1 would name an instance that is lost
    )
    system = document(body, links)
    key = document(
        body.replace("e1", "e6").replace("e2", "e1").replace("e3", "e2"),
        instance("ei2", "e6") + instance("ei3", "e2"),
    )
    aligned = align_ids(system=system, key=key)
    new = {"ei7": "ei2", "ei8": aligned.renamed["ei8"], "e2": "e1", "e3": "ei3"}
    assert [(new[a], new[b]) for _, a, b in system.linked] == [
        (a, b) for _, a, b in aligned.document.linked
    ]
    reread(aligned)


def test_dangling_ids_do_not_come_to_name_what_is_renamed() -> None:
    key = document(f"{event('e1', 'one')} two", instance("ei70", "e1"))
    anchored = 'anchorTimeID="t0"'
    system = document(
        f"{event('e5', 'one')} {event('e6', 'two')} {timex('t3', 'x', anchored)}",
        instance("ei5", "e5")
        + instance("ei6", "e6")
        + tlink("ei70", "ei6", "l1")  # the key's id, which names nothing here
        + tlink("e1", "ei5", "l2")
        + tlink("ei71", "e71", "l3")  # what fresh ids would be
        + tlink("ei5", "gone", "l4")
        + tlink("ei5", "ei6", "l5")
        + '<MAKEINSTANCE eiid="ei99" eventID="e1"/>',
        dct="t9",
    )
    aligned = align_ids(system=system, key=replace(key, text=system.text))
    assert [link.lid for link, _, _ in aligned.document.linked] == ["l5"]
    again = reread(aligned)
    assert [link.lid for link, _, _ in again.linked] == ["l5"]
    assert len(again.instances) == 2
    assert aligned.document.tlinks[3].target == "gone"
    assert aligned.document.timexes[1].anchor_time_id not in set(aligned.renamed.values())


def test_duplicates_kept_in_the_file_stay_duplicates() -> None:
    key = document(f"{event('e2', 'one')} {event('e1', 'two')} three")
    system = document(
        f"{event('e1', 'one')} {event('e1', 'two')} {event('e2', 'three')}",
        instance("ei1", "e1") + instance("ei1", "e2"),
    )
    aligned = align_ids(system=system, key=key)
    assert [(one.eid, one.text) for one in aligned.document.events] == [
        ("e2", "one"),
        (aligned.renamed["e2"], "three"),
    ]
    assert len(aligned.document.instances) == 1
    reread(aligned)


def test_documents_made_in_python_may_repeat_ids() -> None:
    one = Document(text="a b", events=(Event("e1", None, 0, 1, "a"), Event("e1", None, 2, 3, "b")))
    assert align_ids(system=one, key=one).document == one


def test_alignments_pickle() -> None:
    key = document(f"He {event('e1', 'left')}.")
    aligned = align_ids(system=key, key=key)
    assert pickle.loads(pickle.dumps(aligned)) == aligned
