"""Attributes that look misspelt, and attributes that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from timegraph.documents.closure import Annotation, Reading, RuleSet, kind_of
from timegraph.findings import Finding, Rule
from timegraph.labels import near
from timeml import Timex3
from timeml.edtf import EdtfError, When, parse_edtf
from timeml.timex_value import (
    CalendarInterval,
    Duration,
    Reference,
    Unresolvable,
    interpret,
    parse_value,
)

# Attributes against the values that TimeML gives them.
#
# The values are those of the TimeML 1.2.1 specification and its annotation guidelines (Saurí et
# al. 2006), with those that the TempEval-3 corpora add (UzZaman et al. 2013): ``pos="UNKNOWN"``
# in AQUAINT, ``pos="PREP"``. Capitals matter in TimeML, so another case is a finding, too.


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


def _values_of_attributes(reading: Reading) -> Iterator[Finding]:
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


VALUE_RULES: tuple[RuleSet, ...] = (
    (tuple(rule for _, rule, _, _ in _TABLE), _values_of_attributes),
)


UNKNOWN_ATTRIBUTE = Rule(
    "unknown-attribute",
    "warning",
    "attribute that looks misspelt",
    fix="write the attribute as TimeML spells it",
    explanation="""
    An annotation has an attribute that looks like a slip for one that TimeML has.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="2020-01-02" anchorTimes="t0">today</TIMEX3>.
    """,
)

MISSING_ATTRIBUTE = Rule(
    "missing-attribute",
    "warning",
    "required attribute that is missing",
    fix="add the attribute",
    explanation="""
    An EVENT has no class, a TIMEX3 no type, or neither value nor valueFromFunction, an SLINK or an
    ALINK no lid or no relType. Where all of several elements lack the attribute, there is one
    finding for the document.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE">today</TIMEX3>.
    """,
)
_KNOWN = {
    "EVENT": ("eid", "class"),
    "MAKEINSTANCE": (
        *("eiid", "eventID", "tense", "aspect", "polarity", "modality", "pos", "signalID"),
        "cardinality",
    ),
    "TIMEX3": (
        *("tid", "type", "value", "functionInDocument", "temporalFunction", "mod"),
        *("anchorTimeID", "beginPoint", "endPoint", "quant", "freq", "valueFromFunction"),
    ),
    "SIGNAL": ("sid",),
    "TLINK": (
        *("lid", "relType", "eventInstanceID", "timeID", "eventID", "relatedToEventInstance"),
        *("relatedToTime", "relatedToEvent", "signalID"),
    ),
    "SLINK": (
        *("lid", "relType", "eventInstanceID", "subordinatedEventInstance", "signalID"),
        *("eventID", "subordinatedEvent"),
    ),
    "ALINK": (
        *("lid", "relType", "eventInstanceID", "relatedToEventInstance", "signalID"),
        *("eventID", "relatedToEvent"),
    ),
}
"""The attributes of TimeML 1.2.1 and 1.2."""

_VALUES = {(attribute.element, attribute.name): attribute.values for attribute in ATTRIBUTES}

# Attributes that corpora and systems add on purpose: near one of TimeML's, but not meant for it.
_ADDED = frozenset(
    {"eventid", "stem", "form", "text", "dct", "lemma", "origin", "comment", "alt_value"}
)

# What the specification requires of all variants: the document's annotations, field, attribute.
_REQUIRED = (
    ("events", "class_", "class"),
    ("timexes", "type", "type"),
    ("timexes", "value", "value"),
    ("slinks", "lid", "lid"),
    ("slinks", "rel_type", "relType"),
    ("alinks", "lid", "lid"),
    ("alinks", "rel_type", "relType"),
)


def _misspelt(reading: Reading) -> Iterator[Finding]:
    for annotation in _annotations(reading):
        for name, value in annotation.extra:
            kind = kind_of(annotation)
            meant = _meant(kind, name)
            if meant is not None:
                fits = not _field(annotation, meant) and _is_value(kind, meant, value)
                yield reading.finding(
                    UNKNOWN_ATTRIBUTE,
                    f"{reading.named(annotation)} has {name}={value!r}, an attribute that TimeML "
                    "does not have",
                    about=annotation,
                    fix=f"did you mean {meant}?" if fits else f"remove the attribute {name}",
                )


def _field(annotation: Annotation, name: str) -> str | None:
    """What the field holds that is named as an attribute is: ``anchor_time_id``, ``class_``."""
    field = re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()
    value: str | None = getattr(annotation, field, None) or getattr(annotation, f"{field}_", None)
    return value


def _is_value(kind: str, name: str, value: str) -> bool:
    """Whether an attribute of TimeML can have this value."""
    if (kind, name) == ("TIMEX3", "value"):
        meaning = parse_value(value)
        return not isinstance(meaning, Unresolvable) or meaning.reason == "no-such-date"
    return value in _VALUES.get((kind, name), (value,))


def _annotations(reading: Reading) -> Iterator[Annotation]:
    document = reading.document
    yield from document.events
    yield from document.instances
    yield from document.timexes
    yield from document.signals
    yield from document.tlinks
    yield from document.slinks
    yield from document.alinks


@lru_cache(maxsize=1024)
def _meant(kind: str, name: str) -> str | None:
    """The attribute that a slip was meant for; ``None`` for other attributes and other things."""
    names = _KNOWN[kind]
    return None if name in names or name in _ADDED else near(name, names)


def _missing(reading: Reading) -> Iterator[Finding]:
    for of, field, name in _REQUIRED:
        every: tuple[Annotation, ...] = getattr(reading.document, of)
        without = [annotation for annotation in every if not _has(annotation, field)]
        if 1 < len(without) == len(every):
            kind = kind_of(every[0])
            message = f"none of the {len(every)} {kind}s has the attribute {name}"
            yield reading.finding(MISSING_ATTRIBUTE, message, fix=f"add the attribute {name}")
        else:
            for annotation in without:
                yield reading.finding(
                    MISSING_ATTRIBUTE,
                    f"{reading.named(annotation)} has no {name}",
                    about=annotation,
                    fix=f"add the attribute {name}",
                )


def _has(annotation: Annotation, field: str) -> bool:
    """Whether an annotation has what a field holds; a timex may say how its value is found."""
    if field == "value" and getattr(annotation, "value_from_function", None) is not None:
        return True
    return getattr(annotation, field) not in (None, "")


NAME_RULES: tuple[RuleSet, ...] = (
    ((UNKNOWN_ATTRIBUTE,), _misspelt),
    ((MISSING_ATTRIBUTE,), _missing),
)


# Values of time expressions: their form, the calendar, and the type of the timex.
#
# Each rule is a small function from a timex and what its value means to findings.


TIMEX_FORM = Rule(
    "timex-form",
    "warning",
    "timex value in a form that TimeML does not have",
    fix="write the value as TimeML does: 1998-05-12, 1998-W20, T09:00 after a date, P3D, PAST_REF",
    explanation="""
    The value has no form that TimeML knows. Dates are written `1998-05-12`, `1998-05`, `1998-W20`,
    `1998-Q2`, `1998-SU`; times follow a date, `1998-05-12T09:00` or `1998-05-12TMO`; lengths are
    `P3D`, `PT2H`, `P1Y6M`; the rest is `PAST_REF`, `PRESENT_REF` and `FUTURE_REF`.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="Monday morning">on Monday morning</TIMEX3>.
    """,
)

TIMEX_RANGE = Rule(
    "timex-range",
    "warning",
    "timex value that is not on the calendar",
    fix="write a month from 01 to 12, a day that the month has, an hour up to 24",
    explanation="""
    The value has the form of a date or time, but the calendar does not have it: a 13th month, a 30
    February, a 25th hour.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="2020-02-30">on the last day of February</TIMEX3>.
    """,
)

TIMEX_TYPE = Rule(
    "timex-type",
    "warning",
    "timex value that does not fit the type",
    fix="change the type, or write a value that is of this type",
    explanation="""
    The value is not of the timex's type: a date for a DURATION, a length for a DATE or TIME, a time
    of day for a DATE, a date alone for a TIME. The creation time may be a TIME with a date alone; a
    SET may have any value.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="P2D">for two days</TIMEX3>.
    """,
)

TIMEX_DECADE = Rule(
    "timex-decade",
    "warning",
    "timex value that means a decade where the text writes a year",
    fix="write the year with four digits: 0610",
    explanation="""
    The value has one to three digits, which means a millennium, century or decade, but the text
    writes the same digits as a year: `610` is the decade 6100 to 6109. The
    [calendar](calendar.md#values-that-are-not-used) does not use the value.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="610">in 610</TIMEX3>.
    """,
)

TIMEX_TEXT = Rule(
    "timex-text",
    "warning",
    "timex value that contradicts the date in its text",
    fix="write the date that the text names, or mark other words",
    explanation="""
    The text names a year, month, day, weekday or century, and the value is another one. Texts that
    name a date and nothing else are compared as a whole, month and weekday names only in English;
    of others only the year. The [calendar](calendar.md#values-that-are-not-used) does not use the
    value.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="2020-01-03">on Monday</TIMEX3>.
    """,
)

TIMEX_FAR = Rule(
    "timex-far",
    "warning",
    "timex value that lies centuries from the creation time",
    fix="write the year that is meant",
    explanation="""
    The value lies 200 years or more from the creation time, and the text does not name the year.
    The [calendar](calendar.md#values-that-are-not-used) does not use the value.
    """,
    example="""
    It rained <TIMEX3 tid="t1" type="DATE" value="1020-01-03">the day after</TIMEX3>.
    """,
)
Meaning = CalendarInterval | Reference | Duration | Unresolvable
"""What a value means by itself, whatever the type of its timex."""

_TIMES = frozenset({"hour", "minute", "second", "part-of-day"})
_ADVICE = {
    "DURATION": "write a length (P3D), or change the type to DATE or TIME",
    "DATE": "change the type to TIME, or write a date alone",
    "TIME": "change the type to DATE, or add the time of day",
}


def _type(reading: Reading, timex: Timex3, meaning: Meaning) -> Iterator[Finding]:
    """Values of another kind than the type: a date for a DURATION, a length for a DATE or TIME, a
    time of day for a DATE, a date for a TIME.

    The creation time of many corpora is a TIME with a date alone, which means no harm. A SET may
    have any value.
    """
    is_what = None
    fix = _ADVICE.get(timex.type or "", "")
    if isinstance(meaning, Duration) and timex.type in ("DATE", "TIME"):
        is_what, fix = "a length", "change the type to DURATION or SET, or write a date"
    elif isinstance(meaning, CalendarInterval):
        has_time = meaning.granularity in _TIMES
        if timex.type == "DURATION":
            is_what = "a time of day" if has_time else "a date"
        elif timex.type == "DATE" and has_time:
            is_what = "a time of day"
        elif timex.type == "TIME" and not has_time and timex is not reading.document.dct:
            is_what = "a date without a time of day"
    if is_what is not None:
        message = f"{reading.named(timex)} is a {timex.type}, but value={timex.value!r} is"
        yield reading.finding(TIMEX_TYPE, f"{message} {is_what}", about=timex, fix=fix)


_NO_FORM = TIMEX_FORM, "a form that TimeML does not have"
_REFUSED = {
    "malformed": _NO_FORM,
    "no-value": _NO_FORM,
    "no-such-date": (TIMEX_RANGE, "which is not on the calendar"),
}
"""What is wrong with a value by itself, by the reason why it has no meaning."""
_UNTRUSTED = {
    "prefix-spelt-as-year": (
        TIMEX_DECADE,
        "which means a decade or century, but its text writes a year",
    ),
    "contradicts-text": (TIMEX_TEXT, "which contradicts {} in its text"),
    "far-from-creation-time": (TIMEX_FAR, "which lies centuries from the creation time"),
}
"""What is wrong with values that are more likely a slip, so that the calendar does not use them. Of
these, a date for a DURATION is reported as a type that does not fit."""


def _meaning(reading: Reading, value: str) -> Meaning:
    """What a value means by itself; in EDTF, too, if the calendar reads it."""
    meaning = parse_value(value)
    reading_name = reading.interpretation.calendar_reading
    if reading_name.startswith("edtf") and isinstance(meaning, Unresolvable):
        with suppress(EdtfError):
            parse_edtf(value.strip())  # no English in values
            return When(value.strip(), as_written=reading_name == "edtf-as-written").place
    return meaning


def _values_of_timexes(reading: Reading) -> Iterator[Finding]:
    """What is wrong with the values of all timexes; each is read once."""
    document, reading_name = reading.document, reading.interpretation.calendar_reading
    # Values at their word have no slips; they are reported, since other readings do not use them.
    as_read = "annotators" if reading_name == "exact" else reading_name
    for timex in document.timexes:
        if timex.value is None:
            continue
        meaning = _meaning(reading, timex.value)
        meant = interpret(timex, document=document, reading=as_read)
        yield from _type(reading, timex, meaning)
        for said, table in ((meaning, _REFUSED), (meant, _UNTRUSTED)):
            if isinstance(said, Unresolvable) and said.reason in table:
                rule, what = table[said.reason]
                message = f"{reading.named(timex)} has value={timex.value!r}"
                message += f", {what.format(said.detail)}"
                yield reading.finding(rule, message, about=timex)


TIMEX_RULES: tuple[RuleSet, ...] = (
    (
        (TIMEX_FORM, TIMEX_RANGE, TIMEX_TYPE, TIMEX_DECADE, TIMEX_TEXT, TIMEX_FAR),
        _values_of_timexes,
    ),
)
