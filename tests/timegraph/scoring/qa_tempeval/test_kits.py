"""Systems in several kits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from timegraph.qa import read_questions
from timegraph.scoring import Score, SystemResult, read_key, score_system
from timegraph.scoring.qa_tempeval.groups import KINDS, KitTexts, groupings
from timegraph.scoring.qa_tempeval.kits import KitsResult, alone, pool_kits
from timeml import open_collection


@pytest.fixture(scope="module")
def scored(kit: Path) -> list[SystemResult]:
    """The results of the shipped kit's two systems."""
    folder = kit / "eval-questions"
    questions = read_questions(folder / "question-set.txt")
    key = read_key(open_collection(folder / "question-events"), questions)
    return [
        score_system(open_collection(kit / "systems" / name), questions=questions, key=key)
        for name in ("careful", "hasty")
    ]


@pytest.fixture(scope="module")
def pooled(scored: list[SystemResult]) -> list[KitsResult]:
    """The two systems of the shipped kit in kit "a", and one of them in kit "b" too."""
    return pool_kits({"a": scored, "b": scored[:1]}, {"a": "1a", "b": "2b"})


def test_only_systems_in_all_kits_are_pooled(
    pooled: list[KitsResult], scored: list[SystemResult]
) -> None:
    both, lacking = pooled
    assert both.score == scored[0].score + scored[0].score
    assert len(both.documents) == 2 * len(scored[0].by_document())
    assert both.list_score is not None
    assert both.lacks == ""
    assert lacking.score is lacking.list_score is None
    assert lacking.documents == ()
    assert lacking.lacks == "hasty: not in every kit: it is not in b"


def test_the_signature_names_the_kits(pooled: list[KitsResult], scored: list[SystemResult]) -> None:
    plain = str(scored[0].signature)
    digest = plain.split("questions:")[1].split("|")[0]
    for one in pooled:
        expected = plain.replace(f"questions:{digest}", "kits:a=1a,b=2b")
        assert str(one.signature) == expected
    other = replace(scored[0], signature=scored[0].signature.adding(labels="thyme"))
    (one,) = pool_kits({"a": scored[:1], "b": [other]}, {"a": "1a", "b": ""})
    assert "|kits:a=1a,b=none|" in str(one.signature)
    assert "|labels:thyme|" in str(one.signature)


def test_one_kit_is_as_it_was(scored: list[SystemResult]) -> None:
    assert pool_kits({"a": scored}, {"a": "1a"}) == [alone(one, "a") for one in scored]
    assert alone(scored[0]).signature == scored[0].signature


@pytest.mark.parametrize("kind", KINDS)
def test_groups_add_up(pooled: list[KitsResult], kind: str) -> None:
    both, lacking = pooled
    groups = groupings([kind], {"a": KitTexts(), "b": KitTexts()})[kind]
    found = both.by(*groups)
    assert sum((one.score for one in found.values()), Score()) == both.score
    for group in found.values():
        assert sum((score for _, score in group.documents), Score()) == group.score
    if kind == "domain":
        assert list(lacking.by(*groups)) == [("a",)]
    elif kind == "document":
        assert {name for (name,) in lacking.by(*groups)} <= {name for (name,) in found}
    else:
        assert lacking.by(*groups) == {}


def test_pairs_of_groups_stand_in_the_order_of_their_kinds(pooled: list[KitsResult]) -> None:
    groups = groupings(["answer,domain"], {"a": KitTexts(), "b": KitTexts()})["answer,domain"]
    names = list(pooled[0].by(*groups))
    assert names == [(answer, kit) for answer in ("yes", "no", "unknown") for kit in ("a", "b")]
