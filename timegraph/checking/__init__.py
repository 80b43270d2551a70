"""What is wrong with documents, and what they leave open, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.checking.config import Baseline, BaselineError, only_new, read_baseline
    from timegraph.checking.document import (
        RULES,
        CheckedDocument,
        Repairs,
        Selection,
        UnknownRuleError,
        check_document,
        check_documents,
        write_repaired,
    )
    from timegraph.checking.undecided import (
        OpenDocument,
        OpenPair,
        Progress,
        next_pairs,
        open_documents,
        open_pairs,
    )
    from timegraph.documents.closure import ExplainedConflict
    from timegraph.findings.record import Rule

__all__ = [
    "Baseline",
    "BaselineError",
    "CheckedDocument",
    "ExplainedConflict",
    "OpenDocument",
    "OpenPair",
    "Progress",
    "RULES",
    "Repairs",
    "Rule",
    "Selection",
    "UnknownRuleError",
    "check_document",
    "check_documents",
    "next_pairs",
    "only_new",
    "open_documents",
    "open_pairs",
    "read_baseline",
    "write_repaired",
]

_HOMES = {
    "config": "Baseline BaselineError only_new read_baseline",
    "document": (
        "CheckedDocument ExplainedConflict RULES Repairs Rule Selection UnknownRuleError "
        "check_document check_documents write_repaired"
    ),
    "undecided": ("OpenDocument OpenPair Progress next_pairs open_documents open_pairs"),
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
