"""A link is named by its id, its line and its words, as far as it has them."""

from __future__ import annotations

import pytest

from timegraph import AllenSet, Link, PointLink
from timegraph.links import cite, line_of, link_to_json, name_of, named, words_of
from timeml import TLink


def link(source: object) -> Link:
    return Link("ei1", AllenSet("before"), "ei2", source)


def tlink(lid: str = "", line: int | None = None) -> TLink:
    return TLink(lid, "BEFORE", "ei1", "ei2", line=line)


@pytest.mark.parametrize(
    ("source", "name", "line", "cited"),
    [
        (None, None, None, "ei1 before ei2"),
        ("book", "book", None, "book: ei1 before ei2"),
        (tlink("l1", 3), "l1", 3, "l1: ei1 BEFORE ei2"),
        (tlink("l1"), "l1", None, "l1: ei1 BEFORE ei2"),
        (tlink("", 3), None, 3, "line 3: ei1 BEFORE ei2"),
    ],
)
def test_a_link_is_cited_by_what_it_has(
    source: object, name: str | None, line: int | None, cited: str
) -> None:
    one = link(source)
    assert (name_of(one), line_of(one), cite(one)) == (name, line, cited)
    assert named(one) == cited.removeprefix("line 3: ")
    lid = getattr(source, "lid", None) or None
    assert link_to_json(one) == {"text": cited, "lid": lid, "line": line, "source": name}


def test_words_are_those_of_the_annotation_if_there_is_one() -> None:
    assert words_of(link(tlink())) == "ei1 BEFORE ei2"
    assert words_of(link("x")) == "ei1 before ei2"
    comparison = PointLink(("ei1", "end"), "<", ("ei2", "start"), "calendar")
    assert cite(comparison) == "calendar: ei1.end < ei2.start"
