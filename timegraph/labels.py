"""What the labels of temporal links mean: the named label schemes, and users' own.

A scheme names, for each label, the Allen relations that it leaves possible. All are convex: a
conjunction of comparisons of endpoints, so that every link of every scheme can enter a
:class:`timegraph.TimeGraph`. The same word means different things in different corpora (OVERLAP,
CONTAINS, BEFORE), so labels are never read without their scheme.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from timegraph.allen import Allen, AllenSet
from timegraph.points import SIGNS, constraints_of

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

# The small language in which a label's meaning is written, in our tables and in users' files.
#
# A meaning is one of
#
# * comparisons of endpoints, all of which hold: ``a.start <= b.start, b.end <= a.end``; a chain
# (``b.start <= a.start <= b.end``) is as good; the operators are ``<``, ``<=``, ``=``, ``>=``,
# ``>``; * Allen relations of which one holds: ``before | meets``; * ``converse of LABEL``:
# another label of the same scheme the other way round; * ``nothing``: the label says nothing
# about time.


NOTHING = AllenSet.all()
"""What a label says that says nothing: all 13 relations are possible."""

_OPERATOR = re.compile(r"\s*(<=|>=|<|>|=)\s*")
_TURNED = {"<": ">", "<=": ">=", "=": "=", ">=": "<=", ">": "<"}
# The cross pairs of points, as in the signs of an Allen relation.
_PAIRS = {
    ("a.start", "b.start"): 0,
    ("a.start", "b.end"): 1,
    ("a.end", "b.start"): 2,
    ("a.end", "b.end"): 3,
}
_POINTS = ("a.start", "a.end", "b.start", "b.end")
_CONVERSE = re.compile(r"converse of\s+(\S.*)", re.IGNORECASE | re.DOTALL)


class SchemeError(ValueError):
    """A label scheme that cannot be used: which label of which file, and what to write."""


@lru_cache(maxsize=1024)
def plain(label: str) -> str:
    """A label as labels are compared: in upper case, with ``_`` for blanks and hyphens."""
    return re.sub(r"[\s_-]+", "_", label.strip().upper())


def near(written: str, names: tuple[str, ...]) -> str | None:
    """The one of the ``names`` that ``written`` most likely means, ``None`` if none is
    near: another case or separator, a beginning of just one of them, or a slip of a few letters."""
    from difflib import get_close_matches  # only here: most documents have no such slip

    def letters(name: str) -> str:
        return "".join(character for character in name.upper() if character.isalnum())

    plain_name = letters(written)
    by_letters = {letters(name): name for name in names}
    if plain_name in by_letters:
        return by_letters[plain_name]
    begun = [name for name in by_letters if len(plain_name) > 2 and name.startswith(plain_name)]
    if len(begun) == 1:
        return by_letters[begun[0]]
    close = get_close_matches(plain_name, list(by_letters), n=1, cutoff=0.7)
    return by_letters[close[0]] if close else None


def meanings_of(written: Mapping[str, str]) -> dict[str, AllenSet]:
    """The relations that each label leaves possible. Raises :class:`SchemeError`."""
    labels = {plain(label): label for label in written}
    meanings: dict[str, AllenSet] = {}

    def find(label: str, on_the_way: tuple[str, ...]) -> AllenSet:
        if label in meanings:
            return meanings[label]
        text = written[label]
        turned = _CONVERSE.fullmatch(text.strip())
        if turned is None:
            meanings[label] = meaning_of(text, label)
            return meanings[label]
        other = labels.get(plain(turned[1]))
        if other is None:
            meant = near(turned[1], tuple(name for name in written if name != label))
            hint = f"; did you mean {meant}?" if meant else ""
            raise SchemeError(f"label {label!r}: {turned[1]!r} is not a label of this scheme{hint}")
        if other in on_the_way:
            raise SchemeError(
                f"label {label!r} is defined by itself; write the comparisons it stands for"
            )
        meanings[label] = find(other, (*on_the_way, other)).converse
        return meanings[label]

    for label in written:
        find(label, (label,))
    return meanings


def meaning_of(text: str, label: str = "") -> AllenSet:
    """The relations that a meaning leaves possible (anything but ``converse of``).

    Raises :class:`SchemeError` if it is not in the language, if nothing can satisfy it, or if it
    is not a conjunction of comparisons, as ``before | after`` is not.
    """
    text = text.strip()
    name = f"label {label!r}: " if label else ""
    if text.lower() == "nothing":
        return NOTHING
    if _OPERATOR.search(text):
        meaning = NOTHING
        for chain in text.split(","):
            meaning &= _comparisons(chain.strip(), name)
    else:
        try:
            meaning = AllenSet([Allen.parse(part) for part in text.split("|")])
        except ValueError as error:
            raise SchemeError(
                f"{name}{error}; or write comparisons (a.end < b.start), 'converse of LABEL', or "
                "'nothing'"
            ) from None
    if not meaning:
        raise SchemeError(f"{name}no two intervals can satisfy {text!r}")
    try:
        constraints_of(meaning.mask)
    except ValueError as error:
        raise SchemeError(f"{name}{error}") from None
    return meaning


def _comparisons(chain: str, name: str) -> AllenSet:
    """What a chain of comparisons leaves possible."""
    parts = _OPERATOR.split(chain)
    if len(parts) == 1:
        raise SchemeError(f"{name}{chain!r} compares nothing; write a.end < b.start, for example")
    meaning = NOTHING
    for left, operator, right in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
        for point in (left, right):
            if point not in _POINTS:
                points = ", ".join(_POINTS)
                raise SchemeError(f"{name}{point!r} is not a point; points are {points}")
        if (right, left) in _PAIRS:
            left, operator, right = right, _TURNED[operator], left
        if (left, right) not in _PAIRS:
            raise SchemeError(f"{name}{chain!r} does not compare a point of a with one of b")
        pair, signs = _PAIRS[left, right], SIGNS[operator]
        meaning &= AllenSet([relation for relation in Allen if relation.signs[pair] in signs])
    return meaning


# What the option `during="contained"` makes of these labels of TimeML.
_CONTAINED = {"DURING": "IS_INCLUDED", "DURING_INV": "INCLUDES"}


@dataclass(frozen=True, slots=True)
class Scheme:
    """What each label of a corpus says of the endpoints of two intervals.

    ``labels`` has each label with its meaning, in the language of
    :mod:`timegraph.labels`. Upper and lower case are the same, and so are ``-``, ``_`` and
    blanks. ``follows_during`` is true where DURING is TimeML's, so that it follows the option
    ``during``. Raises :class:`SchemeError` for a label whose meaning cannot be read.
    """

    name: str
    about: str
    labels: tuple[tuple[str, str], ...]
    follows_during: bool = False

    def __post_init__(self) -> None:
        _table(self, "simultaneous")

    @property
    def names(self) -> tuple[str, ...]:
        """The labels, as they are written."""
        return tuple(label for label, _ in self.labels)

    def meaning(self, label: str, *, during: str = "simultaneous") -> AllenSet | None:
        """The relations that may hold from a to b where a link says ``a label b``; all 13 where
        the label says nothing, ``None`` where the scheme does not have it."""
        table = _table(self, during)
        meaning = table.get(label)  # nearly all are written as the table has them
        if meaning is None:
            meaning = table.get(plain(label))
        if meaning is None and self.joins and "|" in label:
            return _joined(table, label)
        return meaning

    @property
    def joins(self) -> bool:
        """Whether a label may name several relations, between ``|``."""
        return self.name == "allen"

    def says_nothing(self, label: str) -> bool:
        """Whether this is a label of the scheme that says nothing about time."""
        return self.meaning(label) == NOTHING

    def holds(self, label: str, meaning: AllenSet | None) -> bool:
        """Whether whoever reads ``label`` by this scheme learns no more than ``meaning``, what the
        label says where it comes from (``None``: nothing is known of it)."""
        read = self.meaning(label)
        return read is not None and meaning is not None and meaning <= read

    @property
    def signed(self) -> str:
        """The name for signatures: with ``@`` and the first 8 hex digits of the SHA-256 of what the
        labels mean, so that different schemes of one name are not taken for the same."""
        from hashlib import sha256  # only here: most scores are of built-in schemes

        meanings = sorted(
            (name, meaning.mask) for name, meaning in _table(self, "simultaneous").items()
        )
        text = "".join(f"{name}\t{mask}\n" for name, mask in meanings)
        return f"{self.name}@{sha256(text.encode()).hexdigest()[:8]}"

    def converse(self, label: str, *, during: str = "simultaneous") -> str | None:
        """The label that says the same from b to a; ``None`` if the scheme has none."""
        meaning = self.meaning(label, during=during)
        return None if meaning is None else self.label_of(meaning.converse, during=during)

    def label_of(self, meaning: AllenSet, *, during: str = "simultaneous") -> str | None:
        """The first label that says exactly this; ``None`` if the scheme has none."""
        table = _table(self, during)
        return next((name for name in self.names if table[plain(name)] == meaning), None)


def _joined(table: Mapping[str, AllenSet], label: str) -> AllenSet | None:
    parts = [table.get(plain(part)) for part in label.split("|")]
    return AllenSet([relation for part in parts for relation in part or ()]) if all(parts) else None


@lru_cache(maxsize=64)
def _table(scheme: Scheme, during: str) -> Mapping[str, AllenSet]:
    """The meaning of each label, by its plain form."""
    meanings = {plain(k): v for k, v in meanings_of(dict(scheme.labels)).items()}
    if scheme.follows_during and during == "contained":
        meanings |= {
            name: meanings[other] for name, other in _CONTAINED.items() if name in meanings
        }
    return MappingProxyType(meanings)


# The label schemes of the corpora, each after its guidelines.
#
# Saurí et al. (2006), TimeML annotation guidelines 1.2.1; Verhagen et al. (2007, 2010),
# TempEval-1 and -2; Cassidy et al. (2014), TimeBank-Dense; Naik et al. (2019), TDDiscourse; Ning
# et al. (2018), MATRES and TCR; Rogers et al. (2019), NarrativeTime; Styler et al. (2014), THYME;
# Bethard et al. (2015-2017), Clinical TempEval, whose scorer is anaforatools; Minard et al.
# (2016), MEANTIME; Caselli & Vossen (2017), EventStoryLine; Orasmaa (2014), Estonian TimeML; Sun
# et al. (2013), the i2b2 challenge of 2012; Wang et al. (2022), MAVEN-ERE.


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

_TABLES["allen"] = (
    "statements: Allen's 13 relations, or several between |, of which one holds",
    {relation.value: relation.value for relation in Allen},
)

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


# A user's own label scheme, in a small TOML file::
#
# name = "mine"
# about = "our project's links"
#
# [labels]
# BEFORE = "a.end <= b.start"
# AFTER = "converse of BEFORE"
# DURING = "during | starts | finishes | equal"
# UNCLEAR = "nothing"


_KEYS = ("name", "about", "labels")
_EXAMPLE = '[labels] with lines such as BEFORE = "a.end < b.start"'


def read_scheme(path: str | os.PathLike[str]) -> Scheme:
    """The scheme in a TOML file; its name is that of the file, unless it has a ``name``.

    Raises ``OSError`` if the file cannot be read, :class:`SchemeError`, which names it, if it is
    not a scheme.
    """
    file = os.fspath(path)
    with open(path, "rb") as stream:
        data = stream.read()
    try:
        return _scheme(_parsed(data), os.path.splitext(os.path.basename(file))[0])
    except SchemeError as error:
        raise SchemeError(f"{file}: {error}") from None


def _parsed(data: bytes) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib  # loaded only where a scheme is read from a file
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise SchemeError("is not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise SchemeError(f"is not TOML: {error}") from None


def _scheme(content: dict[str, Any], stem: str) -> Scheme:
    for key in content:
        if key not in _KEYS:
            meant = near(key, _KEYS)
            hint = (
                f"did you mean {meant}?"
                if meant
                else f"the keys of a scheme are {', '.join(_KEYS)}"
            )
            raise SchemeError(f"unknown key {key!r}; {hint}")
    name, about = content.get("name", stem), content.get("about", "")
    if not isinstance(name, str) or not isinstance(about, str):
        raise SchemeError("name and about must be strings")
    if not name or not all(c.isalnum() or c in "._-" for c in name):
        raise SchemeError(f"the name {name!r} may only contain letters, digits, '.', '_' and '-'")
    if name in SCHEMES:
        raise SchemeError(f"{name} is the name of a built-in scheme; give yours another name")
    labels = content.get("labels")
    if not isinstance(labels, dict) or not labels:
        raise SchemeError(f"has no labels; write {_EXAMPLE}")
    seen: dict[str, str] = {}
    for label, meaning in labels.items():
        if not isinstance(meaning, str):
            example = '"a.end < b.start"'
            raise SchemeError(f"label {label!r}: its meaning must be a string like {example}")
        if plain(label) in seen:
            raise SchemeError(f"the labels {seen[plain(label)]!r} and {label!r} are the same")
        seen[plain(label)] = label
    return Scheme(name, about, tuple(labels.items()))


# The labels of one scheme in the words of another, as a table.
#
# Each label becomes the target's label of the same meaning. Where there is none it becomes the
# strongest label that it entails, so that nothing is claimed that was not stated; and where it
# entails none, it has no translation.


Fit = Literal["exact", "weakened", "dropped"]
"""How a label is translated: to one of the same meaning, to a weaker one, or not at all."""

# These say more than the order of two intervals: that they are one event, that a time measures an
# event, that nobody labelled the pair. No other label is translated into them.
_MORE_THAN_ORDER = frozenset({"IDENTITY", "MEASURE", ""})
# These say that one of two others holds: what annotators who doubt write, so the last choice.
_OF_TWO = frozenset(
    map(plain, ("BEFORE/OVERLAP", "BEFORE_OVERLAP", "BEFORE-OR-OVERLAP", "OVERLAP-OR-AFTER"))
)
_READINGS = ("simultaneous", "contained")


@dataclass(frozen=True, slots=True)
class TranslatedLabel:
    """A label of one scheme with its ``target`` in another, ``None`` if it is dropped. Where it is
    ``turned``, ``a label b`` becomes ``b target a``."""

    label: str
    target: str | None
    fit: Fit
    turned: bool = False


class _Candidate(NamedTuple):
    """A label that a link may get, and what that says of the link as it was."""

    meaning: AllenSet
    label: str
    turned: bool


def translation(
    source: Scheme, target: Scheme, *, during: str = "simultaneous"
) -> Mapping[str, TranslatedLabel]:
    """Each label of ``source``, as :attr:`Scheme.names` has it, with its translation.

    Of several labels of the target with the same meaning the first one is chosen. Of several that
    are entailed, none of which entails another, it is the one of the same name; else one that does
    not name two (BEFORE/OVERLAP), that leaves the fewest relations possible, that keeps the
    direction of the link; else the first. A label that says nothing becomes one that says nothing.
    IDENTITY, MEASURE, an empty label and what follows ``during`` (DURING, DURING_INV of
    TimeML) stay as they are where the target has them with the same meaning, and no other label
    becomes one of them; so the result means the same by whatever ``during`` it is read. ``during``
    says how the source is read. A scheme in itself is the same.
    """
    if source.labels == target.labels and source.follows_during == target.follows_during:
        return MappingProxyType(
            {name: TranslatedLabel(name, name, "exact") for name in source.names}
        )
    candidates = _candidates(target)
    return MappingProxyType(
        {
            label: _kept(label, source, target) or _chosen(label, meaning, candidates)
            for label in source.names
            if (meaning := source.meaning(label, during=during)) is not None
        }
    )


def joined(
    label: str, source: Scheme, target: Scheme, *, during: str = "simultaneous"
) -> TranslatedLabel | None:
    """The translation of a label from or to a scheme that joins relations with ``|``, where
    :func:`translation` has none or a weaker one; ``None`` if there is none either way."""
    meaning = source.meaning(label, during=during)
    if meaning is None or meaning == NOTHING:
        return None
    if target.joins:
        said = " | ".join(relation.value for relation in meaning)
        return TranslatedLabel(label, said, "exact")
    return _chosen(label, meaning, _candidates(target)) if source.joins else None


def _readings(scheme: Scheme, label: str) -> list[AllenSet | None]:
    return [scheme.meaning(label, during=during) for during in _READINGS]


def _kept(label: str, source: Scheme, target: Scheme) -> TranslatedLabel | None:
    """The same label, if it says more than order or follows ``during``, and is there as well."""
    ours, theirs = _readings(source, label), _readings(target, label)
    if ours != theirs or (plain(label) not in _MORE_THAN_ORDER and ours[0] == ours[1]):
        return None
    name = next(name for name in target.names if plain(name) == plain(label))
    return TranslatedLabel(label, name, "exact")


def _candidates(target: Scheme) -> list[_Candidate]:
    """What can be expressed, links that are turned last."""
    said = []
    for label in target.names:
        meaning, other = _readings(target, label)
        if meaning is None or meaning != other or plain(label) in _MORE_THAN_ORDER:
            continue
        said.append(_Candidate(meaning, label, turned=False))
        if meaning.converse != meaning:
            said.append(_Candidate(meaning.converse, label, turned=True))
    return sorted(said, key=lambda one: one.turned)  # keeps the order of the scheme


def _chosen(label: str, meaning: AllenSet, candidates: list[_Candidate]) -> TranslatedLabel:
    exact = [candidate for candidate in candidates if candidate.meaning == meaning]
    if exact and plain(label) != "MEASURE":
        return TranslatedLabel(label, exact[0].label, "exact", exact[0].turned)
    weaker = [candidate for candidate in candidates if meaning < candidate.meaning < NOTHING]
    strongest = [
        candidate
        for candidate in weaker
        if not any(two.meaning < candidate.meaning for two in weaker)
    ]
    if not strongest:
        return TranslatedLabel(label, None, "dropped")

    def preference(one: _Candidate) -> tuple[bool, bool, int]:
        name = plain(one.label)
        return name != plain(label), name in _OF_TWO, len(one.meaning)

    best = min(strongest, key=preference)
    return TranslatedLabel(label, best.label, "weakened", best.turned)
