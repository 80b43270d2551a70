"""What documents leave open, one by one and many."""

from __future__ import annotations

from timegraph.checking.undecided import open_document, open_documents
from timegraph.corpus import Source
from timeml import read

DATA = b"""<TimeML><TEXT>She <EVENT eid="e1">ate</EVENT> and <EVENT eid="e2">slept</EVENT>. Then she
<EVENT eid="e3">woke</EVENT>.</TEXT><MAKEINSTANCE eiid="ei7" eventID="e1"/>
<TLINK lid="l1" relType="BEFORE" eventID="e1" relatedToEvent="e2"/></TimeML>"""


def test_pairs_come_with_their_words() -> None:
    found = open_document(read(DATA), path="a.tml", count=1)
    (pair,) = found.pairs
    assert (str(pair.a), str(pair.b)) == ('e2 "slept"', 'e3 "woke"')
    assert list(map(str, pair.sentences)) == ["She ate and [slept e2].", "Then she [woke e3]."]
    assert found.progress is not None
    assert (found.progress.settled, found.progress.pairs) == (1, 3)
    assert found.failure is None


def test_documents_in_order_and_failures_among_them() -> None:
    sources = [
        (Source("a.tml", "d/a.tml", DATA), "d"),
        (Source("b.tml", "d/b.tml", b"<TimeML>\n<"), "d"),
        (Source("c.tml", "d/c.tml", error=FileNotFoundError(2, "No such file")), "d"),
    ]
    good, broken, gone = open_documents(iter(sources), count=2)
    assert len(good.pairs) == 2
    assert broken.failure is not None
    assert broken.failure.startswith("d/b.tml:2: ")
    assert gone.failure == "d/c.tml: No such file"
