"""What is wrong with documents, and what they leave open, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.checking.document import (
        RULES as RULES,
        CheckedDocument as CheckedDocument,
        Repairs as Repairs,
        Selection as Selection,
        UnknownRuleError as UnknownRuleError,
        check_document as check_document,
        check_documents as check_documents,
        write_repaired as write_repaired,
    )
    from timegraph.checking.undecided import (
        OpenDocument as OpenDocument,
        OpenPair as OpenPair,
        Progress as Progress,
        next_pairs as next_pairs,
        open_documents as open_documents,
        open_pairs as open_pairs,
    )
    from timegraph.documents.closure import ExplainedConflict as ExplainedConflict
    from timegraph.findings import Rule as Rule

_HOMES = {
    "document": (
        "CheckedDocument ExplainedConflict RULES Repairs Rule Selection UnknownRuleError "
        "check_document check_documents write_repaired"
    ),
    "undecided": "OpenDocument OpenPair Progress next_pairs open_documents open_pairs",
}

__getattr__, __dir__, __all__ = lazily(__name__, _HOMES)
