"""Facts written as text, one for each line or in a row: which form a line has, and all of them.

The forms are sentences ("S worked for O from January 1926 to January 1934."), segments ("1926 -
1934 : S's employer is ( O ) , ( O2 )") and statements ("(S owned O) starts at 1926"). A line that
has none of them is a finding with file, line and reason; nothing is dropped silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from timegraph.facts.base import FactBase
from timegraph.facts.dates import DateError, Granule, open_from
from timegraph.facts.fact import Fact, Source, Unread, unread
from timegraph.facts.readers.segments import is_segment, read_segment
from timegraph.facts.readers.sentences import NotAFactError, read_sentence
from timegraph.facts.readers.stories import Story, is_statement
from timegraph.findings.record import Finding
from timeml.plain_dates import DATE

__all__ = ["FactText", "ReadFacts", "close_at", "read_lines", "repaired", "split_text"]


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


def read_lines(
    text: FactText, *, file: str = "facts", line: int | None = None, open_end: Granule | None = None
) -> ReadFacts:
    """The facts in ``text``, of any of the three forms, and a finding for each line of no form.

    Lines are counted from 1, or all facts are those of ``line`` (of a file that holds the text in
    one of its lines). ``open_end`` is a date that stands for an end that had not come when the
    data were made.
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
            if is_statement(words):
                story.add(words, source)
            elif is_segment(words):
                facts += read_segment(words, source)
                loose = True
            else:
                facts.append(read_sentence(words, source))
        except (NotAFactError, DateError) as error:
            problems.append(unread(error, source, words))
    facts += story.facts()
    return ReadFacts(tuple(close_at(facts, open_end)), tuple(problems), loose)


def close_at(facts: Iterable[Fact], open_end: Granule | None) -> list[Fact]:
    """The facts with ``open_end`` read as "or later" where they end with it."""
    if open_end is None:
        return list(facts)
    later = open_from(open_end)
    return [
        fact
        if fact.end != open_end
        else Fact(fact.subject, fact.relation, fact.object, fact.start, later, fact.source,
                  fact.text)
        for fact in facts
    ]  # fmt: skip
