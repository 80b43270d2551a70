"""What the links of a document weigh in a repair, by the words of one of their attributes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from timegraph.labels import near
from timegraph.links import AnyLink
from timeml import TimeMLError, TLink

__all__ = ["Weighing", "WeighingError"]


class WeighingError(ValueError):
    """What links are to be weighed by is not an attribute with weights of words."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """What the words of an attribute weigh: a number itself, another word what ``by_word`` says,
    else 1. A link weighs what its words weigh together, 1 without the attribute."""

    attribute: str
    by_word: tuple[tuple[str, Fraction], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Weighing:
        """``ATTRIBUTE`` or ``ATTRIBUTE:WORD=NUMBER,...``. Raises :class:`WeighingError`."""
        attribute, _, rest = text.partition(":")
        by_word = {}
        for part in rest.split(",") if rest else ():
            word, _, number = part.partition("=")
            weight = _number(number)
            if not word.strip() or weight is None:
                raise WeighingError(
                    f"{part!r} does not say what a word weighs; write WORD=NUMBER, from 0 on"
                )
            by_word[word.strip()] = weight
        if not attribute.strip():
            raise WeighingError(f"{text!r} names no attribute of TLINKs")
        return cls(attribute.strip(), tuple(by_word.items()))

    def __str__(self) -> str:
        weights = ",".join(f"{word}={float(weight):g}" for word, weight in self.by_word)
        return f"{self.attribute}:{weights}" if weights else self.attribute

    def __call__(self, link: AnyLink) -> Fraction | None:
        """What a link weighs; ``None`` for one that is not a TLINK's, which stays. Raises
        :class:`timeml.TimeMLError` for numbers below 0."""
        tlink = link.source
        if not isinstance(tlink, TLink):
            return None
        words, weight_of = self.words([tlink]), dict(self.by_word)
        weights = [weight_of[word] if word in weight_of else _weight(word, tlink) for word in words]
        return sum(weights, Fraction()) if weights else Fraction(1)

    def words(self, links: Iterable[TLink]) -> list[str]:
        """The words of the attribute in these links."""
        return [
            word
            for link in links
            for name, value in link.extra
            if name == self.attribute
            for word in value.split()
        ]

    def remarks(self, words: Iterable[str]) -> list[str]:
        """What was to be weighed and is not among the ``words`` of contradictory documents."""
        in_links = set(words)
        if not in_links:
            return [
                f"no TLINK of a document with contradictions has the attribute {self.attribute!r}: "
                "all weigh 1"
            ]
        remarks = []
        for word, _ in self.by_word:
            if word not in in_links:
                meant = near(word, tuple(sorted(in_links)))
                hint = f"; did you mean {meant}?" if meant else ""
                remarks.append(
                    f"{word!r} is in no attribute {self.attribute!r} of documents with "
                    f"contradictions{hint}"
                )
        return remarks


def _weight(word: str, link: TLink) -> Fraction:
    weight = _number(word)
    if weight is not None:
        return weight
    try:
        float(word)
    except ValueError:
        return Fraction(1)
    message = f"{link.lid} weighs {word}; a weight is a finite number from 0 on"
    raise TimeMLError(message, line=link.line)


def _number(text: str) -> Fraction | None:
    """A number from 0 on, exactly; ``None`` if the text is none."""
    try:
        number = float(text)
    except ValueError:
        return None
    return Fraction(repr(number)) if 0 <= number < inf else None
