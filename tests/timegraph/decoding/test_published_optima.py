"""Decoding the votes for OmniTemp: the greatest weights that a MaxSAT solver found."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from timegraph.decoding import decode_documents


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["b10j10", "b15j15", "b22j25", "b30j30", "misplaced"])
def test_values_are_the_greatest_in_every_document_that_was_solved(kind: str, data: Path) -> None:
    votes = data / "tlink" / "votes"
    with (votes / "OmniTemp.optimum.tsv").open(encoding="utf-8") as lines:
        optima = {
            row["document"]: int(row["optimum"])
            for row in csv.DictReader(lines, delimiter="\t")
            if (row["kind"], row["seed"]) == (kind, "1") and row["optimum"]
        }
    with (votes / f"OmniTemp.{kind}.1.jsonl").open(encoding="utf-8") as lines:
        results = dict(decode_documents(map(json.loads, lines), labels="matres"))
    assert len(optima) == (17 if kind == "b30j30" else 20)
    assert {name: results[name].value for name in optima} == optima
    assert all(decoded.optimal for decoded in results.values())
