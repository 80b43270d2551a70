"""What the commands of all measures share: running a measure, its report, its pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import pytest

from tests.parts import called
from timegraph.commands.shared.command import BadUsage, Call
from timegraph.commands.shared.corpus_options import Chosen
from timegraph.commands.shared.measure_command import (
    GoldInputs,
    check_against,
    finish_measure,
    gold_inputs,
    html_option,
    measure_call,
    run_against_gold,
    table_pages,
)
from timegraph.report.tables import TableOptions
from timegraph.scoring import AWARENESS, ENTITIES
from timegraph.scoring.measure import by_unit


@pytest.fixture
def call() -> Iterator[Call]:
    """A call that prints tables as text."""
    with click.Context(click.Command("measure")):
        yield Call(chosen_tables=TableOptions("text"))


# Options


def test_the_folder_of_pages_is_made_or_refused(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pages"
    for arguments, expected in (((), None), (("--html", str(folder)), folder)):
        _, received, _ = called((html_option,), *arguments)
        assert received is not None
        assert received.html == expected
    assert folder.is_dir()
    (tmp_path / "file").write_text("", encoding="utf-8")
    for path in (tmp_path / "file", tmp_path / "file" / "pages"):
        result, received, _ = called((html_option,), "--html", str(path))
        assert (result.exit_code, received) == (2, None)
        assert f"--html {path}: " in result.stderr


def test_columns_are_those_of_the_measure_and_of_the_groups() -> None:
    parts = measure_call(ENTITIES, ["document"])
    _, received, _ = called(parts, "--columns", "document,F1")
    assert received is not None
    assert received.tables.columns == ("document", "f1")
    result, received, _ = called(parts, "--columns", "speed")
    assert (result.exit_code, received) == (2, None)
    assert "--columns: " in result.stderr


def test_systems_and_gold_are_one_argument_of_the_body() -> None:
    _, _, values = called((gold_inputs(),), "--gold", "gold", "a", "b")
    assert values["inputs"] == GoldInputs((Path("a"), Path("b")), Path("gold"), Chosen())


def test_a_system_to_compare_with_has_to_be_there() -> None:
    check_against("", ["careful", "hasty"])
    check_against("hasty", ["careful", "hasty"])
    with pytest.raises(BadUsage, match=r"systems are careful, hasty; did you mean hasty\?"):
        check_against("hastily", ["careful", "hasty"])


# Against gold


def test_every_system_is_measured_with_the_options(kit: Path, call: Call) -> None:
    systems = tuple(kit / "systems" / name for name in ("careful", "hasty"))
    inputs = GoldInputs(systems, kit / "gold", Chosen())
    run, gold, systems = run_against_gold(call, AWARENESS, inputs, method="acl11")
    assert [result.name for result in run.results] == ["careful", "hasty"]
    assert list(systems) == ["careful", "hasty"]
    assert len(gold.documents) == 8
    assert "|method:acl11|" in str(run.results[0].signature)
    assert run.complete
    assert run.warnings == ()
    assert run.statistics is None


def test_a_document_that_fails_is_known(kit: Path, call: Call, tmp_path: Path) -> None:
    shutil.copytree(kit / "gold", tmp_path / "gold", Chosen())
    (tmp_path / "gold" / "blog-canal-ride.tml").write_text("no XML", encoding="utf-8")
    inputs = GoldInputs((kit / "systems" / "careful",), tmp_path / "gold", Chosen())
    run, *_ = run_against_gold(call, ENTITIES, inputs)
    assert not run.complete
    assert any("blog-canal-ride.tml" in warning for warning in run.warnings)


def test_what_cannot_be_measured_is_bad_usage(kit: Path, call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.tml").write_text("no XML", encoding="utf-8")
    system = kit / "systems" / "careful"
    for systems, gold, message in (
        ((), kit / "gold", "no system"),
        ((system,), None, "no gold: give --gold"),
        ((system,), tmp_path, "none of its documents can be read"),
    ):
        with pytest.raises(BadUsage, match=message):
            run_against_gold(call, ENTITIES, GoldInputs(systems, gold, Chosen()))


# The end


def test_the_report_comes_before_the_pages_and_the_exit_code_last(
    kit: Path, call: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    inputs = GoldInputs((kit / "systems" / "careful", tmp_path / "empty"), kit / "gold", Chosen())
    run, *_ = run_against_gold(call, ENTITIES, inputs)
    groupings = [by_unit(ENTITIES)]
    draw = table_pages(run, groupings, "Entities")
    with pytest.raises(click.exceptions.Exit) as ended:
        finish_measure(replace(call, html=tmp_path / "pages"), run, draw=draw)
    assert ended.value.exit_code == 1
    printed = capsys.readouterr()
    index = tmp_path / "pages" / "index.html"
    assert "careful" in printed.out
    assert "empty: not scored: " in printed.err
    assert printed.err.splitlines()[-1] == f"open {index}"
    html = index.read_text(encoding="utf-8")
    assert "By document" in html
    assert "empty: not scored: " in html


def test_on_a_terminal_what_is_not_scored_is_said_once(
    kit: Path,
    call: Call,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "empty").mkdir()
    inputs = GoldInputs((kit / "systems" / "careful", tmp_path / "empty"), kit / "gold", Chosen())
    run, *_ = run_against_gold(call, ENTITIES, inputs)
    for terminal in (False, True):
        monkeypatch.setattr(
            "timegraph.commands.shared.command.on_terminal", lambda output, t=terminal: t
        )
        with pytest.raises(click.exceptions.Exit):
            finish_measure(call, run, draw=table_pages(run, (), "Entities"))
        printed = capsys.readouterr()
        assert "empty: not scored: " in printed.out
        assert ("empty: not scored: " in printed.err) != terminal
