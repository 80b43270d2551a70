"""TGQA's nine kinds of questions, about events that are given as sentences in brackets.

Xiong et al. (2024), Large Language Models Can Learn Temporal Reasoning.
"""

from __future__ import annotations

import re

from timegraph.facts.questions.question_kinds import NotUnderstoodError, StoryQuestion

__all__ = ["bracketed", "read_story_question"]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
             "tenth", "eleventh", "twelfth")  # fmt: skip
_E = r"\(\d+\)"  # the n-th bracket of the question
_FORMS = tuple(
    (kind, re.compile(form, re.IGNORECASE))
    for kind, form in (
        ("first", rf"which event (?:started|starts|happened) (first|earlier|last|later),? "
                  rf"{_E}(?:,? {_E})*,? or {_E}"),
        ("nth", rf"given the following (?:\w+ )?events:? {_E}(?:,? (?:and )?{_E})*\.? which event"
                rf" is the (\w+) one in (?:the )?chronological order"),
        ("duration", rf"how long did (?:the )?event {_E} last"),
        ("gap", rf"how much time passed between the start of (?:the )?event {_E} and the start of "
                rf"(?:the )?event {_E}"),
        ("when", rf"when did (?:the )?event {_E} (start|end)"),
        ("same-year", rf"(?:true or false:? )?event {_E} and event {_E} started (?:at|in) the same "
                      rf"year"),
        ("still", rf"(?:true or false:? )?event {_E} was still happening when event {_E} started"),
        ("next", rf"what happened right (before|after) (?:the )?event {_E} (starts|ends|started|"
                 rf"ended)"),
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
        if match is None:
            continue
        words = [word.lower() for word in match.groups()]
        if kind == "nth":
            return StoryQuestion(text, kind, events, number=_place(text, words[0], len(events)))
        if kind == "first":
            last = words[0] in ("last", "later")
            return StoryQuestion(text, kind, events, number=len(events) if last else 1)
        if kind == "next":
            edge = "starts" if words[1].startswith("start") else "ends"
            return StoryQuestion(text, kind, events, side=words[0], edge=edge)
        if kind == "when":
            return StoryQuestion(text, kind, events, edge=f"{words[0]}s")
        return StoryQuestion(text, kind, events)
    return None


def _place(text: str, word: str, events: int) -> int:
    number = _ORDINALS.index(word) + 1 if word in _ORDINALS else events if word == "last" else 0
    if not 1 <= number <= events:
        raise NotUnderstoodError(text, word, f"there is no {word} of {events} events")
    return number
