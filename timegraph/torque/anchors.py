"""The event of the passage that a question's anchor names: "he *said* the errata do not matter".

Each word of the anchor is matched with the passage's events by their forms. Among the words that
name an event, the finite verb of the anchor's first clause counts before the head noun of its first
phrase, and these before all others. Where a word occurs in several places, the event whose
neighbours the anchor also has is meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from timegraph.torque.inflection import base_forms, related
from timegraph.torque.passages import Passage, Span

__all__ = ["Anchor", "find_anchor"]

Side = Literal["start", "end"]

_WORD = re.compile(r"[\w$%.,'’-]*\w")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BE = _words("am is are was were be been being 's 're")
_HAVE = _words("has have had having")
_AUXILIARIES = _BE | _HAVE | _words("do does did will would shall should can could may might must")
_ADVERBS = _words("not n't also still already never ever just only even yet then now")
_PREPOSITIONS = _words(
    "of in at on for from with by to between over under about against into onto toward "
    "towards through within without across among during before after since that which who "
    "whom whose where when while as than because if whether and or but "
)
_DETERMINERS = _words(
    "the a an this that these those his her its their our your my some any no each every both "
    "all several many few more most other another two three four five ten first second last "
)
_PHASES: dict[str, Side] = {
    **dict.fromkeys(_words("start starts started begin begins began begun"), "start"),
    **dict.fromkeys(
        ["end", "ends", "ended", "finish", "finishes", "finished", "stop", "stops", "stopped"],
        "end",
    ),
    **dict.fromkeys(
        ["conclude", "concludes", "concluded", "complete", "completes", "completed"], "end"
    ),
}
_SAYING = _words(
    "say speak talk tell state add explain announce report declare comment remark discuss "
    "stress emphasize claim statement discussion speech comment remark announcement "
    "explanation communicate inform information "
)
# Verbs that only say that the noun before them happens.
_LIGHT = _words("happen happens happened occur occurs occurred occured place took take")


@dataclass(frozen=True, slots=True)
class Anchor:
    """An event of the passage, the word of the question that names it, and which of its points is
    meant where the question says so ("after the rally *began*")."""

    event: Span
    word: str
    side: Side | None = None


def find_anchor(anchor: str, passage: Passage) -> Anchor | None:
    """The event that ``anchor``, the text after a question's connective, names; ``None`` if no
    word of it is a form of an event of the passage."""
    words = _WORD.findall(anchor)
    candidates = {
        position: of_word
        for position, word in enumerate(words)
        if (of_word := _events(word, passage))
    }
    if not candidates:
        # "the spokesman spoke", where the passage has "said": one verb of saying for another.
        candidates = {
            position: of_word
            for position, word in enumerate(words)
            if base_forms(word.lower().removesuffix("'s")) & _SAYING
            and (of_word := _sayings(passage))
        }
    if not candidates:
        return None
    order = _by_importance(words)
    position = min(candidates, key=order.__getitem__)
    strongest = max(strength for strength, _ in candidates[position])
    events = [event for strength, event in candidates[position] if strength == strongest]
    event = max(events, key=lambda one: (_shared_context(one, words, passage), -one[0]))
    side = _phase(words, position)
    return Anchor(event, words[position], side)


def _events(word: str, passage: Passage) -> list[tuple[int, Span]]:
    """The events that a word may name, with how near it comes."""
    plain = word.lower().removesuffix("'s").removesuffix("’s")
    if plain in _DETERMINERS or plain in _PREPOSITIONS:
        return []
    graded = []
    for event in passage.events:
        strength = max(
            (_nearness(plain, part) for part in _WORD.findall(passage.words(event))), default=0
        )
        if strength:
            graded.append((strength, event))
    return graded


def _sayings(passage: Passage) -> list[tuple[int, Span]]:
    return [
        (1, event)
        for event in passage.events
        if any(base_forms(part) & _SAYING for part in _WORD.findall(passage.words(event)))
    ]


def _nearness(word: str, other: str) -> int:
    return max(related(part, other) for part in (word, *word.split("-")) if part)


def _by_importance(words: Sequence[str]) -> list[tuple[int, int]]:
    """A rank for each word, the smallest for the one that most likely names the anchor."""
    lowered = [word.lower() for word in words]
    verb = _finite_verb(lowered)
    noun = _head_noun(lowered[:verb] if verb else lowered)
    ranks = []
    for position, word in enumerate(lowered):
        rank = 3
        if position == verb:
            # "the rally began", "the meeting took place": what began is meant.
            light = word in _PHASES or word in _LIGHT
            rank = 2 if light else 0
        elif position == noun:
            rank = 1
        elif word in _AUXILIARIES:
            rank = 4
        ranks.append((rank, position))
    return ranks


def _finite_verb(words: Sequence[str]) -> int | None:
    """The position of the first clause's verb: after its auxiliaries, or with an ending or form of
    its own; a word in -ing only where the anchor begins with it."""
    for position, word in enumerate(words):
        if word in _AUXILIARIES or word.endswith("n't"):
            for further in range(position + 1, len(words)):
                after = words[further]
                if after in _AUXILIARIES or after in _ADVERBS or after.endswith("ly"):
                    continue
                # "was at 3.2 francs", "had an identity card": the auxiliary is the verb itself.
                itself = after in _PREPOSITIONS or after in _DETERMINERS
                return position if itself else further
            return position
        before = words[position - 1] if position else ""
        if position == 0 and word.endswith("ing"):
            return 0
        if position and before not in _DETERMINERS and before not in _PREPOSITIONS:
            if word.endswith("ed") or _is_past(word):
                return position
            if word.endswith("s") and not word.endswith(("ss", "'s")) and before in _PRONOUNS:
                return position
        if before in _PRONOUNS:
            return position
    return None


_PRONOUNS = _words("i you he she it we they who people someone somebody everyone")


def _is_past(word: str) -> bool:
    """Whether a word is a past of an irregular verb that is not its present as well."""
    return any(form[0] == word[0] or word == "went" for form in base_forms(word) - {word}) and (
        not word.endswith(("s", "ing", "ed"))
    )


def _head_noun(words: Sequence[str]) -> int | None:
    """The position of the last word of the first noun phrase."""
    last = None
    for position, word in enumerate(words):
        if word in _PREPOSITIONS and last is not None:
            break
        if word in _AUXILIARIES and last is not None:
            break
        if word not in _DETERMINERS and word not in _PREPOSITIONS:
            last = position
    return last


def _phase(words: Sequence[str], position: int) -> Side | None:
    """Which point of the anchor is meant: "the rally began", "the end of the war"."""
    lowered = [word.lower() for word in words]
    for near in (*range(position + 1, min(position + 4, len(words))), *range(position)):
        side = _PHASES.get(lowered[near])
        if side is not None and near != position:
            return side
    return None


def _shared_context(event: Span, words: Sequence[str], passage: Passage) -> float:
    """How many of the anchor's other words stand near an event, near ones counting more."""
    before = _WORD.findall(passage.text[: event[0]])[-12:]
    after = _WORD.findall(passage.text[event[1] :])[:12]
    near = [(word, k + 1) for k, word in enumerate(reversed(before))]
    near += [(word, k + 1) for k, word in enumerate(after)]
    total = 0.0
    for word in words:
        if word.lower() in _PREPOSITIONS or word.lower() in _DETERMINERS:
            continue
        total += max((1 / gap for other, gap in near if related(word, other) >= 2), default=0.0)
    return total
