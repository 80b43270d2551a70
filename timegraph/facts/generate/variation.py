"""Facts made different: moved in time, with fictional names, drawn by era.

Complex-TR's pseudo-instruction data (Tan et al. 2023): models know what the world was like, so
facts are moved by -100 to +20 years, get names that nobody has, and eras that training data lack
are drawn more often.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from timegraph.facts.base import FactBase
from timegraph.facts.dates import Granule
from timegraph.facts.generate.drawing import Draw
from timegraph.facts.relations import relation_name
from timegraph.facts.steps import Step, shift

__all__ = ["ERAS", "era_of", "fictional_names", "keep_probabilities", "moved", "renamed",
           "years_to_move"]  # fmt: skip

ERAS = 7
"""Bins of 20 years, the last from 2000 to 2019; the first holds all before 1900 too."""

_SHIFTS = (-100, 20)
_BEGIN = ("Bar", "Cor", "Dra", "Fen", "Gil", "Hal", "Jor", "Kar", "Lum", "Mar", "Nes", "Oss", "Pel",
          "Quil", "Ros", "Sor", "This", "Van", "Wex", "Yar")  # fmt: skip
_MIDDLE = ("a", "e", "i", "o", "ale", "ane", "eli", "iso", "oma", "une")
_GIVEN = ("bin", "da", "ka", "lo", "mo", "na", "ne", "ra", "rik", "sa", "ta", "vin")
_FAMILY = ("berg", "brook", "by", "croft", "dale", "field", "holm", "mere", "moor", "ridge",
           "stead", "thorpe", "vik", "wick", "worth")  # fmt: skip
_KINDS = ("Works", "College", "Society", "Union", "House", "Company", "Institute", "Club")


_LED = frozenset({"head coach", "chair", "owner", "head of government", "head of state"})


def years_to_move(draw: Draw) -> int:
    """A number of years from -100 to 20."""
    return draw.number(*_SHIFTS)


def moved(base: FactBase, years: int) -> FactBase:
    """The same facts so many years later (earlier, if negative); open sides stay open."""
    step = Step(12 * abs(years), 0)

    def move(date: Granule) -> Granule:
        there = shift(date, step, back=years < 0)
        return replace(there, text="") if not there.is_open else there

    facts = (replace(f, start=move(f.start), end=move(f.end), text="") for f in base.facts)
    return base.like(facts)


def fictional_names(base: FactBase, draw: Draw) -> dict[str, str]:
    """A fictional name for each subject and object of the facts, no two the same. Who coaches,
    chairs, owns or marries gets the name of a person, and so do subjects, except what is coached,
    chaired or owned."""
    led = {fact.subject for fact in base.facts if relation_name(fact.relation) in _LED}
    people = {fact.subject for fact in base.facts} - led
    people |= {f.object for f in base.facts if relation_name(f.relation) in _LED | {"spouse"}}
    names: dict[str, str] = {}
    taken: set[str] = set()
    for fact in base.facts:
        for old in (fact.subject, fact.object):
            if old and old not in names:
                name = _fresh(old in people, draw, taken)
                names[old] = name
                taken.add(name)
    return names


def _fresh(person: bool, draw: Draw, taken: Collection[str]) -> str:
    middles = 1
    while True:
        family = _composed(_FAMILY, middles, draw)
        given = f"{_composed(_GIVEN, middles, draw)} {family}" if person else ""
        name = given or f"{family} {draw.one_of(_KINDS)}"
        if name not in taken:
            return name
        middles += 1


def _composed(endings: Sequence[str], middles: int, draw: Draw) -> str:
    middle = "".join(draw.one_of(_MIDDLE) for _ in range(middles))
    return f"{draw.one_of(_BEGIN)}{middle}{draw.one_of(endings)}"


def renamed(base: FactBase, names: Mapping[str, str]) -> FactBase:
    """The same facts with other names; names that are not in ``names`` stay."""
    facts = (
        replace(
            fact,
            subject=names.get(fact.subject, fact.subject),
            object=names.get(fact.object, fact.object),
            text="",
        )
        for fact in base.facts
    )
    return base.like(facts)


def era_of(year: int) -> int:
    """The bin of a year: 0 up to 1899, 1 to 6 for twenty years each, 7 from 2020 on."""
    return 0 if year < 1900 else min((year - 1900) // 20 + 1, ERAS)


def keep_probabilities(counts: Sequence[int]) -> tuple[float, ...]:
    """With which probability a question of each era is kept: P_i = 1 - n_i / max n for the
    numbers of questions n_i of the seven bins, and 1 for what comes after 2019.

    Raises ``ValueError`` unless there are seven counts, none negative.
    """
    if len(counts) != ERAS or min(counts) < 0:
        raise ValueError(f"there are {ERAS} eras, each with 0 questions or more, not {counts!r}")
    most = max(counts)
    return (*(1 - count / most if most else 1.0 for count in counts), 1.0)
