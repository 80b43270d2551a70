"""Editing a marked text by commands, one per line; the terminal belongs to the command line.

:class:`EditingSession` holds the marked text as it is now. A command either changes it as a whole
or raises ``ValueError`` and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from operator import itemgetter

from timegraph.qa import ListRelation
from timegraph.task.editing.known import TIME_LIMIT, known_so_far
from timegraph.task.marked_texts.marked_text import ID, Mark, MarkedText
from timegraph.task.marked_texts.parse import question_of
from timegraph.task.marked_texts.render import question_line
from timeml import RelType

__all__ = ["HELP", "EditingSession", "NumberedWords"]

HELP = """\
words [N[-M]]           the text with its words numbered, or a part of it
mark N[-M] [ID]         mark words N to M as an event (default ID: the next)
mark N[-M] t [VALUE]    mark a time and its value (mark 3 t7 1998: as t7)
unmark ID               remove a mark
IS a RELATION b | words | yes     add a question (or LIST, WHEN, HOW LONG)
IS a RELATION b         ask what follows from the answers; adds nothing
drop N                  remove question N
marks, questions        list the marks or the questions
undo                    undo the last change
help                    this text
quit                    leave (or Ctrl-D); every change is saved at once"""

_RANGE = re.compile(r"(\d+)(?:-(\d+))?")
_QUESTIONS = ("IS", "LIST", "WHEN", "HOW")


class EditingSession:
    """A marked text that is edited, ``marked``, with its changes so far."""

    def __init__(self, marked: MarkedText, *, time_limit: float | None = TIME_LIMIT) -> None:
        self.marked = marked
        self._words = NumberedWords(marked.text)
        self._before: list[MarkedText] = []
        self._time_limit = time_limit
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "words": self._show,
            "mark": self._mark,
            "unmark": self._unmark,
            "drop": self._drop,
            "marks": self._marks,
            "questions": self._questions,
            "undo": self._undo,
            "help": lambda words: HELP,
            "?": lambda words: HELP,
        }

    def do(self, line: str) -> str:
        """Do what a line says, and the reply to it. Raises ``ValueError``, changing nothing, for a
        line that says nothing that can be done; the message says why."""
        first, *rest = line.split() or [""]
        if first.upper() in _QUESTIONS:
            return self._ask(line)
        command = self._commands.get(first.lower())
        if command is None:
            raise ValueError(f"{first!r} is not a command; help lists them")
        return command(rest)

    def completions(self, before: Sequence[str], prefix: str) -> list[str]:
        """The words that begin with ``prefix`` and may follow the words ``before``."""
        first = before[0].upper() if before else ""
        candidates: Sequence[str] = ()
        if not before:
            candidates = (*_QUESTIONS, *self._commands, "quit")
        elif first == "IS" and len(before) == 2:
            candidates = [member.value for member in RelType]
        elif first == "LIST" and len(before) == 1:
            candidates = [member.value for member in ListRelation]
        elif first in (*_QUESTIONS, "UNMARK") and "|" not in before:
            candidates = self.marked.ids
        elif before[-1] == "|" and first == "IS":
            candidates = ("yes", "no", "unknown")
        return [word for word in candidates if word.lower().startswith(prefix.lower())]

    def _change(self, marked: MarkedText) -> None:
        self._before.append(self.marked)
        self.marked = marked

    def _show(self, words: list[str]) -> str:
        if not words:
            return self._words.shown(self.marked)
        first, last = self._range(words[0])
        return self._words.shown(self.marked, first, last)

    def _range(self, word: str) -> tuple[int, int]:
        match = _RANGE.fullmatch(word)
        if match is None:
            raise ValueError(f"{word!r} is not the number of a word or a range; write 12 or 12-14")
        return int(match[1]), int(match[2] or match[1])

    def _mark(self, words: list[str]) -> str:
        if not words or len(words) > 3:
            raise ValueError(
                "mark takes word numbers, an id, and the value of a time, like mark 3-4 t1 1998"
            )
        start, end = self._words.span(*self._range(words[0]))
        name = words[1] if len(words) > 1 else "e"
        id = self._free(name) if name in ("e", "t") else name
        value = words[2] if len(words) > 2 else None
        mark = Mark(id, start, end, value)
        if not ID.fullmatch(id):
            raise ValueError(
                f"{id!r} is not an id; ids of events begin with e, ids of times with t"
            )
        if value is not None and not mark.is_time:
            raise ValueError(f"{id} is an event; only times (t) have a value")
        if value is not None and re.search(r"[\[\]{}\\]", value):
            raise ValueError(f"{value!r} is not a TIMEX3 value")
        if id in self.marked.ids:
            raise ValueError(f"the id {id} is taken; {self._free(id[0].lower())} is free")
        for other in self.marked.marks:
            if other.start < end and start < other.end:
                raise ValueError(
                    f"{self.marked.words(other)!r} is marked already, as {other.id}; unmark "
                    f"{other.id} first"
                )
        marks = sorted((*self.marked.marks, mark), key=lambda mark: (mark.start, mark.end))
        self._change(replace(self.marked, marks=tuple(marks)))
        return f"{id} is {self.marked.words(mark)!r}"

    def _free(self, letter: str) -> str:
        taken = {id.lower() for id in self.marked.ids}
        numbers = [int(id[1:]) for id in taken if id[:1] == letter and id[1:].isdecimal()]
        return f"{letter}{max(numbers, default=0) + 1}"

    def _unmark(self, words: list[str]) -> str:
        if len(words) != 1:
            raise ValueError("unmark takes one id")
        (id,) = words
        kept = tuple(mark for mark in self.marked.marks if mark.id != id)
        if len(kept) == len(self.marked.marks):
            raise ValueError(f"there is no mark {id}; the marks are {self._listed()}")
        rest = replace(self.marked, marks=kept)
        for number, question in enumerate(self.marked.questions, start=1):
            try:
                question_of(question_line(question), frozenset(rest.ids))
            except ValueError:
                raise ValueError(f"question {number} names {id}; drop {number} first") from None
        self._change(rest)
        return f"{id} is no longer marked"

    def _listed(self) -> str:
        return ", ".join(mark.id for mark in self.marked.marks) or "none"

    def _ask(self, line: str) -> str:
        ids = frozenset(self.marked.ids)
        if "|" not in line:
            question = question_of(f"{line} |", ids)
            return known_so_far(self.marked, question, time_limit=self._time_limit)
        question = question_of(line, ids)
        said = known_so_far(self.marked, question, time_limit=self._time_limit)
        self._change(replace(self.marked, questions=(*self.marked.questions, question)))
        without = "" if question.rest else "; it has no answer"
        return f"question {len(self.marked.questions)}: {said}{without}"

    def _drop(self, words: list[str]) -> str:
        count = len(self.marked.questions)
        if len(words) != 1 or not words[0].isdecimal() or not 1 <= int(words[0]) <= count:
            have = f"the questions are 1 to {count}" if count else "there are no questions"
            raise ValueError(f"drop takes the number of a question; {have}")
        index = int(words[0]) - 1
        gone = self.marked.questions[index]
        kept = (*self.marked.questions[:index], *self.marked.questions[index + 1 :])
        self._change(replace(self.marked, questions=kept))
        return f"dropped: {question_line(gone)}"

    def _marks(self, words: list[str]) -> str:
        created = self.marked.created
        lines = [f"{self.marked.created_id} {created} (creation time)"] if created else []
        for mark in self.marked.marks:
            value = f" {mark.value}" if mark.value else ""
            lines.append(f"{mark.id} {self.marked.words(mark)!r}{value}")
        return "\n".join(lines) or "nothing is marked"

    def _questions(self, words: list[str]) -> str:
        lines = [
            f"{n} {question_line(question)}" for n, question in enumerate(self.marked.questions, 1)
        ]
        return "\n".join(lines) or "there are no questions"

    def _undo(self, words: list[str]) -> str:
        if not self._before:
            raise ValueError("there is nothing to undo")
        self.marked = self._before.pop()
        return "undone"


_WORD = re.compile(r"\w+(?:[-'’.,:/]\w+)*")
_PUNCTUATION = re.compile(r"[^\s\w]*")


class NumberedWords:
    """The words of a text, numbered from 1. Punctuation between words has no number."""

    def __init__(self, text: str) -> None:
        self._spans = [match.span() for match in _WORD.finditer(text)]

    def __len__(self) -> int:
        return len(self._spans)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The characters from one word to another. Raises ``ValueError`` for numbers that no word
        has."""
        if not 1 <= first <= last <= len(self):
            shown = str(first) if first == last else f"{first}-{last}"
            raise ValueError(f"there are no words {shown}; the words are 1 to {len(self)}")
        return self._spans[first - 1][0], self._spans[last - 1][1]

    def shown(self, marked: MarkedText, first: int = 1, last: int | None = None) -> str:
        """The lines from one word to another, with the number before each word and with the
        marks: ``1:Farkas [2:became]{e19} 3:a``."""
        if not len(self):
            return ""
        low, high = self.span(first, len(self) if last is None else last)
        for mark in marked.marks:
            if mark.start < high and low < mark.end:  # marks are shown whole
                low, high = min(low, mark.start), max(high, mark.end)
        punctuation = _PUNCTUATION.match(marked.text, high)
        high = high if punctuation is None else punctuation.end()
        pieces: list[str] = []
        done = low
        for place, piece in sorted(self._insertions(marked), key=itemgetter(0)):
            offset = place[0]
            if low <= offset <= high:
                pieces += marked.text[done:offset], piece
                done = offset
        return "".join((*pieces, marked.text[done:high]))

    def _insertions(self, marked: MarkedText) -> Iterator[tuple[tuple[int, int, int], str]]:
        """What is inserted, each with its place: at the same offset the end of a mark comes before
        the beginning of the next, and that before the number of the word."""
        for number, (start, _) in enumerate(self._spans, start=1):
            yield (start, 2, 0), f"{number}:"
        for order, mark in enumerate(marked.marks):
            yield (mark.start, 1, order), "["
            empty = mark.start == mark.end
            yield (mark.end, 1 if empty else 0, order), f"]{{{_label(mark)}}}"


def _label(mark: Mark) -> str:
    return mark.id if mark.value is None else f"{mark.id} {mark.value}"
