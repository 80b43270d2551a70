"""Questions by words: one entity or an error that lists them, and ids as they are."""

from __future__ import annotations

import pytest

from timegraph.qa.naming import split_words, with_ids, words_that_name
from timeml import Document, read

TEXT = """<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="1998-05-04"/></DCT><TEXT>
The <EVENT eid="e1" class="OCCURRENCE">storm</EVENT> came
<TIMEX3 tid="t1" type="DATE" value="1998-W17">last  week</TIMEX3>, in
<TIMEX3 tid="t2" type="DURATION" value="P3D">3 days</TIMEX3> or
<TIMEX3 tid="t3" type="DATE" value="1998-W16">last</TIMEX3> it
<EVENT eid="e2" class="OCCURRENCE">ends</EVENT>, <EVENT eid="e3" class="REPORTING">said</EVENT> she,
<EVENT eid="e4" class="REPORTING">Said</EVENT> he of <EVENT eid="e5" class="OCCURRENCE">e1</EVENT>.
</TEXT></TimeML>"""


@pytest.fixture
def document() -> Document:
    return read(TEXT.encode())


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("IS Storm BEFORE last week", "IS e1 BEFORE t1"),  # the longest words that fit
        ("IS last ENDS storm?", "IS t3 ENDS e1"),
        ('IS "ends" ENDS "LAST WEEK"', "IS e2 ENDS t1"),
        ('how long between "last week".end storm.start', "how long between t1.end e1.start"),
        ("LIST WITHIN 3 DAYS AFTER storm", "LIST WITHIN 3 DAYS AFTER e1"),
        ("IS storm AT LEAST 3 days BEFORE t1", "IS e1 AT LEAST 3 days BEFORE t1"),
        ("WHEN e1", "WHEN e1"),  # an id before words
        ('WHEN "e1"', "WHEN e5"),
        ("LIST BETWEEN storm AND 1998-05", "LIST BETWEEN e1 AND 1998-05"),
        ("IS rain BEFORE storm", "IS rain BEFORE e1"),  # not there: as any unknown id
        ("", ""),
    ],
)
def test_words_become_ids(document: Document, typed: str, asked: str) -> None:
    assert with_ids(document, typed) == asked


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("WHEN said", """'said' stands for 2 entities; ask by id: e3 "said", e4 "Said"$"""),
        ('WHEN "rain"', "no event or time with the words 'rain'"),
        ('WHEN "', "no event or time with the words ''"),
    ],
)
def test_words_of_no_or_several_entities(document: Document, typed: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        with_ids(document, typed)


def test_every_offered_word_is_understood(document: Document) -> None:
    offered = words_that_name(document)
    assert offered == ["storm", '"last week"', '"3 days"', "last", '"ends"', '"e1"']
    ids = [with_ids(document, words) for words in offered]
    assert ids == ["e1", "t1", "t2", "t3", "e2", "e5"]


def test_what_is_in_quotes_is_one_word() -> None:
    line = 'IS "last week".end BEFORE "storm'
    assert split_words(line) == ["IS", '"last week".end', "BEFORE", '"storm']


def test_words_in_quotes_may_be_a_time(document: Document) -> None:
    asked = 'IS storm BEFORE "one year after May 1990"'
    with pytest.raises(ValueError, match="no event or time with the words"):
        with_ids(document, asked)
    assert with_ids(document, asked, lambda text: text == "one year after May 1990").endswith(
        'BEFORE "one year after May 1990"'
    )
