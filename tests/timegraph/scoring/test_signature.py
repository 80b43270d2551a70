"""Signatures: ordered, with the version last."""

from __future__ import annotations

import pytest

from timegraph import __version__
from timegraph.scoring import Signature


def test_fields_keep_their_order_and_the_version_is_last() -> None:
    signature = Signature.of("qa-tempeval", questions="1a2b3c4d", on_conflict="drop-link")
    assert str(signature) == (
        f"measure:qa-tempeval|questions:1a2b3c4d|on-conflict:drop-link|version:{__version__}"
    )


def test_equal_choices_are_equal_signatures() -> None:
    assert Signature.of("m", a="1") == Signature.of("m", a="1")
    assert Signature.of("m", a="1") != Signature.of("m", a="2")


@pytest.mark.parametrize(("key", "value"), [("a", "x|y"), ("a:b", "x"), ("a", ""), ("a|b", "x")])
def test_what_would_make_a_signature_ambiguous_is_refused(key: str, value: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a signature"):
        Signature(((key, value),))


def test_later_fields_follow_those_that_have_a_place() -> None:
    fields = {"new": "1", "second": "2", "first": "3"}
    signature = Signature.of("m", ["first", "absent", "second"], **fields)
    assert signature.fields == (("measure", "m"), ("first", "3"), ("second", "2"), ("new", "1"))


def test_added_fields_stand_before_the_version() -> None:
    signature = Signature.of("found", align_by="overlap")
    assert str(signature.adding(intervals="jackknife")) == (
        f"measure:found|align-by:overlap|intervals:jackknife|version:{__version__}"
    )
