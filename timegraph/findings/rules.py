"""What a rule is: its code, how severe its findings are, and what its documentation says.

Rules stand beside the functions that apply them; :mod:`timegraph.checking.all_rules` has all of
them. Codes are stable: baselines, configuration and other programs name them.
"""

from __future__ import annotations

from dataclasses import dataclass
from inspect import cleandoc

from timegraph.findings.record import Severity

__all__ = ["ALWAYS", "UNREADABLE", "Rule"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: ``title`` says in a few words what is wrong, ``fix`` what to do.

    ``explanation`` is a paragraph in Markdown and ``example`` what triggers the rule, without the
    indentation that they have in the source; ``tools/make_rule_pages.py`` makes pages from them.
    """

    code: str
    severity: Severity
    title: str
    fix: str
    explanation: str = ""
    example: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "explanation", " ".join(self.explanation.split()))
        object.__setattr__(self, "example", cleandoc(self.example))


UNREADABLE = Rule(
    "unreadable",
    "error",
    "document that cannot be read",
    fix="repair the file as the message says, or take it out of the folder",
    explanation="""
    The file is not well-formed XML or holds no TimeML, so that nothing else is known of it. This
    rule cannot be ignored.
    """,
    example="""
    <TimeML><TEXT>She <EVENT eid="e1" class="OCCURRENCE">ate</TEXT></TimeML>
    """,
)

ALWAYS = frozenset({UNREADABLE.code})
"""Rules that cannot be left out: nothing else is known of such a document."""
