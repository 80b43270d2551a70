"""Every rule that ``check`` knows: its code, how severe a finding is, and how to mend it.

The codes are stable: baselines, configuration and other programs name them. The page
``docs/checks.md`` explains each with an example.
"""

from __future__ import annotations

from dataclasses import dataclass

from timegraph.findings import Severity
from timegraph.labels import near

__all__ = ["ALWAYS", "RULES", "Rule", "near"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: ``title`` says in a few words what is wrong, ``mend`` what to do."""

    code: str
    severity: Severity
    title: str
    mend: str


_TABLE: tuple[Rule, ...] = (
    Rule(
        "unreadable",
        "error",
        "document that cannot be read",
        "repair the file as the message says, or take it out of the folder",
    ),
    # What keeps annotations out of the graph, or makes them disagree.
    Rule(
        "contradiction",
        "error",
        "link that contradicts other links",
        "read the sentences, decide which of these links is wrong, and change or remove it",
    ),
    Rule(
        "dangling-id",
        "error",
        "id that no annotation has",
        "write the id of an annotation of this document, or remove the link or instance",
    ),
    Rule(
        "duplicate-id",
        "error",
        "id that two annotations have",
        "give one of the annotations a new id, or remove it if it is a copy",
    ),
    Rule(
        "unknown-reltype",
        "error",
        "label that the label scheme does not have",
        "write one of the labels of the scheme, or name the scheme that is meant with --labels",
    ),
    Rule(
        "bad-span",
        "warning",
        "annotation whose place is not in the text, or has other words",
        "correct its offsets, or put the text to which they belong beside the annotations",
    ),
    Rule("missing-id", "warning", "annotation without id", "give the annotation an id of its own"),
    Rule(
        "unexpected-root",
        "warning",
        "root element other than TimeML",
        "write <TimeML> for the root element",
    ),
    Rule(
        "unresolved-entity",
        "warning",
        "reference to an undeclared entity",
        "write the character itself in its place",
    ),
    Rule(
        "no-dct",
        "warning",
        "document without creation time",
        'put a TIMEX3 with functionInDocument="CREATION_TIME" in DCT',
    ),
    Rule(
        "no-instance",
        "warning",
        "event without instance",
        "add a MAKEINSTANCE with the eid of the event, or remove the event",
    ),
    # Ids and links.
    Rule(
        "wrong-id-kind",
        "warning",
        "id of another kind than its attribute holds",
        "put the id in the attribute for its kind, or write the id that was meant",
    ),
    Rule(
        "dangling-reference",
        "warning",
        "reference to an annotation that is not there",
        "write the id of an annotation of this document, or remove the attribute",
    ),
    Rule(
        "self-link",
        "warning",
        "link of an entity with itself",
        "write the other entity that was meant, or remove the link",
    ),
    Rule("repeated-link", "warning", "link that says what another says", "remove one of the two"),
    Rule(
        "reversed-link",
        "warning",
        "link that says what another says the other way round",
        "remove one of the two",
    ),
    Rule(
        "unlinked-event",
        "note",
        "event in no temporal link",
        "add a TLINK that places the event, or leave it if its time is not known",
    ),
    # Attribute values.
    *(
        Rule(f"unknown-{name}", "warning", f"{what} that TimeML does not have", mend)
        for name, what, mend in (
            ("class", "event class", "write one of the event classes of TimeML"),
            ("tense", "tense", "write one of the tenses of TimeML, or NONE"),
            ("aspect", "aspect", "write one of the aspects of TimeML, or NONE"),
            ("pos", "part of speech", "write one of the parts of speech of TimeML, or OTHER"),
            ("polarity", "polarity", "write POS or NEG"),
            ("timex-type", "timex type", "write DATE, TIME, DURATION or SET"),
            ("function", "functionInDocument", "write one of its values, or NONE"),
            ("mod", "mod of a timex", "write one of the values of mod, or remove it"),
            ("boolean", "temporalFunction", "write true or false"),
            ("slink-type", "relation type of an SLINK", "write one of the types of SLINK"),
            ("alink-type", "relation type of an ALINK", "write one of the types of ALINK"),
        )
    ),
    Rule(
        "unknown-attribute",
        "warning",
        "attribute that looks misspelt",
        "write the attribute as TimeML spells it",
    ),
    Rule(
        "missing-attribute",
        "note",
        "attribute that TimeML requires",
        "add the attribute",
    ),
    # Values of time expressions.
    Rule(
        "timex-form",
        "warning",
        "timex value of no known form",
        "write the value as TimeML does: 1998-05-12, 1998-W20, T09:00 after a date, P3D, PAST_REF",
    ),
    Rule(
        "timex-range",
        "warning",
        "timex value that is not on the calendar",
        "write a month from 01 to 12, a day that the month has, an hour up to 24",
    ),
    Rule(
        "timex-type",
        "warning",
        "timex value that does not fit the type",
        "change the type, or write a value that is of this type",
    ),
    Rule(
        "timex-decade",
        "warning",
        "timex value that is a decade where the text writes a year",
        "write the year with four digits: 0610",
    ),
    Rule(
        "timex-text",
        "warning",
        "timex value that contradicts the date in its text",
        "write the date that the text names, or mark other words",
    ),
    Rule(
        "timex-far",
        "warning",
        "timex value that lies centuries from the creation time",
        "write the year that is meant",
    ),
    Rule(
        "timex-length",
        "warning",
        "duration that is not as long as its value says",
        "write the length that is meant, or mend the begin point, the end point or the links",
    ),
)

RULES: dict[str, Rule] = {rule.code: rule for rule in _TABLE}
"""Each rule by its code, the gravest first."""

ALWAYS = frozenset({"unreadable"})
"""Rules that cannot be left out: nothing else is known of such a document."""
