"""Random candidates, small enough to go through all annotations."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from timegraph.decoding.vocabulary import Vocabulary, vocabulary_of
from timegraph.labels import find_scheme

MATRES, TBD, TML = (vocabulary_of(find_scheme(name)) for name in ("matres", "tbd", "tml"))
CASES = [(MATRES, "closed"), (MATRES, "links"), (MATRES, "order"), (TBD, "closed"), (TBD, "links")]
ALL_CASES = [*CASES, (TML, "closed"), (TML, "links")]
PAIRS = [(a, b) for a in "abcd" for b in "abcd" if a < b]


@st.composite
def rows(draw: st.DrawFn, words: Vocabulary, most_pairs: int = 5) -> list[dict[str, object]]:
    """Weights for the labels of some pairs of four entities, either way round; many are equal."""
    pairs = draw(st.lists(st.sampled_from(PAIRS), min_size=1, max_size=most_pairs, unique=True))
    names = [name for name in words.names if name is not None]
    found: list[dict[str, object]] = []
    for a, b in pairs:
        weights = draw(
            st.dictionaries(st.sampled_from(names), st.integers(-2, 4), min_size=1, max_size=3)
        )
        ends = (b, a) if draw(st.booleans()) else (a, b)
        found.append({"a": ends[0], "b": ends[1], "weights": weights})
    return found


def options(rows: list[dict[str, object]], words: Vocabulary) -> dict[tuple[str, str], dict]:
    """What each meaning of each pair weighs, for the oracle; what is not listed weighs 0."""
    found = {}
    for row in rows:
        weights = dict.fromkeys(words.meanings, Fraction())
        for label, weight in row["weights"].items():  # type: ignore[attr-defined]
            meaning = words.scheme.meaning(label)
            assert meaning is not None
            weights[meaning] += weight
        found[row["a"], row["b"]] = weights
    return found
