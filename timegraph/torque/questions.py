"""What a TORQUE question asks: which events, in which order to what, and how certain.

A question has a head ("What might have started") and, mostly, a connective and an anchor ("before
the meeting"). The head says which point of the events is meant and whether they are real, possible
or negated; the connective says the order; the anchor is an event of the passage, found by
:mod:`timegraph.torque.answers`. Without an anchor the creation time takes its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

# English word forms: whether two words are forms of one word (froze, frozen; announce,
# announcement).
#
# Irregular verbs are listed; regular endings are taken off. That is enough to find a question's
# words in its own passage, where few others could be meant.


# Each line: the infinitive, the past, the participle, where they differ from regular ones.
_IRREGULAR = """
arise arose arisen|be was been|be were being|be is am are|bear bore borne|beat beat beaten
become became become|begin began begun|bend bent|bet bet|bid bade bidden|bind bound|bite bit bitten
bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt
burst burst|buy bought|cast cast|catch caught|choose chose chosen|cling clung|come came|cost cost
creep crept|cut cut|deal dealt|die dying|dig dug|do did done does|draw drew drawn|dream dreamt
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt
fight fought|find found|flee fled|fling flung|fly flew flown|forbid forbade forbidden
forecast forecast|foresee foresaw foreseen|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|get got gotten|give gave given|go went gone goes|grind ground|grow grew grown
hang hung|have had has|hear heard|hide hid hidden|hit hit|hold held|hurt hurt|keep kept
kneel knelt|know knew known|lay laid|lead led|leap leapt|learn learnt|leave left|lend lent
let let|lie lay lain lying|light lit|lose lost|make made|mean meant|meet met
mistake mistook mistaken
outdo outdid outdone|overcome overcame|overthrow overthrew overthrown|pay paid|prove proven
put put|quit quit|read read|ride rode ridden|ring rang rung|rise rose risen|run ran|say said
see saw seen|seek sought|sell sold|send sent|set set|sew sewn|shake shook shaken|shed shed
shine shone|shoot shot|show shown|shrink shrank shrunk|shut shut|sing sang sung|sink sank sunk
sit sat|sleep slept|slide slid|speak spoke spoken|speed sped|spend spent|spill spilt|spin spun
split split|spread spread|spring sprang sprung|stand stood|steal stole stolen|stick stuck
sting stung|strike struck stricken|strive strove striven|swear swore sworn|sweep swept
swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told
think thought|throw threw thrown|tie tying|undergo underwent undergone|understand understood
undertake undertook undertaken|uphold upheld|wake woke woken|wear wore worn|weave wove woven
weep wept|win won|wind wound|withdraw withdrew withdrawn|withhold withheld|withstand withstood
wring wrung|write wrote written
"""

_BASES: dict[str, set[str]] = {}
for _entry in _IRREGULAR.replace("\n", "|").split("|"):
    _base, *_forms = _entry.split() or [""]
    for _form in _forms:
        _BASES.setdefault(_form, set()).add(_base)

# Endings that are taken off, with what may stand in their place.
_INFLECTIONS = (
    ("ies", ("y", "ie")),
    ("ied", ("y", "ie")),
    ("es", ("", "e")),
    ("s", ("",)),
    ("ed", ("", "e")),
    ("ing", ("", "e")),
)

_DERIVATIONS = (
    *("ation", "ition", "tion", "sion", "ion", "ment", "al", "ance", "ence", "ure", "age", "er"),
    *("or", "ance", "ity", "ness", "y", "e", ""),
)
_LEAST_STEM = 4


@cache
def base_forms(word: str) -> frozenset[str]:
    """What the word may be a form of, itself included; all in lower case."""
    word = word.lower()
    forms = {word, *_BASES.get(word, ())}
    for ending, others in _INFLECTIONS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 2:
            forms.update(stem + other for other in others)
            if len(stem) > 2 and stem[-1] == stem[-2] and ending in ("ed", "ing"):
                forms.add(stem[:-1])  # planned: plan
    return frozenset(forms)


@cache
def _stems(word: str) -> frozenset[str]:
    """The word without its endings, those that turn verbs into nouns included."""
    forms = ((form, ending) for form in base_forms(word) for ending in _DERIVATIONS)
    stems = (form[: len(form) - len(ending)] for form, ending in forms if form.endswith(ending))
    return frozenset(stem for stem in stems if len(stem) >= _LEAST_STEM)


@cache
def related(one: str, other: str) -> int:
    """How near two words are: 3 the same, 2 forms of one word, 1 derived from one word, else 0."""
    one, other = one.lower(), other.lower()
    if one == other:
        return 3
    if base_forms(one) & base_forms(other):
        return 2
    return 1 if _stems(one) & _stems(other) else 0


Order = Literal["before", "after", "overlap"]
Side = Literal["start", "end"]


class NotUnderstood(ValueError):
    """A question that the grammar does not cover; the message says which part."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Events in ``order`` to ``anchor`` (its text), or to the creation time if it is ``None``.

    ``side`` is the point of the events that is meant ("What started": the start), ``None`` where
    the question leaves it to the reading; ``anchor_side`` the same of the creation time.
    ``negated`` says that events that do not happen are asked for.
    """

    order: Order
    anchor: str | None = None
    side: Side | None = None
    anchor_side: Side | None = None
    negated: bool = False


# What connectives say of the events that are asked for.
_BY_ORDER: dict[Order, str] = {
    "before": """
        by the time; leading up to; in advance of; prior to; ahead of; up until; so that;
        befure; before; until; till; so; by
    """,
    "after": """
        as a result of; as a consequence of; in response to; as soon as; subsequent to;
        because of; now that; due to; because; following; upon; after; since; once; if
    """,
    "overlap": """
        at the same time that; at the same time as; around the same time as; around the same
        time that; around the same time; at around the same time; at the same time; around the
        time of; around the time that; around the time; at the time of; at the time that; at
        the time; in the time of; in the middle of; in the course of; simultaneously with; in
        spite of; even though; despite; although; though; throughout; whenever; besides;
        during; whilst; while; amidst; amid; when; alongside; along with; as
    """,
}
_CONNECTIVES: dict[str, Order] = {
    " ".join(word.split()): order for order, words in _BY_ORDER.items() for word in words.split(";")
}
_CONNECTIVE = re.compile(
    rf"(?<![\w'-])(?P<word>{'|'.join(sorted(_CONNECTIVES, key=len, reverse=True))})(?![\w'-])", re.I
)

# "What led to the rally?": what is asked for comes before what it caused.
_VERBS_OF_ORDER: tuple[tuple[str, Order], ...] = (
    (r"\b(?:lead|leads|led|leading|contributed|contribute)\s+(?:up\s+)?to\b|"
     r"\b(?:cause|causes|caused|prompt|prompts|prompted|trigger|triggers|triggered|spurred|sparked"
     r"|resulted in|brought about|forced|enabled|preceded|precedes)\b", "before"),
    (r"\b(?:followed|follows|resulted from|results from)\b", "after"),
    (r"^what(?: events?)? (?:began|started|starts|begins) (?=the |a |an )", "before"),
)  # fmt: skip

_START = re.compile(
    r"\b(?:start|starts|started|starting|begin|begins|began|begun|beginning)\b", re.I
)
_END = re.compile(
    r"\b(?:end|ends|ended|ending|finish|finishes|finished|stop|stops|stopped|conclude|concludes"
    r"|concluded|complete|completed|over)\b",
    re.I,
)
_NEGATED = re.compile(
    r"\b(?:did|does|do|has|have|had|will|would|is|are|was|were|can|could|may|might|should|must|shall)"
    r"\s+(?:\w+ly\s+|also\s+|still\s+|yet\s+)?\*?not\b|n't\b|\bnever\b|\bfail(?:s|ed)?\b|\bunlikely\b",
    re.I,
)
_POSSIBLE = re.compile(
    r"\b(?:might|may|could|can|should|would|must|likely|probably|possibly|perhaps|expected|supposed"
    r"|hoped?|hopes|wanted?|wants|planned|potentially|maybe|needs?|needed|had to|has to|have to"
    r"|intended|threatened|required|scheduled)\b",
    re.I,
)
_FUTURE = re.compile(r"\b(?:will|shall|going to|future|later|eventually|upcoming|next)\b", re.I)
_PAST = re.compile(
    r"\b(?:past|earlier|already|previously|ago|happened|occurr?ed|did|was|were|took place|has"
    r"|have)\b",
    re.I,
)
_NOW = re.compile(
    r"\b(?:is|are|was|were)\s+(?:still\s+|also\s+|currently\s+)?(?:happening|occurring|ongoing|going"
    r"|continuing|taking)\b|\b(?:now|currently|still|continues?|continued|ongoing)\b",
    re.I,
)
_UNFINISHED = re.compile(
    r"[,;]?\s*\b(?:and|but)\s+(?:(?:has|have|had|is|are|was|were|did|does|do)\b\s*(?:n't|not|still|yet"
    r"|never)*\s*)?(?:n't|not|still|yet|continu\w*|ongoing)\b.*$",
    re.I,
)
_SPEAKER = re.compile(r"[,;]\s*according to\b.*$|\s+according to\b.*$", re.I)
_FRONTED = re.compile(
    r"^(?P<front>(?!what\b|which\b).+?),?\s+(?P<what>(?:what|which)\b.*)$", re.I | re.S
)
_WARM_UPS = (
    (r"what (?:events? )?(?:have|has) already (?:finished|happened|ended)",
     Asked("before", side="end")),
    (r"what (?:events? )?(?:have|has) (?:begun|started) but (?:have|has) not (?:finished|ended)",
     Asked("overlap")),
    (r"what (?:events? )?will happen in the future",
     Asked("after", side="start", anchor_side="end")),
)  # fmt: skip


def parse_torque_question(text: str) -> Asked:
    """What a question asks. Raises :class:`NotUnderstood` where nothing in it says an order."""
    question = " ".join(text.split()).rstrip("?. ").strip()
    for form, asked in _WARM_UPS:
        if re.fullmatch(form, question, re.I):
            return asked
    body = _SPEAKER.sub("", question)
    front = _FRONTED.match(body)
    if front:
        opening = _CONNECTIVE.match(front["front"])
        # "According to him, what happened ...": who says so does not matter here.
        body = front["what"]
        if opening is not None and not _CONNECTIVE.search(body):
            anchor = front["front"][opening.end() :]
            return _asked(body, _CONNECTIVES[opening["word"].lower()], anchor)
    shorter = _UNFINISHED.sub("", body)
    first = _CONNECTIVE.search(shorter)
    for pattern, order in _VERBS_OF_ORDER:
        verb = re.search(pattern, shorter, re.I)
        if verb and (first is None or verb.start() < first.start()):
            return _asked(shorter[: verb.start()], order, shorter[verb.end() :])
    for connective in _CONNECTIVE.finditer(shorter):
        anchor = shorter[connective.end() :]
        if _starts_a_phrase(shorter, connective) and anchor.strip(" ,"):
            order = _CONNECTIVES[connective["word"].lower()]
            return _asked(shorter[: connective.start()], order, anchor)
    return _without_anchor(shorter, ongoing=shorter != body)


_NO_CONNECTIVE = (("such", "well", "known", "same", "even", "as"),
                  ("well", "many", "much", "of", "far", "for"))  # fmt: skip


def _starts_a_phrase(body: str, connective: re.Match[str]) -> bool:
    """Whether a short word is a connective here: not "as well as", "such as", "by 10 %"."""
    if connective["word"].lower() not in ("as", "by", "so", "if"):
        return True
    before = ("", *body[: connective.start()].lower().split())[-1]
    after = (*body[connective.end() :].lower().split(), "")[0]
    return after != "" and before not in _NO_CONNECTIVE[0] and after not in _NO_CONNECTIVE[1]


def _asked(head: str, order: Order, anchor: str) -> Asked:
    # "after the rally began" is about the rally's start, and "began" is not what happened.
    return Asked(order, anchor.strip(" ,"), _side(head), negated=bool(_NEGATED.search(head)))


def _side(head: str) -> Side | None:
    return "end" if _END.search(head) else "start" if _START.search(head) else None


def _without_anchor(body: str, ongoing: bool) -> Asked:
    """The order to the creation time, by the tense of the question."""
    side, negated, future = _side(body), bool(_NEGATED.search(body)), _FUTURE.search(body)
    if side == "start" and re.search(r"\b(?:has|have)\b", body, re.I):
        return Asked("before", side="start", negated=negated)
    if ongoing or (_NOW.search(body) and not future):
        return Asked("overlap", side=side, negated=negated)
    if _PAST.search(body) and not future:
        return Asked("before", side=side or "end", negated=negated)
    if future or _POSSIBLE.search(body):
        return Asked("after", side=side or "start", anchor_side="end", negated=negated)
    raise NotUnderstood(f'"{body}" has no word of order (before, after, during, ...) and no tense')
