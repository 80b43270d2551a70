"""Files of statements as documents, and which occurrence of a fact a statement is about."""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf
from sys import intern
from typing import TYPE_CHECKING, Any

from timeml.errors import Diagnostic, TimeMLError
from timeml.gregorian import DAY
from timeml.readers.statement_lines import (
    Data,
    Row,
    named_date,
    rows_of,
    span,
    spelling_of,
    text_of,
    unread_columns,
)

if TYPE_CHECKING:
    from timeml.document import Document, Event, Stated, Timex3
    from timeml.edtf import When
    from timeml.readers.files import File

_NOTHING = (None,) * 8
_TIME_OF_DAY = re.compile(r"\dT\d")
_OF_LINKS = {"a", "relation", "b", "source"}


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of a file: what its statements name, their relations as links, and all other
    statements as they are."""
    (file,) = files
    text = file.text()
    spelling = spelling_of(text[:8192]) or "text"
    if not text.strip():
        return
    document = document_of(rows_of(_lines(text), spelling, file.path), file.base)
    unread = unread_columns(text) if spelling == "table" else []
    if unread:
        message = f"not read, since statements have no such columns: {', '.join(unread)}"
        remark = Diagnostic("unread-columns", message, "", 1)
        document = replace(document, layout=replace(document.layout, diagnostics=(remark,)))
    yield document


def _lines(text: str) -> Iterator[str]:
    """The lines of a text with their ends, without a copy of all of it."""
    begin = 0
    while (end := text.find("\n", begin) + 1) > 0:
        yield text[begin:end]
        begin = end
    if begin < len(text):
        yield text[begin:]


def document_of(
    rows: Iterable[Row], name: str, *, place: str = "", names: Iterable[str] = ()
) -> Document:
    """The document of these statements, in which their file is called ``place``, with ``names``
    before all others. Raises :class:`timeml.TimeMLError` for a fact that can be about several
    occurrences, or about one that is not there."""
    from timeml._model import CONSTRUCTORS, TLinkRows, lid_of  # services hold no documents
    from timeml.document import Document, Stated, Timex3

    numbers: dict[Any, int] = {}
    annotations: list[Event | Timex3] = []
    others: list[Stated] = []

    def entity(value: Any, line: int | None) -> int:
        date = str(value["date"]) if isinstance(value, dict) else None
        key = value if date is None else (date,)
        number = numbers.get(key)
        if number is None:
            number = numbers[key] = len(annotations)
            if date is None:
                made = CONSTRUCTORS["EVENT"](value, None, None, None, "", (), (), line)
            else:
                kind = "TIME" if _TIME_OF_DAY.search(date) else "DATE"
                fields = (date, kind, date, None, None, "", None)
                made = CONSTRUCTORS["TIMEX3"](*fields, *_NOTHING, (), line)
            annotations.append(made)
        return number

    for known in names:
        entity(known, None)
    occurrences = Occurrences()
    labels: dict[str, int] = {}
    cited: dict[str | None, int] = {None: 0}
    columns = a, label, b, by, lines = tuple(array("i") for _ in range(5))
    for number, (line, data) in enumerate(rows, 1):
        source = data.get("source") or None
        at = -number if line is None else line
        if "b" in data and "relation" in data and data.keys() <= _OF_LINKS:
            a.append(entity(data["a"], line))
            label.append(labels.setdefault(data["relation"], len(labels)))
            b.append(entity(data["b"], line))
            by.append(cited.setdefault(source, len(cited)))
            lines.append(at)
        else:
            if "subject" in data:
                try:
                    data = occurrences.add(data)
                except ValueError as error:
                    raise TimeMLError(str(error), file=name, line=line) from None
            for value in names_in(data):
                entity(value, line)
            others.append(Stated(lid_of(place or name, at, source), line, data))
    dates = frozenset(n for n, made in enumerate(annotations) if isinstance(made, Timex3))
    ids = [key[0] if isinstance(key, tuple) else key for key in numbers]
    links = TLinkRows(place or name, ids, dates, [*labels], [*cited], columns)
    rising = all(abs(earlier) < abs(later) for earlier, later in pairwise(lines))  # so are ids
    return Document(
        docid=name,
        events=tuple(event for event in annotations if not isinstance(event, Timex3)),
        timexes=tuple(timex for timex in annotations if isinstance(timex, Timex3)),
        tlinks=links if lines and rising else tuple(links),
        statements=tuple(others),
        scheme="allen",
        name=name,
    )


def names_in(data: Mapping[str, Any]) -> Iterator[Any]:
    """The entities that a statement names, and its dates as ``{"date": ...}``."""
    for key in ("a", "b", "lasts"):
        if key in data:
            yield data[key]
    for key in ("x", "y", "of"):
        if key in data:
            value = data[key]
            if isinstance(value, str):
                yield value
            elif value[1] != "at":
                yield value[0]
    yield from data.get("no_overlap", ())
    for group in data.get("any_of", ()):
        for link in group:
            yield from (link["a"], link["b"])
    if "subject" in data:
        yield fact_name(data)


# ---- one at a time ----------------------------------------------------------------------------


def rules_of(
    one_object: Iterable[str] = (), one_subject: Iterable[str] = ()
) -> tuple[dict[str, str], ...]:
    """The rules that a subject has one object at a time of these relations, and an object one
    subject."""
    per = (("subject", one_object), ("object", one_subject))
    return tuple({"one_at_a_time": name, "per": side} for side, names in per for name in names)


def missing_relation(rules: Iterable[Mapping[str, str]], there: Iterable[str]) -> str:
    """That no fact has the relation of a rule, where the relations of facts are ``there``; "" if
    facts have those of all rules."""
    known = dict.fromkeys(there)
    for name in (rule["one_at_a_time"] for rule in rules):
        if name not in known:
            from difflib import get_close_matches  # only where something is wrong

            near = get_close_matches(name, [*known], n=1)
            some = f"there are {', '.join([*known][:5])}{', ...' if len(known) > 5 else ''}"
            hint = f"did you mean {near[0]}?" if near else some if known else "there are no facts"
            return f"no fact has the relation {name}; {hint}"
    return ""


def sides_of(rule: Mapping[str, Any]) -> tuple[str, ...]:
    """For each of which a rule allows one at a time: ``subject``, ``object``, or both."""
    per = rule.get("per") or "subject"
    return ("subject", "object") if per == "both" else (per,)


def with_rules(document: Document, rules: Iterable[Mapping[str, Any]]) -> Document:
    """A document of statements that has these rules, too."""
    from timeml.document import Stated

    added = tuple(Stated(text_of(rule), None, rule) for rule in rules)
    return replace(document, statements=(*document.statements, *added))


# ---- occurrences ------------------------------------------------------------------------------

Key = tuple[str, str, str]


def key_of(data: Mapping[str, Any]) -> Key:
    """What the occurrences of one fact share: its subject, relation and object."""
    return data["subject"], data["relation"], data["object"]


def fact_name(data: Mapping[str, Any]) -> str:
    """The entity that a dated fact is: ``Ann mayor of Kelp``, and of a later occurrence ``Ann mayor
    of Kelp, 2nd``."""
    name, which = " ".join(key_of(data)), data.get("occurrence", 1)
    if which == 1:
        return name
    return f"{name}, {ordinal(which) if isinstance(which, int) else which}"


def ordinal(number: int) -> str:
    """``2nd``."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


_SIDES = ("start", "end")


class _Repeated:
    """What was stated of a fact that is stated again: between which instants each occurrence starts
    and ends, the occurrences that start or end at a date, and the number of a new one."""

    def __init__(self, facts: Iterable[Mapping[str, Any]]) -> None:
        self.spans: dict[int | str, list[Any]] = {}
        self.dated: dict[tuple[str, When], set[int | str]] = {}
        self.new = 1
        # By a first date: its earliest instant, and the number of the occurrence; how long these
        # dates are at most; and the occurrences without one.
        self._in_order: dict[str, list[tuple[Any, int, int | str]]] = {"start": [], "end": []}
        self._longest: dict[str, Any] = {"start": 0, "end": 0}
        self._open: dict[str, dict[int | str, int]] = {"start": {}, "end": {}}
        for fact in facts:
            self.take(fact)

    def take(self, fact: Mapping[str, Any]) -> None:
        which = fact.get("occurrence", 1)
        if which not in self.spans:
            for undated in self._open.values():
                undated[which] = len(self.spans)
        spans = self.spans.setdefault(which, [-inf, inf, -inf, inf])
        for k, side in enumerate(_SIDES):
            if side not in fact:
                continue
            low, high = span(fact, side)
            spans[2 * k : 2 * k + 2] = max(spans[2 * k], low), min(spans[2 * k + 1], high)
            self.dated.setdefault((side, named_date(fact[side])), set()).add(which)
            if which in self._open[side] and -inf < low and high < inf:
                insort(self._in_order[side], (low, self._open[side].pop(which), which))
                self._longest[side] = max(self._longest[side], high - low)
        while self.new in self.spans:
            self.new += 1

    def fitting(self, fact: Mapping[str, Any]) -> list[int | str]:
        """The occurrences that a fact can be about, by its dates."""
        (start, begun), (end, ended) = span(fact, "start"), span(fact, "end")
        return [
            which
            for which in self._near(fact)
            for (first, last, low, high) in [self.spans[which]]
            if start < min(last, high) and first < min(begun, ended) and end < high and low < ended
        ]

    def _near(self, fact: Mapping[str, Any]) -> Iterable[int | str]:
        """The occurrences whose first date can be that of a fact, and those without one."""
        side = next((side for side in _SIDES if side in fact), None)
        if side is None:
            return self.spans
        (low, high), dated = span(fact, side), self._in_order[side]
        first = bisect_left(dated, (low - self._longest[side],))
        found = {which: number for _, number, which in dated[first : bisect_left(dated, (high,))]}
        found |= self._open[side]
        return sorted(found, key=found.__getitem__)

    def same(self, fact: Mapping[str, Any]) -> int | str | None:
        """The first occurrence that has the period of a fact, if one has."""
        starts, ends = (
            self.dated.get((side, named_date(fact[side])), set()) for side in ("start", "end")
        )
        found = starts & ends
        return next((which for which in self.spans if which in found), None) if found else None


def meetings(said: Iterable[Mapping[str, Any]]) -> set[tuple[str, str, Any]]:
    """The occurrences of which one end has two dates, of which one is over when the other begins:
    with the end, and that instant. An end at a time of day may be where another day is over."""
    lows, highs = set[tuple[str, str, Any]](), set[tuple[str, str, Any]]()
    first, several = dict[Any, Any](), set[str]()
    facts = [data for data in said if "subject" in data]
    for data in facts:
        dates = data.get("start"), data.get("end")
        if first.setdefault((*key_of(data), data.get("occurrence", 1)), dates) != dates:
            several.add(fact_name(data))
    for data in facts if several else ():
        name = fact_name(data)
        for side in _SIDES if name in several else ():
            if side in data:
                low, high = span(data, side)
                highs.add((name, side, high))
                if side == "start" or high - low >= DAY:
                    lows.add((name, side, low))
    return lows & highs


class Occurrences:
    """The occurrences of dated facts so far, each with the facts that were stated of it.

    Which one a fact is about: the one that it names; else, if it has a start and an end, the one of
    the same period, or a new one; with one of them or none the only one that it can be about, or a
    new one if there is none.
    """

    def __init__(self, facts: Iterable[Mapping[str, Any]] = ()) -> None:
        self._known: dict[Key, list[Mapping[str, Any]] | _Repeated] = {}
        for fact in facts:
            self.take(fact)

    def take(self, fact: Mapping[str, Any]) -> None:
        """Take a fact whose occurrence is known."""
        known = self._known.setdefault(key_of(fact), [])
        if isinstance(known, list):
            known.append(fact)
        else:
            known.take(fact)

    def add(self, fact: Mapping[str, Any]) -> Data:
        """The fact with its occurrence, which is taken. Raises ``ValueError`` where several can be
        meant, and for the number of an occurrence that is not there."""
        meant = self.meant(fact)
        resolved = {k: intern(v) if type(v) is str else v for k, v in fact.items()}
        resolved.pop("occurrence", None)
        if meant != 1:
            resolved["occurrence"] = meant
        self.take(resolved)
        return resolved

    def fitting(self, fact: Mapping[str, Any]) -> list[int | str]:
        """The occurrences that a fact can be about, by its dates."""
        return self._of(fact).fitting(fact)

    def meets(self, fact: Mapping[str, Any]) -> bool:
        """Whether there are :func:`meetings` in what was taken of the occurrence of a fact."""
        known = self._known.get(key_of(fact), ()) if "subject" in fact else ()
        if not isinstance(known, _Repeated) and len(known) < 2:
            return False
        undated = {key: value for key, value in fact.items() if key not in _SIDES}
        stated, which = self._of(fact).dated.items(), fact.get("occurrence", 1)
        return bool(meetings({**undated, k: d.value} for (k, d), of in stated if which in of))

    def new(self, fact: Mapping[str, Any]) -> int:
        """The number of a new occurrence of a fact."""
        return self._of(fact).new

    def _of(self, fact: Mapping[str, Any]) -> _Repeated:
        """What was stated of the occurrences of this fact."""
        known = self._known.get(key_of(fact), [])
        if isinstance(known, list):
            known = _Repeated(known)
            if known.spans:
                self._known[key_of(fact)] = known
        return known

    def meant(self, fact: Mapping[str, Any]) -> int | str:
        """The occurrence that a fact is about; raises as :meth:`add`."""
        known = self._of(fact)
        named = fact.get("occurrence")
        if named is not None:
            if isinstance(named, int) and named not in known.spans and named != known.new:
                number = len(known.spans)
                count = f"{number} occurrence{'s' * (number != 1)}"
                name = " ".join(key_of(fact))
                raise ValueError(f"{name!r} has {count}; the next one is {known.new}, not {named}")
            return named  # type: ignore[no-any-return]
        if "start" in fact and "end" in fact:
            same = known.same(fact)
            return known.new if same is None else same
        fitting = known.fitting(fact)
        if len(fitting) > 1:
            ways = ", ".join(f'"occurrence": {json.dumps(number)}' for number in fitting)
            raise ValueError(
                f"{' '.join(key_of(fact))!r} happened {len(known.spans)} times, and this can be "
                f"about {len(fitting)} of them; say which: {ways}, or give start and end"
            )
        return fitting[0] if fitting else known.new
