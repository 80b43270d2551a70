"""Attributes against the values that TimeML gives them.

The values are those of the TimeML 1.2.1 specification and its annotation guidelines (Saurí et al.
2006), with those that the TempEval-3 corpora add (UzZaman et al. 2013): ``pos="UNKNOWN"`` in
AQUAINT, ``pos="PREP"``. Capitals matter in TimeML, so another case is a finding, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from timegraph.documents.reading import Annotation, Reading, RuleSet
from timegraph.findings import Finding
from timegraph.findings.rules import Rule
from timegraph.labels import near

__all__ = ["ATTRIBUTES", "RULE_SETS", "Attribute"]


_ELEMENTS = {
    "events": "an EVENT",
    "instances": "a MAKEINSTANCE",
    "timexes": "a TIMEX3",
    "slinks": "an SLINK",
    "alinks": "an ALINK",
}


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute with a fixed set of values, and an example of another value.

    ``of`` and ``field`` name the document's annotations and their field, ``what`` is what the
    values are. An attribute that is absent is not a fault here, nor is an empty one.
    """

    code: str
    name: str
    of: str
    field: str
    what: str
    values: tuple[str, ...]
    example: str
    note: str = ""

    @property
    def element(self) -> str:
        """The name of the element that has the attribute."""
        return _ELEMENTS[self.of].split()[-1]

    def rule(self) -> Rule:
        """The rule that finds other values."""
        *others, last = self.values
        several = f"none of {', '.join(others)} and {last}"
        values = several if len(others) > 1 else f"neither {others[0]} nor {last}"
        return Rule(
            self.code,
            "warning",
            f"{self.what} that TimeML does not have",
            fix=f"write one of {', '.join(self.values)}",
            explanation=f"The `{self.name}` of {_ELEMENTS[self.of]} is {values}. {self.note}",
            example=self.example,
        )


_INSTANCE = """It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>.
<MAKEINSTANCE eiid="ei1" eventID="e1" {}/>"""
_TWO = """{} <EVENT eid="e2" class="OCCURRENCE">rain</EVENT>.
<MAKEINSTANCE eiid="ei1" eventID="e1"/><MAKEINSTANCE eiid="ei2" eventID="e2"/>
"""

ATTRIBUTES: tuple[Attribute, ...] = (
    Attribute(
        *("unknown-class", "class", "events", "class_", "event class"),
        (
            *("OCCURRENCE", "PERCEPTION", "REPORTING", "ASPECTUAL", "STATE", "I_STATE"),
            "I_ACTION",
        ),
        'It <EVENT eid="e1" class="OCURRENCE">rained</EVENT>. '
        '<MAKEINSTANCE eiid="ei1" eventID="e1"/>',
    ),
    Attribute(
        *("unknown-tense", "tense", "instances", "tense", "tense"),
        ("FUTURE", "PAST", "PRESENT", "INFINITIVE", "PRESPART", "PASTPART", "NONE"),
        _INSTANCE.format('tense="PAST_TENSE"'),
    ),
    Attribute(
        *("unknown-aspect", "aspect", "instances", "aspect", "aspect"),
        ("PROGRESSIVE", "PERFECTIVE", "PERFECTIVE_PROGRESSIVE", "NONE"),
        _INSTANCE.format('aspect="PERFECT"'),
    ),
    Attribute(
        *("unknown-pos", "pos", "instances", "pos", "part of speech"),
        ("ADJECTIVE", "NOUN", "VERB", "PREPOSITION", "OTHER", "UNKNOWN", "PREP"),
        _INSTANCE.format('pos="VBD"'),
        note="UNKNOWN and PREP are values of the TempEval-3 corpora.",
    ),
    Attribute(
        *("unknown-polarity", "polarity", "instances", "polarity", "polarity"),
        ("POS", "NEG"),
        _INSTANCE.format('polarity="positive"'),
    ),
    Attribute(
        *("unknown-timex-type", "type", "timexes", "type", "timex type"),
        ("DATE", "TIME", "DURATION", "SET"),
        'It rained for <TIMEX3 tid="t1" type="PERIOD" value="P2D">two days</TIMEX3>.',
    ),
    Attribute(
        *("unknown-function", "functionInDocument", "timexes", "function_in_document"),
        "functionInDocument",
        (
            *("CREATION_TIME", "EXPIRATION_TIME", "MODIFICATION_TIME", "PUBLICATION_TIME"),
            *("RELEASE_TIME", "RECEPTION_TIME", "NONE"),
        ),
        'It rained <TIMEX3 tid="t1" type="DATE" value="2020-01-02"\n'
        'functionInDocument="RELEASE">today</TIMEX3>.',
    ),
    Attribute(
        *("unknown-mod", "mod", "timexes", "mod", "mod of a timex"),
        (
            *("BEFORE", "AFTER", "ON_OR_BEFORE", "ON_OR_AFTER", "LESS_THAN", "MORE_THAN"),
            *("EQUAL_OR_LESS", "EQUAL_OR_MORE", "START", "MID", "END", "APPROX"),
        ),
        'It rained <TIMEX3 tid="t1" type="DATE" value="2020-01" mod="EARLY">'
        "early in January</TIMEX3>.",
    ),
    Attribute(
        *("unknown-boolean", "temporalFunction", "timexes", "temporal_function"),
        "temporalFunction",
        ("true", "false"),
        'It rained <TIMEX3 tid="t1" type="DATE" value="2020-01-02"\n'
        'temporalFunction="yes">today</TIMEX3>.',
    ),
    Attribute(
        *("unknown-slink-type", "relType", "slinks", "rel_type", "relation type of an SLINK"),
        (
            *("MODAL", "EVIDENTIAL", "NEG_EVIDENTIAL", "FACTIVE", "COUNTER_FACTIVE"),
            "CONDITIONAL",
        ),
        _TWO.format('She <EVENT eid="e1" class="REPORTING">reported</EVENT>')
        + '<SLINK lid="l1" relType="EVIDENCE" eventInstanceID="ei1" '
        'subordinatedEventInstance="ei2"/>',
    ),
    Attribute(
        *("unknown-alink-type", "relType", "alinks", "rel_type", "relation type of an ALINK"),
        ("INITIATES", "CULMINATES", "TERMINATES", "CONTINUES", "REINITIATES"),
        _TWO.format('It <EVENT eid="e1" class="ASPECTUAL">began</EVENT> to')
        + '<ALINK lid="l1" relType="BEGINS" eventInstanceID="ei1" relatedToEventInstance="ei2"/>',
    ),
)
"""Attributes with a fixed set of values; relType of TLINK is checked when a document is read."""


def _values(reading: Reading) -> Iterator[Finding]:
    for attribute, rule, allowed, read in _TABLE:
        annotations: tuple[Annotation, ...] = getattr(reading.document, attribute.of)
        # Most documents have no other value, and sets find that at once.
        if set(map(read, annotations)) <= allowed:
            continue
        for annotation in annotations:
            value = read(annotation)
            if value not in allowed:
                meant = near(value, attribute.values)
                named = reading.named(annotation)
                yield reading.finding(
                    rule,
                    f"{named} has {attribute.name}={value!r}, which TimeML does not have",
                    about=annotation,
                    fix=f"did you mean {meant}?" if meant else "",
                )


_TABLE = [
    (
        attribute,
        attribute.rule(),
        frozenset({*attribute.values, None, ""}),
        attrgetter(attribute.field),
    )
    for attribute in ATTRIBUTES
]


RULE_SETS: tuple[RuleSet, ...] = ((tuple(rule for _, rule, _, _ in _TABLE), _values),)
