"""Documents without their text align by spans, as the same annotations do in a text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from timegraph.scoring.entities import ENTITY_ROWS, score_entities
from timeml import Document, Event, TimeMLError, Timex3, align_ids
from timeml._model import Layout

TEXT = "abcdefghij"
Spans = list[tuple[int, int]]

spans = st.lists(
    st.tuples(st.integers(0, 8), st.integers(1, 3)).map(lambda one: (one[0], min(sum(one), 10))),
    max_size=5,
)


def in_text(events: Spans, timexes: Spans, letter: str) -> Document:
    return Document(
        text=TEXT,
        events=tuple(
            Event(f"{letter}{n}", None, a, b, TEXT[a:b]) for n, (a, b) in enumerate(events)
        ),
        timexes=tuple(
            Timex3(f"t{letter}{n}", None, None, a, b, TEXT[a:b]) for n, (a, b) in enumerate(timexes)
        ),
        layout=Layout(format="anafora"),
    )


def bare(document: Document) -> Document:
    """The document as a reader makes it where the text is missing."""

    def kept(one: Event | Timex3) -> dict[str, object]:
        return {
            "start": None,
            "end": None,
            "text": "",
            "extra": (("span", f"{one.start},{one.end}"),),
        }

    return replace(
        document,
        text="",
        events=tuple(replace(event, **kept(event)) for event in document.events),
        timexes=tuple(replace(timex, **kept(timex)) for timex in document.timexes),
    )


@given(spans, spans, spans, spans, st.sampled_from(["both", "system", "key"]))
def test_spans_pair_as_places_do(a: Spans, b: Spans, c: Spans, d: Spans, without: str) -> None:
    system, key = in_text(a, b, "s"), in_text(c, d, "k")
    expected = align_ids(system=system, key=key)
    mine = system if without == "key" else bare(system)
    yours = key if without == "system" else bare(key)
    found = align_ids(system=mine, key=yours)
    assert found.pairs == expected.pairs
    assert found.renamed == expected.renamed
    assert found.entities == expected.entities
    assert found.difference is None
    assert [(one.system_id, one.key_id) for one in found.partial] == [
        (one.system_id, one.key_id) for one in expected.partial
    ]
    assert found.document.text == mine.text
    ours, theirs = (
        score_entities(gold=one, system=other) for one, other in ((key, system), (yours, mine))
    )
    strict = [row for row in ENTITY_ROWS if row.mode == "strict"]
    assert [theirs[row] for row in strict] == [ours[row] for row in strict]


def test_a_span_of_several_pieces_is_from_the_first_to_the_last() -> None:
    key = in_text([(2, 8)], [], "k")
    (event,) = bare(key).events
    system = replace(bare(key), events=(replace(event, eid="e1", extra=(("span", "6,8;2,3"),)),))
    assert align_ids(system=system, key=key).pairs == (("e1", "k0"),)
    assert align_ids(system=system, key=bare(key)).partial == ()


def test_what_has_neither_span_nor_words_pairs_in_order() -> None:
    nowhere = Event("e1", None, None, None, "")
    key = replace(bare(in_text([(2, 8)], [], "k")), events=(nowhere,))
    with pytest.raises(TimeMLError, match=r"no text to align ids by .format anafora"):
        align_ids(system=key, key=key)
    one_placed = bare(in_text([(2, 8)], [], "k"))
    both = replace(one_placed, events=(*one_placed.events, nowhere))
    assert align_ids(system=both, key=both).pairs == (("k0", "k0"), ("e1", "e1"))


def test_a_system_without_annotations_is_no_failure() -> None:
    key = bare(in_text([(2, 8)], [], "k"))
    empty = bare(in_text([], [], "s"))
    assert align_ids(system=empty, key=key).pairs == ()


def test_first_tokens_need_the_text() -> None:
    key = in_text([(2, 8)], [], "k")
    with pytest.raises(TimeMLError, match="no text to align ids by"):
        align_ids(system=bare(key), key=bare(key), align_by="first-token")
    assert align_ids(system=bare(key), key=key, align_by="first-token").pairs == (("k0", "k0"),)
