"""One text and its annotators, as work for a process."""

from __future__ import annotations

import pickle
from typing import Any

from tests.timegraph.scoring.agreement.conftest import annotated
from timegraph.corpus import Item, Source
from timegraph.options import Interpretation
from timegraph.scoring.agreement.measure import MeasuredText, groups_of, measure_text

OPTIONS: dict[str, Any] = {
    "interpretation": Interpretation(on_conflict="drop-link"),
    "align_by": "overlap",
    "kinds": (),
    "by": (),
}


def measured(*texts: str | None, **options: Any) -> MeasuredText:
    names = [f"a{k}" for k in range(len(texts))]
    sources = tuple(
        None if text is None else Source("a.tml", f"{who}/a.tml", text.encode())
        for who, text in zip(names, texts, strict=True)
    )
    return measure_text(Item("a.tml", sources), annotators=names, **{**OPTIONS, **options})


def test_all_annotators_are_the_last_group() -> None:
    assert groups_of("ab") == [("a", "b")]
    assert groups_of("abc") == [("a", "b"), ("a", "c"), ("b", "c"), ("a", "b", "c")]


def test_a_text_that_all_have_has_a_union() -> None:
    found = measured(annotated("1 BEFORE 2"), annotated("2 BEFORE 1"))
    assert not found.incomplete
    assert found.union is not None
    assert len(found.union.contradictions.conflicts) == 1
    assert found.entities[0] is not None
    assert pickle.loads(pickle.dumps(found)).compared == found.compared


def test_what_is_missing_or_broken_leaves_out_its_groups_only() -> None:
    found = measured(annotated("1 BEFORE 2"), None, annotated("1 BEFORE 2"))
    assert [one is not None for one in found.compared] == [False, True, False, False]
    assert (found.incomplete, found.union) == (True, None)
    assert [notice.message for notice in found.notices] == ["a1: a.tml: not there"]
    broken = measured(annotated(), "<TimeML>")
    assert broken.compared == (None,)
    assert broken.notices[0].message.startswith("a1: a1/a.tml")


def test_without_alignment_entities_are_not_compared() -> None:
    assert measured(annotated(), annotated(), align_by=None).entities == (None,)
