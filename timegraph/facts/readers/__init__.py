"""Readers of facts and of questions about them, one for each form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.facts.readers.datasets import (
        Dataset as Dataset,
        UnreadableError as UnreadableError,
        read_dataset as read_dataset,
        read_facts_file as read_facts_file,
        read_group as read_group,
    )
    from timegraph.facts.readers.lines import (
        ReadFacts as ReadFacts,
        Record as Record,
        read_csv as read_csv,
        read_lines as read_lines,
    )
    from timegraph.facts.readers.wikidata import read_wikidata as read_wikidata

_HOMES = {
    "lines": "ReadFacts Record read_csv read_lines",
    "datasets": "Dataset UnreadableError read_dataset read_facts_file read_group",
    "wikidata": "read_wikidata",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
