"""Alignment against its definition, on documents drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given, strategies as st

from tests.oracle.alignment import pairs_by_definition
from timeml import Alignment, ALink, Document, Event, Instance, SLink, Timex3, TLink, align_ids
from timeml._alignment.text_alignment import align_texts
from timeml.normalize import ALIGN_BY as ALIGN_BY_NAMES

WORDS = ("a", "B", "cd", "Dc", "aa", "said", "b-c", "d's", '"e".')
ALIGN_BY = st.sampled_from(ALIGN_BY_NAMES)


@st.composite
def annotated(draw: st.DrawFn, words: list[str]) -> list[tuple[str, int, int]]:
    """Spans on a text of these words, of events and timexes, overlapping at will."""
    total = len("".join(words))
    span = st.tuples(st.sampled_from("et"), st.integers(0, total), st.integers(0, 4))
    return [
        (kind, start, min(start + length, total))
        for kind, start, length in draw(st.lists(span, max_size=7))
    ]


def made(
    words: list[str],
    spans: list[tuple[str, int, int]],
    names: list[str],
    *,
    blank: str = " ",
    dct: bool = True,
    outside: tuple[str, ...] = (),
    instances: tuple[int, ...] = (),
) -> Document:
    """A document with these spans (of non-white-space characters), named e.., ei.., t.. ."""
    text = blank.join(words)
    at = [offset for offset, character in enumerate(text) if not character.isspace()]
    at.append(len(text))
    events, timexes = [], []
    if dct:
        timexes.append(Timex3("t" + names[-1], "DATE", "X", None, None, "now"))
    for index, (kind, start, end) in enumerate(spans):
        begin = at[start]
        stop = at[end - 1] + 1 if end > start else begin
        if kind == "t":
            timexes.append(Timex3("t" + names[index], None, None, begin, stop, text[begin:stop]))
            continue
        count = instances[index] if index < len(instances) else 0
        eid = "e" + names[index]
        own = tuple(Instance("ei" + names[index + 8 * k], eid) for k in range(count))
        events.append(Event(eid, None, begin, stop, text[begin:stop], own))
    for number, content in enumerate(outside):
        timexes.append(Timex3(f"t9{number}{names[0]}", None, None, None, None, content))
    return Document(
        text=text,
        dct=timexes[0] if dct else None,
        events=tuple(events),
        timexes=tuple(timexes),
    )


TEXTS = st.lists(st.sampled_from(WORDS), max_size=8)
NAMES = st.permutations([str(number) for number in range(1, 32)])
COUNTS = st.lists(st.integers(0, 3), max_size=7).map(tuple)
OUTSIDE = st.lists(st.sampled_from(("x", "X y", "xy")), max_size=3).map(tuple)


@given(data=st.data(), words=TEXTS, mine=NAMES, yours=NAMES)
def test_pairs_are_those_of_the_definition(
    data: st.DataObject, words: list[str], mine: list[str], yours: list[str]
) -> None:
    system = made(
        words,
        data.draw(annotated(words)),
        mine,
        blank=data.draw(st.sampled_from(["", " ", "\n\n"])),
        dct=data.draw(st.booleans()),
        outside=data.draw(OUTSIDE),
        instances=data.draw(COUNTS),
    )
    key = made(
        [word.swapcase() for word in words],
        data.draw(annotated(words)),
        yours,
        dct=data.draw(st.booleans()),
        outside=data.draw(OUTSIDE),
        instances=data.draw(COUNTS),
    )
    align_by = data.draw(ALIGN_BY)
    aligned = align_ids(system=system, key=key, align_by=align_by)
    eids = {event.eid for event in system.events} | {timex.tid for timex in system.timexes}
    assert {pair for pair in aligned.pairs if pair[0] in eids} == pairs_by_definition(
        system, key, align_by=align_by
    )
    assert aligned.difference is None
    check_names(aligned, system, key)


@given(data=st.data(), words=TEXTS, others=TEXTS, mine=NAMES, yours=NAMES)
def test_pairs_in_differing_texts_are_those_of_the_definition(
    data: st.DataObject, words: list[str], others: list[str], mine: list[str], yours: list[str]
) -> None:
    start = data.draw(st.integers(0, len(words)))
    end = data.draw(st.integers(start, len(words)))
    others = words[:start] + others + words[end:]
    system = made(words, data.draw(annotated(words)), mine)
    key = made(others, data.draw(annotated(others)), yours)
    agreement = align_texts(system.text, key.text)
    same = {
        number: place
        for number in range(agreement.lengths[0])
        if (place := agreement.counterpart(number)) is not None
    }
    check_agreement(system.text, key.text, same)
    align_by = data.draw(ALIGN_BY)
    aligned = align_ids(system=system, key=key, align_by=align_by)
    assert set(aligned.pairs) == pairs_by_definition(system, key, same=same, align_by=align_by)
    check_names(aligned, system, key)


def check_agreement(first: str, second: str, same: dict[int, int]) -> None:
    """Characters that correspond are equal and in the same order."""
    mine = [c.casefold() for c in first if not c.isspace()]
    yours = [c.casefold() for c in second if not c.isspace()]
    assert all(mine[number] == yours[place] for number, place in same.items())
    assert list(same.values()) == sorted(set(same.values()))


def check_names(aligned: Alignment, system: Document, key: Document) -> None:
    """Ids stay distinct, and pairs alone have the ids of the key."""
    new = aligned.document
    assert len(set(aligned.renamed.values())) == len(aligned.renamed)
    assert len(new.events) == len(system.events)
    assert len(new.timexes) == len(system.timexes)
    assert (new.dct is None) == (system.dct is None)
    paired = dict(aligned.pairs)
    of_key = {event.eid for event in key.events} | {timex.tid for timex in key.timexes}
    of_key |= {instance.eiid for instance in key.instances}
    aliases = {"ei" + event.eid[1:] for event in key.events if not event.instances} - of_key
    for old, name in aligned.renamed.items():
        if old in paired:
            assert name == paired[old]
        elif name in aliases:
            assert system.entity(old).eid in paired
        else:
            assert name not in of_key
    for id in key.entities:
        entity = aligned.resolve(id)
        assert entity is None or entity in new.entities
        annotation = key.entity(id)
        own = annotation.eid if isinstance(annotation, Event) else annotation.tid
        there = own in paired.values()
        if entity is None:
            assert not there or id not in key_firsts(key)
        else:
            assert there
            assert new.entity(entity) in (*new.events, *new.timexes)


def key_firsts(key: Document) -> set[str]:
    """The key's entities that any counterpart has: timexes and first instances."""
    return {timex.tid for timex in key.timexes} | {event.ids[0] for event in key.events}


LINKS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 30), st.sampled_from(("id", "eid", "alias"))),
    max_size=8,
)


def linked_by(document: Document, links: list[tuple[int, int, str]]) -> Document:
    """The document with links between its entities (by number), or to ids of none."""

    def end(number: int, form: str) -> str:
        if number >= len(document.entities):
            return f"ei{500 + number}" if form == "alias" else f"t{500 + number}"
        entity = document.entities[number]
        one = document.entity(entity)
        if form == "id" or not isinstance(one, Event) or one.ids[0] != entity:
            return entity
        alias = "ei" + one.eid[1:]
        if form == "alias" and not one.instances and document.resolve(alias) == one.eid:
            return alias
        return one.eid

    ends = [(end(a, form), end(b, form)) for a, b, form in links]
    return replace(
        document,
        tlinks=tuple(TLink(f"l{n}", "BEFORE", a, b) for n, (a, b) in enumerate(ends)),
        slinks=tuple(SLink(f"l{n}", "MODAL", a, b) for n, (a, b) in enumerate(ends)),
        alinks=tuple(ALink(f"l{n}", "INITIATES", a, b) for n, (a, b) in enumerate(ends)),
    )


@given(data=st.data(), words=TEXTS, mine=NAMES, again=NAMES, yours=NAMES, links=LINKS)
def test_results_do_not_depend_on_how_the_system_names_things(
    data: st.DataObject,
    words: list[str],
    mine: list[str],
    again: list[str],
    yours: list[str],
    links: list[tuple[int, int, str]],
) -> None:
    mine_spans, counts = data.draw(annotated(words)), data.draw(COUNTS)
    key = made(words, data.draw(annotated(words)), yours, instances=data.draw(COUNTS))
    one = linked_by(made(words, mine_spans, mine, instances=counts), links)
    # Ids far from the key's and from what is fresh.
    other = linked_by(
        made(words, mine_spans, ["7" + name for name in again], instances=counts), links
    )
    align_by = data.draw(ALIGN_BY)
    first = align_ids(system=one, key=key, align_by=align_by)
    second = align_ids(system=other, key=key, align_by=align_by)
    assert first.document.events == second.document.events
    assert first.document.timexes == second.document.timexes
    assert [ends(item) for item in first.document.linked] == [
        ends(item) for item in second.document.linked
    ]
    assert [key_id for _, key_id in first.pairs] == [key_id for _, key_id in second.pairs]
    assert first.entities == second.entities
    for system, aligned in ((one, first), (other, second)):
        entity = dict(zip(system.entities, entities_in_step(system, aligned), strict=True))
        assert [(link.lid, entity[a], entity[b]) for link, a, b in system.linked] == [
            (link.lid, a, b) for link, a, b in aligned.document.linked
        ]
        for link, s, a in zip(
            aligned.document.tlinks, aligned.document.slinks, aligned.document.alinks, strict=True
        ):
            assert (link.source, link.target) == (
                s.event_instance_id,
                s.subordinated_event_instance,
            )
            assert (link.source, link.target) == (a.event_instance_id, a.related_to_event_instance)


def entities_in_step(system: Document, aligned: Alignment) -> Iterator[str]:
    """The new id of each entity: annotations stay where they are."""
    new = {
        one.eid: other for one, other in zip(system.events, aligned.document.events, strict=True)
    }
    for entity in system.entities:
        one = system.entity(entity)
        if isinstance(one, Event):
            yield new[one.eid].ids[one.ids.index(entity)]
        else:
            yield aligned.renamed[entity]


def ends(item: tuple[TLink, str, str]) -> tuple[str, str, str]:
    return item[0].lid, item[1], item[2]


@given(data=st.data(), words=TEXTS, names=NAMES, links=LINKS)
def test_a_document_aligned_to_itself_keeps_every_id(
    data: st.DataObject, words: list[str], names: list[str], links: list[tuple[int, int, str]]
) -> None:
    document = made(
        words,
        data.draw(annotated(words)),
        names,
        dct=data.draw(st.booleans()),
        outside=data.draw(OUTSIDE),
        instances=data.draw(COUNTS),
    )
    document = linked_by(document, links)
    aligned = align_ids(system=document, key=document, align_by=data.draw(ALIGN_BY))
    assert aligned.document == document
    assert all(old == new for old, new in aligned.renamed.items())
    assert aligned.entities == {entity: entity for entity in document.entities}
    assert aligned.partial == ()
