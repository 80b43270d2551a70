"""Alignment of ids: which annotations pair, on small files and on the real ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.limits import cpu_limit
from tests.small_documents import document, event, spans, timex
from tests.timeml.corpora import unlike
from timeml import Document, Event, Instance, TimeMLError, align_ids, read, write
from timeml.normalize import ALIGN_BY, AlignBy, PartialPair
from timeml.readers import File, read_files


def test_events_pair_by_their_place_in_the_text_whatever_their_ids() -> None:
    key = document(f"He {event('e1', 'left')} and {event('e2', 'returned')}.")
    system = document(f"He {event('e2', 'left')} and {event('e1', 'returned')}.")
    aligned = align_ids(system=system, key=key)
    assert aligned.document == key
    assert aligned.pairs == (("t0", "t0"), ("e2", "e1"), ("e1", "e2"))
    assert aligned.warnings == ()
    assert aligned.difference is None


def test_white_space_and_case_do_not_count() -> None:
    key = document(f"He {event('e1', 'left')} in {timex('t1', 'May 1998')}.")
    system = document(f"\n\n HE\t{event('e7', ' LEFT')}in  {timex('t9', 'MAY&#160;1998 ')} .\n")
    aligned = align_ids(system=system, key=key)
    assert {"e7": "e1", "t9": "t1"}.items() <= aligned.renamed.items()
    assert aligned.warnings == ()


def test_only_like_tags_pair() -> None:
    key = document(f"He left {event('e1', 'yesterday')}.")
    system = document(f"He left {timex('t1', 'yesterday')}.")
    aligned = align_ids(system=system, key=key)
    assert aligned.pairs == (("t0", "t0"),)
    assert "e1" not in spans(aligned)


def test_events_prefer_the_same_first_character_to_a_larger_overlap() -> None:
    key = document(event("e1", "set off by the brutal murder"))
    system = document(f"{event('e5', 'set')} {event('e6', 'off by the brutal murder')}")
    assert spans(align_ids(system=system, key=key))["e1"] == "set"


def test_timexes_prefer_the_larger_overlap_to_the_same_first_character() -> None:
    key = document(timex("t1", "June last year"))
    system = document(f"{timex('t5', 'June')} {timex('t6', 'last year')}")
    assert spans(align_ids(system=system, key=key))["t1"] == "last year"


def test_events_without_a_common_first_character_pair_by_the_larger_overlap() -> None:
    key = document(f"the {event('e1', '100th grand anniversary')}")
    system = document(f"the 100th {event('e5', 'grand')} {event('e6', 'anniversary')}")
    assert spans(align_ids(system=system, key=key))["e1"] == "anniversary"


def test_equal_overlaps_are_decided_by_the_smaller_boundary_difference() -> None:
    key = document(f"in {timex('t1', 'May')} then")
    system = document(timex("t5", f"in {timex('t6', 'May')} then"))
    assert spans(align_ids(system=system, key=key))["t1"] == "May"


def test_equal_pairs_are_decided_by_text_order_of_key_then_of_system() -> None:
    key = document(f"{timex('t1', 'two')}{timex('t2', 'day')}s")
    system = document(timex("t5", "two days"))
    assert spans(align_ids(system=system, key=key)).keys() == {"t0", "t1"}
    key = document(timex("t1", "twoday"))
    system = document(f"{timex('t6', 'two')}{timex('t5', 'day')}")
    assert spans(align_ids(system=system, key=key))["t1"] == "two"


def test_each_entity_pairs_once_and_the_next_best_takes_what_is_left() -> None:
    key = document(timex("t1", f"the first {timex('t2', 'nine')} months"))
    system = document(timex("t5", f"the {timex('t6', 'first nine')} months"))
    assert spans(align_ids(system=system, key=key)) == {
        "t0": "today",
        "t1": "the first nine months",
        "t2": "first nine",
    }


def test_nested_tags_on_the_same_words_pair_outer_with_outer() -> None:
    key = document(event("e1", event("e2", "left")))
    system = document(event("e8", event("e3", "left")))
    assert align_ids(system=system, key=key).document == key


def test_the_creation_time_pairs_with_the_creation_time_alone() -> None:
    key = document(f"He left {timex('t1', 'today')}.", dct="t9")
    system = document(f"He left {timex('t9', 'today')}.", dct="t1")
    aligned = align_ids(system=system, key=key)
    assert aligned.document == key
    assert aligned.pairs == (("t1", "t9"), ("t9", "t1"))


def test_a_creation_time_within_the_text_is_the_creation_time() -> None:
    function = 'functionInDocument="CREATION_TIME"'
    key = document(f"{timex('t1', 'Monday', function)} he left", dct="")
    system = document("Monday he left", dct="t4")
    assert align_ids(system=system, key=key).pairs == (("t4", "t1"),)
    marked = document(f"{timex('t7', 'Monday')} he left", dct="")
    assert align_ids(system=marked, key=key).pairs == (("t7", "t1"),)


def test_a_missing_creation_time_is_reported() -> None:
    system, key = document("He left.", dct=""), document("He left.")
    (warning,) = align_ids(system=system, key=key).warnings
    assert "only the document that it is aligned with has a creation time" in warning
    assert "t0" in warning
    assert align_ids(system=key, key=system).warnings == ()


def test_what_stands_outside_the_text_pairs_with_the_same_words_in_order() -> None:
    key = document("He left.", head=f"<H>{timex('t1', 'Monday')} {timex('t2', 'Monday')}</H>")
    system = document("He left.", head=f"<T>{timex('t5', 'MONDAY')}</T>{timex('t1', 'Mon day')}")
    aligned = align_ids(system=system, key=key)
    assert aligned.pairs == (("t0", "t0"), ("t5", "t1"), ("t1", "t2"))
    other = document("He left.", head=timex("t1", "Tuesday"))
    assert align_ids(system=other, key=key).pairs == (("t0", "t0"),)


def test_empty_tags_pair_at_the_same_place_only() -> None:
    key = document(f"a {event('e1', '')}b {event('e2', ' ')} c{event('e3', '')}")
    system = document(f"a b {event('e9', '')}c {event('e8', '')}")
    aligned = align_ids(system=system, key=key)
    assert aligned.pairs == (("t0", "t0"), ("e9", "e2"), ("e8", "e3"))
    covering = document(event("e5", "a b c"))
    assert align_ids(system=covering, key=key).pairs == (("t0", "t0"),)


def test_empty_texts_agree() -> None:
    key = document(event("e1", ""))
    assert align_ids(system=document(event("e3", "")), key=key).document == key


def test_by_first_tokens_events_pair_only_where_they_begin_with_the_same_token() -> None:
    key = document(f"the {event('e1', '100th anniversary')} of the {event('e2', 'kick-off')}")
    system = document(f"the 100th {event('e5', 'anniversary')} of the {event('e6', 'kick')}-off")
    aligned = align_ids(system=system, key=key, align_by="first-token")
    assert aligned.pairs == (("t0", "t0"), ("e6", "e2"))
    assert align_ids(system=system, key=key).pairs == (("t0", "t0"), ("e5", "e1"), ("e6", "e2"))


def test_by_first_tokens_timexes_pair_in_text_order_with_the_last_that_overlaps() -> None:
    key = document(f"in {timex('t1', 'the first nine months')} of {timex('t2', '1997')}")
    system = document(f"in {timex('t5', 'the first nine months of 1997')}")
    aligned = align_ids(system=system, key=key, align_by="first-token")
    assert aligned.pairs == (("t0", "t0"), ("t5", "t2"))
    assert align_ids(system=system, key=key).pairs == (("t0", "t0"), ("t5", "t1"))
    key = document(timex("t1", "June last year"))
    system = document(f"{timex('t5', 'June')} {timex('t6', 'last year')}")
    aligned = align_ids(system=system, key=key, align_by="first-token")
    assert aligned.pairs == (("t0", "t0"), ("t5", "t1"))


def test_pairs_that_cover_other_characters_are_listed() -> None:
    key = document(
        f"He {event('e1', 'gave up')} {timex('t1', 'early in May')} {event('e2', 'so')}."
    )
    system = document(
        f"He {event('e5', 'gave')} up early {timex('t7', 'in MAY')} {event('e6', 'so')}."
    )
    aligned = align_ids(system=system, key=key)
    assert aligned.partial == (
        PartialPair("t7", "t1", "in MAY", "early in May"),
        PartialPair("e5", "e1", "gave", "gave up"),
    )
    assert str(aligned.partial[1]) == "e5 'gave' is paired with e1 'gave up'"
    assert {(one.system_id, one.key_id) for one in aligned.partial} < set(aligned.pairs)
    assert align_ids(system=key, key=key).partial == ()


def test_other_ways_to_pair_are_refused() -> None:
    one = document("He left.")
    with pytest.raises(
        ValueError, match="align_by must be one of overlap, first-token, not 'text'"
    ):
        align_ids(system=one, key=one, align_by="text")  # type: ignore[arg-type]


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.tml"))


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize("corpora", ["qa-tempeval", "tempeval3"])
def test_documents_aligned_to_themselves_keep_every_id(data: Path, corpora: str) -> None:
    found = unlike(files(data / corpora))
    assert len(found) > 300
    for path in found:
        one = read(path)
        aligned = align_ids(system=one, key=one)
        assert aligned.document == one, path
        assert aligned.document.layout == one.layout, path
        assert aligned.entities == {id: id for id in one.entities}, path
        assert aligned.warnings == (), path
        changed = {old: new for old, new in aligned.renamed.items() if old != new}
        assert not changed, path


# The official normaliser pairs otherwise than by the larger overlap here.
BY_OVERLAP = {
    # An event only if it begins with the same token: not "100th anniversary" and "anniversary".
    ("TIPSem", "wwi", "e1"),
    ("TIPSem-timex-ref-links", "wwi", "e1"),
    # A timex with the last one that begins in it: "the first nine months of 1997" with "1997",
    # not with "the first nine months".
    ("TIPSem-fold1-original", "NYT19980206", "t20"),
    ("TIPSem-fold1-original", "NYT19980206", "t21"),
    ("TIPSem-fold1-with-timex", "NYT19980206", "t20"),
    ("TIPSem-fold1-with-timex", "NYT19980206", "t21"),
    # And first come, first served: "June last year" with "June", not with the longer "last year".
    ("TIPSem-fold1-original", "APW19980219", "t18"),
    ("TIPSem-fold1-with-timex", "APW19980219", "t18"),
}


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize("align_by", ALIGN_BY)
@pytest.mark.parametrize("kit", ["train", "test-news"])
def test_pairs_are_those_of_the_official_normaliser(
    data: Path, kit: str, align_by: AlignBy
) -> None:
    folder = data / "qa-tempeval" / kit
    compared, different = 0, set()
    for system in sorted((folder / "systems").iterdir()):
        for path in files(system):
            key = read(folder / "eval-questions" / "question-events" / path.name)
            aligned = align_ids(system=read(path), key=key, align_by=align_by)
            normalized = f"{system.name}-normalized"
            official = places(read(folder / "systems-normalized" / normalized / path.name))
            ours = places(aligned.document)
            assert read(write(aligned.document)) == aligned.document, path.name
            for id in places(key):
                compared += 1
                if ours.get(id) != official.get(id):
                    different.add((system.name, path.name.partition(".")[0], id))
    assert compared > 500
    known = {one for one in BY_OVERLAP if ("fold1" in one[0]) == (kit == "train")}
    assert different == (known if align_by == "overlap" else set())


def places(document: Document) -> dict[str, tuple[int | None, int | None]]:
    found = {one.eid: (one.start, one.end) for one in document.events}
    return found | {one.tid: (one.start, one.end) for one in document.timexes}


def large(count: int, shift: int = 0, *, words: str = "word{} ") -> Document:
    """``count`` events, one a word of the text, each starting ``shift`` characters in."""
    pieces = [words.format(number) for number in range(count)]
    events, position = [], 0
    for number, piece in enumerate(pieces):
        end = position + len(piece.rstrip())
        eid = f"e{count - number}"
        own = (Instance(f"ei{number}", eid),)
        events.append(Event(eid, None, position + shift, end, piece.strip()[shift:], own))
        position += len(piece)
    return Document(text="".join(pieces), events=tuple(events))


@pytest.mark.slow
@pytest.mark.parametrize("changed", [False, True])
def test_a_hundred_thousand_entities_in_twelve_megabytes_are_aligned(changed: bool) -> None:
    filler = (
        "of the many things that were said there on that day, some may yet be found true, or not. "
    )
    words = "word{} " + filler + "\n"
    key = large(100_000, words=words)
    system = large(100_000, 1, words=words)
    if changed:
        system = replace(system, text=system.text.replace("true", "trUX"))
    with cpu_limit(100):  # some seconds; anything quadratic would take hours
        aligned = align_ids(system=system, key=key)
    assert len(aligned.entities) == 100_000
    assert aligned.renamed["e7"] == "e7"
    assert bool(aligned.warnings) == changed


def test_what_has_no_text_cannot_be_aligned_by_it() -> None:
    (listed,) = read_files([File("a.tsv", "a.tsv", lambda: b"a\te1\te2\tb\n")])
    document = listed.document
    assert document is not None
    whole = Document(text="He came.")
    for system, key in ((document, whole), (whole, document), (document, document)):
        with pytest.raises(TimeMLError, match=r"no text to align ids by .format link-list"):
            align_ids(system=system, key=key)
