"""How tables are printed: chosen columns; terminal/test_screen.py has what the place can show."""

from __future__ import annotations

import pytest

from tests.parts import called
from timegraph.commands.shared.measure_command import table_options
from timegraph.commands.shared.options import output_option
from timegraph.report.tables import Column, TableOptions

COLUMNS = (Column("name", "system", kind="key"), Column("precision", "P"), Column("p_holm", "p"))


def chosen(*args: str, columns: tuple[Column, ...] = COLUMNS) -> TableOptions | str:
    """What the command receives, or why it is not run."""
    result, call, _ = called((table_options(columns), output_option), *args)
    assert result.exit_code == (2 if call is None else 0)
    return result.stderr if call is None else call.tables


def test_names_become_machine_names_in_the_order_given() -> None:
    options = chosen("--columns", "p, P", "--columns", "system", "--decimals", "2")
    assert options == TableOptions(columns=("p_holm", "precision", "name"), decimals=2)
    free = chosen("--columns", "anything", columns=())
    assert isinstance(free, TableOptions)
    assert free.columns == ("anything",)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--columns", "presicion"], "did you mean precision?"),
        (["--columns", "P", "--format", "json"], "--columns has no effect with --format json"),
        (["--decimals", "2", "--format", "json"], "--decimals has no effect with --format json"),
        (["--decimals", "-1"], "-1 is not in the range"),
    ],
)
def test_what_cannot_be_is_refused(args: list[str], message: str) -> None:
    assert message in str(chosen(*args))
