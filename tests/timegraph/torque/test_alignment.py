"""Passages found in documents, whatever the white space and the quotation marks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from timegraph.torque.answers import align_passage, align_passages
from timegraph.torque.passages import PassageSet, read_passages
from timeml import Document, Event, Instance, open_collection

Make = Callable[..., PassageSet]


def test_the_example_is_found(example: Path) -> None:
    passages = read_passages(example / "passages.json")
    aligned, problems = align_passages(passages, open_collection(example / "timeml"))
    assert problems == []
    (one,) = aligned.values()
    words = {one.passage.words(event): entity for event, entity in one.entities.items()}
    # The inspection has no instance, and the last sentence is not in the passage.
    assert words == {
        **{"warned": "ei1", "sailed": "ei2", "failed": "ei3", "dropped": "ei4"},
        **{"return": "ei5", "inspection": "e6", "begin": "ei7"},
    }


def test_quotes_and_white_space_do_not_count(passages: Make) -> None:
    (passage,) = passages('"We ate ," she said .', "ate said", {}).passages
    text = "Noon.\n``We\nate,'' she said. Then."
    event = Event(
        "e1", None, text.index("ate"), text.index("ate") + 3, "ate", (Instance("i9", "e1"),)
    )
    one = align_passage(passage, Document(text=text, events=(event,)))
    assert list(one.entities.values()) == ["i9"]


def test_a_text_that_is_not_there(passages: Make) -> None:
    (passage,) = passages("She ate.", "ate", {}).passages
    with pytest.raises(LookupError, match="does not contain the passage"):
        align_passage(passage, Document(text="Nothing."))


def test_a_text_that_is_there_twice_is_at_its_first_place(passages: Make) -> None:
    (passage,) = passages("She ate.", "ate", {}).passages
    one = align_passage(passage, Document(text="Oh. She ate. She ate."))
    assert one.again
    assert not align_passage(passage, Document(text="Oh. She ate.")).again


def test_a_passage_without_events_has_those_of_the_annotation() -> None:
    inner = b'{"passage": "We `` ate and \\n left .", "question_answer_pairs": {}}'
    (passage,) = read_passages(b'{"docid_a_sentid_1": %s}' % inner).passages
    assert (passage.events, passage.listed) == ((), False)
    text = 'Noon came. We "ate" and left. Then we slept.'

    def event(eid: str, word: str) -> Event:
        start = text.index(word)
        return Event(eid, None, start, start + len(word), word, (Instance(f"i{eid}", eid),))

    words = {"e1": "came", "e2": '"ate"', "e3": "left", "e4": "slept"}
    events = tuple(event(eid, word) for eid, word in words.items())
    one = align_passage(passage, Document(text=text, events=events))
    assert [one.passage.words(span) for span in one.passage.events] == ["ate", "left"]
    assert list(one.entities.values()) == ["ie2", "ie3"]


def test_what_cannot_be_aligned_is_named(passages: Make, example: Path) -> None:
    collection = open_collection(example / "timeml")
    lost = passages("She ate.", "ate", {}, name="docid_lost_sentid_2")
    aligned, problems = align_passages(lost, collection)
    assert aligned == {}
    assert [problem.code for problem in problems] == ["no-document"]
    other = passages("She ate.", "ate", {}, name="docid_ferry_sentid_9")
    aligned, problems = align_passages(other, collection)
    assert [problem.code for problem in problems] == ["not-aligned"]
