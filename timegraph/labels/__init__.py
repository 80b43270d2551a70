"""What the labels of temporal links mean: the named label schemes, and users' own.

A scheme names, for each label, the Allen relations that it leaves possible. All are convex: a
conjunction of comparisons of endpoints, so that every link of every scheme can enter a
:class:`timegraph.TimeGraph`. The same word means different things in different corpora (OVERLAP,
CONTAINS, BEFORE), so labels are never read without their scheme.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily
from timegraph.labels.scheme import (
    NOTHING,
    SCHEMES,
    Scheme,
    SchemeError,
    find_scheme,
    near,
    read_scheme,
    schemes_with,
)

if TYPE_CHECKING:
    from timegraph.labels.scheme import Fit, TranslatedLabel, translation

__all__ = [
    "NOTHING",
    "SCHEMES",
    "Fit",
    "Scheme",
    "SchemeError",
    "TranslatedLabel",
    "find_scheme",
    "near",
    "read_scheme",
    "schemes_with",
    "translation",
]

# Every command knows the schemes; few translate labels.
_HOMES = {
    "scheme": "Fit TranslatedLabel translation",
}

__getattr__, __dir__, _ = lazily(__name__, _HOMES)
