"""Random candidates, small enough to go through all annotations."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from timegraph.decoding.candidates import Vocabulary, vocabulary_of
from timegraph.labels import find_scheme
from timegraph.links import Link, PointLink
from timegraph.testing.strategies import interval_models, link_sets

MATRES, TBD, TML = (vocabulary_of(find_scheme(name)) for name in ("matres", "tbd", "tml"))
CASES = [(MATRES, "closed"), (MATRES, "links"), (MATRES, "order"), (TBD, "closed"), (TBD, "links")]
ALL_CASES = [*CASES, (TML, "closed"), (TML, "links")]
OTHERS = [
    (vocabulary_of(find_scheme(name)), mode)
    for name, modes in {
        "nt": ("closed", "links"),
        "tempeval2": ("closed", "links"),
        **dict.fromkeys(("thyme", "est", "i2b2", "maven"), ("links",)),
    }.items()
    for mode in modes
]
"""Further schemes, in the modes that they can be decoded in."""
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


@st.composite
def given_links(draw: st.DrawFn, most: int = 3) -> list[Link | PointLink]:
    """Links that hold together, some through entities that no candidate names, some of one end."""
    where = draw(interval_models(list("abcdxy"), min_size=6, max_value=5))
    return list(draw(link_sets(where, max_size=most)))


def options(
    rows: list[dict[str, object]], words: Vocabulary, *, excluded: bool = False
) -> dict[tuple[str, str], dict]:
    """What each meaning of each pair weighs, for the oracle; what is not listed weighs 0, or is
    ``excluded``."""
    found = {}
    for row in rows:
        weights = {} if excluded else dict.fromkeys(words.meanings, Fraction())
        for label, weight in row["weights"].items():  # type: ignore[attr-defined]
            meaning = words.scheme.meaning(label)
            assert meaning is not None
            weights[meaning] = weights.get(meaning, Fraction()) + weight
        found[row["a"], row["b"]] = weights
    return found
