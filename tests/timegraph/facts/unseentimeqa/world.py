"""The little world of UnSeenTimeQA: packages, trucks and airplanes, on a graph of distances.

What the story says of time goes into a :class:`timegraph.TimeGraph` as it is said: how long an
event lasts, how long after another it was planned to start, by how much it is late. The graph
answers whether a minute is before an event, in it or after it; only who is where follows here:

- while a package is loaded or unloaded it is at the location or in the vehicle;
- in a vehicle that stands somewhere it is also there; in one that moves only in the vehicle.

A clock time does not say its day. The story's own times follow each other, each within a day of the
last; the time that is asked about is any minute of the story at that time of day, and if there are
two, the question is ambiguous.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from tests.timegraph.facts.unseentimeqa.sentences import (
    Action,
    Event,
    Question,
    SentenceError,
    Shift,
    read_event,
    read_question,
    read_state,
)
from timegraph import Allen, AllenSet, Answer, TimeGraph
from timegraph.dates.granules import read_step
from timegraph.facts.base import HAVE_COMMON_TIME
from timegraph.links import Endpoint
from timeml.timex_value import DAY

__all__ = ["Minute", "Reply", "Story", "answer", "graph_of", "read_story"]

Length = str | timedelta

_DAY = date(2000, 1, 10)
"""The day on which the story is laid; any would do."""

_MIDNIGHT = 24 * 60
_NOT_BEGUN = AllenSet([Allen.BEFORE, Allen.MEETS])


@dataclass(frozen=True, slots=True)
class Story:
    """The events of a story in their order, and where everything is before them."""

    events: tuple[Event, ...]
    at_first: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Minute:
    """The minute that a question means, if its clock time is that of ``day``."""

    day: date


@dataclass(frozen=True, slots=True)
class Reply:
    """Where a package is, for each day on which the story has the clock time asked about.

    If it has none, the time is before or after the story, and the days are one of each.
    """

    days: Mapping[date, frozenset[str]]

    @property
    def ambiguous(self) -> bool:
        """Whether more than one day can be meant."""
        return len(self.days) != 1

    @property
    def places(self) -> frozenset[str]:
        """The places and vehicles that the package can be at or in, none if it is ambiguous."""
        return frozenset() if self.ambiguous else next(iter(self.days.values()))


def read_story(events: Sequence[str], states: Sequence[str]) -> Story:
    """The story that the sentences tell; a heading ("... the following events occur:") is not an
    event."""
    told = [sentence for sentence in events if not sentence.rstrip().endswith(":")]
    return Story(tuple(map(read_event, told)), dict(map(read_state, states)))


def answer(story: Story, question: str | Question) -> Reply:
    """Where the question's package is."""
    asked = question if isinstance(question, Question) else read_question(question)
    if asked.package not in story.at_first:
        raise SentenceError(f"the story does not say where package {asked.package} is at first")
    graph = graph_of(story, asked)
    minutes = _add_minutes(graph, story, asked)
    within = [minute for minute in minutes if _in_story(graph, story, minute)]
    return Reply(
        {
            minute.day: frozenset(_places(graph, story, asked.package, minute))
            for minute in within or (minutes[0], minutes[-1])
        }
    )


# ---- when: the graph -----------------------------------------------------------------------


def graph_of(story: Story, question: Question) -> TimeGraph:
    """The story with the question's suppositions: its events, by their positions, are intervals.

    An event starts when it is due, or late or early by a shift; the next is due as long after
    that as the story says, or, where it does not say, when the event is over.
    """
    graph = TimeGraph()
    events = story.events
    shifts = {_position(story, shift.action): shift for shift in question.shifts}
    for position, event in enumerate(events):
        due, start = (_due(position), "at"), (position, "start")
        graph.add_instant(_due(position))
        _exactly(graph, start, (position, "end"), _length(event), event.action)
        match shifts.get(position):
            case None:
                graph.add_points(due, "=", start, "nothing shifts it")
            case Shift(late=True) as shift:
                _exactly(graph, due, start, shift.length, shift)
            case shift:
                _exactly(graph, start, due, shift.length, shift)
        if position + 1 < len(events):
            gap = _gap(event, events[position + 1])
            graph.add_instant(_due(position + 1))
            _exactly(graph, start, (_due(position + 1), "at"), gap, "the story")
    first, clock = _anchor(story, question)
    graph.place((_due(first), "at"), at=_datetime(_DAY, clock), source="the clock")
    return graph


def _due(position: int) -> tuple[str, int]:
    return "due", position


def _exactly(graph: TimeGraph, x: Endpoint, y: Endpoint, length: Length, source: object) -> None:
    graph.add_distance(x, y, at_least=length, at_most=length, source=source)


def _length(event: Event) -> Length:
    if event.length:
        return event.length
    if event.starts is None or event.ends is None:
        raise SentenceError(f"nothing says how long {event.action} takes")
    return timedelta(minutes=(event.ends - event.starts) % _MIDNIGHT)


def _gap(event: Event, following: Event) -> Length:
    if event.starts is None or following.starts is None:
        return _length(event)
    return timedelta(minutes=(following.starts - event.starts) % _MIDNIGHT)


def _anchor(story: Story, question: Question) -> tuple[int, int]:
    """The position of the event whose time the question or else the story says, and the time."""
    if question.starts is not None:
        action, clock = question.starts
        return _position(story, action), clock
    for position, event in enumerate(story.events):
        if event.starts is not None:
            return position, event.starts
    raise SentenceError("neither the story nor the question says at what time anything happens")


def _position(story: Story, action: Action) -> int:
    """The position of the event with this action; of several the first, as the data means it."""
    for position, event in enumerate(story.events):
        if event.action == action:
            return position
    raise SentenceError(f"the story has no event {action}")


def _add_minutes(graph: TimeGraph, story: Story, question: Question) -> list[Minute]:
    """Add the minutes that the question can mean, one for each day, and return them in order:
    the first is before the story, the last after it."""
    first = graph.earliest((0, "start"))
    last = graph.latest((len(story.events) - 1, "end"))
    assert first is not None
    assert last is not None
    # A day more on either side, and those by which the minute is later or earlier than its clock.
    length = read_step(question.length).seconds if question.length else 0
    shift = -(-length // DAY)
    early, late = (shift, 0) if question.side == "after" else (0, shift)
    days = range(first.toordinal() - 1 - early, last.toordinal() + 2 + late)
    minutes = [Minute(date.fromordinal(day)) for day in days]
    for minute in minutes:
        clock, start = (("clock", minute.day), "at"), (minute, "start")
        graph.add_instant(clock[0])
        graph.place(clock, at=_datetime(minute.day, question.clock), source="the question")
        graph.add_duration(minute, "1 minute", source="minutes are points of time here")
        if not question.length:
            graph.add_points(start, "=", clock, "the question")
        elif question.side == "after":
            _exactly(graph, clock, start, question.length, "the question")
        else:
            _exactly(graph, start, clock, question.length, "the question")
    return minutes


def _datetime(day: date, minutes: int) -> datetime:
    return datetime.combine(day, time()) + timedelta(minutes=minutes)


def _in_story(graph: TimeGraph, story: Story, minute: Minute) -> bool:
    """Whether something has begun by ``minute``, and something is not over or just ends."""
    events = range(len(story.events))
    return any(graph.ask(minute, _NOT_BEGUN, event) is Answer.NO for event in events) and any(
        graph.ask(minute, Allen.AFTER, event) is Answer.NO for event in reversed(events)
    )


# ---- where: the world ----------------------------------------------------------------------


def _places(graph: TimeGraph, story: Story, package: str, minute: Minute) -> Iterator[str]:
    for place in _place_of(graph, story, package, minute):
        yield place
        if place in story.at_first:
            yield from _place_of(graph, story, place, minute)


def _place_of(graph: TimeGraph, story: Story, thing: str, minute: Minute) -> tuple[str, ...]:
    """Where ``thing`` itself is: a package in one place or one of two, a vehicle at a location,
    or nowhere while it moves."""
    place = story.at_first[thing]
    for position, event in enumerate(story.events):
        action = event.action
        if thing not in (action.package, action.vehicle if action.kind == "move" else ""):
            continue
        if graph.ask(minute, _NOT_BEGUN, position) is Answer.YES:
            break
        after = {"load": action.vehicle, "unload": action.where, "move": action.to}[action.kind]
        if graph.ask(minute, HAVE_COMMON_TIME, position) is Answer.YES:
            return () if action.kind == "move" else (place, after)
        place = after
    return (place,)
