"""Lists of links: TimeBank-Dense, TDDiscourse, MATRES."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, strategies as st

from timeml import Document, TimeMLError
from timeml.readers import File, read_files

DENSE = b"""\
one\te1\tt0\tb
two\te5\te6\tv
one\te1\tt2\tii

one\te2\te1\ts
"""
VERBS = b"""\
one\tsaid\twent\t12\t13\tBEFORE
one\tsaid\t\t12\t0\tAFTER
"""


def read(data: bytes, format: str | None = None) -> list[Document]:
    found = read_files([File("list.tsv", "in/list.tsv", lambda: data)], format=format)
    for one in found:
        if one.error is not None:
            raise one.error
    return [one.document for one in found if one.document is not None]


def test_each_document_of_a_list_has_its_links_and_their_entities() -> None:
    one, two = read(DENSE)
    assert (one.name, one.docid, one.scheme, one.layout.format) == (
        "one",
        "one",
        "tbd",
        "link-list",
    )
    assert one.entities == ("t0", "t2", "e1", "e2")
    assert one.dct is not None
    assert one.dct.tid == "t0"
    assert [(k.lid, k.source, k.rel_type, k.target, k.line) for k in one.tlinks] == [
        ("l1", "e1", "b", "t0", 1), ("l2", "e1", "ii", "t2", 3), ("l3", "e2", "s", "e1", 5)
    ]  # fmt: skip
    assert [link.lid for link, *_ in one.linked] == ["l1", "l2", "l3"]
    assert one.diagnostics == ()
    assert (two.dct, two.entities) == (None, ("e5", "e6"))


def test_a_list_with_verbs_names_instances() -> None:
    (one,) = read(VERBS)
    assert one.scheme == "matres"
    assert [(e.eid, e.text) for e in one.events] == [("ei12", "said"), ("ei13", "went")]
    assert [(k.source, k.target) for k in one.tlinks] == [("ei12", "ei13"), ("ei12", "t0")]
    assert one.dct is not None


def test_ids_need_not_be_timemls_if_the_format_is_named() -> None:
    (one,) = read(b"# a comment\nd\ttrip\tnight\tBEFORE\n", "link-list")
    assert one.entities == ("trip", "night")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (
            b"d\ta\tb\t1\t2\tBEFORE\nd\ta\tb\t1\n",
            ":2: this line has 4 tab-separated fields, the lines before it have 6",
        ),
        (b"one\te1\te2\tb\none\te1\te2\n", r"in/list.tsv:2: a line of a link list has 4 or 6 "),
        (b"one\te1\te2\tb\none\te1\te2\tb\tc\n", r":2: .*tab-separated fields, not 5"),
        (b"one\te1\te2\tb\n\te1\te2\tb\n", r":2: a link needs the name of its document"),
        (b"one\te1\te2\tb\none\t\te2\tb\n", r":2: a link needs .* two ids"),
        (b"one\te1\te2\tb\none\te1\xe9\te2\tb\n", r":2: is not UTF-8"),
        (b"one\te1\te2\tb\none\te1 e2 b\n", r":2: .*not 2"),
    ],
)
def test_a_broken_line_is_named(data: bytes, complaint: str) -> None:
    with pytest.raises(TimeMLError, match=complaint):
        read(data)


def plainly(data: str) -> dict[str, list[tuple[str, str, str, str, int]]]:
    """The links of each document: lid, label, source, target, line."""
    found: dict[str, list[tuple[str, str, str, str, int]]] = {}
    for number, line in enumerate(data.split("\n"), start=1):
        if line.strip() and not line.startswith("#"):
            name, *words, source, target, label = (field.strip() for field in line.split("\t"))
            if words:
                named = {"0": "t0"}
                source, target = (named.get(id, f"ei{id}") for id in (source, target))
            links = found.setdefault(name, [])
            links.append((f"l{len(links) + 1}", label, source, target, number))
    return found


BLANKS = st.sampled_from(["", "", "", " "])


def padded(*fields: str) -> st.SearchStrategy[str]:
    return st.tuples(*(BLANKS for _ in fields)).map(
        lambda blanks: "\t".join(map("".join, zip(blanks, fields, strict=True)))
    )


@st.composite
def lists(draw: st.DrawFn) -> str:
    names, labels = st.sampled_from(["d", "d2", "x y"]), st.sampled_from(["b", "ii", "VAGUE", ""])
    with_verbs = draw(st.booleans())
    lines = []
    for _ in range(draw(st.integers(0, 12))):
        if draw(st.integers(0, 5)) == 0:
            lines.append(draw(st.sampled_from(["", "  ", "# d\te1\te2\tb", "\t"])))
        elif with_verbs:
            ids = st.sampled_from(["0", "1", "12"])
            verbs = st.sampled_from(["went", "", "said so"])
            fields = (draw(names), draw(verbs), draw(verbs), draw(ids), draw(ids), draw(labels))
            lines.append(draw(padded(*fields)))
        else:
            ids = st.sampled_from(["e1", "e2", "t0", "t1", "ei7", "t", "t\u00e9"])
            lines.append(draw(padded(draw(names), draw(ids), draw(ids), draw(labels))))
    assume(any(map(str.strip, lines)))
    return draw(st.sampled_from(["\n", "\r\n", "\r"])).join(lines)


@given(lists())
def test_a_list_says_what_a_plain_reading_of_its_lines_says(text: str) -> None:
    expected = plainly(text.replace("\r\n", "\n").replace("\r", "\n"))
    found = {one.docid: one for one in read(text.encode(), "link-list")}
    assert list(found) == list(expected)
    for name, links in expected.items():
        document = found[name]
        own = [(k.lid, k.rel_type, k.source, k.target, k.line) for k in document.tlinks]
        assert own == links
        mentioned = [id for link in links for id in link[2:4]]
        assert set(document.entities) == set(mentioned)
        for link in document.tlinks:
            times = link.source_attribute == "timeID", link.target_attribute == "relatedToTime"
            kinds = tuple(type(document.entity(id)).__name__ for id in (link.source, link.target))
            assert times == tuple(kind == "Timex3" for kind in kinds)
        first = {id: next(k for k in links if id in k[2:4])[4] for id in mentioned}
        assert {id: document.entity(id).line for id in mentioned} == first
