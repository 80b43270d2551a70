"""Readers of facts and of questions about them, one for each form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.readers.datasets import (
        Dataset,
        UnreadableError,
        read_dataset,
        read_facts_file,
        read_group,
    )
    from timegraph.facts.readers.lines import ReadFacts, Record, read_csv, read_lines
    from timegraph.facts.readers.wikidata import read_wikidata

__all__ = [
    "Dataset",
    "ReadFacts",
    "Record",
    "UnreadableError",
    "read_csv",
    "read_dataset",
    "read_facts_file",
    "read_group",
    "read_lines",
    "read_wikidata",
]

_HOMES = {
    "lines": "ReadFacts Record read_csv read_lines",
    "datasets": "Dataset UnreadableError read_dataset read_facts_file read_group",
    "wikidata": "read_wikidata",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
