"""Which annotations of two documents correspond, directly from the definition.

It takes more than quadratic time: every step looks at every pair of annotations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Union

from timeml import Document, Event, Timex3

_Annotation = Union[Event, Timex3]  # noqa: UP007 -- evaluated at run time


@dataclass(frozen=True)
class _Texts:
    """Both texts, and for each non-white-space character of one its counterpart in the other."""

    system: str
    key: str
    same: Mapping[int, int]


def pairs_by_definition(
    system: Document,
    key: Document,
    *,
    same: Mapping[int, int] | None = None,
    align_by: Literal["overlap", "first-token"] = "overlap",
) -> set[tuple[str, str]]:
    """The (system's, key's) eids and tids that :func:`timeml.align_ids` pairs.

    ``same`` maps the number of each non-white-space character of the system's text to that of
    the same one in the key's; those missing have no counterpart. Without it the texts must be
    the same apart from white space and case; ``ValueError`` if they are not.
    """
    if same is None:
        mine, yours = _characters(system.text), _characters(key.text)
        if mine != yours:
            raise ValueError("the texts differ; say which characters are the same")
        same = {number: number for number in range(len(mine))}
    texts = _Texts(system.text, key.text, same)
    pairs = set()
    system_timexes, key_timexes = list(system.timexes), list(key.timexes)
    if system.dct is not None and key.dct is not None:
        pairs.add((system_timexes.pop(0).tid, key_timexes.pop(0).tid))
    if align_by == "first-token":
        timexes = _in_text_order(system_timexes, key_timexes, texts)
    else:
        timexes = _greedily(system_timexes, key_timexes, texts, by_first=False, same_token=False)
    events = _greedily(
        system.events, key.events, texts, by_first=True, same_token=align_by == "first-token"
    )
    for timex, other in [*timexes, *events]:
        pairs.add((_id(timex), _id(other)))
    return pairs


def _id(annotation: _Annotation) -> str:
    return annotation.eid if isinstance(annotation, Event) else annotation.tid


def _characters(text: str) -> list[str]:
    return [c.casefold() for c in text if not c.isspace()]


def _greedily(
    system: Sequence[_Annotation],
    key: Sequence[_Annotation],
    texts: _Texts,
    *,
    by_first: bool,
    same_token: bool,
) -> list[tuple[_Annotation, _Annotation]]:
    """The best of all pairs, then the best of the remaining pairs, and so on."""
    left, others = list(system), list(key)
    pairs: list[tuple[_Annotation, _Annotation]] = []
    while True:
        candidates = []
        for mine in left:
            for other in others:
                rank = _rank(mine, other, texts, by_first)
                if rank is not None and (not same_token or _same_token(mine, other, texts)):
                    order = _order(other, key.index(other)), _order(mine, system.index(mine))
                    candidates.append((rank, order, mine, other))
        if not candidates:
            return pairs
        _, _, best, other = min(candidates, key=lambda candidate: candidate[:2])
        left.remove(best)
        others.remove(other)
        pairs.append((best, other))


def _in_text_order(
    system: Sequence[_Annotation], key: Sequence[_Annotation], texts: _Texts
) -> list[tuple[_Annotation, _Annotation]]:
    """First those that are equal; then each of the system's, in text order, with the last of the
    key's that overlaps and is left."""
    system = sorted(
        system, key=lambda annotation: _order(annotation, list(system).index(annotation))
    )
    key = sorted(key, key=lambda annotation: _order(annotation, list(key).index(annotation)))
    pairs: list[tuple[_Annotation, _Annotation]] = []
    for equal in (True, False):
        for annotation in system:
            if any(annotation is mine for mine, _ in pairs):
                continue
            left = [other for other in key if all(other is not yours for _, yours in pairs)]
            ranked = [(other, _rank(annotation, other, texts, False)) for other in left]
            fitting = [
                other
                for other, rank in ranked
                # No overlap is counted where there are no characters, and nothing else fits there.
                if rank is not None and (not equal or rank[2] == 0)
            ]
            if fitting:
                pairs.append((annotation, fitting[0] if equal else fitting[-1]))
    return pairs


def _order(annotation: _Annotation, index: int) -> tuple[int, int]:
    """Text order. Annotations outside the text only meet each other, so file order is enough."""
    return (-1 if annotation.start is None else annotation.start), index


def _rank(
    annotation: _Annotation, other: _Annotation, texts: _Texts, by_first: bool
) -> tuple[int, int, int] | None:
    """How well two annotations pair: smaller is better, ``None`` if they cannot pair."""
    if (
        annotation.start is None
        or annotation.end is None
        or other.start is None
        or other.end is None
    ):
        outside = annotation.start is None and other.start is None
        return (
            (0, 0, 0)
            if outside and _characters(annotation.text) == _characters(other.text)
            else None
        )
    mine = _numbers(texts.system, annotation.start, annotation.end)
    yours = _numbers(texts.key, other.start, other.end)
    if not mine or not yours:
        at_same_place = (
            not mine
            and not yours
            and _gap(_before(texts.system, annotation.start), texts)
            == _before(texts.key, other.start)
        )
        return (0, 0, 0) if at_same_place else None
    in_key = [texts.same[number] for number in mine if number in texts.same]
    shared = set(in_key) & set(yours)
    if not shared:
        return None
    same_first = by_first and texts.same.get(mine[0]) == yours[0]
    distance = abs(min(in_key) - yours[0]) + abs(max(in_key) - yours[-1])
    return (0 if same_first else 1), -len(shared), distance


def _numbers(text: str, start: int, end: int) -> list[int]:
    """The numbers of the non-white-space characters of a span."""
    first = _before(text, start)
    return list(range(first, first + len(_characters(text[start:end]))))


def _before(text: str, offset: int) -> int:
    return len(_characters(text[:offset]))


def _gap(number: int, texts: _Texts) -> int | None:
    """Where in the key the gap before a character is: as near to what follows as can be."""
    if not _characters(texts.system):
        return None if _characters(texts.key) else 0
    if number in texts.same:
        return texts.same[number]
    return texts.same[number - 1] + 1 if number - 1 in texts.same else None


def _same_token(annotation: _Annotation, other: _Annotation, texts: _Texts) -> bool:
    """Whether a character of one first token is one of the other's."""
    if (
        annotation.start is None
        or annotation.end is None
        or other.start is None
        or other.end is None
    ):
        return True
    mine, yours = (
        _numbers(texts.system, annotation.start, annotation.end),
        _numbers(texts.key, other.start, other.end),
    )
    if not mine or not yours:
        return True
    there = {texts.same.get(number) for number in _token(texts.system, mine[0])}
    return bool(there & set(_token(texts.key, yours[0])))


def _token(text: str, number: int) -> list[int]:
    """The numbers of the characters of the token in which a character stands."""
    numbered, count = [], 0
    for token in tokens_by_definition(text):
        numbered.append(list(range(count, count + len(token))))
        count += len(token)
    return next(numbers for numbers in numbered if number in numbers)


_SPLIT = '(){}[]<>;?!¿¡="`“”„«»‹›…–—'
"""Characters that are tokens wherever they stand."""

_CLITICS = ("ll", "re", "ve", "s", "m", "d", "n", "l")


def tokens_by_definition(text: str) -> list[str]:
    """The tokens of a text in the style of the Penn Treebank, white space left out."""
    tokens: list[str] = []
    for word in text.split():
        chunk = ""
        rest = word
        while rest:
            several = re.match(r"''|\.\.+|--+", rest)
            if several or rest[0] in _SPLIT:
                length = len(several[0]) if several else 1
                tokens += [*_parts(chunk), rest[:length]]
                chunk, rest = "", rest[length:]
            else:
                chunk, rest = chunk + rest[0], rest[1:]
        tokens += _parts(chunk)
    return tokens


def _parts(chunk: str) -> list[str]:
    """A leading quote or hyphen, a word, its clitic and what ends it; those that there are."""
    before: list[str] = []
    if len(chunk) > 1:
        decade = chunk[0] in "'’" and re.fullmatch(r"\d+s?", chunk[1:])
        minus = chunk[0] == "-" and (chunk[1].isdecimal() or chunk[1] in ".,")
        if chunk[0] in "'’-" and not decade and not minus:
            before, chunk = [chunk[0]], chunk[1:]
    word = chunk[:1] + chunk[1:].rstrip(",:.'’-")
    end = chunk[len(word) :]
    clitic = ""
    for apostrophe in "'’":
        for ending in [f"n{apostrophe}t", *(apostrophe + clitic for clitic in _CLITICS)]:
            stem = word[: -len(ending)]
            if word.lower().endswith(ending) and stem and (stem[-1].isalnum() or stem[-1] == "_"):
                clitic = clitic or word[-len(ending) :]
    word = word[: len(word) - len(clitic)]
    return [part for part in (*before, word, clitic, end) if part]
