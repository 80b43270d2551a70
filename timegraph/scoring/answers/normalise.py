"""How answers are compared: SQuAD's normalisation, exact match and token F1.

Rajpurkar et al. (2016), SQuAD: 100,000+ Questions for Machine Comprehension of Text. TimeQA and
Complex-TR score with the same functions.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from functools import lru_cache

__all__ = ["exact_match", "normalised", "token_f1"]

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


@lru_cache(maxsize=262_144)
def normalised(text: str) -> str:
    """``text`` in lower case, without ASCII punctuation and English articles, words one blank
    apart."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def exact_match(gold: str, predicted: str) -> bool:
    """Whether both are the same once they are normalised."""
    return normalised(gold) == normalised(predicted)


def token_f1(gold: str, predicted: str) -> float:
    """F1 of the words that both have in common; 1 if neither has any, 0 if only one has."""
    gold_text, predicted_text = normalised(gold), normalised(predicted)
    if gold_text == predicted_text:
        return 1.0
    if not gold_text or not predicted_text:
        return 0.0
    first, second = gold_text.split(), predicted_text.split()
    common = sum((Counter(first) & Counter(second)).values())
    if not common:
        return 0.0
    precision, recall = common / len(second), common / len(first)
    return 2 * precision * recall / (precision + recall)
