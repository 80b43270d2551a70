"""Tables of creation times in the forms in which people write them."""

from __future__ import annotations

import pytest

from timegraph.task.inputs import read_creation_times, render_creation_times
from timeml import TimeMLError


@pytest.mark.parametrize(
    "table",
    [
        "a\t1998\nb\t1999-05\n",
        "a.txt,1998\nb.txt,1999-05",
        "a|1998\r\nb|1999-05\r\n",
        "a 1998\n\nb 1999-05\n",
        "document\tcreated\na\t1998\nb\t1999-05\n",
        "DCT,Name\n1998,a\n1999-05,b\n",
        "\ufeffa\t1998\nb\t1999-05",
    ],
)
def test_forms_of_a_table(table: str) -> None:
    found = read_creation_times(table.encode(), "times.tsv")
    assert {name: row.value for name, row in found.items()} == {"a": "1998", "b": "1999-05"}
    assert not any(row.titled for row in found.values())


def test_titles() -> None:
    table = "document\tcreated\ttitle\na\t1998\tRain  again\nb\t1999\n"
    found = read_creation_times(table.encode(), "times.tsv")
    assert [(row.title, row.titled) for row in found.values()] == [
        ("Rain again", True),
        (None, True),
    ]
    rows = [("a", "1998", "Rain again"), ("b", "1999", None), ("c", None, None)]
    assert render_creation_times(rows) == table.replace("  ", " ")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "has no creation times"),
        ("a\t1998\nb\tMay 4\n", "times.tsv:2: b: the creation time 'May 4' is not"),
        ("a\t1998\na.txt\t1999\n", "times.tsv:2: a has a creation time on line 1 already"),
        ("a\n", "times.tsv:1: the line has no creation time for 'a'"),
        ("\t1998\n", "times.tsv:1: the line has no document"),
        ("document\tcreated\na\tPRESENT_REF\n", "times.tsv:2: a: the creation time 'PRESENT_REF'"),
    ],
)
def test_faults_are_named(table: str, message: str) -> None:
    with pytest.raises(TimeMLError) as caught:
        read_creation_times(table.encode(), "times.tsv")
    assert message in str(caught.value)
