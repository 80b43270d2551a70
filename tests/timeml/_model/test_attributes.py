"""Fields and XML attributes: the same both ways, for every kind of annotation."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given, strategies as st

from timeml import ALink, Event, Instance, Signal, SLink, Timex3, TLink
from timeml._model import CONSTRUCTORS, ELEMENTS, IDS, Attributes, attributes, plan

CLASSES = (Event, Timex3, Signal, Instance, TLink, SLink, ALink)
NAMES = {
    "EVENT": ("eid", "class"),
    "TIMEX3": (
        *("tid", "type", "value", "functionInDocument", "temporalFunction", "mod"),
        *("anchorTimeID", "beginPoint", "endPoint", "quant", "freq", "valueFromFunction"),
    ),
    "SIGNAL": ("sid",),
    "MAKEINSTANCE": (
        *("eiid", "eventID", "tense", "aspect", "polarity", "modality", "pos"),
        *("signalID", "cardinality"),
    ),
    "TLINK": ("lid", "relType", "eventInstanceID", "relatedToTime", "signalID"),
    "SLINK": ("lid", "relType", "eventInstanceID", "subordinatedEventInstance", "signalID"),
    "ALINK": ("lid", "relType", "eventInstanceID", "relatedToEventInstance", "signalID"),
}


def built(kind: str, given: Attributes) -> object:
    """The annotation of an element with these attributes, made as reading makes it."""
    pick, constants, unknown, _ = plan(kind, tuple(name for name, _ in given))
    values: list[object] = [value for _, value in given]
    extra = tuple(given[index] for index in unknown)
    made = list(pick([*values, *constants, extra, 4]))
    if kind in ("EVENT", "TIMEX3", "SIGNAL"):
        start = {"EVENT": 2, "TIMEX3": 3, "SIGNAL": 1}[kind]
        made[start : start + 3] = (0, 1, "x")
    if kind == "EVENT":
        made[5] = ()
    return CONSTRUCTORS[kind](*made)


def test_every_kind_has_a_constructor_and_an_id() -> None:
    assert set(CONSTRUCTORS) == set(IDS) == set(NAMES)
    assert set(ELEMENTS) == set(CLASSES)


@pytest.mark.parametrize("cls", CLASSES)
def test_a_constructor_makes_what_the_class_makes(cls: type) -> None:
    values = [f"value {number}" for number in range(len(fields(cls)))]
    one, other = CONSTRUCTORS[ELEMENTS[cls]](*values), cls(*values)
    assert (one, hash(one), repr(one), type(one)) == (other, hash(other), repr(other), cls)
    assert pickle.loads(pickle.dumps(one)) == other
    with pytest.raises(FrozenInstanceError):
        setattr(one, fields(cls)[0].name, "other")


@given(st.data())
def test_attributes_give_an_annotation_that_gives_the_attributes(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(NAMES)))
    known = data.draw(st.permutations(NAMES[kind]))
    unknown = data.draw(st.lists(st.sampled_from(("stem", "origin", "{urn:x}n")), unique=True))
    given = tuple((name, f"<{name}>") for name in data.draw(st.permutations([*known, *unknown])))
    written = attributes(built(kind, given))  # type: ignore[arg-type]
    assert sorted(written) == sorted(given)
    assert [name for name, _ in written if name in unknown] == [
        name for name, _ in given if name in unknown
    ]


def test_absent_attributes_are_none_or_empty_and_are_not_written() -> None:
    timex = built("TIMEX3", (("tid", "t1"),))
    assert timex == Timex3("t1", None, None, 0, 1, "x")
    assert attributes(Timex3("t1", None, None, 0, 1, "x")) == (("tid", "t1"),)
    link = built("TLINK", ())
    assert link == TLink("", "", "", "")
    assert attributes(TLink("", "", "", "")) == ()


def test_the_attribute_that_held_an_end_of_a_link_is_kept() -> None:
    given = (("lid", "l1"), ("relType", "BEFORE"), ("timeID", "t1"), ("relatedToEvent", "e2"))
    link = built("TLINK", given)
    assert isinstance(link, TLink)
    assert (link.source, link.source_attribute) == ("t1", "timeID")
    assert (link.target, link.target_attribute) == ("e2", "relatedToEvent")
    assert attributes(link) == given
    # The attribute of TimeML 1.2.1 counts where a file has several.
    both = built("TLINK", (("timeID", "t1"), ("eventInstanceID", "ei1")))
    assert isinstance(both, TLink)
    assert (both.source, both.extra) == ("ei1", (("timeID", "t1"),))
