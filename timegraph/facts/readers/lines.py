"""Facts written as text, one for each line or in a row: which form a line has, and all of them.

The forms are sentences ("S worked for O from January 1926 to January 1934."), segments ("1926 -
1934 : S's employer is ( O ) , ( O2 )") and statements ("(S owned O) starts at 1926"). A line that
has none of them is a finding with file, line and reason; nothing is dropped silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from timegraph.dates.granules import OPEN, DateError, Granule, read_date, stated_date
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact, Source, Unread, problem, unread
from timegraph.facts.question_kinds import READINGS, Reading
from timegraph.facts.read_questions import bracketed
from timegraph.facts.relations import heads_of, key_of, read_statement, relations_called
from timegraph.findings import Finding
from timeml.plain_dates import DATE
from timeml.readers.records import rows

# One question of a benchmark with its answers and, if it has them, its facts.
#
# The fields of all benchmarks are known by name: the question; its answers under ``answers``,
# ``targets`` (TimeQA), ``text_answers`` (Complex-TR, TempReason) or ``answer``; its facts under
# ``facts`` (TISER, TG-LLM, ours) or ``fact_context`` (Complex-TR, TempReason).


_IDS = ("id", "idx", "original_id", "_id", "qid")
_ANSWERS = ("answers", "targets", "text_answers", "answer")
_FACTS = ("facts", "fact_context")
_KNOWN = frozenset({"question", "candidates", "reading", "dataset", "group",
                    *_IDS, *_ANSWERS, *_FACTS})  # fmt: skip
_NO_COLUMNS: Mapping[str, tuple[str, ...]] = {}
_TISER: dict[str, Reading] = {"tempreason": "tempreason", "timeqa": "timeqa", "tgqa": "tgqa"}


@dataclass(frozen=True, slots=True)
class Record:
    """A question with what belongs to it.

    ``golds`` is ``None`` where no answer is given. ``base`` are its facts, ``None`` if it has
    none; records with the same facts share it. ``group`` names the records that belong together,
    ``reading`` is the benchmark whose rule made the answers, if that is known. ``columns`` are
    its other fields that hold text, such as the answers of models.
    """

    id: str
    question: str
    golds: tuple[str, ...] | None
    base: FactBase | None
    group: str
    reading: Reading | None = None
    candidates: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    source: Source | None = None

    def __repr__(self) -> str:
        return f"<Record {self.id}: {self.question[:60]!r}>"


def is_question(record: object) -> bool:
    """Whether ``record`` is a JSON object with a question in it."""
    return isinstance(record, Mapping) and isinstance(record.get("question"), str)


def facts_in(record: Mapping[str, Any]) -> Any:
    """The facts of a record as they stand in it, ``None`` if it has none."""
    return next((record[name] for name in _FACTS if record.get(name) is not None), None)


def answers_of(value: object) -> tuple[str, ...] | None:
    """The answers under a field: a text, a list of texts or ``{"text": [...]}``; ``None`` for
    anything else.

    An object of one answer is that answer, one of several named ones, as Test of Time has them, has
    each with its name: ``{"H": 3, "M": 5}`` is "H: 3" and "M: 5".
    """
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Mapping):
        if "text" in value or len(value) < 2:
            value = value.get("text", next(iter(value.values()), None))
        elif all(isinstance(part, (str, int)) for part in value.values()):
            return tuple(f"{name}: {part}" for name, part in value.items())
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        return (str(value),)
    if isinstance(value, Sequence) and all(isinstance(text, (str, int)) for text in value):
        return tuple(str(text) for text in value)
    return None


def record_of(
    record: Mapping[str, Any],
    base: FactBase | None,
    *,
    number: int,
    group: str | None = None,
    reading: Reading | None = None,
    source: Source | None = None,
) -> Record:
    """The record that an object states; ``number`` is its id if it has none, ``reading`` that of
    its facts.

    Raises :class:`NotAFactError` for answers that are not texts and for an unknown reading.
    """
    question = repaired(record["question"])
    id = next((str(record[name]) for name in _IDS if record.get(name) is not None), str(number))
    stated = next((name for name in _ANSWERS if record.get(name) is not None), None)
    golds = None if stated is None else answers_of(record[stated])
    if stated is not None and golds is None:
        raise NotAFactError(f"{stated!r} of question {id} is not a string or a list of strings")
    # TimeQA releases its questions with these three fields, and without facts.
    own_reading = (
        record.get("reading")
        or _TISER.get(str(record.get("dataset", "")).partition("_")[0])
        or ("timeqa" if stated == "targets" and "idx" in record else None)
    )
    if own_reading is not None and own_reading not in READINGS:
        readings = ", ".join(READINGS)
        raise NotAFactError(
            f"question {id} has the unknown reading {own_reading!r}; the readings are {readings}"
        )
    if golds is not None:
        golds = tuple(repaired(gold) for gold in golds)
        if base is not None and stated == "answer" and len(golds) == 1:
            golds = known_parts(golds[0], base.objects) or golds
        if (own_reading or reading) == "timeqa":
            golds = tuple("" if gold == UNKNOWN else gold for gold in golds)
    others = {name: answers_of(record[name]) for name in record if name not in _KNOWN}
    return Record(
        id,
        question,
        golds,
        base,
        str(record.get("group", id)) if group is None else group,
        own_reading or reading,
        answers_of(record["candidates"]) or () if "candidates" in record else (),
        {name: value for name, value in others.items() if value} if others else _NO_COLUMNS,
        source,
    )


def known_parts(text: str, objects: Mapping[str, str]) -> tuple[str, ...]:
    """The objects that ``text`` lists, if it is one of them or a row of them with blanks, commas,
    semicolons or "and" between; empty if it is not. ``objects`` are those of
    :attr:`timegraph.facts.FactBase.objects`."""
    whole = key_of(text)
    if not whole or whole in objects:
        return (text,) if whole in objects else ()
    return _parts(whole, objects)


_BETWEEN = (", and ", " $and ", "; ", " and ", " , ", ", ", " ")


def _parts(text: str, objects: Mapping[str, str]) -> tuple[str, ...]:
    longest_first = sorted(objects, key=lambda name: (-len(name), name))

    @cache
    def rest(begin: int) -> tuple[str, ...] | None:
        for name in longest_first:
            if not text.startswith(name, begin):
                continue
            end = begin + len(name)
            if end == len(text):
                return (name,)
            for between in _BETWEEN:
                if text.startswith(between, end):
                    tail = rest(end + len(between))
                    if tail is not None:
                        return (name, *tail)
        return None

    return tuple(objects[name] for name in rest(0) or ())


# Facts in our own two forms: JSON objects, one per line, and CSV with a heading.
#
# Both have the fields ``subject``, ``relation``, ``object``, ``start`` and ``end``; a date that
# is missing, ``null``, empty, ``open``, ``present`` or ``?`` is open.


FIELDS = ("subject", "relation", "object", "start", "end")
"""The fields of a fact, in the order in which CSV has them."""

_OPEN_WORDS = frozenset({"", "open", "present", "now", "today", "?", "none", "null"})


def is_fact(record: object) -> bool:
    """Whether ``record`` is a JSON object with the fields that a fact must have."""
    return isinstance(record, Mapping) and {"subject", "relation", "object"} <= record.keys()


def fact_of(record: Mapping[str, Any], source: Source | None = None) -> Fact:
    """The fact that an object states.

    Raises :class:`NotAFactError` for a field that is missing or not a text, and
    :class:`timegraph.dates.DateError` for a date that cannot be read.
    """
    for column in FIELDS[:3]:
        value = record.get(column)
        if not isinstance(value, str) or (not value.strip() and column != "object"):
            raise NotAFactError(
                f"the fact has no text as {column!r}; it needs "
                "subject, relation and object, and may have start and end"
            )
    subject, relation, name = (repaired(record[column].strip()) for column in FIELDS[:3])
    start, end = (date_of_field(record.get(column), column) for column in FIELDS[3:])
    return Fact(subject, relation, name, start, end, source)


def date_of_field(value: object, column: str) -> Granule:
    """The date in a field of a fact, which may be open. Raises
    :class:`timegraph.dates.DateError`."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is not None and not isinstance(value, str):
        raise DateError(f"{column!r} is {value!r}, which is not a date; write the date as a string")
    if value is None or value.strip().lower() in _OPEN_WORDS:
        return OPEN
    return read_date(value)


def read_csv(text: str, *, file: str = "facts") -> ReadFacts:
    """The facts of a CSV text, whose first row names the fields in any order and case; other
    columns are passed over, and so are empty rows. A row that is not a fact is a finding, and so is
    a heading that does not name the fields, or other columns for the dates."""
    table = rows(text)
    names = [cell.strip().lower() for cell in next(table, (1, []))[1]]
    if names and not is_fact(dict.fromkeys(names)):
        message = f"its first line names the columns {', '.join(names)}, not those of a fact"
        wrong = unread(f"{message}; begin it with {','.join(FIELDS)}", Source(file, 1), text)
        return ReadFacts((), (wrong,))
    read = [(line, dict(zip(names, row, strict=False))) for line, row in table]
    facts: list[Fact] = []
    problems = unread_dates([row for _, row in read], Source(file, 1))
    for line, row in read:
        source = Source(file, line)
        try:
            facts.append(fact_of(row, source))
        except (NotAFactError, DateError) as error:
            problems.append(unread(error, source, row))
    return ReadFacts(tuple(facts), (*problems, *without_object(facts)))


def without_object(facts: Iterable[Fact]) -> Iterator[Finding]:
    """A finding for each of the facts that names no object."""
    for fact in facts:
        if not fact.object:
            said = f"{fact.subject} | {fact.relation} has no object, so that it is not known which"
            message = f"{said}; write it, or leave the fact out"
            yield problem("no-object", message, at=fact.source, severity="warning")


def unread_dates(facts: Sequence[Mapping[str, Any]], source: Source) -> list[Finding]:
    """A finding where no fact has a start, or none an end, and other fields hold dates."""
    lacking = [name for name in FIELDS[3:] if not any(name in fact for fact in facts)]
    others = dict.fromkeys(
        name
        for fact in (facts if lacking else ())
        for name, value in fact.items()
        if name not in _NOT_DATES and _is_date(value)
    )
    if not others:
        return []
    message = f"the dates in {', '.join(others)} are not read; call them {' or '.join(lacking)}"
    return [problem("unread-dates", message, at=source, severity="warning")]


_NOT_DATES = {*FIELDS, "id", "source", "weight", "said_at", "occurrence"}


def _is_date(value: object) -> bool:
    try:
        return date_of_field(value, "") != OPEN
    except DateError:
        return False


# Facts as statements of a story: "(Ada was married to Bo) starts at 1948" and "... ends at 1953".
#
# TGQA (Xiong et al. 2024). Questions name events by the words in brackets, so facts keep them.


_STATEMENT = re.compile(
    rf"\((?P<event>.*)\)\s+(?P<edge>starts|ends|started|ended)\s+(?:at|in)\s+(?P<date>{DATE})"
    r"\s*\.*",
    re.IGNORECASE | re.DOTALL,
)


class Story:
    """Statements on their way to facts: an end closes the start before it."""

    def __init__(self) -> None:
        self._parts: list[tuple[str, Granule, Granule, Source | None]] = []
        self._open: dict[str, list[int]] = {}

    def add(self, text: str, source: Source | None = None) -> bool:
        """Take in a text; whether it is a statement, which says when an event in brackets starts or
        ends. Raises :class:`timegraph.dates.DateError` for a date that the calendar does not
        have."""
        match = _STATEMENT.fullmatch(text.strip())
        if match is None:
            return False
        event, date = " ".join(match["event"].split()), stated_date(match["date"])
        waiting = self._open.setdefault(key_of(event), [])
        if match["edge"].lower().startswith("start"):
            waiting.append(len(self._parts))
            self._parts.append((event, date, OPEN, source))
        elif waiting:
            position = waiting.pop()
            name, start, _, first = self._parts[position]
            self._parts[position] = (name, start, date, first)
        else:
            self._parts.append((event, OPEN, date, source))
        return True

    def facts(self) -> list[Fact]:
        """The facts in the order in which they were first named."""
        return [_fact(*part) for part in self._parts]


def _fact(event: str, start: Granule, end: Granule, source: Source | None) -> Fact:
    statement = read_statement(event)
    if statement is None:
        return Fact(event, "", "", start, end, source, event)
    return Fact(statement.subject, statement.relation, statement.object, start, end, source, event)


# Facts as sentences: "Ada worked for the Mill from January 1926 to January 1934."
#
# The ``fact_context`` of Complex-TR (Tan et al. 2023), and the facts of TempReason (Tan, Ng &
# Bing 2023), whose verbs stand in the present.


class NotAFactError(ValueError):
    """A line that is not a fact of any known form; the message says why."""


_OPEN = r"(?:the\s+)?(?:present(?:\s+day)?|now|today)"
# The last dates of the sentence count, so that names may hold others; periods come first.
_DATES = tuple(
    re.compile(rf"(?P<statement>.*\S)\s+{form}\s*[.;]*", re.IGNORECASE | re.DOTALL)
    for form in (
        rf"from\s+(?P<start>{DATE})\s+(?:to|until|till)\s+(?P<end>{DATE}|{_OPEN})",
        rf"(?:since|from)\s+(?P<start>{DATE})(?P<end>)",
        rf"(?P<start>)(?:until|till|to)\s+(?P<end>{DATE})",
        rf"(?:in|on)\s+(?P<start>{DATE})",
    )
)
# What stands before the end of a period is its start, unless it is part of a name.
_FROM = re.compile(r"\bfrom\s+(\S.*)")


def read_sentence(text: str, source: Source | None = None) -> Fact:
    """The fact that a sentence states.

    Its last words are its dates: "from D to D", "since D", "until D", or "in D" for both. Raises
    :class:`NotAFactError`, or :class:`timegraph.dates.DateError` for a date that the calendar does
    not have.
    """
    written = text.strip()
    match = next((m for form in _DATES if (m := form.fullmatch(written))), None)
    if match is None:
        raise NotAFactError(
            f"{text!r} does not end with dates, such as from January 1926 to January 1934"
        )
    half = None if match["start"] else _FROM.search(match["statement"])
    if half is not None and (half[1][0].islower() or any(map(str.isdigit, half[1]))):
        raise DateError(f"{half[1]!r} is not a date; write dates like January 1926")
    statement = read_statement(match["statement"])
    if statement is None:
        raise NotAFactError(
            f"{match['statement']!r} has no verb that states a relation, such as worked for, was "
            "married to, was the head coach of"
        )
    first, last = match["start"], match.groupdict().get("end", match["start"])
    is_open = not last or re.fullmatch(_OPEN, last, re.IGNORECASE)
    start, end = stated_date(first) if first else OPEN, OPEN if is_open else stated_date(last)
    return Fact(statement.subject, statement.relation, statement.object, start, end, source)


# Facts as segments of a timeline: "1926 - 1934 : Ada's employer are ( the Mill ) , ( the Mint )".
#
# TimeQA in the form of TG-LLM (Xiong et al. 2024), also used by TISER. Subject and relation stand
# together in a label that was written by a program or a language model, so they are guessed. The
# object ``Unknown`` says that nothing is known for that time.


UNKNOWN = "Unknown"
"""The object of a segment, or the answer, that stands for "cannot be answered"."""

_SEGMENT = re.compile(
    rf"(?P<start>{DATE})\s*(?:[-–]\s*(?P<end>{DATE})\s*)?:\s+(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_OBJECTS = re.compile(
    r"(?P<label>.*?)\s*\b(?:is|are|was|were)\s+(?P<objects>\(.*\))\s*\.?", re.DOTALL
)
_POSSESSIVE = re.compile(r"\s?'s?\s+|'s?$")


def read_segment(text: str, source: Source | None = None) -> list[Fact]:
    """The facts of a segment, one for each object; ``Unknown`` becomes the empty object.

    Raises :class:`NotAFactError`, or :class:`timegraph.dates.DateError` for a date that the
    calendar does not have.
    """
    match = _SEGMENT.fullmatch(text.strip())
    listed = _OBJECTS.fullmatch(match["rest"].strip()) if match else None
    if match is None or listed is None:
        raise NotAFactError(
            f"{text!r} is not a segment like 1926 - 1934 : Ada's employer is ( the Mill )"
        )
    start = stated_date(match["start"])
    end = stated_date(match["end"]) if match["end"] else start
    subject, relation = read_label(listed["label"])
    shape, names = bracketed(listed["objects"])
    if re.search(r"\((?!\d+\))", shape):  # a name has a bracket that is not closed
        names = tuple(part.strip() for part in listed["objects"][1:-1].split(" ) , ( "))
    objects = ("" if name == UNKNOWN else name for name in names)
    return [Fact(subject, relation, name, start, end, source) for name in objects]


@lru_cache(maxsize=8192)
def read_label(label: str) -> tuple[str, str]:
    """The subject and the relation of a label: "Ada's employer", "Rector of the Academy", "Channel
    Four presenter", "Ada" alone (the relation is then empty).

    A relation that the table knows decides where to cut, but not within the small words behind a
    possessive: "Ada's membership organization" is a relation of two words. Else the last possessive
    decides.
    """
    words = " ".join(label.replace("’", "'").split())
    cuts = [(words[: m.start()], words[m.end() :]) for m in _POSSESSIVE.finditer(words)]
    for subject, relation in cuts:
        if relations_called(relation):
            return subject, relation
    if cuts and cuts[-1][1] and cuts[-1][1] == cuts[-1][1].lower():
        return cuts[-1]
    parts = words.split(" ")
    for cut, relation in ((k, " ".join(parts[k:])) for k in range(1, len(parts))):
        # Names are written with capitals: "University" is the end of one.
        if relation == relation.lower() and relations_called(relation):
            return " ".join(parts[:cut]), relation
    for match in reversed(list(re.finditer(" of ", words))):
        before, behind = words[: match.start()], words[match.end() :]
        # "Rector of the Academy", but not "Embassy of Canada": nobody asks for an embassy so.
        asked = any(heads_of(f"{was} {before} of x") for was in ("who was", "what was"))
        if relations_called(before) and asked:
            return behind, before
    return cuts[-1] if cuts else (words, "")


@dataclass(frozen=True, slots=True)
class ReadFacts:
    """What a reader found: facts in their order, and what was wrong with the rest.

    ``loose`` is true if subjects and relations were guessed from labels; see
    :class:`timegraph.facts.FactBase`.
    """

    facts: tuple[Fact, ...]
    problems: tuple[Finding, ...] = ()
    loose: bool = False

    def __repr__(self) -> str:
        return f"<ReadFacts: {len(self.base.facts)} facts, {len(self.problems)} problems>"

    @property
    def base(self) -> FactBase:
        """The facts as a base that can be asked."""
        return FactBase(self.facts, loose=self.loose, unread=self.unread)

    @property
    def unread(self) -> tuple[Unread, ...]:
        """The problems that are lines left out."""
        return tuple(problem for problem in self.problems if isinstance(problem, Unread))


FactText = str | Sequence[str]
"""Facts as text: lines, or one text that holds them in a row."""

_ESCAPE = re.compile(r"\\?u(00[0-9a-fA-F]{2})(?![0-9a-zA-Z]*\d{4})")
# Where one fact ends and the next begins in a running text.
_ENDS = re.compile(
    rf"(?<=\))\.?\s+(?=(?:{DATE})\s*(?:[-–]\s*(?:{DATE})\s*)?:\s)"  # of segments
    r"|(?<=\d)\.\s+(?=\()"  # of statements
    rf"|(?<=\d)\.+\s+(?=\S)",  # of sentences
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(
    rf"\b(?:(?:from|in|since|until|to)\s+(?:{DATE})|present|now|today)\s*$", re.IGNORECASE
)


def repaired(text: str) -> str:
    """``text`` with escapes that a file has left in it undone: ``Hernangu00f3mez``,
    ``Hernang\\\\u00f3mez``."""
    return _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), text) if "u00" in text else text


def split_text(text: FactText) -> list[str]:
    """The facts of a text, one for each item: lines, and within a line what ends with a date and a
    full stop before the next fact."""
    pieces: list[str] = []
    for line in text.split("\n") if isinstance(text, str) else text:
        done = 0
        for end in _ENDS.finditer(line):
            piece = line[done : end.start()]
            # "No. 19. May Day" is not an end: a fact ends with its dates.
            if piece.rstrip().endswith(")") or _SENTENCE_END.search(piece) or "(" in piece[:1]:
                pieces.append(piece)
                done = end.end()
        pieces.append(line[done:])
    return pieces


def read_lines(text: FactText, *, file: str = "facts", line: int | None = None) -> ReadFacts:
    """The facts in ``text``, of any of the three forms, and a finding for each line of no form.

    Lines are counted from 1, or all facts are those of ``line`` (of a file that holds the text in
    one of its lines).
    """
    facts: list[Fact] = []
    problems: list[Finding] = []
    story = Story()
    loose = False
    for number, piece in enumerate(split_text(text), 1):
        words = repaired(piece.strip())
        if not words:
            continue
        source = Source(file, number if line is None else line)
        try:
            if story.add(words, source):
                continue
            if _SEGMENT.match(words):
                facts += read_segment(words, source)
                loose = True
            else:
                facts.append(read_sentence(words, source))
        except (NotAFactError, DateError) as error:
            problems.append(unread(error, source, words))
    facts += story.facts()
    return ReadFacts(tuple(facts), tuple(problems), loose)
