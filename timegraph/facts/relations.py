"""Names and phrases of relations: which relation a word, a sentence or a question means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from timegraph.facts.relation_table import RELATIONS, Relation

__all__ = ["Beginnings", "Head", "Statement", "heads_like", "heads_of",
           "key_of", "lower", "phrases", "read_statement", "relation_name", "relation_of",
           "relations_called", "verb_phrases"]  # fmt: skip

_CHOICE = re.compile(r"\[([^\[\]]*)\]|\(([^()|]*\|[^()]*)\)")
_ESCAPED = re.compile(r"\\?u(00[0-9a-fA-F]{2})")
_ARTICLE = re.compile(r"\b(is|was|were) the (?=\w)")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "\u00a0": " "})


@lru_cache(maxsize=262_144)
def key_of(name: str) -> str:
    """What names are compared by: without regard to case, to runs of blanks, to the shape of
    quotation marks, and with escapes that a file has left in it (``Schru00f6der``) undone."""
    plain = " ".join(name.translate(_QUOTES).split())
    if "u00" in plain:
        plain = _ESCAPED.sub(lambda escape: chr(int(escape[1], 16)), plain)
    return plain.casefold()


@lru_cache(maxsize=1024)
def phrases(notation: str) -> tuple[str, ...]:
    """All phrases that ``notation`` stands for: ``[x]`` may be left out, ``(x|y)`` is a choice,
    and ``[x|y]`` a choice that may be left out.

    >>> phrases("who (was|were) [the] owner[s]")[:2]
    ('who was owner', 'who was owners')
    """
    return tuple(dict.fromkeys(" ".join(phrase.split()) for phrase in _expanded(notation)))


def _expanded(notation: str) -> Iterator[str]:
    match = _CHOICE.search(notation)
    if match is None:
        yield notation
        return
    choices = (match[2] if match[1] is None else f"|{match[1]}").split("|")
    for choice in choices:
        yield from _expanded(notation[: match.start()] + choice + notation[match.end() :])


@cache
def _by_name() -> dict[str, tuple[str, ...]]:
    names_of: dict[str, list[str]] = {}
    for relation in RELATIONS:
        for called in (relation.name, relation.property, *relation.aliases):
            names_of.setdefault(key_of(called), []).append(relation.name)
    return {key: tuple(dict.fromkeys(names)) for key, names in names_of.items()}


def relations_called(text: str) -> tuple[str, ...]:
    """The names of the relations that ``text`` may mean: a name ("employer"), another name for
    it ("works for"), or a property of Wikidata ("P108"); empty if it is none of them."""
    return _by_name().get(key_of(text), ())


@lru_cache(maxsize=65_536)
def relation_name(text: str) -> str:
    """The name under which facts of the relation ``text`` are kept: that of the table if the
    text means just one relation there, else the text itself, ready to be compared."""
    called = relations_called(text)
    return called[0] if len(called) == 1 else key_of(text)


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence taken apart: who has whom for which relation."""

    subject: str
    relation: str
    object: str


@cache
def verb_phrases() -> tuple[tuple[str, str, bool], ...]:
    """(phrase, relation, whether the object stands first) of every verb of the table, longer
    ones first."""
    entries = []
    for relation in RELATIONS:
        for notations, object_first in ((relation.verbs, False), (relation.nouns, True)):
            found = {p: None for n in notations for p in phrases(n)}
            if object_first:  # "was head of state of"
                found |= {_without_article(phrase): None for phrase in found}
            entries += [(phrase, relation.name, object_first) for phrase in found]
    return tuple(sorted(entries, key=lambda entry: -len(entry[0])))


@cache
def _first_words() -> frozenset[str]:
    return frozenset(phrase.lower().split()[0] for phrase, _, _ in verb_phrases())


# In small letters, since names may end in such a word ("All There Is").
_AUXILIARIES = re.compile(r"(?:\s+(?:is|are|was|were|has|have|had|been|being))+$")


@cache
def _verbs() -> tuple[re.Pattern[str], dict[str, tuple[str, bool]]]:
    table: dict[str, tuple[str, bool]] = {}
    for phrase, name, object_first in verb_phrases():
        table.setdefault(phrase.lower(), (name, object_first))
    choice = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in table)
    return re.compile(rf"(.+?)\s+({choice})\s+(.+)", re.IGNORECASE | re.DOTALL), table


def read_statement(text: str) -> Statement | None:
    """The parts of "Ada worked for the Mill" or "Bo was the owner of the Mill"; ``None`` if no
    verb of the table stands in it. The first verb counts, and of those that start at the same
    word the longest; auxiliaries before it belong to it ("he was worked for the Mill")."""
    # Most names hold no verb, and looking for one in all places takes long.
    if _first_words().isdisjoint(text.lower().split()):
        return None
    pattern, table = _verbs()
    match = pattern.fullmatch(text.strip())
    if match is None:
        return None
    name, object_first = table[" ".join(match[2].split()).lower()]
    first, second = _AUXILIARIES.sub("", match[1]).strip(), match[3].strip()
    return Statement(second, name, first) if object_first else Statement(first, name, second)


@dataclass(frozen=True, slots=True)
class Head:
    """A question without its time: what stands before its subject, and what behind it."""

    before: str
    behind: str
    relations: tuple[str, ...]

    @property
    def weight(self) -> int:
        """How much of the question the head explains."""
        return len(self.before) + len(self.behind)


class _Heads:
    """All heads of the table, found by what stands before the subject."""

    def __init__(self) -> None:
        relations: dict[tuple[str, str], list[str]] = {}
        for relation in RELATIONS:
            for notation in relation.heads:
                for phrase in phrases(notation):
                    before, _, behind = phrase.lower().partition("{}")
                    for spelt in _spellings(before):
                        relations.setdefault((spelt, behind), []).append(relation.name)
        # Beginning -> last word, "" for a head that ends with the subject -> heads.
        self.by_beginning: dict[str, dict[str, list[Head]]] = {}
        for (before, behind), names in relations.items():
            head = Head(before, behind, tuple(dict.fromkeys(names)))
            endings = self.by_beginning.setdefault(before, {})
            endings.setdefault(_last_word(behind), []).append(head)
        self.most_words = max(before.count(" ") for before in self.by_beginning)


_heads = cache(_Heads)


def _spellings(before: str) -> tuple[str, ...]:
    """``before`` with either of two question words, or without an article that may be missing
    ("who was head of")."""
    word, blank, rest = before.partition(" ")
    if word not in ("which", "what") or rest.startswith(("was", "were", "is", "did", "or")):
        return tuple(dict.fromkeys((before, _without_article(before))))
    return "which" + blank + rest, "what" + blank + rest


def _without_article(phrase: str) -> str:
    """``who was head of`` of ``who was the head of``."""
    return _ARTICLE.sub(r"\1 ", phrase, count=1)


class Beginnings:
    """The heads that begin as a question does; its stems, with and without more words of its
    end, are then looked up by their own ends."""

    def __init__(self, text: str) -> None:
        table = _heads()
        self.text = text
        self.lowered = lower(text)
        self._begun: list[tuple[int, dict[str, list[Head]]]] = []
        end = 0
        for _ in range(table.most_words + 1):
            endings = table.by_beginning.get(self.lowered[:end])
            if endings:
                self._begun.append((end, endings))
            end = self.lowered.find(" ", end) + 1
            if not end:
                break

    def heads_of(self, length: int) -> list[tuple[Head, str]]:
        """The heads with which the first ``length`` characters of the text may be asked, each
        with the subject that it leaves; those that begin with fewer words first."""
        lowered = self.lowered
        last = lowered[lowered.rfind(" ", 0, length) + 1 : length]
        heads = []
        for begin, endings in self._begun:
            for head in (*endings.get(last, ()), *endings.get("", ())):
                if lowered.endswith(head.behind, 0, length):
                    subject = self.text[begin : length - len(head.behind)].strip()
                    if subject:
                        heads.append((head, subject))
        return heads


def heads_of(stem: str) -> list[tuple[Head, str]]:
    """The heads with which ``stem``, a question without its time, may be asked, each with the
    subject that it leaves; those that begin with fewer words first."""
    return Beginnings(stem).heads_of(len(stem))


def heads_like(stem: str) -> list[tuple[Head, str]]:
    """The heads that begin as ``stem`` does and whose end stands somewhere in it, each with what
    follows there; those that explain more of it first."""
    lowered = lower(stem)
    likely = []
    for before, endings in _heads().by_beginning.items():
        fits = before and lowered.startswith(before)
        for head in [head for heads in endings.values() for head in heads] if fits else ():
            place = lowered.find(head.behind, len(before)) if head.behind else -1
            if place > 0:
                likely.append((head, stem[place + len(head.behind) :].strip()))
    return sorted(likely, key=lambda pair: -pair[0].weight)


def _last_word(text: str) -> str:
    return text[text.rfind(" ") + 1 :]


def lower(text: str) -> str:
    """``text`` in lower case with each character in its place, even those whose lower case is
    longer."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := c.lower()) == 1 else c for c in text)


def relation_of(property: str) -> Relation:
    """The relation of a property of Wikidata. Raises ``KeyError`` if the table has none."""
    for relation in RELATIONS:
        if relation.property == property:
            return relation
    raise KeyError(f"no relation has the property {property!r}")
