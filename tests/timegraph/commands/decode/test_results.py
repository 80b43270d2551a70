"""What decoding gave, as a report."""

from __future__ import annotations

from timegraph.commands.decode import Results
from timegraph.decoding import decode

VOTES = [("x", "y", "BEFORE", 3), ("y", "z", "BEFORE", 3), ("x", "z", "AFTER", 4)]
DECODED = decode(VOTES, labels="matres", mode="links")


def test_what_was_given_up_stands_above_the_table() -> None:
    results = Results(why=False, most=1)
    results.add("day", DECODED)
    results.add(None, DECODED)
    given_up = "y BEFORE z (3) became VAGUE"
    heading = results.report().heading
    assert list(heading) == [f"day: {given_up}", "and 1 more (--max 0 names all)", ""]
    assert results.optimal


def test_reasons_only_where_they_are_wanted() -> None:
    results = Results(why=True, most=0, complete=True)
    results.add("day", DECODED)
    (document,) = results.report().content["documents"]  # type: ignore[misc]
    assert document["why"] == [str(overruled) for overruled in DECODED.overruled]
    assert len(document["labels"]) == 3
    plain = Results(why=False, most=0, complete=True)
    plain.add("day", DECODED)
    (document,) = plain.report().content["documents"]  # type: ignore[misc]
    assert "why" not in document


def test_text_keeps_no_labels_of_documents_that_may_be_millions() -> None:
    text, csv = (Results(why=True, most=1, complete=wanted) for wanted in (False, True))
    for results in (text, csv):
        for document in range(3):
            results.add(document, DECODED)
    assert not text.records
    assert len(text.report().tables[0].rows) == 3
    (labels,) = csv.report().rows or ()
    assert len(labels.rows) == 9
    assert (len(text.given_up), text.more) == (1, 2)
