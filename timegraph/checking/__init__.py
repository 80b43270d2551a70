"""What is wrong with documents, and what they leave open, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.checking.all_rules import RULES, Selection, UnknownRuleError
    from timegraph.checking.baseline import Baseline, BaselineError, only_new, read_baseline
    from timegraph.checking.corpus import check_documents, write_repaired
    from timegraph.checking.document import CheckedDocument, Repairs, check_document
    from timegraph.checking.survey import OpenDocument, open_documents
    from timegraph.checking.unsettled import OpenPair, Progress, next_pairs, open_pairs
    from timegraph.checking.weighing import Weighing, WeighingError
    from timegraph.documents.contradictions import ExplainedConflict
    from timegraph.findings.rules import Rule

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
    "Weighing",
    "WeighingError",
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
    "all_rules": "RULES Rule Selection UnknownRuleError",
    "baseline": "Baseline BaselineError only_new read_baseline",
    "corpus": "check_documents write_repaired",
    "document": "CheckedDocument ExplainedConflict Repairs check_document",
    "survey": "OpenDocument open_documents",
    "unsettled": "OpenPair Progress next_pairs open_pairs",
    "weighing": "Weighing WeighingError",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
