"""Texts that differ: what still pairs, what is lost, and the report of it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from tests.small_documents import document, event, spans, timex
from timeml import Alignment, Document, Event, Timex3, align_ids, read
from timeml._alignment.text_alignment import align_texts
from timeml.normalize import TextDifference

STORY = (
    ("The", "committee", ("e", "met"), "in", "Geneva", "on", ("t", "Monday"), "."),
    ("It", ("e", "said"), "that", "the", "talks", "had", ("e", "failed"), "."),
    ("A", "second", "round", "will", ("e", "follow"), "in", ("t", "the autumn"), "."),
    ("Nobody", ("e", "expects"), "a", "result", "before", ("t", "next year"), "."),
)


def story(
    paragraphs: tuple[tuple[object, ...], ...] = STORY, first: int = 1, head: str = ""
) -> Document:
    """The paragraphs with their annotations numbered from ``first``."""
    numbers = iter(range(first, first + 1000))
    text = "\n\n".join(
        " ".join(
            word
            if isinstance(word, str)
            else (event if word[0] == "e" else timex)(f"{word[0]}{next(numbers)}", word[1])
            for word in paragraph
        )
        for paragraph in paragraphs
    )
    return document(head + text)


def paired_words(alignment: Alignment, key: Document) -> list[tuple[str, str]]:
    """The words of the key's annotations and those of the system's that took their ids."""
    mine = spans(alignment)
    everything = [(one.eid, one.text) for one in key.events]
    everything += [(one.tid, one.text) for one in key.timexes[1:]]
    return [(text, mine[id]) for id, text in everything if id in mine]


def test_an_inserted_headline_costs_its_own_characters_only() -> None:
    key = story()
    system = story(first=50, head=f"Committee {event('e1', 'met')} on Monday\n\n")
    aligned = align_ids(system=system, key=key)
    words = ["met", "said", "failed", "follow", "expects", "Monday", "the autumn", "next year"]
    assert paired_words(aligned, key) == [(word, word) for word in words]
    assert aligned.renamed["e1"] not in {one.eid for one in key.events}
    assert aligned.difference == TextDifference(
        system_characters=aligned.difference.key_characters + 20,
        system_lost=20,
        key_characters=aligned.difference.key_characters,
        key_lost=0,
        system_entities_lost=1,
        system_entities_touched=0,
        key_entities_lost=0,
        key_entities_touched=0,
    )
    (warning,) = aligned.warnings
    assert "20 of " in warning
    assert "%" in warning


def test_a_headline_of_the_first_words_is_the_headline() -> None:
    key = document(f"{event('e1', 'Talks')} fail in Geneva.")
    system = document(f"{event('e4', 'Talks')} stall\n\n{event('e5', 'Talks')} fail in Geneva.")
    assert align_ids(system=system, key=key).renamed["e5"] == "e1"


@pytest.mark.parametrize("gone", range(4))
def test_a_missing_paragraph_costs_its_own_annotations_only(gone: int) -> None:
    key = story()
    left = STORY[:gone] + STORY[gone + 1 :]
    system = story(left, first=1)
    aligned = align_ids(system=system, key=key)
    marked = [word for paragraph in left for word in paragraph if isinstance(word, tuple)]
    expected = [word for kind in "et" for tag, word in marked if tag == kind]
    assert paired_words(aligned, key) == [(word, word) for word in expected]
    assert aligned.difference is not None
    assert aligned.difference.system_lost == 0
    lost = [word if isinstance(word, str) else word[1] for word in STORY[gone]]
    assert aligned.difference.key_lost == len("".join(lost).replace(" ", ""))
    assert aligned.difference.key_entities_lost == 8 - len(marked)
    assert align_ids(system=key, key=system).difference.key_lost == 0


def test_the_ends_of_two_similar_sentences_show_which_one_is_missing() -> None:
    def text(*numbers: int) -> str:
        words = {1: "the vote.", 2: "the count.", 3: "the result."}
        return "\n\n".join(f"{event(f'e{n}', 'Protests')} over {words[n]}" for n in numbers)

    key = document(text(1, 2, 3))
    system = document(text(1, 3).replace("e1", "e8").replace("e3", "e9"))
    aligned = align_ids(system=system, key=key)
    assert aligned.renamed["e8"] == "e1"
    assert aligned.renamed["e9"] == "e3"
    assert (aligned.difference.system_lost, aligned.difference.key_entities_lost) == (0, 1)


def test_changed_quotes_and_dashes_cost_nothing_else() -> None:
    key = document(f'"We {event("e1", "won")}", he {event("e2", "said")} - "{event("e3", "go")}".')
    system = document(
        f"“We {event('e5', 'won')}”, he {event('e6', 'said')} — ``{event('e7', 'go')}''."
    )
    aligned = align_ids(system=system, key=key)
    assert aligned.renamed == {"t0": "t0", "e5": "e1", "e6": "e2", "e7": "e3"}
    assert aligned.difference.key_lost == 5
    assert aligned.difference.system_lost == 7
    assert aligned.difference.key_entities_touched == 0


def test_unicode_normalisation_costs_the_accented_letters_only() -> None:
    key = document(f"Le président a {event('e1', 'été')} {event('e2', 'réélu')} à Évry.")
    system = document(
        unicodedata.normalize(
            "NFD", f"Le président a {event('e8', 'été')} {event('e9', 'réélu')} à Évry."
        )
    )
    aligned = align_ids(system=system, key=key)
    assert aligned.renamed["e9"] == "e2"
    assert aligned.document.entities[-1] == "e2"


def test_letters_whose_folding_changes_length_keep_their_places() -> None:
    key = document(f"İstanbul'da STRAẞE ŉ ﬁn {event('e1', 'ΟΔΟΣ')} end")
    system = document(f"istanbul'da straße ŉ ﬁn {event('e2', 'οδος')} END")
    aligned = align_ids(system=system, key=key)
    assert aligned.renamed["e2"] == "e1"
    assert aligned.warnings == ()


def test_words_split_otherwise_are_the_same_words() -> None:
    key = document(f"He didn't {event('e1', 'give up')} to-day, U.S. troops {event('e2', 'left')}.")
    system = document(
        f"He did n't {event('e5', 'give up')} to - day , US troops {event('e6', 'left')} ."
    )
    aligned = align_ids(system=system, key=key)
    assert aligned.renamed["e5"] == "e1"
    assert aligned.renamed["e6"] == "e2"
    assert aligned.difference.key_lost == 2


def test_spelling_changes_within_an_event_leave_it_paired() -> None:
    key = document(f"The workers {event('e1', 'organised')} a strike.")
    system = document(f"The workers {event('e9', 'organized')} a strike.")
    aligned = align_ids(system=system, key=key)
    assert aligned.renamed["e9"] == "e1"
    assert aligned.difference.key_lost == aligned.difference.key_entities_touched == 1


def test_chinese_text_aligns_letter_by_letter() -> None:
    key = document(f"委员会星期一在日内瓦{event('e1', '开会')}讨论停火协议的执行情况")
    system = document(f"委員會星期一在日內瓦{event('e4', '開会')}讨论停火协议的執行情况")
    assert align_ids(system=system, key=key).renamed["e4"] == "e1"


def test_wholly_different_texts_pair_nothing_but_the_creation_time() -> None:
    key = story()
    system = document(
        f"Shares {event('e1', 'fell')} sharply in Tokyo. Traders {event('e2', 'said')} that weak "
        f"exports {event('e3', 'weighed')} on the yen; the bank will {event('e4', 'meet')} in "
        f"{timex('t1', 'June')}, when a cut is likely."
    )
    aligned = align_ids(system=system, key=key)
    assert aligned.pairs == (("t0", "t0"),)
    assert not set(aligned.document.entities) & set(key.entities) - {"t0"}
    difference = aligned.difference
    assert difference.system_entities_lost == 5
    assert difference.key_entities_lost == 8
    assert difference.key_lost > 0.9 * difference.key_characters


@pytest.mark.parametrize(("body", "other"), [("", "He left."), ("He left.", "")])
def test_an_empty_text_agrees_with_no_other(body: str, other: str) -> None:
    aligned = align_ids(system=document(body), key=document(other))
    assert aligned.pairs == (("t0", "t0"),)
    (warning,) = aligned.warnings
    assert "7 of 7 characters (100.0%)" in warning
    assert "0 of 0 characters" in warning


def test_an_event_in_a_lost_region_gets_a_fresh_id_though_its_word_stands_elsewhere() -> None:
    key = story()
    system = story(
        (*STORY, ("Elsewhere", "storms", ("e", "failed"), "to", "stop", ("e", "ships"), ".")),
    )
    aligned = align_ids(system=system, key=key)
    assert len(aligned.pairs) == 9
    lost = [one for one in aligned.document.events if one.start > len(key.text)]
    assert len(lost) == 2
    assert not {one.eid for one in lost} & {one.eid for one in key.events}


def test_an_excerpt_is_found_in_the_whole_and_the_whole_in_an_excerpt() -> None:
    whole, part = story(), story(STORY[2:3], first=20)
    for system, key in ((whole, part), (part, whole)):
        aligned = align_ids(system=system, key=key)
        assert paired_words(aligned, key) == [("follow", "follow"), ("the autumn", "the autumn")]
        assert min(aligned.difference.system_lost, aligned.difference.key_lost) == 0


def test_accents_make_no_difference_but_are_counted_where_texts_differ() -> None:
    decomposed = unicodedata.normalize("NFD", "Les élèves étaient très fatigués. ")
    both = align_texts(decomposed + "Fin.", decomposed + "Bon.")
    assert both.lengths[0] - both.matched == 3
    composed = align_texts(decomposed, unicodedata.normalize("NFC", decomposed))
    assert composed.lengths[0] - composed.matched == 5
    assert composed.matched == composed.lengths[1]


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize(
    ("pattern", "replacement"),
    [
        (r"(?s)[.]\s(.*?)[.]\s", ". "),  # every other sentence left out
        (r"[.]\s", ". Nothing of this has been confirmed by the ministry. "),
        (r"(?s)[.]\s(.*?)[.]\s", ". What he meant was not clear to the reporters there. "),
        (r"[\"'`]+", "”"),
        (r"(\w)\b", r"\1/NN"),
        (r"\b(\w+)", r"<\1>"),
    ],
)
def test_real_texts_with_changes_pair_what_is_left_and_nothing_wrong(
    data: Path, pattern: str, replacement: str
) -> None:
    left = paired = 0
    for path in sorted((data / "tempeval3" / "te3-platinum").rglob("*.tml")):
        key = read(path)
        system = changed(key, pattern, replacement)
        aligned = align_ids(system=system, key=key)
        pairs = [pair for pair in aligned.pairs if not pair[0].startswith("ei")][1:]
        assert all(one == other for one, other in pairs), path.name
        left += len(system.events) + len(system.timexes) - 1
        paired += len(pairs)
    assert left > 300
    assert paired > 0.99 * left


def changed(document: Document, pattern: str, replacement: str) -> Document:
    """The document with its text changed, less the annotations on what was replaced."""
    text, at, position = "", {}, 0
    for match in re.finditer(pattern, document.text):
        for offset in range(position, match.start() + 1):
            at[offset] = len(text) + offset - position
        text += document.text[position : match.start()] + match.expand(replacement)
        position = match.end()
    for offset in range(position, len(document.text) + 1):
        at[offset] = len(text) + offset - position
    text += document.text[position:]
    return replace(
        document,
        text=text,
        events=tuple(moved(one, at) for one in document.events if there(one, at)),
        timexes=tuple(
            moved(one, at) if one is not document.dct else one
            for one in document.timexes
            if one is document.dct or there(one, at)
        ),
    )


def there(one: Event | Timex3, at: dict[int, int]) -> bool:
    return one.start in at and one.end in at


def moved(one: Event | Timex3, at: dict[int, int]) -> Event | Timex3:
    return replace(one, start=at[one.start], end=at[one.end])


@pytest.mark.data
@pytest.mark.slow
def test_real_texts_that_are_others_pair_hardly_anything(data: Path) -> None:
    documents = [read(path) for path in sorted((data / "tempeval3/te3-platinum").rglob("*.tml"))]
    events = pairs = 0
    for key in documents:
        for system in documents:
            if system is not key:
                aligned = align_ids(system=system, key=key)
                pairs += len(aligned.entities) - 1
                events += len(system.events)
                assert len(aligned.warnings) == 1
    assert pairs < 0.005 * events
