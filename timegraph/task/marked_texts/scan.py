"""The marks of a text, found character by character."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from timegraph.task.marked_texts.marked_text import ID, SEPARATOR, Mark
from timegraph.task.marked_texts.problems import Places, Problem
from timeml.plain_text import unwritable

__all__ = ["scan"]

_ESCAPED = "[]{}\\"
_LABEL = re.compile(r"\{([^{}\n]*)\}")
_PLAIN = re.compile(r"[^\[\]{}\\]+")


@dataclass(slots=True)
class _Scan:
    """The raw text with what was found in it so far."""

    raw: str
    places: Places
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    open: list[tuple[int, int]] = field(default_factory=list)
    """Of each mark that is not closed yet: its offset in the text and in the raw text. More than
    one is a fault, but with all of them reading can go on."""
    nested: set[int] = field(default_factory=set)
    """Of the marks with marks in them that are reported: their offsets in the raw text."""
    marks: list[Mark] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def take(self, characters: str) -> None:
        self.pieces.append(characters)
        self.length += len(characters)

    def problem(self, offset: int, message: str) -> None:
        self.problems.append((self.places.of(offset), message))


def scan(raw: str, first_line: int) -> tuple[str, tuple[Mark, ...], list[Problem]]:
    """The text without marks and escapes, the marks, and everything that is wrong with them.
    ``first_line`` is the line of the raw text in its file."""
    state = _Scan(raw, Places(raw, first_line))
    for offset, character in unwritable(raw):
        state.problem(offset, f"TimeML cannot hold the character U+{ord(character):04X}; remove it")
    index = 0
    while index < len(raw):
        plain = _PLAIN.match(raw, index)
        if plain is not None:
            state.take(plain[0])
            index = plain.end()
        else:
            index = _special(state, index)
    for _, start in state.open:
        line = raw[start:].partition("\n")[0]
        state.problem(
            start,
            f"the mark {_shown(line)} is not closed; write ]{{id}} after its words, or \\[ for a "
            "bracket",
        )
    return "".join(state.pieces), tuple(state.marks), state.problems


def _special(state: _Scan, index: int) -> int:
    """Take one of the characters that mean something; returns where to go on."""
    raw, character = state.raw, state.raw[index]
    if character == "\\":
        return _escape(state, index)
    if character == "[":
        if state.open and state.open[-1][1] not in state.nested:
            outer = state.open[-1][1]
            state.nested.add(outer)
            position = state.places.of(outer)
            state.problem(
                index,
                f"a mark within the mark that begins at {position.line}:{position.column}; close "
                "that one first, or write \\[ for a bracket",
            )
        state.open.append((state.length, index))
        return index + 1
    label = _LABEL.match(raw, index + (character == "]"))
    if character == "]" and state.open and label is not None:
        _mark(state, label[1], index, index + 2)
        return label.end()
    if character == "]" and state.open:
        message = "no {id} right after the ]; write ]{e1}, ]{t1 1998-04-18}, or \\] for a bracket"
        state.problem(index, message)
        state.open.pop()
        return index + 1
    if character == "{" and state.open and label is not None:
        state.problem(index, f"the ] is missing before {label[0]}")
        _mark(state, label[1], index, index + 1)
        return label.end()
    what = {"]": "closes no mark", "{": "does not follow a mark", "}": "closes no {id}"}[character]
    state.problem(index, f"this {character} {what}; write \\{character} for a bracket")
    state.take(character)
    return index + 1 if label is None else label.end()


def _escape(state: _Scan, index: int) -> int:
    raw = state.raw
    following = raw[index + 1 : index + 2]
    if following and following in _ESCAPED:
        state.take(following)
        return index + 2
    if (not index or raw[index - 1] == "\n") and SEPARATOR.match(raw, index + 1):
        return index + 1
    state.problem(
        index, "a \\ may stand only before [ ] { } \\ and a line ---; write \\\\ for a backslash"
    )
    state.take("\\")
    return index + 1


def _mark(state: _Scan, label: str, end: int, at: int) -> None:
    """Close the mark that was opened last, which ends at ``end``; its id and value are in
    ``label``, which begins at ``at``."""
    start, opened = state.open.pop()
    words = state.raw[opened + 1 : end]
    name, *values = label.split()[:3] or [""]
    if not ID.fullmatch(name):
        state.problem(
            at,
            f"{_shown(name)} is not an id for {_shown(words)}; ids of events begin with e, those "
            "of times with t",
        )
        return
    if len(values) > 1:
        state.problem(at, f"{_shown(label)} has more than an id and a value")
        return
    mark = Mark(name, start, state.length, values[0] if values else None, state.places.of(opened))
    if values and not mark.is_time:
        state.problem(at, f"the event {name} {_shown(words)} has a value; only times (t1) have one")
        return
    state.marks.append(mark)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
