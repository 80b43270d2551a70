"""Questions asked of annotations: orders as relations, policies, and reasons."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from timegraph import Allen
from timegraph.torque.answers import (
    AnsweredTorque,
    align_passages,
    answer_passages,
    relations_asked,
)
from timegraph.torque.passages import read_passages
from timeml import open_collection

SPANS = [(a, b) for a, b in product(range(5), repeat=2) if a < b]


@pytest.mark.parametrize("order", ["before", "after", "overlap"])
@pytest.mark.parametrize("side", [None, "start", "end"])
@pytest.mark.parametrize("anchor_side", [None, "start", "end"])
@pytest.mark.parametrize("reading", ["starts", "intervals"])
def test_relations_are_those_in_which_the_order_holds(
    order: str, side: str | None, anchor_side: str | None, reading: str
) -> None:
    wanted = relations_asked(order, side, anchor_side, reading)  # type: ignore[arg-type]
    for (a, b), (c, d) in product(SPANS, repeat=2):
        (relation,) = (one for one in Allen if relation_holds(one, (a, b), (c, d)))
        first = {
            "start": a,
            "end": b,
            None: b if (reading, order) == ("intervals", "before") else a,
        }
        other = {"start": c, "end": d, None: d if (reading, order) == ("intervals", "after") else c}
        x, y = first[side], other[anchor_side]
        if order == "overlap":
            expected = a < d and c < b
        elif reading == "starts" or side is not None:
            expected = x < y if order == "before" else x > y
        else:
            expected = x <= y if order == "before" else x >= y
        assert (relation in wanted) == expected


def relation_holds(relation: Allen, a: tuple[int, int], b: tuple[int, int]) -> bool:
    signs = [(x > y) - (x < y) for x, y in product(a, b)]
    return list(relation.signs) == signs


def answered(example: Path, **options: str) -> list[AnsweredTorque]:
    passages = read_passages(example / "passages.json")
    aligned, _ = align_passages(passages, open_collection(example / "timeml"))
    return list(answer_passages(aligned.values(), **options))  # type: ignore[arg-type]


def words(answers: list[AnsweredTorque], number: int) -> list[str]:
    one = answers[number]
    return [one.aligned.passage.words(event) for event in sorted(one.answer)]


def test_what_the_links_entail(example: Path) -> None:
    one = answered(example)
    assert words(one, 0) == ["warned", "sailed", "failed", "dropped"]
    assert words(one, 1) == []
    assert words(one, 2) == ["begin"]
    assert words(one, 3) == ["warned"]
    assert words(one, 4) == ["failed", "dropped", "return", "begin"]
    assert words(one, 5) == ["return"]  # the only one with negative polarity


def test_policies_include_each_other(example: Path) -> None:
    sets = [
        [set(answer.answer) for answer in answered(example, policy=policy)]
        for policy in ("entailed", "possible", "all-but-excluded")
    ]
    for entailed, possible, rest in zip(*sets, strict=True):
        assert entailed <= possible <= rest


def test_each_event_has_its_reason(example: Path) -> None:
    one = answered(example)[3]
    reasons = {one.aligned.passage.words(v.event): v.reason for v in one.events}
    assert reasons == {
        **{"warned": "yes", "sailed": "anchor itself", "failed": "no", "dropped": "no"},
        **{"return": "no", "inspection": "unknown", "begin": "no"},
    }
