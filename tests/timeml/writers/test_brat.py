"""brat standoff: what is written, and what comes back."""

from hypothesis import given

from tests.timeml.writers.round_trips import check, there_and_back
from timegraph.testing.strategies import documents
from timeml import Document, Event, Timex3, TLink
from timeml.writers import write_as

DCT = Timex3("t0", "DATE", "2020-05-04", None, None, "")
DOCUMENT = Document(
    text="It rained\non Monday",
    dct=DCT,
    timexes=(DCT, Timex3("t1", "DATE", "2020-W19-1 or so", 10, 19, "on Monday", mod="APPROX")),
    events=(Event("T1", "OCCURRENCE", 3, 9, "rained"), Event("e2", "DATE", 3, 12, "rained\non")),
    tlinks=(
        TLink("l1", "BEFORE", "T1", "t1"),
        TLink("l2", "AFTER", "T1", "t0"),
        TLink("l3", "AFTER", "t0", "T1"),
        TLink("l4", "AFTER", "T1", "t0"),
        TLink("l5", "", "T1", "e2"),
    ),
)


def test_the_lines() -> None:
    files, losses = write_as("brat", {"rain": DOCUMENT})
    assert files["rain.txt"] == DOCUMENT.text.encode()
    assert files["rain.ann"].decode().splitlines() == [
        "T2\tEVENT 3 9;10 12\trained on",
        "T1\tOCCURRENCE 3 9\trained",
        "T3\tDATE 10 19\ton Monday",
        "R1\tBEFORE Arg1:T1 Arg2:T3",
        "A1\tclass T2 DATE",
        "A2\tDocTimeRel T1 AFTER",
        "A3\tmod T3 APPROX",
        "#1\tOriginalId T2\te2",
        "#2\tOriginalId T3\tt1",
        "#3\tvalue T3\t2020-W19-1 or so",
    ]
    assert [(loss.what, loss.examples) for loss in losses] == [
        ("links whose label is empty or contains blanks", ("rain:l5",)),
        ("links from the creation time with an entity that is not in the text", ("rain:l3",)),
        ("further links of an entity with the creation time", ("rain:l4",)),
        ("creation times outside the text (their values and ids)", ("rain:t0",)),
    ]


def test_ids_values_and_classes_come_back() -> None:
    back, _ = there_and_back("brat", {"rain": DOCUMENT})
    read = back["rain"]
    assert read.text == DOCUMENT.text
    timex = read.entity("t1")
    assert isinstance(timex, Timex3)
    assert (timex.type, timex.value, timex.mod) == ("DATE", "2020-W19-1 or so", "APPROX")
    event = read.entity("e2")
    assert isinstance(event, Event)
    assert event.class_ == "DATE"
    assert check("brat", {"rain": DOCUMENT}) == 2


def test_a_text_that_begins_with_a_byte_order_mark_comes_back() -> None:
    document = Document(text="\ufeffIt rained", events=(Event("e1", "STATE", 0, 3, "\ufeffIt"),))
    assert there_and_back("brat", {"a": document})[0]["a"].text == document.text


@given(documents(allow_faults=True))
def test_what_is_in_the_text_comes_back(document: Document) -> None:
    check("brat", {"one": document})
