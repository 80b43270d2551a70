"""Which of several readings of a question is meant, given the facts that it is asked of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from timegraph.dates.granules import STEP, DateError, StepError, read_date, read_step
from timegraph.facts.base import FactBase, Row
from timegraph.facts.fact import Fact
from timegraph.facts.question_kinds import (
    ANY,
    CUT,
    DateQuestion,
    Event,
    FactQuestion,
    HoldingQuestion,
    NotUnderstoodError,
    OtherSubject,
    Question,
    StoryQuestion,
    Time,
    read_clause,
    read_time,
    times_in,
)
from timegraph.facts.relations import (
    RELATIONS,
    Beginnings,
    Head,
    Statement,
    heads_like,
    heads_of,
    key_of,
    lower,
    read_statement,
    relations_called,
)
from timeml.plain_dates import DATE

# Questions about facts that name them: "When did Ada play for Town?", "How long was she its
# captain?", "Was Ada captain in 2010?", "Ada's team in 2005".
#
# Their words are the table's own: subjects, relations and objects are found in the facts, so that
# such questions are read only with them.


_HOLDING_FORM = re.compile(
    r"(?P<asked>when|(?:for\s+)?how\s+long|)\s*\b(?P<verb>did|does|do|was|were|is|are|has|have|had)"
    r"\s+(?P<rest>\S.*)",
    re.IGNORECASE,
)
_KINDS = {"when": "when", "": "whether"}
_BETWEEN = ("of ", "for ", "at ", "by ", "with ", "in ", "the ", "a ", "an ")
_QUESTION = re.compile(r"(?:what|which|who)\s+(?:is|was|were|are)\s+", re.IGNORECASE)


def read_holding(text: str, base: FactBase) -> HoldingQuestion | None:
    """The question about facts of ``base`` that ``text`` names: when they held, how long, or
    whether; ``None`` if it is not one."""
    form = _HOLDING_FORM.fullmatch(text)
    if form is None:
        return None
    kind = _KINDS.get(form["asked"].lower(), "how-long")
    times = _with_times(form["rest"]) if kind == "whether" else iter([(form["rest"], ANY)])
    readings = [
        HoldingQuestion(text, kind, subject, relation, object, time, _event(time, subject))
        for stem, time in times
        for subject, relation, object in _claims(stem, form["verb"], base)
        if object or kind == "whether"
    ]
    return max(readings, key=lambda reading: _known_object(reading, base), default=None)


def _known_object(asked: HoldingQuestion, base: FactBase) -> int:
    """How well the facts know the object: of this relation, of another one, or not at all."""
    if not asked.object or base.events(asked.subject, asked.relation, asked.object):
        return 2
    return int(key_of(asked.object) in base.objects)


def read_possessive(text: str, base: FactBase) -> FactQuestion | None:
    """The question in "Ada's team in 2005" or "What was Ada's team?"; ``None`` if it is none."""
    plain = _QUESTION.sub("", text, count=1) if _QUESTION.match(text) else text
    for stem, time in _with_times(plain):
        for subject, predicate in _begun(stem, base.names):
            for relation, object in _of_possessive(subject, predicate, base):
                if not object:
                    return FactQuestion(text, subject, (relation,), time, _event(time, subject))
    return None


def example_questions(base: FactBase, text: str = "") -> tuple[str, ...]:
    """Two questions in the words of the first fact, of a subject in ``text`` if it names one, that
    has an object, a start, and names of which people ask so; none without such a fact."""
    asked_of = {name for name in base.subjects if f" {key_of(name)}" in f" {key_of(text)}"}
    for fact in chain((fact for fact in base.facts if fact.subject in asked_of), base.facts):
        if not fact.object or fact.start.first is None or not _is_plain(fact):
            continue
        named = f"{fact.subject}'s {fact.relation}"
        asked = f"{named} in {fact.start}"
        when = f"When was {named} {fact.object}"
        if read_possessive(asked, base) and read_holding(when, base):
            return asked, f"{when}?"
    return ()


def _is_plain(fact: Fact) -> bool:
    """Whether a relation is a word or two, not a question or a part of a name, and the names have
    no marks in them."""
    relation = fact.relation
    return (
        0 < len(relation.split()) < 5
        and relation == relation.lower()
        and {*"'\"?;"}.isdisjoint(relation + fact.subject + fact.object)
    )


def _event(time: Time, subject: str) -> Event | None:
    try:
        return read_clause(time.clause, subject) if time.has_event else None
    except OtherSubject as error:
        return Event("", str(error))


def _with_times(text: str) -> Iterator[tuple[str, Time]]:
    """The text without the time at its end, and that time: longer times first, then none."""
    for place in CUT.finditer(lower(text)):
        time = read_time(text[place.start() :].strip(" ,"))
        if time is not None:
            yield text[: place.start()].rstrip(" ,"), time
    yield text, ANY


def _begun(text: str, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Those of ``names``, by their :func:`key_of`, that ``text`` begins with, longer ones first,
    each with what follows: a predicate, or ``'s`` and a relation."""
    key = key_of(text)
    if len(key) != len(text):
        return
    for end in range(len(key) - 1, 0, -1):
        if key.startswith((" ", "'s ", "' "), end) and key[:end] in names:
            yield names[key[:end]], text[end:]


def _claims(text: str, verb: str, base: FactBase) -> Iterator[tuple[str, str, str]]:
    """The subjects, relations and objects of which ``text`` may say that they held; the object
    stands first in "Bo the owner of the Mill"."""
    for subject, predicate in _begun(text, base.names):
        for relation, object in _stated(subject, verb, predicate, base):
            yield subject, relation, object
    for object, predicate in _begun(text, base.objects):
        for statement in _statements(object, verb, predicate.strip()):
            if key_of(statement.object) == key_of(object):
                named = statement.subject, _without_small_words(statement.subject)
                for subject in map(base.name_of, filter(base.knows, named)):
                    for relation in base.relations_meant(subject, statement.relation):
                        yield subject, relation, object


def _statements(name: str, verb: str, predicate: str) -> Iterator[Statement]:
    """What a question states, with its verb where it stands in a sentence."""
    sentences = [f"{name} {verb} {predicate}", f"{name} {predicate}"]
    if verb.lower() in ("did", "does", "do"):  # did she own: she owns
        first, _, rest = predicate.partition(" ")
        sentences += [f"{name} {first}{ending} {rest}" for ending in ("s", "es", "d", "ed")]
    return filter(None, map(read_statement, sentences))


def _stated(subject: str, verb: str, rest: str, base: FactBase) -> Iterator[tuple[str, str]]:
    """The relations and objects that may be stated of ``subject``; an object may be ``""``."""
    if not rest.startswith(" "):
        yield from _of_possessive(subject, rest, base)
        return
    predicate = rest.strip()
    for statement in _statements(subject, verb, predicate):
        if key_of(statement.subject) == key_of(subject):
            for relation in base.relations_meant(subject, statement.relation):
                yield relation, _as_written(statement.object, base)
    yield from _named(subject, predicate, base)
    # "Was Ada at Town in 2005?", "When was Ada with Town?"
    meant = _without_small_words(predicate)
    facts = _facts_of(subject, base)
    yield from ((f.relation, f.object) for f in facts if key_of(f.object) == meant)


def _of_possessive(subject: str, rest: str, base: FactBase) -> Iterator[tuple[str, str]]:
    if rest.startswith("'"):
        yield from _named(subject, rest.partition(" ")[2].strip(), base)


def _named(subject: str, predicate: str, base: FactBase) -> Iterator[tuple[str, str]]:
    """The relations of ``subject`` with whose name ``predicate`` begins, and the object behind."""
    words = predicate.split()
    if words and words[0].lower() in ("the", "a", "an"):
        words = words[1:]
    for count in range(len(words), 0, -1):
        called, rest = " ".join(words[:count]), " ".join(words[count:])
        for relation in base.relations_meant(subject, called):
            yield relation, _as_written(rest, base)


def _as_written(rest: str, base: FactBase) -> str:
    """An object as the facts write it, without quotes and the words that lead to it."""
    return base.objects.get(key_of(rest)) or base.objects.get(_without_small_words(rest), rest)


def _facts_of(subject: str, base: FactBase) -> Iterator[Fact]:
    for relation in base.relations(subject):
        yield from (row.fact for row in base.rows(subject, relation) or () if row.fact.object)


def _without_small_words(text: str) -> str:
    key = key_of(text)
    while key.startswith(_BETWEEN):
        key = key.partition(" ")[2]
    return key.strip("'\"")


# TGQA's nine kinds of questions, about events that are given as sentences in brackets.
#
# Xiong et al. (2024), Large Language Models Can Learn Temporal Reasoning.


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
             "tenth", "eleventh", "twelfth")  # fmt: skip
_E = r"\(\d+\)"  # the n-th bracket of the question
_FORMS = tuple(
    (kind, re.compile(form, re.IGNORECASE))
    for kind, form in (
        ("first", rf"which event (?:started|starts|happened) (?P<place>first|earlier|last|later),? "
                  rf"{_E}(?:,? {_E})*,? or {_E}"),
        ("nth", rf"given the following (?:\w+ )?events:? {_E}(?:,? (?:and )?{_E})*\.? which event"
                rf" is the (?P<place>\w+) one in (?:the )?chronological order"),
        ("duration", rf"how long did (?:the )?event {_E} last"),
        ("gap", rf"how much time passed between the start of (?:the )?event {_E} and the start of "
                rf"(?:the )?event {_E}"),
        ("when", rf"when did (?:the )?event {_E} (?P<edge>start|end)"),
        ("same-year", rf"(?:true or false:? )?event {_E} and event {_E} started (?:at|in) the same "
                      rf"year"),
        ("still", rf"(?:true or false:? )?event {_E} was still happening when event {_E} started"),
        ("next", rf"what happened right (?P<side>before|after) (?:the )?event {_E} "
                 rf"(?P<edge>starts|ends|started|ended)"),
        ("longer", rf"(?:true or false:? )?event {_E} was longer in duration than event {_E}"),
    )
)  # fmt: skip


def bracketed(text: str) -> tuple[str, tuple[str, ...]]:
    """``text`` with the n-th bracket that stands in no other replaced by ``(n)``, and what stands
    in these brackets. A bracket that is not closed is left as it is."""
    inside: list[str] = []
    out: list[str] = []
    depth = begin = done = 0
    for position, character in enumerate(text):
        if character == "(":
            depth += 1
            if depth == 1:
                begin = position
        elif character == ")" and depth:
            depth -= 1
            if not depth:
                out += text[done:begin], f"({len(inside)})"
                inside.append(" ".join(text[begin + 1 : position].split()))
                done = position + 1
    return "".join((*out, text[done:])), tuple(inside)


def read_story_question(text: str) -> StoryQuestion | None:
    """The question if it is one of TGQA's nine kinds, else ``None``.

    Raises :class:`NotUnderstoodError` for a place in the order that is not a number ("the last
    but one").
    """
    if "(" not in text:
        return None
    shape, events = bracketed(text)
    shape = " ".join(shape.split()).strip(" ?.")
    for kind, form in _FORMS:
        match = form.fullmatch(shape)
        if match is not None:
            words = {name: word.lower() for name, word in match.groupdict().items()}
            number = _place(text, words["place"], len(events)) if "place" in words else 0
            edge = "ends" if words.get("edge", "").startswith("end") else "starts"
            return StoryQuestion(text, kind, events, number, words.get("side", ""), edge)
    return None


def _place(text: str, word: str, events: int) -> int:
    known = {name: k for k, name in enumerate(_ORDINALS, 1)}
    known |= {"earlier": 1, "last": events, "later": events}
    number = known.get(word, 0)
    if not 1 <= number <= events:
        raise NotUnderstoodError(text, word, f"there is no {word} of {events} events")
    return number


@dataclass(frozen=True, slots=True)
class Parse:
    """One way to take a question apart.

    ``weight`` is how many characters its head explains, ``cut`` where its time begins; ``certain``
    is whether its time is a date or an event with a verb, and not just any words. ``other`` is the
    subject of its event if that is not the question's own.
    """

    question: FactQuestion
    weight: int
    cut: int
    certain: bool
    other: str = ""


def best_of(parses: Iterable[Parse], base: FactBase | None) -> Parse | None:
    """The reading that is meant, with names as the facts have them; ``None`` if there is none."""
    readings = list(parses) if base is None else [_known(parse, base) for parse in parses]
    if len(readings) < 2:
        return readings[0] if readings else None
    return max(readings, key=lambda parse: _rank(parse, base))


def _rank(parse: Parse, base: FactBase | None) -> tuple[int, ...]:
    known: tuple[int, ...] = ()
    question = parse.question
    if base is not None:
        subject = base.knows(question.subject)
        event = question.event is None or bool(event_rows(base, question))
        known = (subject, subject and _has_relation(base, question), event)
    return (not parse.other, *known, parse.certain, parse.weight, -parse.cut)


def _known(parse: Parse, base: FactBase) -> Parse:
    """The reading in the words of the facts, as far as they know its subject and relation."""
    question = parse.question
    subject = base.name_of(question.subject)
    notes = list(question.notes)
    if base.loose and not base.knows(subject):
        subject = _loose_subject(question.subject, base.subjects)
        if subject != question.subject:
            notes.append(f"{question.subject!r} is understood as {subject!r}")
    meant = (each for r in question.relations for each in base.relations_meant(subject, r))
    relations = tuple(dict.fromkeys(meant))
    if not relations and base.loose:
        relations = _loose_relation(question.relations, base.relations(subject))
        notes += [f"{', '.join(question.relations)} is understood as {r!r}" for r in relations]
    if subject == question.subject and relations in ((), question.relations):
        return parse
    relations = relations or question.relations
    renamed = replace(question, subject=subject, relations=relations, notes=tuple(notes))
    return replace(parse, question=renamed)


_FEW = 50  # subjects; a base made from labels has one, or one for each record


def _loose_subject(name: str, subjects: Sequence[str]) -> str:
    """The only subject that holds all words of ``name``, or is the beginning of it."""
    if len(subjects) > _FEW:
        return name
    key = key_of(name)
    words = f" {key} "
    fitting = [
        subject
        for subject in subjects
        if words in f" {key_of(subject)} " or (key_of(subject) and key.startswith(key_of(subject)))
    ]
    return fitting[0] if len(fitting) == 1 else name


def _loose_relation(asked: Sequence[str], relations: Sequence[str]) -> tuple[str, ...]:
    """The only relation there is, if it is a label of no known meaning, or shares a word with what
    is asked."""
    if len(relations) != 1:
        return ()
    [label] = relations
    if not relations_called(label):
        return (label,)
    return (label,) if any(_stems(label) & _words_of(name) for name in asked) else ()


@lru_cache(maxsize=1024)
def _words_of(name: str) -> frozenset[str]:
    """The stems of the words with which a relation is named and asked."""
    entries = (relation for relation in RELATIONS if relation.name == name)
    phrases = (phrase for entry in entries for phrase in (*entry.aliases, *entry.heads))
    return _stems(" ".join((name, *phrases)))


def _stems(text: str) -> frozenset[str]:
    """The beginnings of the longer words: "operator" and "operated" have the same one."""
    words = "".join(c if c.isalpha() else " " for c in key_of(text)).split()
    return frozenset(word[:6] for word in words if len(word) > 3)


def asked_rows(base: FactBase, question: FactQuestion) -> Sequence[Row] | None:
    """The facts of the asked subject and relations, in fact order; ``None`` if there are none."""
    by_relation = [base.rows(question.subject, relation) for relation in question.relations]
    present = [rows for rows in by_relation if rows is not None]
    if not present:
        return None
    if len(present) == 1:
        return present[0]
    merged = {row.position: row for rows in present for row in rows}
    return [merged[position] for position in sorted(merged)]


def event_rows(base: FactBase, question: FactQuestion) -> Sequence[Row]:
    """The facts that are the event of ``question``, each an occurrence of it.

    If there is none of the relation that the event names, any fact of the subject with the
    event's object counts, since verbs have several meanings ("was a member of"); and last a fact
    whose object the words of the event end with.
    """
    event = question.event
    if event is None:
        return ()
    relations = (event.relation,) if event.relation else question.relations
    for relation in relations:
        rows = base.events(question.subject, relation, event.object)
        if rows:
            return rows
    return _by_object(base, question.subject, event)


def _by_object(base: FactBase, subject: str, event: Event) -> Sequence[Row]:
    of_subject = (row for r in base.relations(subject) for row in base.rows(subject, r) or ())
    keys = {row: key_of(row.fact.object) for row in of_subject if row.fact.object}
    asked = key_of(event.object)
    ends = [row for row, key in keys.items() if f" {asked}".endswith(f" {key}")]
    longest = max((len(keys[row]) for row in ends), default=0)
    return [row for row in ends if len(keys[row]) == longest]


def heard_in(text: str, base: FactBase) -> list[Parse]:
    """Readings of ``text`` whose words without the time are themselves a relation of the facts, as
    in questions by annotators."""
    return [
        Parse(FactQuestion(text, subject, (stem,), time), len(stem), 0, True)
        for time, stem in (*times_in(text), (ANY, text))
        for subject in base.holders(stem)
    ]


# What a question means: by its words alone, or by the facts that it is asked of.
#
# A question about facts is taken apart into its time, its head ("which employer did ... work
# for") and its subject. Names may hold words of the grammar ("Life before Death", "Duke of
# Marlborough in exile"), so all ways to take it apart are looked at, and that one is taken whose
# subject and event the facts know; without facts the one that explains most of the words.


_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " "})


def read_question(text: str, base: FactBase | None = None) -> Question:
    """What ``text`` asks, in any case and with or without a question mark.

    ``base`` helps to separate names from the words around them, and lets questions be understood
    that have no head of the table but whose words are a relation of the facts. Raises
    :class:`NotUnderstoodError`, which says which part of the question was not understood.
    """
    # Nearly all questions are in ASCII, where there is nothing to replace.
    plain = " ".join((text if text.isascii() else text.translate(_QUOTES)).split())
    bare = plain.rstrip(" ?").rstrip()
    try:
        special = read_story_question(plain) or read_date_question(bare.rstrip(" ."))
    except (DateError, StepError) as error:
        raise NotUnderstoodError(text, plain, str(error)) from None
    if special is not None:
        return replace(special, text=text)
    parses = parses_of(bare, text)
    best = best_of(parses, base)
    if base is not None and (best is None or best.other or not _has_relation(base, best.question)):
        heard = best_of(heard_in(bare, base), base)
        best = heard or best
        named = None if heard else read_holding(bare, base) or read_possessive(bare, base)
        if named is not None:
            if isinstance(named, HoldingQuestion) and key_of(named.object) not in base.objects:
                _check_rest(text, named.object, base.objects)
            return replace(named, text=text)
    if best is None:
        part, reason = _missing(bare)
        examples = () if base is None or not bare else example_questions(base, bare)
        forms = f"; questions are like: {' | '.join(examples)}" if examples else ""
        raise NotUnderstoodError(text, part, f"{reason}{forms}")
    question = best.question
    if best.other:
        reason = (
            f"the question is about {question.subject!r}, but its event is about "
            f"{best.other!r}; ask about one subject at a time"
        )
        raise NotUnderstoodError(text, question.time.clause, reason)
    if base is not None and not base.knows(question.subject):
        _check_one_subject(text, question.subject, base)
    return question if question.text == text else replace(question, text=text)


def _has_relation(base: FactBase, question: FactQuestion) -> bool:
    return any(base.relations_meant(question.subject, name) for name in question.relations)


def _check_one_subject(text: str, subject: str, base: FactBase) -> None:
    for names in (subject.split(joint) for joint in (" and ", " or ", ", ")):
        if len(names) > 1 and all(map(base.knows, names)):
            reason = (
                f"the question is about {len(names)} subjects ({', '.join(names)}); ask about "
                "one at a time"
            )
            raise NotUnderstoodError(text, subject, reason)
    _check_rest(text, subject, base.names)


_NO_NAME = re.compile(
    rf"(?:{CUT.pattern})(?:.*\d|.* (?:of|and|or)$)| (?:and|or) (?:in )?[^\s\d]*\d| -\S*\d"
)


def _check_rest(text: str, name: str, known: Mapping[str, str]) -> None:
    """Refuse a name that the facts do not know if it is one that they know and what may be a part
    of a time."""
    for _, rest in _begun(name, known):
        if _NO_NAME.match(rest):
            raise NotUnderstoodError(text, rest.strip(), _no_time(rest.strip()))


def _no_time(rest: str) -> str:
    return (
        f"{rest!r} is not a time; write times like in May 1990, from 1990 to 1995, "
        "before 1990, in the early 1990s, when he worked for ..., 3 years after ..."
    )


def parses_of(text: str, asked: str = "") -> list[Parse]:
    """Every way to take ``text`` apart into a head of the table, a subject and a time; ``asked``
    is the question as it was typed, if it is another text."""
    parses: list[Parse] = []
    asked, text = asked or text, text.lstrip(" ,")
    if _BLANK in text:
        return _cloze(text.rstrip(" ."), asked)
    beginnings = Beginnings(text)
    for place in CUT.finditer(beginnings.lowered):
        cut = place.start()
        heads = beginnings.heads_of(len(text[:cut].rstrip(" ,")))
        if heads:
            time = read_time(text[cut:].strip(" ,"))
            if time is not None:
                parses += _with_heads(asked, heads, time, cut)
    if parses:
        return parses
    # A time at the front or in the middle, as annotators write; then a question without any.
    for time, stem in times_in(text):
        parses += _with_heads(asked, heads_of(stem), time, len(text))
    return parses or list(_with_heads(asked, heads_of(text), ANY, len(text)))


def _with_heads(
    text: str, heads: Iterable[tuple[Head, str]], time: Time, cut: int
) -> Iterator[Parse]:
    return (_parse(text, subject, h.relations, h.weight, time, cut) for h, subject in heads)


def _parse(
    text: str, subject: str, relations: tuple[str, ...], weight: int, time: Time, cut: int
) -> Parse:
    event, other, certain = None, "", True
    if time.has_event:
        try:
            event = read_clause(time.clause, subject)
            certain = bool(event.relation)
        except OtherSubject as error:
            other, certain = str(error), False
    return Parse(FactQuestion(text, subject, relations, time, event), weight, cut, certain, other)


_BLANK = "_X_"


def _cloze(text: str, asked: str) -> list[Parse]:
    """Readings of a statement with a blank for the object: "Ada played for _X_ in 1990"."""
    cuts = [(place.start(), read_time(text[place.end() :])) for place in CUT.finditer(text)]
    stems = [(text[:cut].rstrip(" ,"), time, cut) for cut, time in cuts if time is not None]
    stems += [(stem, time, len(text)) for time, stem in times_in(text)]
    parses = []
    for stem, time, cut in (*stems, (text, ANY, len(text))):
        statement = read_statement(stem)
        if statement is not None and statement.object == _BLANK:
            weight = len(stem) - len(statement.subject)
            relations = (statement.relation,)
            parses.append(_parse(asked, statement.subject, relations, weight, time, cut))
    return parses


def _missing(text: str) -> tuple[str, str]:
    """The part of a question that is not understood, and why."""
    if not text:
        return text, "the question is empty"
    # A head whose beginning fits, and whose end stands somewhere in the question: then it is the
    # time behind it that is not understood.
    for _, rest in heads_like(text)[:1]:
        if rest:
            return rest, _no_time(rest)
    for _, stem in times_in(text):
        return stem, f"the question form {stem!r} is not supported"
    return text, f"the question form {text!r} is not supported, and no time was found in it"


_QUESTION_FORM = re.compile(
    rf"what\s+(?:is|was|will\s+be)\s+the\s+(?:time|date|month|year|day)\s+(?P<step>{STEP})\s+"
    rf"(?P<side>before|after|prior\s+to|later\s+than|earlier\s+than)\s+(?P<date>{DATE})",
    re.IGNORECASE,
)


def read_date_question(text: str) -> DateQuestion | None:
    """The question if it is one of date arithmetic, else ``None``.

    Raises :class:`timegraph.dates.DateError` for a date that the calendar does not have.
    """
    match = _QUESTION_FORM.fullmatch(text)
    if match is None:
        return None
    back = match["side"].lower()[0] in "bpe"
    return DateQuestion(text, read_step(match["step"]), read_date(match["date"]), back)
