"""The built-in schemes, against the tables of their guidelines."""

from __future__ import annotations

import pytest

from timegraph.allen import Allen, AllenSet
from timegraph.documents.build import relation_for
from timegraph.labels import NOTHING, SCHEMES, SchemeError, find_scheme
from timegraph.points import constraints_of
from timeml import RelType

INTERVALS = [(s, e) for s in range(5) for e in range(s + 1, 5)]
A = Allen


def meaning(scheme: str, label: str) -> AllenSet:
    found = find_scheme(scheme).meaning(label)
    assert found is not None
    return found


@pytest.mark.parametrize("name", SCHEMES)
def test_every_label_is_a_conjunction_of_comparisons(name: str) -> None:
    scheme = find_scheme(name)
    assert scheme.name == name
    assert scheme.about == SCHEMES[name]
    for label in scheme.names:
        for during in ("simultaneous", "contained"):
            found = scheme.meaning(label, during=during)
            assert found
            constraints_of(found.mask)


def test_timeml_means_what_it_means_everywhere_else() -> None:
    tml = find_scheme("tml")
    for rel_type in RelType:
        expected = AllenSet(relation_for(rel_type)) if rel_type.annotated else None
        assert tml.meaning(rel_type.value) == expected
        if expected is not None:
            contained = AllenSet(relation_for(rel_type, during="contained"))
            assert tml.meaning(rel_type.value, during="contained") == contained


# Of two intervals a and b, as (start, end) each, what each label asks.
DEFINITIONS = {
    ("thyme", "CONTAINS"): lambda a, b: a[0] <= b[0] and b[1] <= a[1],
    ("thyme", "OVERLAP"): lambda a, b: a[0] < b[1] and b[0] < a[1],
    ("thyme", "BEFORE"): lambda a, b: a[1] < b[0],
    ("thyme", "AFTER"): lambda a, b: b[1] < a[0],
    ("thyme", "BEGINS-ON"): lambda a, b: b[0] <= a[0] <= b[1],
    ("thyme", "ENDS-ON"): lambda a, b: b[0] <= a[1] <= b[1],
    ("thyme", "BEFORE/OVERLAP"): lambda a, b: a[0] < b[0] < a[1],
    ("esl", "BEGUN_ON"): lambda a, b: b[0] <= a[0] <= b[1],
    ("esl", "ENDED_ON"): lambda a, b: b[0] <= a[1] <= b[1],
    ("anafora", "CONTAINS"): lambda a, b: a[0] < b[0] and b[1] < a[1],
    ("anafora", "BEGINS-ON"): lambda a, b: a[0] == b[0],
    ("anafora", "ENDS-ON"): lambda a, b: a[1] == b[1],
    ("anafora", "OVERLAP"): lambda a, b: a[0] < b[1] and b[0] < a[1],
    ("matres", "BEFORE"): lambda a, b: a[0] < b[0],
    ("matres", "AFTER"): lambda a, b: b[0] < a[0],
    ("matres", "EQUAL"): lambda a, b: a[0] == b[0],
    ("tcr", "SIMULTANEOUS"): lambda a, b: a[0] == b[0],
    ("tempeval2", "BEFORE"): lambda a, b: a[1] <= b[0],
    ("tempeval2", "AFTER"): lambda a, b: b[1] <= a[0],
    ("tempeval2", "OVERLAP"): lambda a, b: a[0] < b[1] and b[0] < a[1],
    ("tempeval2", "BEFORE-OR-OVERLAP"): lambda a, b: a[0] < b[1],
    ("tempeval2", "OVERLAP-OR-AFTER"): lambda a, b: b[0] < a[1],
    ("est", "BEFORE"): lambda a, b: a[1] < b[0],
    ("est", "INCLUDES"): lambda a, b: a[0] <= b[0] and b[1] <= a[1],
    ("est", "BEFORE-OR-OVERLAP"): lambda a, b: a[0] < b[1],
    ("nt", "OVERLAP"): lambda a, b: a[0] < b[1] and b[0] < a[1],
    ("nt", "INCLUDES"): lambda a, b: a[0] < b[0] and b[1] < a[1],
    ("tml-weak", "INCLUDES"): lambda a, b: a[0] <= b[0] and b[1] <= a[1],
    ("tbd", "i"): lambda a, b: a[0] < b[0] and b[1] < a[1],
    ("tbd", "s"): lambda a, b: a == b,
    ("maven", "BEGINS-ON"): lambda a, b: a[0] == b[0],
    ("maven", "OVERLAP"): lambda a, b: a[0] < b[1] and b[0] < a[1],
}


@pytest.mark.parametrize("key", DEFINITIONS, ids=" ".join)
def test_labels_mean_what_their_guidelines_say(key: tuple[str, str]) -> None:
    holds = DEFINITIONS[key]
    expected = AllenSet({A.between(a, b) for a in INTERVALS for b in INTERVALS if holds(a, b)})
    assert meaning(*key) == expected


def test_before_overlap_and_after_of_tempeval_share_out_all_that_can_be() -> None:
    three = [meaning("tempeval2", label) for label in ("BEFORE", "OVERLAP", "AFTER")]
    assert sum(map(len, three)) == 13
    assert three[0] | three[1] | three[2] == NOTHING


@pytest.mark.parametrize(
    ("scheme", "label"),
    [
        ("tbd", "v"), ("matres", "VAGUE"), ("nt", "VAGUE"), ("est", "VAGUE"), ("esl", ""),
        ("meantime", "MEASURE"), ("tempeval2", "NONE"),
    ],
)  # fmt: skip
def test_some_labels_say_nothing(scheme: str, label: str) -> None:
    assert find_scheme(scheme).says_nothing(label)


def test_i2b2_merged_labels_hold_those_that_were_merged_into_them() -> None:
    for merged, parts in {
        "BEFORE": ("BEFORE_OVERLAP", "ENDED_BY"),
        "AFTER": ("BEGUN_BY",),
        "OVERLAP": ("SIMULTANEOUS", "DURING"),
    }.items():
        for part in parts:
            assert meaning("i2b2", part) <= meaning("i2b2", merged)


def test_another_name_is_an_error_with_what_was_meant() -> None:
    with pytest.raises(SchemeError, match="no label scheme 'Thyme'; did you mean thyme"):
        find_scheme("Thyme")
    with pytest.raises(SchemeError, match="the schemes are tml, tml-weak, tbd"):
        find_scheme("zzz")
