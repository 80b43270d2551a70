"""Questions answered from facts, under a reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from timegraph.facts.answering.completions import find, no_such_event
from timegraph.facts.answering.complex_tr import complex_tr, tempreason
from timegraph.facts.answering.held import answer_holding
from timegraph.facts.answering.reply import READINGS, Reading, Reply, Selected
from timegraph.facts.answering.stories import story_answer
from timegraph.facts.answering.timeqa import timeqa
from timegraph.facts.base import FactBase
from timegraph.facts.dates import Granule, qualities_of
from timegraph.facts.dates import as_written as as_written_date
from timegraph.facts.fact import Unread, distinct_objects
from timegraph.facts.questions.grammar import read_question
from timegraph.facts.questions.question_kinds import (
    DateQuestion,
    FactQuestion,
    HoldingQuestion,
    Question,
    StoryQuestion,
)
from timegraph.facts.questions.resolve import event_rows
from timegraph.facts.steps import shift
from timeml.plain_dates import MONTHS
from timeml.timex_value import DAY, date_of

__all__ = ["AsWritten", "ask", "otherwise"]


class AsWritten(NamedTuple):
    """The reply if ``?``, ``~`` and ``%`` say nothing, and what they say, in words."""

    reply: Reply
    because: tuple[str, ...]


_RULES: dict[Reading, Callable[[FactBase, FactQuestion], Selected]] = {
    "complex-tr": complex_tr,
    "tempreason": tempreason,
    "timeqa": timeqa,
}


def ask(
    base: FactBase,
    question: Question | str,
    *,
    reading: Reading = "both",
    candidates: Sequence[str] = (),
    as_written: bool = False,
) -> Reply:
    """The answer of ``base`` to ``question`` (read by
    :func:`timegraph.facts.questions.read_question` if it is a text).

    ``candidates`` are the answers among which a question lets choose, if it does (TGQA). Questions
    of date arithmetic and about stories have one reading. With ``as_written`` the ``?``, ``~`` and
    ``%`` of dates, in facts and question, are taken at their word. ``tgqa`` answers a question that
    is not about a story as ``possible`` does. Raises ``ValueError`` for an unknown reading and
    :class:`timegraph.facts.questions.NotUnderstoodError`.
    """
    if reading not in READINGS:
        raise ValueError(f"the reading must be one of {', '.join(READINGS)}, not {reading!r}")
    asked = read_question(question, base) if isinstance(question, str) else question
    if as_written:
        base, asked = base.as_written, _as_written(asked)
    return _with_unread(base, _answered(base, asked, reading, candidates))


def _answered(
    base: FactBase, asked: Question, reading: Reading, candidates: Sequence[str]
) -> Reply:
    if isinstance(asked, DateQuestion):
        moved = shift(asked.origin, asked.step, back=asked.back)
        return Reply(asked, reading, (_like(moved, asked.origin),))
    if isinstance(asked, StoryQuestion):
        selected = story_answer(base, asked, candidates)
        items = selected.items if selected.known else None
        return Reply(asked, reading, items, facts=selected.facts, notes=selected.notes)
    if isinstance(asked, HoldingQuestion):
        return answer_holding(base, asked, reading)
    rule = _RULES.get(reading)
    if rule is not None:
        selected = rule(base, asked)
        items = selected.items if selected.known else None
        notes = (*asked.notes, *selected.notes, *(() if selected.known else _unknown(base, asked)))
        return Reply(asked, reading, items, facts=selected.facts, notes=tuple(dict.fromkeys(notes)))
    return _by_completions(base, asked, reading)


def _with_unread(base: FactBase, reply: Reply) -> Reply:
    """The reply, unknown where a line that was not read may state what it denies, with notes that
    name these lines."""
    lines = _unread(base, reply.question)
    if not lines:
        return reply
    notes = (*reply.notes, *(line.note for line in lines))
    if _is_certain(reply):
        return replace(reply, notes=notes)
    return replace(reply, items=None, certain=None, possible=None, facts=(), notes=notes)


def _unread(base: FactBase, question: Question) -> tuple[Unread, ...]:
    if isinstance(question, DateQuestion):
        return ()
    if isinstance(question, StoryQuestion):
        return base.unread
    named = question.relations if isinstance(question, FactQuestion) else (question.relation,)
    event = question.event
    if event is not None and not event.relation:
        return base.unread_about(question.subject)
    relations = (*named, event.relation) if event is not None else named
    return base.unread_about(question.subject, relations)


# What a time selects by the order of all facts.
_IN_ORDER = frozenset({"before-event", "after-event"})
_IN_ORDER_BY_RULE = frozenset({"before", "after", "since", "until"})


def _is_certain(reply: Reply) -> bool:
    """Whether more facts would not change an answer, but at most add to it."""
    question = reply.question
    if isinstance(question, StoryQuestion):
        return question.kind != "next" and reply.known
    if isinstance(question, HoldingQuestion):
        return reply.items != ("no",)
    if not isinstance(question, FactQuestion):
        return True
    in_order = question.kind in _IN_ORDER or (
        reply.reading == "timeqa" and question.kind in _IN_ORDER_BY_RULE
    )
    return any(reply.possible or reply.items or ()) and not in_order


def otherwise(base: FactBase, reply: Reply, *, candidates: Sequence[str] = ()) -> AsWritten | None:
    """What is answered with ``as_written``, if that is something else than in ``reply``."""
    question = reply.question
    if base.as_written is base and _as_written(question) == question:
        return None
    written = ask(base, question, reading=reply.reading, candidates=candidates, as_written=True)
    if written.text == reply.text:
        return None
    times = [question.time] if isinstance(question, (FactQuestion, HoldingQuestion)) else []
    dates = [date for fact in (*reply.facts, *written.facts) for date in (fact.start, fact.end)]
    dates += [date for time in times for date in (time.first, time.last)]
    because = tuple(dict.fromkeys(words for date in dates for words in qualities_of(date)))
    return AsWritten(written, because)


def _as_written(question: Question) -> Question:
    if isinstance(question, DateQuestion):
        return replace(question, origin=as_written_date(question.origin))
    if isinstance(question, StoryQuestion):
        return question
    time = question.time
    first, last = as_written_date(time.first), as_written_date(time.last)
    return replace(question, time=replace(time, first=first, last=last))


def _by_completions(base: FactBase, asked: FactQuestion, reading: Reading) -> Reply:
    completions = find(base, asked)
    if not completions.known:
        return Reply(asked, reading, None, notes=(*asked.notes, *_unknown(base, asked)))
    # A fact without object says that nothing is known, and so answers nothing.
    certain = distinct_objects(fact for fact in completions.certain if fact.object)
    possible = distinct_objects(fact for fact in completions.possible if fact.object)
    if reading == "both":
        return Reply(asked, reading, certain, certain, possible, completions.possible, asked.notes)
    sure = reading == "certain"
    items, facts = (certain, completions.certain) if sure else (possible, completions.possible)
    return Reply(asked, reading, items, facts=facts, notes=asked.notes)


def _unknown(base: FactBase, asked: FactQuestion) -> tuple[str, ...]:
    """Why the facts have no answer."""
    if not base.knows(asked.subject):
        return (f"there is no fact about {asked.subject!r}",)
    if not any(base.relations_meant(asked.subject, relation) for relation in asked.relations):
        names = ", ".join(base.relations(asked.subject))
        asked_for = " or ".join(asked.relations)
        return (f"no fact about {asked.subject!r} has the relation {asked_for!r}, only: {names}",)
    return () if asked.event is None or event_rows(base, asked) else (no_such_event(asked),)


def _like(date: Granule, model: Granule) -> str:
    """``date`` written as ``model`` is: "Apr, 1425" as "Apr, 1416", "April 1425" as "May 1416"."""
    if date.first is None or date.unit != "month" or model.unit != "month":
        return str(Granule(date.first, date.after, date.unit))
    y, m, _ = date_of(int(date.first // DAY))
    word = model.text.split()[0]
    comma = "," if word.endswith(",") else ""
    # "May" is short and long; with a comma it is TempReason's way to write dates, which is short.
    short = len(word.rstrip(".,")) == 3 and (bool(comma) or word[:3].lower() != "may")
    name = MONTHS[m - 1][:3] if short else MONTHS[m - 1]
    return f"{name}{comma} {y if y > 0 else f'{1 - y} BC'}"
