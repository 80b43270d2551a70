"""Names of types."""

from __future__ import annotations

import pytest

from timeml.readers.tools.types import is_creation_time, is_timex, timex_type


@pytest.mark.parametrize("name", ["TIMEX3", "Timex", "time", "DATE", "Date_relative", "DCT", "Set"])
def test_time_expressions(name: str) -> None:
    assert is_timex(name)


@pytest.mark.parametrize("name", ["EVENT", "TIMELINE", "Dated", "Setting", "sometimes", ""])
def test_other_things(name: str) -> None:
    assert not is_timex(name)


def test_creation_times_and_types_of_timexes() -> None:
    assert is_creation_time("DocTime")
    assert not is_creation_time("TIME")
    assert [timex_type(name) for name in ("date", "TIMEX3", "DCT")] == ["DATE", None, None]
