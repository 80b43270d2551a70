"""Keys of one text as one."""

from __future__ import annotations

import pytest

import timeml
from tests.question_sets import KEY
from timegraph.task.merging import MergeError, add_key
from timeml import Document, read

TEXT = "She ate before she slept. At eight she woke."


def key(text: str) -> Document:
    return read(f"<TimeML><TEXT>{text}</TEXT></TimeML>".encode())


def marked(**ids: str) -> Document:
    text = TEXT
    for word, id in ids.items():
        tag = "TIMEX3 tid" if id.startswith("t") else "EVENT eid"
        text = text.replace(word, f'<{tag}="{id}">{word}</{tag.split()[0]}>')
    return key(text)


def words(document: Document) -> dict[str, str]:
    return {entity: document.entity(entity).text for entity in document.entities}


def test_equal_places_are_the_same_and_others_are_added() -> None:
    first, other = marked(ate="e1", slept="e2"), marked(slept="e1", woke="e7", eight="t4")
    document, meaning = add_key(first, other, "day")
    assert words(document).items() >= {"e1": "ate", "e2": "slept"}.items()
    assert sorted(words(document).values()) == ["ate", "eight", "slept", "woke"]
    assert meaning("e1") == "e2"
    new = meaning("e7")
    assert new is not None
    assert document.entity(new).text == "woke"
    assert meaning("e2") is None
    assert timeml.read(timeml.write(document)) == document


def test_a_key_with_nothing_new_changes_nothing() -> None:
    first = marked(ate="e1", slept="e2")
    assert add_key(first, marked(slept="e9"), "day")[0] is first


def test_white_space_does_not_matter() -> None:
    first = marked(ate="e1")
    other = key(f'{TEXT.partition(" At")[0]}\n\n At  eight she\n<EVENT eid="e1">woke</EVENT>.')
    document = add_key(first, other, "day")[0]
    assert sorted(words(document).values()) == ["ate", "woke"]
    assert document.text == TEXT


def test_other_words_are_named() -> None:
    with pytest.raises(MergeError, match=r"day: two different texts .*At nine") as error:
        add_key(marked(ate="e1"), key(TEXT.replace("eight", "nine")), "day")
    assert "eight" in str(error.value)
    with pytest.raises(MergeError, match="and ends"):
        add_key(marked(ate="e1"), key(TEXT + " Now"), "day")


def test_marks_that_overlap_are_named() -> None:
    first = key(TEXT.replace("ate before", '<EVENT eid="e1">ate before</EVENT>'))
    other = key(TEXT.replace("before she", '<TIMEX3 tid="t1">before she</TIMEX3>'))
    with pytest.raises(MergeError, match='"ate before" and "before she"'):
        add_key(first, other, "day")


def test_further_instances_are_added() -> None:
    twice = '<MAKEINSTANCE eiid="ei{}" eventID="e5"/><MAKEINSTANCE eiid="ei{}" eventID="e5"/>'
    tagged = TEXT.replace("slept", '<EVENT eid="e5">slept</EVENT>')
    two = f"<TimeML><TEXT>{tagged}</TEXT>{twice.format(8, 9)}</TimeML>"
    for first, own in ((marked(slept="e2"), "e2"), (marked(ate="e1", slept="e2"), "e2")):
        document, meaning = add_key(first, read(two.encode()), "day")
        meant = [document.resolve(str(meaning(id))) for id in ("ei8", "ei9", "e5")]
        assert meant[0] == meant[2] == document.resolve(own)
        assert meant[1] not in (None, meant[0])


def test_the_creation_time_is_the_creation_time() -> None:
    first = read(KEY.encode())
    other = read(KEY.replace('"t0"', '"t9"').replace('"e', '"e1').encode())
    document, meaning = add_key(first, other, "day")
    assert document is first
    assert [meaning(id) for id in ("t9", "e11", "e14", "t1")] == ["t0", "e1", "e4", "t1"]
