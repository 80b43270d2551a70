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
    stems = set()
    for form in base_forms(word):
        for ending in _DERIVATIONS:
            if form.endswith(ending):
                stem = form[: len(form) - len(ending)]
                if len(stem) >= _LEAST_STEM:
                    stems.add(stem)
    return frozenset(stems)


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
Reality = Literal["fact", "possible", "negated"]


class NotUnderstood(ValueError):
    """A question that the grammar does not cover; the message says which part."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Events in ``order`` to ``anchor`` (its text), or to the creation time if it is ``None``.

    ``side`` is the point of the events that is meant ("What started": the start), ``None`` where
    the question leaves it to the reading; ``anchor_side`` the same of the anchor ("after the rally
    began"). ``reality`` says whether events that happen, that may happen, or that do not happen
    are asked for. ``ongoing`` asks for events that have not finished at the creation time;
    ``directly`` for the nearest only. ``begin`` is where the anchor begins in the question.
    """

    order: Order
    anchor: str | None = None
    side: Side | None = None
    anchor_side: Side | None = None
    reality: Reality = "fact"
    ongoing: bool = False
    directly: bool = False
    begin: int | None = None


# Connectives by what they say of the events that are asked for, the longest first.
_CONNECTIVES: dict[str, Order] = {
    "at the same time that": "overlap",
    "at the same time as": "overlap",
    "around the same time as": "overlap",
    "around the same time that": "overlap",
    "around the same time": "overlap",
    "at around the same time": "overlap",
    "at the same time": "overlap",
    "around the time of": "overlap",
    "around the time that": "overlap",
    "around the time": "overlap",
    "at the time of": "overlap",
    "at the time that": "overlap",
    "at the time": "overlap",
    "in the time of": "overlap",
    "in the middle of": "overlap",
    "in the course of": "overlap",
    "simultaneously with": "overlap",
    "as a result of": "after",
    "as a consequence of": "after",
    "in response to": "after",
    "in spite of": "overlap",
    "as soon as": "after",
    "even though": "overlap",
    "by the time": "before",
    "leading up to": "before",
    "in advance of": "before",
    "subsequent to": "after",
    "because of": "after",
    "now that": "after",
    "prior to": "before",
    "ahead of": "before",
    "up until": "before",
    "so that": "before",
    "due to": "after",
    "despite": "overlap",
    "although": "overlap",
    "though": "overlap",
    "because": "after",
    "throughout": "overlap",
    "following": "after",
    "whenever": "overlap",
    "besides": "overlap",
    "during": "overlap",
    "whilst": "overlap",
    "while": "overlap",
    "amidst": "overlap",
    "amid": "overlap",
    "befure": "before",
    "before": "before",
    "until": "before",
    "till": "before",
    "upon": "after",
    "after": "after",
    "since": "after",
    "once": "after",
    "when": "overlap",
    "alongside": "overlap",
    "along with": "overlap",
    "if": "after",
    "so": "before",
    "as": "overlap",
    "by": "before",
}
_CONNECTIVE = re.compile(
    r"(?<![\w'-])(?P<word>" + "|".join(map(re.escape, _CONNECTIVES)) + r")(?![\w'-])", re.I
)

# "What led to the rally?": what is asked for comes before what it caused.
_CAUSE = re.compile(
    r"\b(?:lead|leads|led|leading|contributed|contribute)\s+(?:up\s+)?to\b|"
    r"\b(?:cause|causes|caused|prompt|prompts|prompted|trigger|triggers|triggered|spurred|sparked"
    r"|resulted in|brought about|forced|enabled|preceded|precedes)\b",
    re.I,
)
_FOLLOWED = re.compile(r"\b(?:followed|follows|resulted from|results from)\b", re.I)
_STARTED_IT = re.compile(
    r"^what(?: events?)? (?:began|started|starts|begins) (?=the |a |an )", re.I
)

_VERBS_OF_ORDER: tuple[tuple[re.Pattern[str], Order], ...] = (
    (_CAUSE, "before"),
    (_FOLLOWED, "after"),
    (_STARTED_IT, "before"),
)

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
_DIRECT = re.compile(r"\b(?:directly|immediately|right|just|shortly|soon)\b", re.I)


def parse_torque_question(text: str) -> Asked:
    """What a question asks. Raises :class:`NotUnderstood` where nothing in it says an order."""
    question = re.sub(r"\s+", " ", text).strip().rstrip("?. ").strip()
    warm_up = _warm_up(question)
    if warm_up is not None:
        return warm_up
    body = _SPEAKER.sub("", question)
    front = _FRONTED.match(body)
    if front:
        opening = _CONNECTIVE.match(front["front"])
        # "According to him, what happened ...": who says so does not matter here.
        body = front["what"]
        if opening is not None and not _CONNECTIVE.search(body):
            anchor = front["front"][opening.end() :]
            return _asked(body, _CONNECTIVES[opening["word"].lower()], anchor, text, False)
    unfinished = _UNFINISHED.search(body)
    ongoing = unfinished is not None
    if unfinished:
        body = body[: unfinished.start()]
    first = _CONNECTIVE.search(body)
    for pattern, order in _VERBS_OF_ORDER:
        verb = pattern.search(body)
        if verb and (first is None or verb.start() < first.start()):
            return _asked(body[: verb.start()], order, body[verb.end() :], text, ongoing)
    for connective in _CONNECTIVE.finditer(body):
        anchor = body[connective.end() :]
        if _starts_a_phrase(body, connective) and anchor.strip(" ,"):
            head, order = body[: connective.start()], _CONNECTIVES[connective["word"].lower()]
            return _asked(head, order, anchor, text, ongoing)
    return _without_anchor(body, ongoing)


def _starts_a_phrase(body: str, connective: re.Match[str]) -> bool:
    """Whether a short word is a connective here: not "as well as", "such as", "by 10 %"."""
    before, after = body[: connective.start()].split(), body[connective.end() :].split()
    word = connective["word"].lower()
    if word in ("as", "by", "so", "if"):
        if before and before[-1].lower() in (
            "such",
            "well",
            "known",
            "same",
            "even",
            "as",
        ):
            return False
        return bool(after) and after[0].lower() not in ("well", "many", "much", "of", "far", "for")
    return True


def _warm_up(question: str) -> Asked | None:
    folded = question.lower()
    if re.fullmatch(r"what (?:events? )?(?:have|has) already (?:finished|happened|ended)", folded):
        return Asked("before", side="end")
    if re.fullmatch(
        r"what (?:events? )?(?:have|has) (?:begun|started) but (?:have|has) not (?:finished|ended)",
        folded,
    ):
        return Asked("overlap", ongoing=True)
    if re.fullmatch(r"what (?:events? )?will happen in the future", folded):
        return Asked("after", side="start", anchor_side="end")
    return None


def _asked(head: str, order: Order, anchor: str, text: str, ongoing: bool) -> Asked:
    anchor = anchor.strip(" ,")
    begin = text.find(anchor)
    # "after the rally began" is about the rally's start, and "began" is not what happened.
    return Asked(
        order,
        anchor,
        _side(head),
        None,
        _reality(head),
        ongoing,
        bool(_DIRECT.search(head)) and not re.search(r"\bjust\b", head, re.I),
        begin if begin >= 0 else None,
    )


def _side(head: str) -> Side | None:
    if _END.search(head):
        return "end"
    return "start" if _START.search(head) else None


def _reality(head: str) -> Reality:
    if _NEGATED.search(head):
        return "negated"
    return "possible" if _POSSIBLE.search(head) or _FUTURE.search(head) else "fact"


def _without_anchor(body: str, ongoing: bool) -> Asked:
    """The order to the creation time, by the tense of the question."""
    side, reality = _side(body), _reality(body)
    if side == "start" and re.search(r"\b(?:has|have)\b", body, re.I):
        return Asked("before", side="start", reality=reality, ongoing=ongoing)
    if ongoing or (_NOW.search(body) and not _FUTURE.search(body)):
        return Asked("overlap", side=side, reality=reality, ongoing=True)
    if _FUTURE.search(body):
        certain: Reality = "negated" if reality == "negated" else "fact"
        return Asked("after", side=side or "start", anchor_side="end", reality=certain)
    if _PAST.search(body):
        return Asked("before", side=side or "end", reality=reality)
    if _POSSIBLE.search(body):
        return Asked("after", side=side or "start", anchor_side="end", reality=reality)
    raise NotUnderstood(f'"{body}" has no word of order (before, after, during, ...) and no tense')
