"""Labels and ids that are too long to be any, in TimeML and in the other formats."""

from __future__ import annotations

import pytest

import timeml
from timeml import TimeMLError
from timeml.document import MOST_CHARACTERS
from timeml.readers import File, read_files

TIMEML = """<TimeML><TEXT><EVENT eid="e1" class="STATE">a</EVENT></TEXT>
<MAKEINSTANCE eiid="{0}" eventID="e1"/>
<TLINK lid="l1" relType="{1}" eventInstanceID="{0}" relatedToEventInstance="{2}"/></TimeML>"""
LONG = MOST_CHARACTERS + 1


def link_list(line: str) -> timeml.Document:
    data = f"d\te1\te2\tBEFORE\n{line}\n".encode()
    (found,) = read_files([File("a.tsv", "in/a.tsv", lambda: data)])
    if found.error is not None:
        raise found.error
    assert found.document is not None
    return found.document


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (f"d\te1\te2\t{'B' * LONG}", "label of a link"),
        (f"d\te{'1' * LONG}\te2\tBEFORE", "source of a link"),
        (f"d\te1\te{'1' * LONG}\tBEFORE", "target of a link"),
    ],
)
def test_a_link_list_with_a_field_that_is_too_long_is_refused(line: str, what: str) -> None:
    with pytest.raises(TimeMLError, match=rf"in/a\.tsv:2: the {what} has 1,00. char") as caught:
        link_list(line)
    assert len(str(caught.value)) < 300
    assert len(link_list(f"d\te1\te2\t{'B' * MOST_CHARACTERS}").tlinks) == 2


@pytest.mark.parametrize(
    ("fields", "line", "what"),
    [
        (("ei1", "B" * LONG, "ei1"), 3, "label of a link"),
        (("ei1", "BEFORE", "e" * LONG), 3, "target of a link"),
        (("e" * LONG, "BEFORE", "ei1"), 3, "source of a link"),
    ],
)
def test_timeml_with_an_attribute_that_is_too_long_is_refused(
    fields: tuple[str, str, str], line: int, what: str
) -> None:
    with pytest.raises(TimeMLError, match=rf"a\.tml:{line}: the {what} has"):
        timeml.read(TIMEML.format(*fields).encode(), name="a.tml")
    unlinked = TIMEML.format("e" * LONG, "BEFORE", "ei1").partition("<TLINK")[0] + "</TimeML>"
    with pytest.raises(TimeMLError, match=r"a\.tml:2: the id of an instance has"):
        timeml.read(unlinked.encode(), name="a.tml")
