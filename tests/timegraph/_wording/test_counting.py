"""Numbers with their nouns."""

from timegraph._wording import counted


def test_one_is_singular_and_any_other_number_plural() -> None:
    assert [counted(n, "link") for n in (0, 1, 2, 1000)] == [
        "0 links",
        "1 link",
        "2 links",
        "1,000 links",
    ]


def test_an_irregular_plural_is_given() -> None:
    assert [counted(n, "entity", "entities") for n in (1, 2)] == ["1 entity", "2 entities"]


def test_thousands_can_stand_without_a_separator() -> None:
    assert [counted(n, "year", separator="") for n in (0, 1, 2, 1000)] == [
        "0 years",
        "1 year",
        "2 years",
        "1000 years",
    ]
