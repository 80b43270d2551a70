"""Which types of annotation are time expressions, by their names."""

from __future__ import annotations

import re

__all__ = ["CREATION_TIME", "DOC_TIME_REL", "is_creation_time", "is_timex", "timex_type"]

CREATION_TIME = "DOCTIME"
"""The type of a creation time that is written."""

DOC_TIME_REL = "DocTimeRel"
"""The attribute of an entity that says how it is related to the creation time."""

_TIMEX = re.compile(
    r"(?:TIMEX3?|TIME|DATE|DURATION|SET|FREQUENCY|SECTIONTIME|SECTIME|DOCTIME|DCT)"
    r"(?:$|[_-].*|(?i:Mention|Annotation|Expression)$)",
    re.IGNORECASE,
)
_DCT = ("DOCTIME", "DCT", "CREATION_TIME")
_TYPES = ("DATE", "TIME", "DURATION", "SET")


def is_timex(type: str) -> bool:
    """Whether an annotation of this type is a time expression."""
    return _TIMEX.fullmatch(type) is not None


def is_creation_time(type: str) -> bool:
    """Whether an annotation of this type is the creation time of its document."""
    return type.upper() in _DCT


def timex_type(type: str) -> str | None:
    """The type of a timex that TimeML has for annotations of this type, if it has one."""
    return type.upper() if type.upper() in _TYPES else None
