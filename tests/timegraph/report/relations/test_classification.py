"""The report on relation classification."""

from __future__ import annotations

from pathlib import Path

from timegraph.report.relations.classification import COLUMNS, relations_report
from timegraph.report.systems import ReportOptions, UnusableSystem
from timegraph.scoring import read_gold
from timegraph.scoring.relations.measure import score_relations_system
from timeml import open_collection


def test_every_column_is_there_and_unusable_systems_are_named(root: Path) -> None:
    place = root / "examples" / "agreement"
    gold = read_gold(open_collection(place / "ada"))
    result = score_relations_system(gold=gold, system=open_collection(place / "ben"))
    for column in COLUMNS:
        assert column.name in relations_report(
            [result], ReportOptions("csv", columns=(column.name,))
        )
    unusable = (UnusableSystem("eve", "is empty"),)
    text = relations_report([result], ReportOptions("text", unusable=unusable))
    assert "eve: not scored: is empty" in text
    assert "signature: measure:relations|" in text
