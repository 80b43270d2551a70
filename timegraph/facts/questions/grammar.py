"""What a question means: by its words alone, or by the facts that it is asked of.

A question about facts is taken apart into its time, its head ("which employer did ... work for")
and its subject. Names may hold words of the grammar ("Life before Death", "Duke of Marlborough
in exile"), so all ways to take it apart are looked at, and that one is taken whose subject and
event the facts know; without facts the one that explains most of the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from timegraph.facts.base import FactBase
from timegraph.facts.dates import DateError, read_date
from timegraph.facts.questions.clauses import OtherSubject, read_clause
from timegraph.facts.questions.holding import example_questions, read_holding, read_possessive
from timegraph.facts.questions.question_kinds import (
    DateQuestion,
    FactQuestion,
    NotUnderstoodError,
    Question,
)
from timegraph.facts.questions.resolve import Parse, best_of, heard_in
from timegraph.facts.questions.stories import read_story_question
from timegraph.facts.questions.times import ANY, CUT, Time, read_time, times_in
from timegraph.facts.relations import Beginnings, Head, heads_like, heads_of, read_statement
from timegraph.facts.steps import STEP, StepError, read_step
from timeml.plain_dates import DATE

__all__ = ["parses_of", "read_date_question", "read_question"]


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
    if base is not None:
        bare = base.periods.said_of(bare)
    try:
        special = read_story_question(plain) or read_date_question(bare.rstrip(" ."))
    except (DateError, StepError) as error:
        raise NotUnderstoodError(text, plain, str(error)) from None
    if special is not None:
        return replace(special, text=text)
    parses = parses_of(bare, text)
    best = best_of(parses, base)
    if base is not None and (best is None or not _is_known(best, base)):
        heard = best_of(heard_in(bare, base), base)
        best = heard or best
        named = None if heard else read_holding(bare, base) or read_possessive(bare, base)
        if named is not None:
            return replace(named, text=text)
    if best is None:
        part, reason = _missing(bare)
        examples = () if base is None or not bare else example_questions(base)
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


def _is_known(parse: Parse, base: FactBase) -> bool:
    question = parse.question
    meant = (base.relations_meant(question.subject, r) for r in question.relations)
    return not parse.other and any(meant)


def _check_one_subject(text: str, subject: str, base: FactBase) -> None:
    for joint in (" and ", " or ", ", "):
        names = subject.split(joint)
        if len(names) > 1 and all(base.knows(name) for name in names):
            reason = (
                f"the question is about {len(names)} subjects ({', '.join(names)}); ask about "
                "one at a time"
            )
            raise NotUnderstoodError(text, subject, reason)


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
    for head, subject in heads:
        yield _parse(text, subject, head.relations, head.weight, time, cut)


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
            return rest, (
                f"{rest!r} is not a time; write times like in May 1990, from 1990 to 1995, "
                "before 1990, in the early 1990s, when he worked for ..., 3 years after ..."
            )
    for _, stem in times_in(text):
        return stem, f"the question form {stem!r} is not supported"
    return text, f"the question form {text!r} is not supported, and no time was found in it"


_FORM = re.compile(
    rf"what\s+(?:is|was|will\s+be)\s+the\s+(?:time|date|month|year|day)\s+(?P<step>{STEP})\s+"
    rf"(?P<side>before|after|prior\s+to|later\s+than|earlier\s+than)\s+(?P<date>{DATE})",
    re.IGNORECASE,
)


def read_date_question(text: str) -> DateQuestion | None:
    """The question if it is one of date arithmetic, else ``None``.

    Raises :class:`timegraph.facts.DateError` for a date that the calendar does not have.
    """
    match = _FORM.fullmatch(text)
    if match is None:
        return None
    back = match["side"].lower()[0] in "bpe"
    return DateQuestion(text, read_step(match["step"]), read_date(match["date"]), back)
