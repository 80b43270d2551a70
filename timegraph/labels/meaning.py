"""The small language in which a label's meaning is written, in our tables and in users' files.

A meaning is one of

* comparisons of endpoints, all of which hold: ``a.start <= b.start, b.end <= a.end``; a chain
  (``b.start <= a.start <= b.end``) is as good; the operators are ``<``, ``<=``, ``=``, ``>=``, ``>``;
* Allen relations of which one holds: ``before | meets``;
* ``converse of LABEL``: another label of the same scheme the other way round;
* ``nothing``: the label says nothing about time.
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from timegraph.allen import Allen, AllenSet
from timegraph.points import constraints_of

__all__ = ["NOTHING", "SchemeError", "meaning_of", "meanings_of", "near", "plain"]

NOTHING = AllenSet.all()
"""What a label says that says nothing: all 13 relations are possible."""

_OPERATOR = re.compile(r"\s*(<=|>=|<|>|=)\s*")
_SIGNS = {"<": (-1,), "<=": (-1, 0), "=": (0,), ">=": (0, 1), ">": (1,)}
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
            meaning = AllenSet([_relation(part) for part in text.split("|")])
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


def _relation(text: str) -> Allen:
    """The Allen relation of that name. Raises ``ValueError``."""
    try:
        return Allen.parse(text)
    except ValueError as error:
        meant = near(text, tuple(relation.value for relation in Allen))
        if meant is None:
            raise
        start = str(error).partition(";")[0]
        raise ValueError(f"{start} (did you mean {meant}?)") from None


def _comparisons(chain: str, name: str) -> AllenSet:
    """What a chain of comparisons leaves possible."""
    parts = _OPERATOR.split(chain)
    if len(parts) == 1:
        raise SchemeError(f"{name}{chain!r} compares nothing; write a.end < b.start, for example")
    meaning = NOTHING
    for left, operator, right in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
        for point in (left, right):
            if point not in _POINTS:
                raise SchemeError(f"{name}{point!r} is not a point; points are {_listed()}")
        if (right, left) in _PAIRS:
            left, operator, right = right, _TURNED[operator], left
        if (left, right) not in _PAIRS:
            raise SchemeError(f"{name}{chain!r} does not compare a point of a with one of b")
        pair, signs = _PAIRS[left, right], _SIGNS[operator]
        meaning &= AllenSet([relation for relation in Allen if relation.signs[pair] in signs])
    return meaning


def _listed() -> str:
    return ", ".join(_POINTS)
