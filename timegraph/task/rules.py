"""What can be wrong with the files of a shared task: codes, how severe, and how to fix it.

``tools/make_rule_pages.py`` makes the table in ``docs/shared-task.md`` from the rules.

Faults that documents of any kind can have are rules of :mod:`timegraph.checking`, under the same
codes; here is what only a task's texts, marked texts and submissions can have.
"""

from __future__ import annotations

from timegraph.checking.all_rules import RULES
from timegraph.findings import Finding
from timegraph.findings.rules import Rule
from timeml import Position

__all__ = ["TASK_RULES", "finding"]

_OWN: tuple[Rule, ...] = (
    # Plain texts.
    Rule(
        "no-creation-time",
        "error",
        "text without creation time",
        "write the TIMEX3 value, such as 1998-04-18, on the first line, or give --times FILE",
    ),
    Rule(
        "already-timeml",
        "error",
        "file that is TimeML already",
        "give the plain text; --back makes it from TimeML",
    ),
    Rule(
        "unwritable-character",
        "warning",
        "character that TimeML cannot hold",
        "remove the character from the text; a blank was written in its place",
    ),
    Rule(
        "short-text",
        "warning",
        "text of fewer than 120 words",
        "choose a longer text: few questions can be asked about a short one",
    ),
    Rule("no-title", "note", "text without title", "write a line title: ... above the text"),
    Rule(
        "text-missing",
        "warning",
        "creation time of a text that does not exist",
        "add the text, or remove the line",
    ),
    # Marked texts.
    Rule(
        "unasked-mark",
        "warning",
        "mark that no question names",
        "ask about it, or remove the mark",
    ),
    Rule(
        "empty-mark",
        "warning",
        "mark without words",
        "mark the words: no system's annotation can be aligned with an empty mark",
    ),
    Rule("no-questions", "warning", "text without questions", "write questions below the line ---"),
    # Submissions.
    Rule(
        "missing-document",
        "error",
        "document that the submission lacks",
        "add it under its name, which ends in .tml; else all its questions count as unanswered",
    ),
    Rule(
        "wrong-folder",
        "error",
        "documents in a subfolder, where they are not read",
        "put all documents into one folder, without further folders, and pack that folder",
    ),
    Rule(
        "inner-folder",
        "note",
        "submission whose documents are in an inner folder",
        "pack the documents without the folder",
    ),
    Rule(
        "wrong-ending",
        "error",
        "document whose name does not end in .tml",
        "rename the file so that it ends in .tml",
    ),
    Rule(
        "ambiguous-name",
        "error",
        "several files that match one document",
        "leave one of them in the submission, under the name of the input document",
    ),
    Rule("too-large", "error", "file that is too large", "write the annotations of the text only"),
    Rule(
        "text-changed",
        "error",
        "text with other words than the input's",
        "annotate the text as it was handed out; only white space may differ",
    ),
    Rule(
        "case-changed",
        "warning",
        "text in other upper and lower case than the input's",
        "annotate the text as it was handed out",
    ),
    Rule(
        "creation-time-changed",
        "error",
        "creation time other than the input's",
        "keep the TIMEX3 in DCT with its value",
    ),
    Rule(
        "no-annotations",
        "warning",
        "document without events and links",
        "check that this is the system's output, not the input",
    ),
    Rule(
        "extra-document",
        "warning",
        "document that is not among the inputs",
        "remove it, or correct its name",
    ),
)

_OF_DOCUMENTS = (
    *("unreadable", "no-dct", "timex-form", "timex-range", "timex-decade", "timex-text"),
    *("timex-far", "duplicate-id", "missing-id", "dangling-id", "dangling-reference"),
    *("unknown-reltype", "unexpected-root", "unresolved-entity"),
)

TASK_RULES: dict[str, Rule] = {
    **{code: RULES[code] for code in _OF_DOCUMENTS},
    **{rule.code: rule for rule in _OWN},
}
"""Each rule by its code."""


def finding(
    code: str,
    document: str,
    message: str,
    *,
    position: Position | None = None,
    ids: tuple[str, ...] = (),
    fix: str = "",
) -> Finding:
    """A finding of the rule ``code``, with the rule's advice unless ``fix`` is given."""
    rule = TASK_RULES[code]
    return Finding(
        code=code,
        severity=rule.severity,
        document=document,
        message=message,
        ids=ids,
        position=position,
        fix=fix or rule.fix,
    )
