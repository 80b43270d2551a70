"""The label schemes of the corpora, each after its guidelines.

Saurí et al. (2006), TimeML annotation guidelines 1.2.1; Verhagen et al. (2007, 2010), TempEval-1
and -2; Cassidy et al. (2014), TimeBank-Dense; Naik et al. (2019), TDDiscourse; Ning et al. (2018),
MATRES and TCR; Rogers et al. (2019), NarrativeTime; Styler et al. (2014), THYME; Bethard et al.
(2015-2017), Clinical TempEval, whose scorer is anaforatools; Minard et al. (2016), MEANTIME;
Caselli & Vossen (2017), EventStoryLine; Orasmaa (2014), Estonian TimeML; Sun et al. (2013), the
i2b2 challenge of 2012; Wang et al. (2022), MAVEN-ERE.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from timegraph.labels.meaning import SchemeError, near
from timegraph.labels.scheme import Scheme

__all__ = ["SCHEMES", "find_scheme", "schemes_with"]

_STRICTLY_INSIDE = {
    "INCLUDES": "a.start < b.start, b.end < a.end",
    "IS_INCLUDED": "converse of INCLUDES",
}
_WEAKLY_INSIDE = {
    "INCLUDES": "a.start <= b.start, b.end <= a.end",
    "IS_INCLUDED": "converse of INCLUDES",
}
_BESIDE = {
    "BEFORE": "a.end < b.start",
    "AFTER": "converse of BEFORE",
    "IBEFORE": "a.end = b.start",
    "IAFTER": "converse of IBEFORE",
}
_SHARED_ENDS = {
    "BEGINS": "a.start = b.start, a.end < b.end",
    "BEGUN_BY": "converse of BEGINS",
    "ENDS": "a.end = b.end, b.start < a.start",
    "ENDED_BY": "converse of ENDS",
}
_SAME = {"SIMULTANEOUS": "equal", "IDENTITY": "equal", "DURING": "equal", "DURING_INV": "equal"}
_MEET_ANYWHERE = "a.start < b.end, b.start < a.end"
# The labels of TempEval-1 and -2: BEFORE, OVERLAP and AFTER share out all that can be.
_TEMPEVAL = {
    "BEFORE": "a.end <= b.start",
    "OVERLAP": _MEET_ANYWHERE,
    "AFTER": "converse of BEFORE",
    "BEFORE-OR-OVERLAP": "a.start < b.end",
    "OVERLAP-OR-AFTER": "converse of BEFORE-OR-OVERLAP",
}
_STARTS = {
    "BEFORE": "a.start < b.start",
    "AFTER": "converse of BEFORE",
    "EQUAL": "a.start = b.start",
    "SIMULTANEOUS": "a.start = b.start",
    "VAGUE": "nothing",
    "UNCERTAIN": "nothing",  # OmniTemp's word
}
# The hull of the published readings of BEGINS-ON: a.start = b.start in anaforatools,
# a.start = b.end in the table of the RED guidelines, whose examples begin inside b. ENDS-ON
# likewise.
_BEGINS_ON = "b.start <= a.start <= b.end"
_ENDS_ON = "b.start <= a.end <= b.end"
_THYME = {
    "CONTAINS": "a.start <= b.start, b.end <= a.end",
    "OVERLAP": _MEET_ANYWHERE,
    "BEFORE": "a.end < b.start",
    "AFTER": "converse of BEFORE",
    "BEGINS-ON": _BEGINS_ON,
    "ENDS-ON": _ENDS_ON,
}

_TABLES: dict[str, tuple[str, dict[str, str]]] = {
    "tml": ("TimeML", {**_BESIDE, **_STRICTLY_INSIDE, **_SHARED_ENDS, **_SAME}),
    "tml-weak": (
        "TimeML, where inclusion may share an endpoint",
        {**_BESIDE, **_WEAKLY_INSIDE, **_SHARED_ENDS, **_SAME},
    ),
    "tbd": (
        "TimeBank-Dense and TDDiscourse: b, a, i, ii, s as in TimeML, v says nothing",
        {
            "b": "a.end < b.start",
            "a": "converse of b",
            "i": "a.start < b.start, b.end < a.end",
            "ii": "converse of i",
            "s": "equal",
            "v": "nothing",
            "BEFORE": "a.end < b.start",
            "AFTER": "converse of BEFORE",
            **_STRICTLY_INSIDE,
            "SIMULTANEOUS": "equal",
            "VAGUE": "nothing",
            "NONE": "nothing",
            # As OmniTemp's release of it writes these.
            "EQUAL": "equal",
            "UNCERTAIN": "nothing",
        },
    ),
    "matres": ("MATRES: compares starts only", _STARTS),
    "tcr": ("TCR: compares starts only", _STARTS),
    "nt": (
        "NarrativeTime: TimeML, OVERLAP is any intersection",
        {
            **_BESIDE,
            **_STRICTLY_INSIDE,
            "SIMULTANEOUS": "equal",
            "OVERLAP": _MEET_ANYWHERE,
            "VAGUE": "nothing",
        },
    ),
    "thyme": (
        "THYME: weak CONTAINS, OVERLAP is any intersection",
        {
            **_THYME,
            "CONTAINED-BY": "converse of CONTAINS",
            "BEFORE/OVERLAP": "a.start < b.start < a.end",
            "SIMULTANEOUS": "equal",
        },
    ),
    "anafora": (
        "anaforatools, the scorer of Clinical TempEval: strict CONTAINS",
        {
            **_BESIDE,
            "CONTAINS": "a.start < b.start, b.end < a.end",
            **_STRICTLY_INSIDE,
            "BEGINS-ON": "a.start = b.start",
            "ENDS-ON": "a.end = b.end",
            **_SHARED_ENDS,
            **_SAME,
            "OVERLAP": _MEET_ANYWHERE,
            "BEFORE/OVERLAP": "a.start < b.start < a.end",
        },
    ),
    "meantime": (
        "MEANTIME: TimeML, MEASURE says nothing of order",
        {**_BESIDE, **_STRICTLY_INSIDE, **_SHARED_ENDS, **_SAME, "MEASURE": "nothing"},
    ),
    "esl": (
        "EventStoryLine: like thyme, an empty label says nothing",
        {
            **_THYME,
            "SIMULTANEOUS": "equal",
            "BEGUN_ON": _BEGINS_ON,
            "ENDED_ON": _ENDS_ON,
            "": "nothing",
        },
    ),
    "est": (
        "Estonian TimeML: TimeML with weak inclusion and the double labels of TempEval-2",
        {
            "BEFORE": "a.end < b.start",
            "AFTER": "converse of BEFORE",
            **_WEAKLY_INSIDE,
            "SIMULTANEOUS": "equal",
            "IDENTITY": "equal",
            "BEFORE-OR-OVERLAP": _TEMPEVAL["BEFORE-OR-OVERLAP"],
            "OVERLAP-OR-AFTER": "converse of BEFORE-OR-OVERLAP",
            "VAGUE": "nothing",
        },
    ),
    "tempeval2": (
        "TempEval-1 and -2: BEFORE, OVERLAP and AFTER divide all possibilities",
        {**_TEMPEVAL, "VAGUE": "nothing", "NONE": "nothing"},
    ),
    "i2b2": (
        "i2b2 2012: the merged BEFORE, OVERLAP, AFTER, and the finer labels before the merge",
        {
            # BEFORE holds what was BEFORE, ENDED_BY and BEFORE_OVERLAP before the merge, AFTER
            # what was AFTER and BEGUN_BY, OVERLAP what was OVERLAP, SIMULTANEOUS and DURING, as in
            # the code of those who trained on the corpus. The finer labels are read as wide as
            # their names allow.
            "BEFORE": "a.start < b.start",
            "AFTER": "b.start <= a.start, b.end < a.end",
            "OVERLAP": _MEET_ANYWHERE,
            "BEFORE_OVERLAP": "a.start < b.start < a.end",
            "SIMULTANEOUS": "equal",
            "DURING": "b.start <= a.start, a.end <= b.end",
            "BEGUN_BY": "b.start <= a.start <= b.end, b.end < a.end",
            "ENDED_BY": "a.start < b.start <= a.end <= b.end",
        },
    ),
    "maven": (
        "MAVEN-ERE: based on RED, OVERLAP is any intersection, BEGINS-ON has no direction",
        {
            "BEFORE": "a.end < b.start",
            "CONTAINS": "a.start <= b.start, b.end <= a.end",
            # Its labels follow RED, where OVERLAP is symmetric. Its own loader turns BEGINS-ON and
            # SIMULTANEOUS round, and no other label.
            "OVERLAP": _MEET_ANYWHERE,
            "SIMULTANEOUS": "equal",
            "BEGINS-ON": "a.start = b.start",
            "ENDS-ON": _ENDS_ON,
        },
    ),
}

_FOLLOW_DURING = ("tml", "tml-weak", "meantime")

SCHEMES = MappingProxyType({name: about for name, (about, _) in _TABLES.items()})
"""The names of the schemes that come with the project, and what each is."""


@cache
def find_scheme(name: str) -> Scheme:
    """The scheme of that name. Raises :class:`SchemeError`, which lists the names, for another."""
    if name not in _TABLES:
        names = tuple(_TABLES)
        meant = near(name, names)
        hint = f"did you mean {meant}?" if meant else f"the schemes are {', '.join(names)}"
        raise SchemeError(f"there is no label scheme {name!r}; {hint}")
    about, labels = _TABLES[name]
    return Scheme(name, about, tuple(labels.items()), name in _FOLLOW_DURING)


def schemes_with(labels: frozenset[str]) -> tuple[str, ...]:
    """The names of the schemes that have all of these labels."""
    return tuple(
        name
        for name in SCHEMES
        if all(find_scheme(name).meaning(label) is not None for label in labels)
    )
