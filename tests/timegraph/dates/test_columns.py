"""Columns of dates in tables."""

from __future__ import annotations

import pytest

from timegraph.dates.tables import check_table
from timeml import TimeMLError

PEOPLE = """name,born,baptised,died,born in
Ada,1984,1984-05,,Rome
Ben,1850~,1849,1900,Pest
Cem,1990,,1985,Linz
Dan,c. 1984,,31 February 2020,Bonn
"""


def codes(text: str, **options: object) -> list[tuple[str, int]]:
    table = check_table(text, path="people.csv", **options)  # type: ignore[arg-type]
    return [(finding.code, finding.position.line) for finding in table.findings if finding.position]


def test_what_contradicts_certainly_as_written_and_perhaps() -> None:
    assert codes(PEOPLE) == [
        ("dates-may-contradict", 2),
        ("dates-contradict-as-written", 3),
        ("dates-may-contradict", 3),
        ("dates-contradict", 4),
        ("refused-date", 5),
        ("refused-date", 5),
    ]
    table = check_table(PEOPLE, path="people.csv")
    assert table.orders == (("born", "baptised", "died"),)
    assert table.columns == {"born": (3, 1, 0), "baptised": (2, 0, 2), "died": (2, 1, 1)}
    messages = [finding.message for finding in table.findings]
    assert messages[0] == "baptised 1984-05 may be before born 1984"
    assert messages[1].endswith("is before born 1850~ as written; 1850 is approximate")
    assert "nearest right form is '1984~'" in messages[4]


def test_json_lines_and_an_order_of_ones_own() -> None:
    text = '{"a": "1990", "b": 1985}\n\n{"a": null, "b": "1986"}\n'
    assert codes(text, order=("a", "b")) == [("dates-contradict", 1)]
    assert codes(text) == []


def test_a_column_of_a_known_name_is_checked_though_few_of_its_cells_are_dates() -> None:
    text = "name,birth,death,pages\nA,1985,c. 1990,793\nB,1985,unknown,802\nC,1950,1940,911\n"
    assert codes(text) == [("refused-date", 2), ("refused-date", 3), ("dates-contradict", 4)]
    assert list(check_table(text, path="t").columns) == ["birth", "death"]
    assert check_table("from,end,start\nA,1985,1980\n", path="t").orders == (("start", "end"),)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_columns_are_separated_as_in_the_heading(separator: str) -> None:
    rows = (("name", "birth", "death"), ("A, B", "1950", "1940"))
    text = "".join(separator.join(f'"{cell}"' for cell in row) + "\n" for row in rows)
    checked = check_table(text, path="t.csv")
    assert [finding.code for finding in checked.findings] == ["dates-contradict"]


def test_short_years() -> None:
    assert codes("start,end\n793,1066\n476,1453\n12345,13000\n") == []
    assert codes("start,end\n1066,793\n") == [("dates-contradict", 2)]
    table = check_table("start,end\n793,90\n9,1066\n", path="t")
    assert [finding.message.partition(": ")[2] for finding in table.findings] == [
        "'90' is not a date: a year of two digits can be one of several; write '0090' or '1990'",
        "'9' is not a date: a year of one digit can be one of several; write '0009' or '2009'",
    ]


def test_adjacent_days_are_in_order() -> None:
    assert codes("start,end\n2024-05-01,2024-05-02\n") == []
    assert codes("start,end\n2024-05-02,2024-05-01\n") == [("dates-contradict", 2)]


@pytest.mark.parametrize(
    ("text", "order", "words"),
    [
        ("", (), "no column of dates"),
        ("a,b\n1,2\n", (), "no column of dates"),
        ("a\n1984\n", ("b",), "no column b; there are a"),
        ("{]", (), "1: is not JSON"),
        ('{"a": 1}\n[1]', (), "2: is not a JSON object"),
    ],
)
def test_what_is_not_a_table(text: str, order: tuple[str, ...], words: str) -> None:
    with pytest.raises(TimeMLError, match=words):
        check_table(text, path="t", order=order)
