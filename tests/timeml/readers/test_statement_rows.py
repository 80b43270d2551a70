"""Documents of statements: links in columns of numbers, against the same links one by one."""

from __future__ import annotations

import pickle
from dataclasses import replace

from hypothesis import given, strategies as st

from timeml import Document, TLink
from timeml.document import TLinkRows
from timeml.readers.statement_lines import Row
from timeml.readers.statements import document_of

NAMES = st.sampled_from(["a", "b", "ei1", "e1", "1998"])
ENTITIES = NAMES | st.sampled_from([{"date": "1998"}, {"date": "1998-05-03T10:00"}])
LINKS = st.fixed_dictionaries(
    {
        "a": ENTITIES,
        "relation": st.sampled_from(["before", "meets", "equal | during"]),
        "b": ENTITIES,
    },
    optional={"source": st.sampled_from(["", "letter 3", "Ann"])},
)
OTHERS = st.fixed_dictionaries({"lasts": NAMES, "exactly": st.just("3 days")})
ROWS = st.lists(LINKS | OTHERS, max_size=12)


def one_by_one(rows: list[Row], place: str) -> list[TLink]:
    """What document_of says of links, the long way."""
    links = []
    for number, (line, data) in enumerate(rows, 1):
        if "b" not in data:
            continue
        lid = f"{place}#{number}" if line is None else f"{place}:{line}"
        lid = f"{lid} ({data['source']})" if data.get("source") else lid
        (a, from_), (b, to) = (
            (end["date"], date) if isinstance(end, dict) else (end, event)
            for end, event, date in (
                (data["a"], "eventID", "timeID"),
                (data["b"], "relatedToEvent", "relatedToTime"),
            )
        )
        links.append(TLink(lid, data["relation"], a, b, from_, to, line=line))
    return links


def with_tuple(document: Document) -> Document:
    """The same document, whose links are a tuple."""
    return replace(document, tlinks=tuple(document.tlinks))


@given(ROWS, st.booleans(), st.sampled_from(["", "f.csv"]))
def test_columns_are_the_links_one_by_one(drawn: list, lined: bool, place: str) -> None:
    rows = [Row(2 * k + 1 if lined else None, data) for k, data in enumerate(drawn)]
    document = document_of(rows, "doc", place=place)
    expected = one_by_one(rows, place or "doc")
    links = document.tlinks
    assert [*links] == expected == [links[k] for k in range(len(links))]
    assert [link.line for link in links] == [link.line for link in expected]
    assert links[1:-1] == tuple(expected)[1:-1]
    slow = with_tuple(document)
    assert document == slow == document
    assert hash(document) == hash(slow)
    assert pickle.loads(pickle.dumps(document)) == slow
    assert [*document.labels.items()] == [*slow.labels.items()]
    for scheme in ("allen", "tml"):
        fast, long = (replace(twin, scheme=scheme) for twin in (document, slow))
        assert tuple(fast.linked) == long.linked
        assert fast.linked[:2] == long.linked[:2]
        assert fast.diagnostics == long.diagnostics
    assert not links or isinstance(links, TLinkRows)


def test_links_of_lost_entities_are_not_in_a_graph() -> None:
    rows = [Row(1, {"a": "a", "relation": "before", "b": "b"})]
    lost = replace(document_of(rows, "doc"), events=())
    assert tuple(lost.linked) == with_tuple(lost).linked == ()
    assert lost.diagnostics == with_tuple(lost).diagnostics != ()


def test_links_of_one_line_are_one_by_one() -> None:
    rows = [Row(1, {"a": "a", "relation": "before", "b": b}) for b in ("b", "c")]
    document = document_of(rows, "doc")
    assert isinstance(document.tlinks, tuple)
    assert "duplicate-id" in [fault.code for fault in document.diagnostics]
