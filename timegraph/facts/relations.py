"""Names and phrases of relations: which relation a word, a sentence or a question means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations
from math import inf
from typing import NamedTuple

from timegraph.dates.granules import until
from timegraph.facts.fact import Fact, extent_of, problem
from timegraph.findings import Finding

# The relations that facts and questions name, as data: how they are called, stated and asked.
#
# One :class:`Relation` for each property of Wikidata that the benchmarks use. Phrases are written
# in a small notation: ``{}`` is the subject, ``[x]`` what may be left out, ``(x|y)`` a choice.
#
# * ``verbs`` state a fact with the subject first ("S worked for O"), ``nouns`` with the object
# first ("O was the head coach of S"); both also state events ("when she worked for O"). *
# ``heads`` ask for the objects; the time follows. They cover the questions of Complex-TR (Tan et
# al. 2023), TempReason (Tan, Ng & Bing 2023) and the templates of TimeQA (Chen et al. 2021),
# misspellings included. * ``exclusive``: a subject has one object at a time, so that the next one
# ends the last.


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation: its property in Wikidata, its name, and the phrases that state and ask it."""

    property: str
    name: str
    heads: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


def _r(
    property: str,
    name: str,
    heads: str = "",
    *,
    verbs: str = "",
    nouns: str = "",
    aliases: str = "",
) -> Relation:
    """The relation, with phrases given one for each line or between semicolons."""

    def split(text: str) -> tuple[str, ...]:
        return tuple(" ".join(phrase.split()) for phrase in text.split(";") if phrase.strip())

    return Relation(property, name, split(heads), split(verbs), split(nouns), split(aliases))


RELATIONS: tuple[Relation, ...] = (
    _r("P54", "team",
       "which team[s] did {} play for; {} played for which team[s]; which team[s] did the player"
       " {} belong to",
       verbs="play[s|ed] for; (was|were) playing for; (is|was|were) [a] player[s] of;"
       " (is|was) a member of the (sports team|team)",
       aliases="member of sports team; sports team; plays for"),
    _r("P39", "position",
       "which position[s] did {} hold; what (was|were) the position[s] of {}; what position[s] did"
       " {} take; {} took which position[s]; which office[s] did {} hold;"
       " which (position|office)[s] (was|were) held by {}",
       verbs="(held|holds|hold|was holding) the (position|office) of;"
       " (served|serves|was serving) as",
       aliases="position held; positions"),
    _r("P166", "award",
       "which award[s] did {} receive; {} received which award[s]; which (award|prize)[s] did {}"
       " win; which prize[s] did {} receive; which (award|prize)[s] (was|were) (won|received) by"
       " {}; what award[s] (was|were) endowed to {}",
       verbs="(received|receives|was receiving|won|wins) [the award]; won prize",
       aliases="award received; prize"),
    _r("P108", "employer",
       "which employer[s] did {} work for; who did {} work for; what was the name of the employer"
       " {} work for; {} was an employee for whom; which employer[s] did {} work at",
       verbs="(worked|works|work|was working|were working) (for|at);"
       " (was|is|were) employed (by|at); (was|is) an employee of",
       aliases="employers; works for; employment"),
    _r("P69", "school",
       "where (was|were) {} educated [at]; which school[s] did {} go to; {} went to which"
       " school[s]; where did {} study; which school[s] did {} attend",
       verbs="(studied|studies|study|was studying|were studying) (at|in); (attended|attends|"
       "attend|was attending); (was|were|is) educated at; (was|is|were) [a] student[s] (at|of)",
       aliases="educated at; education; education/school; school/education"),
    _r("P102", "political party",
       "which political (party|parties) did {} belong to; which party was {} a member of;"
       " which (party|parties) did {} belong to",
       verbs="(was|is|were) [a|the] member[s] of [the]; (belonged|belongs) to [the];"
       " (was|is) affiliated (to|with)",
       aliases="party; member of political party; political affiliation; affiliation"),
    _r("P26", "spouse",
       "who (was|were) the spouse[s] of {}; who (was|were) {} 's spouse[s]; who (was|were) {}'s"
       " spouse[s]; who was {} married to; who did {} marry",
       verbs="(was|is|were) married to; (was|is) the (spouse|wife|husband) of; married",
       aliases="spouses; husband; wife; married; married to"),
    _r("P551", "residence",
       "what was the residence of {}; where did {} live; where did {} reside;"
       " which residence[s] did {} live in; where (was|were) {} living; which place[s] did {}"
       " live in",
       verbs="(lived|lives|live|was living|were living|resided|resides|was residing) (in|at);"
       " (was|is) a resident of",
       aliases="place of residence; home"),
    _r("P286", "head coach",
       "who (was|were) the head coach[es] of [the team] {}; who coached the team {};"
       " who coached {}",
       verbs="(was|is|were) coached by",
       nouns="(was|is|were) the (headcoach|head coach|coach) of [the team]; (coached|coaches)",
       aliases="coach; headcoach"),
    _r("P127", "owner",
       "who (was|were) the owner[s] of {}; {} was owned by whom; who owned {}",
       verbs="(was|is|were) owned by",
       nouns="(was|is|were) the owner[s] of; (owned|owns)",
       aliases="owned by; ownership; owners"),
    _r("P488", "chair",
       "who (was|were) the chair[s|person|persons] of {}; who (was|were) the head[s] of {}",
       nouns="(was|is|were) the (chair|chairperson) of; (chaired|chairs)",
       aliases="chairperson; chair/head; head/chair"),
    _r("P6", "head of government",
       "who (was|were) the head[s] of {}; who was in charge of {};"
       " who (was|were) the head[s] of [the] government of {}; who led the government of {}",
       nouns="(was|is) the head of [the] government of;"
       " (headed|leads|led) [the] government of; (was|is|were) the head of",
       aliases="head; chair/head; head/chair"),
    _r("P463", "organization",
       "{} became a member of what organization or association; what organization [or"
       " association] [or team] did {} join; which organization[s] (was|were) {} a member of",
       verbs="joined; became a member of; (was|is) a member of the organization",
       aliases="member of; organization or association; organization/association; association;"
       " membership"),
    _r("P937", "work location",
       "where did {} work; what was the working location for {}; {} worked in which location",
       verbs="(worked|works|was working) in",
       aliases="working location; location of work"),
    _r("P35", "head of state",
       "who (was|were) the president[s] of {}; who (was|were) the head[s] of state of {}",
       nouns="(was|is|were) the (president|head of state) of",
       aliases="president"),
    _r("P169", "chief executive officer",
       "who (was|were) the (chief executive officer[s]|CEO[s]) of {}",
       nouns="(was|is) the (chief executive officer|CEO) of", aliases="CEO"),
    _r("P1037", "director or manager",
       "who was the director or manager of {}; who directed or managed {}; {} was managed or"
       " directed by whom; who was the (director|manager) of {}",
       nouns="(was|is) the (director|manager|director or manager) of;"
       " (managed|directed)",
       aliases="director; manager; management or director; director/manager; management"),
    _r("P27", "citizenship",
       "what citizenship did {} hold; what was the nationality of {}; which country was {} a"
       " citizen of",
       verbs="(was|is) a citizen of",
       aliases="country of citizenship; nationality; citizenship/nationality;"
       " nationality and citizenship; nationality/citizenship"),
    _r("P106", "occupation",
       "what was the occupation of {}; what was {} 's occupation; what was {}'s occupation",
       aliases="profession; job"),
    _r("P410", "military rank",
       "what was the military rank of {}; what military rank did {} have", aliases="rank"),
    _r("P241", "military branch",
       "what was the military branch of {}; which military (brach|branch) did {} belong to",
       verbs="served in"),
    _r("P1448", "official name",
       "what was the official name of {}; {} was officially named what",
       verbs="(was|is) officially named"),
    _r("P2561", "name", "what was the name of {}"),
    _r("P734", "family name", "what was the family name of {}"),
    _r("P97", "noble title", "what was the noble title of {}", aliases="title"),
    _r("P2962", "title of chess person", "which title was conferred to {}", aliases="title"),
    _r("P118", "league", "which league did {} play for", aliases="league"),
    _r("P6087", "team coached", "{} was the coach of which team; which team was coached by {}",
       aliases="coach of sports team; coached team"),
    _r("P115", "home venue", "what was the home venue of {}", aliases="venue; stadium"),
    _r("P1308", "office holder", "who was the office holder of {}", aliases="officeholder"),
    _r("P749", "parent organization",
       "what was the parent organization of {}; which organization owned {}",
       aliases="ownership/parent organization; parent company"),
    _r("P355", "subsidiary", "what was the subsidiary of {}"),
    _r("P1830", "owner of", "who was the owner of {}; who owned {}"),
    _r("P137", "operator", "what was the operator of {}; what operated {}",
       verbs="(was|is) operated by"),
    _r("P121", "item operated", "{} was operated by what", aliases="operator; equipment"),
    _r("P176", "manufacturer", "what was the manufacturer of {}; what manufactured {}"),
    _r("P123", "publisher", "what was the publisher of {}"),
    _r("P98", "editor", "who was the editor of {}; {} was edited by whom",
       nouns="(was|is) the editor of"),
    _r("P371", "presenter", "who was the presenter of {}; {} was presented by whom"),
    _r("P175", "performer", "who was the performer of {}; who performed {}; {} was performed by"
       " whom"),
    _r("P449", "broadcaster", "who was the original broadcaster of {}",
       aliases="original broadcaster"),
    _r("P264", "record label", "what was the record label of {}", aliases="label"),
    _r("P1075", "rector", "who was the rector of {}", nouns="(was|is) the rector of"),
    _r("P4791", "commander", "who commanded {}; who was the commander of {}",
       nouns="(was|is) the commander of; commanded", aliases="commanded by"),
    _r("P466", "occupant", "who occupied {}; who was the occupant of {}"),
    _r("P195", "collection", "where was {} collected; which collector owned {}",
       aliases="collector"),
    _r("P608", "exhibition", "where was {} exhibited", aliases="exhibition history"),
    _r("P36", "capital", "what (is|was) the capital of {}; what's the capital of {}"),
    _r("P1376", "capital of", "{} was the capital of what; what was the capital of {}"),
    _r("P159", "headquarters", "where was the headquarter[s] of {} located;"
       " the headquarter[s] of {} was located in where",
       aliases="headquarter; headquarters location"),
    _r("P276", "location", "where was {} located; where was {} taking place; {} took place in which"
       " location"),
    _r("P131", "administrative district",
       "which (adminstrative|administrative) district was {} located;"
       " which (adminstrative|administrative) district did {} belong to", aliases="district"),
    _r("P150", "administrative territory", "what administrative territorial was acquired by {}"),
    _r("P17", "country", "which country did {} belong to"),
    _r("P47", "border", "what did {} share border with; {} shared border with what",
       aliases="shares border with"),
    _r("P190", "twinned city", "what was the twinned city of {}; {} was twinned with which city"),
    _r("P172", "ethnic group", "which (ethical|ethnic) group did {} belong to"),
    _r("P197", "adjacent station", "what was the adjacent station of {}; which station was adjacent"
       " to {}"),
    _r("P559", "terminus", "what was the terminus of {}"),
    _r("P1435", "heritage designation", "which site was the heritage designation of {};"
       " what was the heritage designation of {}"),
    _r("P138", "namesake", "{} was named after what", aliases="named after"),
    _r("P361", "part of", "{} was a part of what"),
    _r("P527", "parts", "what or who was part of {}", aliases="has part"),
    _r("P366", "use", "what was {} used for"),
    _r("P618", "source of energy", "what was the source of energy for {}; what energy powered {}"),
    _r("P400", "platform", "which platform did {} use"),
    _r("P641", "sport", "what sport did {} participate [in]"),
    _r("P1344", "campaign", "which campaign did {} participate [in]", aliases="participant in"),
    _r("P607", "conflict", "what was {} engaged or conflicted with"),
    _r("P710", "participant", "who participated in {}"),
    _r("P793", "significant event",
       "what significant event was happening to {}; what significant event was going on in {}"),
    _r("P800", "notable work",
       "which notable work was published by {}; {} published which notable work"),
    _r("P840", "narrative location", "what was the narrative location of {}"),
    _r("P531", "embassy", "{} was an ambassador of which embassy", aliases="diplomatic mission"),
    _r("P1411", "nomination", "which award was {} nominated for; {} was nominated for what award",
       aliases="nominated for"),
    _r("P1416", "affiliation", "what was {} (afflicted|affiliated) (to|with)"),
    _r("P5096", "crew", "{} was a crew member of what; which crew did {} belong to"),
    _r("P2632", "place of detention", "what was the place of detention for {}"),
    _r("P2291", "chart", "where was {} charted in", aliases="charted in"),
    _r("P8047", "country of registry", "what was the country of registry for {}"),
    _r("P1001", "jurisdiction", "{} applied to which place"),
    _r("P40", "child", "which child of {} was born"),
    _r("P1365", "predecessor", "what replaced {} since; {} was replaced by what since",
       aliases="replaces"),
    _r("P1366", "successor", "{} was replaced by what; what replaced {}", aliases="replaced by"),
    # Of stories (TGQA).
    _r("P19", "place of birth", "where was {} born", verbs="(was|were) born in"),
    _r("P20", "place of death", "where did {} die", verbs="died in"),
    _r("P170", "creation", "what did {} create", verbs="created"),
)  # fmt: skip
"""All relations, in the order in which they are tried."""


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
        verbs, nouns = (
            [phrase for notation in notations for phrase in phrases(notation)]
            for notations in (relation.verbs, relation.nouns)
        )
        nouns += [_without_article(phrase) for phrase in nouns]  # "was head of state of"
        entries += [(phrase, relation.name, False) for phrase in dict.fromkeys(verbs)]
        entries += [(phrase, relation.name, True) for phrase in dict.fromkeys(nouns)]
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


@cache
def _heads() -> tuple[dict[str, dict[str, list[Head]]], int]:
    """All heads of the table, by what stands before the subject and by their last word, ``""`` for
    a head that ends with the subject; and the most words that stand before a subject."""
    relations: dict[tuple[str, str], list[str]] = {}
    for relation in RELATIONS:
        for phrase in (phrase for notation in relation.heads for phrase in phrases(notation)):
            before, _, behind = phrase.lower().partition("{}")
            for spelt in _spellings(before):
                relations.setdefault((spelt, behind), []).append(relation.name)
    by_beginning: dict[str, dict[str, list[Head]]] = {}
    for (before, behind), names in relations.items():
        head = Head(before, behind, tuple(dict.fromkeys(names)))
        last_word = behind[behind.rfind(" ") + 1 :]
        by_beginning.setdefault(before, {}).setdefault(last_word, []).append(head)
    return by_beginning, max(before.count(" ") for before in by_beginning)


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
        by_beginning, most_words = _heads()
        self.text = text
        self.lowered = lower(text)
        self._begun: list[tuple[int, dict[str, list[Head]]]] = []
        end = 0
        for _ in range(most_words + 1):
            endings = by_beginning.get(self.lowered[:end])
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
    for before, endings in _heads()[0].items():
        fits = before and lowered.startswith(before)
        for head in [head for heads in endings.values() for head in heads] if fits else ():
            place = lowered.find(head.behind, len(before)) if head.behind else -1
            if place > 0:
                likely.append((head, stem[place + len(head.behind) :].strip()))
    return sorted(likely, key=lambda pair: -pair[0].weight)


def lower(text: str) -> str:
    """``text`` in lower case with each character in its place, even those whose lower case is
    longer."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := c.lower()) == 1 else c for c in text)


# "No longer" by succession: what a subject has one at a time, or one subject at a time has.
#
# Two facts of such a relation are rivals, which never hold at one time. Of rivals a and b, a
# comes before b in every world iff b had certainly not ended when a began: how late a can begin,
# and how early b can end, follow from their own dates and from the rivals that come before and
# after them. Nothing else follows: time is dense, so that any order that keeps these steps has a
# world, in which each fact begins right after those before it. So the latest end of a fact is the
# latest start of those that it comes before, and nothing has to be searched.


@dataclass(frozen=True, slots=True)
class OneAtATime:
    """Relations in which a subject has one object at a time ("head coach" of a team), and those
    in which an object has one subject ("position held": an office has one holder)."""

    one_object: tuple[str, ...] = ()
    one_subject: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.one_object or self.one_subject)

    def __str__(self) -> str:
        """``one-object=head coach,spouse;one-subject=office``; ``open`` without relations."""
        sides = (("one-object", self.one_object), ("one-subject", self.one_subject))
        named = [(side, sorted({*map(relation_name, names)})) for side, names in sides]
        return ";".join(f"{side}={','.join(names)}" for side, names in named if names) or "open"

    def missing(self, facts: Sequence[Fact]) -> list[str]:
        """The relations, as they were given, of which there is no fact."""
        there = {relation_name(fact.relation) for fact in facts}
        given = dict.fromkeys((*self.one_object, *self.one_subject))
        return [name for name in given if relation_name(name) not in there]

    def rivals(self, facts: Sequence[Fact]) -> Iterator[tuple[Fact, Fact, str]]:
        """Each two facts that cannot hold at one time, in fact order, and of which there is one:
        "object" or "subject". The same from two sources are not rivals, nor is what has no object,
        which says that nothing is known."""
        for single, names in (("object", self.one_object), ("subject", self.one_subject)):
            relations = {*map(relation_name, names)}
            groups: dict[tuple[str, str], dict[Fact, None]] = {}
            for fact in facts if relations else ():
                relation = relation_name(fact.relation)
                if relation in relations and fact.object and extent_of(fact) is not None:
                    shared = fact.subject if single == "object" else fact.object
                    groups.setdefault((relation, key_of(shared)), {})[fact] = None
            for group in groups.values():
                for a, b in combinations(group, 2):
                    if key_of(_named(a, single)) != key_of(_named(b, single)):
                        yield a, b, single


ONE_AT_A_TIME = OneAtATime()
"""No relation: open ends stay open."""


class Succession(NamedTuple):
    """Why a fact had ended: it is the first of ``facts``, each of which came before the next.
    ``one`` says for each step of which there is one, "object" or "subject"."""

    facts: tuple[Fact, ...]
    one: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """The steps of the proof in words."""
        for before, after, single in zip(self.facts, self.facts[1:], self.one, strict=False):
            name = _named(after, single)
            source = f"; {after.source}" if after.source and str(after.source) else ""
            yield (
                f"{_named(before, single)} ({before.dates}) came before {name} ({after.dates}"
                f"{source}): there is one {single} at a time, and {name} had not ended when "
                f"{_named(before, single)} began"
            )


_Steps = Mapping[Fact, Mapping[Fact, str]]


class Successions:
    """What comes before what among facts, and what contradicts itself."""

    def __init__(self, facts: Sequence[Fact], one_at_a_time: OneAtATime) -> None:
        rivals = [*one_at_a_time.rivals(facts)]
        self.contradictions: list[tuple[Fact, Fact, str]]
        """The rivals that certainly hold at one time, in fact order."""
        certain, self.contradictions = _compared(rivals, _steps_of(rivals))
        contradicting = set(self.contradictions)
        left = [pair for pair in rivals if pair not in contradicting]
        followed, further = _compared(left, _steps_of(left, follow=True))
        self.contradictions += further
        # From a contradiction everything follows; what follows from two facts alone is kept.
        self._steps: _Steps = certain if further else followed

    def ended(self, fact: Fact) -> tuple[Fact, Succession] | None:
        """A fact of open end with the latest end that it has in any world, and why; ``None`` for
        others. That it lasted until then is not said: only what comes later is excluded."""
        chains = [Succession((fact,))]
        seen = {fact}
        for chain in chains if fact.end.after is None else ():
            for following, single in self._steps.get(chain.facts[-1], {}).items():
                if following not in seen:
                    seen.add(following)
                    chains.append(Succession((*chain.facts, following), (*chain.one, single)))
        nearest = min(chains[1:], key=lambda chain: _latest_start(chain.facts[-1]), default=None)
        if nearest is None or _latest_start(nearest.facts[-1]) == inf:
            return None
        last = nearest.facts[-1]
        date = min(last.start, last.end, key=lambda date: date.high)
        if date.high <= fact.end.low:  # with contradictions elsewhere
            return None
        return replace(fact, end=until(date, since=fact.end)), nearest


def _named(fact: Fact, single: str) -> str:
    return fact.object if single == "object" else fact.subject


def _latest_start(fact: Fact) -> float:
    extent = extent_of(fact)
    assert extent is not None, "what can never have held has no rivals"
    return float(extent.start_high)


def _steps_of(
    rivals: Sequence[tuple[Fact, Fact, str]], *, follow: bool = False
) -> Callable[[Fact, Fact], bool]:
    """Whether the first of two facts comes before the second, as far as their own dates say or, if
    ``follow`` says so, those of all rivals before and after them."""
    extents = {fact: extent_of(fact) for a, b, _ in rivals for fact in (a, b)}
    latest = {fact: extent.start_high for fact, extent in extents.items() if extent}
    earliest = {fact: extent.end_low for fact, extent in extents.items() if extent}
    changed = follow
    while changed:
        changed = False
        for pair in rivals:
            for a, b in (pair[:2], pair[1::-1]):
                if latest[a] <= earliest[b] and (
                    earliest[a] > earliest[b] or latest[b] < latest[a]
                ):
                    earliest[b] = max(earliest[a], earliest[b])
                    latest[a] = min(latest[a], latest[b])
                    changed = True
    return lambda a, b: latest[a] <= earliest[b]


def _compared(
    rivals: Sequence[tuple[Fact, Fact, str]], precedes: Callable[[Fact, Fact], bool]
) -> tuple[_Steps, list[tuple[Fact, Fact, str]]]:
    """Which rivals come before which, and those of which each would have to come first."""
    steps: dict[Fact, dict[Fact, str]] = {}
    contradictions = []
    for a, b, single in rivals:
        forth, back = precedes(a, b), precedes(b, a)
        if forth and back:
            contradictions.append((a, b, single))
        elif forth or back:
            first, second = (a, b) if forth else (b, a)
            steps.setdefault(first, {})[second] = single
    return steps, contradictions


# What is wrong with facts that can be read: a start after its end, contradictions, repetitions.


def problems_of(facts: Sequence[Fact], successions: Successions | None = None) -> Iterator[Finding]:
    """The problems of ``facts``, in fact order; each concerns the later fact of those involved.

    ``start-after-end``: the fact can never have held, and answers nothing. ``repeated``: the same
    fact with the same dates. ``contradiction``: two facts certainly hold at one time, though the
    user says that there is one; both are answers.
    """
    rivals: dict[Fact, list[tuple[Fact, str]]] = {}
    for early, late, single in successions.contradictions if successions else ():
        rivals.setdefault(late, []).append((early, single))
    seen: set[tuple[str, str, str, object, object]] = set()
    for fact in facts:
        if extent_of(fact) is None:
            yield problem("start-after-end", f"{fact} starts after it ends", at=fact.source)
            continue
        subject, relation = key_of(fact.subject), relation_name(fact.relation)
        whole = (subject, relation, key_of(fact.object), fact.start, fact.end)
        if whole in seen:
            yield problem("repeated", f"{fact} is listed twice", at=fact.source, severity="warning")
            continue
        seen.add(whole)
        for other, single in rivals.get(fact, ()):
            where = f" ({other.source})" if other.source else ""
            message = (
                f"{fact} contradicts {other}{where}: {relation} has one {single} at a time; both "
                "are kept as answers"
            )
            yield problem("contradiction", message, at=fact.source, severity="warning")
