"""The English of UnSeenTimeQA, read by rules: events, states and questions.

An event is a handful of phrases in any order ("at location l1_0, package p2 is loaded into truck
t1 starting at 09:15 PM and continues for 62 minutes"), so a rule reads one phrase, not a sentence.
What no rule reads is refused with the words that are left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from timegraph.dates.granules import STEP

__all__ = ["Action", "Event", "Question", "SentenceError", "Shift", "read_event", "read_question",
           "read_state"]  # fmt: skip

Kind = Literal["load", "unload", "move"]


class SentenceError(ValueError):
    """A sentence that the rules do not read; the message says which words."""


class Action(NamedTuple):
    """What happens, whenever it does: by it an event is named in questions.

    ``where`` is the location of loading and unloading; a vehicle moves ``where`` -> ``to``.
    """

    kind: Kind
    vehicle: str
    where: str
    package: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """An action and what the story says of its time: minutes after midnight, and a length."""

    action: Action
    starts: int | None = None
    ends: int | None = None
    length: str = ""


@dataclass(frozen=True, slots=True)
class Shift:
    """The supposition that an event is late or early by a ``length``, and all events after it."""

    action: Action
    length: str
    late: bool


@dataclass(frozen=True, slots=True)
class Question:
    """Where a package is at a clock time, or a ``length`` before or after it, if some event
    ``starts`` at another time, or there are ``shifts``."""

    package: str
    clock: int
    length: str = ""
    side: Literal["before", "after"] = "after"
    starts: tuple[Action, int] | None = None
    shifts: tuple[Shift, ...] = ()


_CLOCK = r"(?P<{}>\d{{1,2}}:\d\d [AP]M)"
_PHRASES = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:is )?(?P<load>load(?:ing|ed|s))",
        r"(?:is )?(?P<unload>unload(?:ing|ed|s))",
        r"(?P<move>(?:driv|fly|flie|transport|operat|mov|transit)(?:ing|es|s))",
        r"package (?P<package>p\d+)",
        r"(?:(?:into|from|in|out of) )?(?:truck|airplane) (?P<vehicle>[ta]\d+)",
        r"(?P<preposition>at|from|to) location (?P<place>l\d+_\d+)",
        rf"from {_CLOCK.format('starts')} to {_CLOCK.format('ends')}",
        rf"(?:from|starting at|starts at) {_CLOCK.format('starts')}",
        rf"(?:and )?(?:finishing at|ends at) {_CLOCK.format('ends')}",
        r"(?:and )?(?:it )?(?:for|takes|requires|ends after|continues for) "
        rf"(?P<length>{STEP})(?: to (?:finish|complete))?",
    )
]  # fmt: skip
_SPACE = re.compile(r"[\s,]*")


def read_event(sentence: str) -> Event:
    """The event that ``sentence`` states, with or without its time."""
    found: dict[str, str] = {}
    rest = sentence.strip().rstrip(".")
    while rest:
        match = next((m for phrase in _PHRASES if (m := phrase.match(rest))), None)
        if match is None:
            raise SentenceError(f"{rest!r} is not understood in {sentence!r}")
        parts = {name: text for name, text in match.groupdict().items() if text}
        if "place" in parts:
            parts = {parts["preposition"].lower(): parts["place"]}
        for name, text in parts.items():
            if found.setdefault(name, text) != text:
                raise SentenceError(f"{sentence!r} gives two of the same: {found[name]}, {text}")
        rest = _SPACE.sub("", rest[match.end() :], count=1)
    return Event(
        _action(found, sentence),
        _minutes(found.get("starts")),
        _minutes(found.get("ends")),
        found.get("length", ""),
    )


def _action(found: dict[str, str], sentence: str) -> Action:
    kinds: list[Kind] = [kind for kind in ("load", "unload", "move") if kind in found]
    if len(kinds) == 1 and "vehicle" in found:
        [kind] = kinds
        if kind == "move" and {"from", "to"} <= found.keys():
            return Action(kind, found["vehicle"], found["from"], to=found["to"])
        if kind != "move" and {"package", "at"} <= found.keys():
            return Action(kind, found["vehicle"], found["at"], found["package"])
    raise SentenceError(f"{sentence!r} does not say who does what where")


_STATE = re.compile(r"(?:package|truck|airplane) (\w+) is at the location (\w+)\.?", re.IGNORECASE)


def read_state(sentence: str) -> tuple[str, str]:
    """The thing and the location that a sentence about the initial state names."""
    match = _STATE.fullmatch(sentence.strip())
    if match is None:
        raise SentenceError(f"{sentence!r} does not say what is where")
    return match[1], match[2]


_QUESTION = re.compile(
    r"(?:If (?P<suppositions>.+?),? )?where is (?:the )?package (?P<package>p\d+) "
    rf"(?:at|(?P<length>{STEP}) (?P<side>before|after)) {_CLOCK.format('clock')}\s*\?",
    re.IGNORECASE,
)
_STARTS = re.compile(rf"(?P<event>.+) starts at {_CLOCK.format('clock')}", re.IGNORECASE)
_SHIFTED = re.compile(
    rf"(?P<event>.+) is (?P<way>delayed|expedited) by (?P<length>{STEP})", re.IGNORECASE
)


def read_question(sentence: str) -> Question:
    """What ``sentence`` asks, and what it supposes."""
    match = _QUESTION.fullmatch(sentence.strip())
    if match is None:
        raise SentenceError(f"{sentence!r} does not ask where a package is at some time")
    starts, shifts = None, []
    for supposition in (match["suppositions"] or "").split(" and "):
        if shift := _SHIFTED.fullmatch(supposition):
            action = read_event(shift["event"]).action
            shifts.append(Shift(action, shift["length"], shift["way"].lower() == "delayed"))
        elif start := _STARTS.fullmatch(supposition):
            starts = read_event(start["event"]).action, _minutes(start["clock"]) or 0
        elif supposition:
            raise SentenceError(f"{supposition!r} is not understood in {sentence!r}")
    clock = _minutes(match["clock"]) or 0
    side: Literal["before", "after"] = (
        "before" if (match["side"] or "").lower() == "before" else "after"
    )
    return Question(match["package"], clock, match["length"] or "", side, starts, tuple(shifts))


def _minutes(clock: str | None) -> int | None:
    """Minutes after midnight of ``12:05 AM``."""
    if clock is None:
        return None
    hours, minutes = clock[:-3].split(":")
    return (int(hours) % 12 + 12 * (clock[-2].upper() == "P")) * 60 + int(minutes)
