"""What is shown: the command line before the configuration, and both checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.parts import called
from timegraph.checking.config import Baseline
from timegraph.checking.document import RULES
from timegraph.commands.shared.check_options import Shown, shown_options
from timegraph.commands.shared.command import BadUsage

CONFIG = 'select = ["timex-*"]\nignore = ["timex-form"]\nseverity = "error"\nmax = 3\n'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()  # so that no configuration above counts
    monkeypatch.chdir(tmp_path)


def shown(*args: str) -> Shown | str:
    """What the command receives, or the error."""
    result, _, values = called((shown_options,), *args)
    assert result.exit_code == (0 if values else 2)
    return values["shown"] if values else result.stderr


def codes(*args: str) -> set[str]:
    one = shown(*args)
    assert isinstance(one, Shown)
    return set(one.selection.codes)


def test_defaults() -> None:
    one = shown()
    assert isinstance(one, Shown)
    assert (one.known(), one.most) == (None, 20)
    assert "unlinked-event" not in one.selection.codes


def test_rules_may_be_separated_by_commas_or_given_again() -> None:
    several = codes("--select", "no-dct,no-instance", "--select", "timex-form")
    assert several == {"no-dct", "no-instance", "timex-form", "unreadable"}
    assert "no-dct" not in codes("--ignore", "no-dct")


def test_the_configuration_says_what_the_command_line_does_not(tmp_path: Path) -> None:
    (tmp_path / "timegraph.toml").write_text(CONFIG, encoding="utf-8")
    one = shown()
    assert isinstance(one, Shown)
    assert (one.most, one.selection.severity) == (3, "error")
    assert one.selection.ignore == ("timex-form",)
    assert codes("--severity", "note") == {code for code in RULES if code.startswith("timex-")} - {
        "timex-form"
    } | {"unreadable"}
    other = shown("--max", "0", "--ignore", "timex-type", "--severity", "warning")
    assert isinstance(other, Shown)
    assert (other.most, other.selection.ignore) == (0, ("timex-type",))


def test_rules_of_the_command_line_set_aside_those_of_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "timegraph.toml").write_text(CONFIG, encoding="utf-8")
    assert codes("--select", "timex-form,unlinked-event") == {
        "timex-form",
        "unlinked-event",
        "unreadable",
    }
    assert codes("--config", "none") == codes("--config", "none", "--severity", "warning")


def test_a_configuration_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "setup.cfg").write_text("[metadata]\nname = x\n", encoding="utf-8")
    (tmp_path / "other.toml").write_text('select = "no-dct"\n', encoding="utf-8")
    assert codes("--config", "other.toml") == {"no-dct", "unreadable"}
    assert "setup.cfg: has no section [tool:timegraph]" in str(shown("--config", "setup.cfg"))
    assert "none.toml: No such file" in str(shown("--config", "none.toml"))


@pytest.mark.parametrize("name", ["timegraph.toml", "setup.cfg"])
def test_an_unknown_rule_in_the_configuration_is_named_with_its_file(
    tmp_path: Path, name: str
) -> None:
    text = (
        'select = "tmex-form"\n' if name.endswith("toml") else "[tool:timegraph]\nselect=tmex-form"
    )
    (tmp_path / name).write_text(text, encoding="utf-8")
    said = " ".join(str(shown()).split())
    assert f"{name}: there is no rule 'tmex-form'; did you mean timex-form?" in said


def unreadable(options: Shown | str) -> str:
    """Why the baseline cannot be read."""
    assert isinstance(options, Shown)
    with pytest.raises(BadUsage) as caught:
        options.known()
    return caught.value.message


def test_baselines(tmp_path: Path) -> None:
    baseline = Baseline.of([], "known.json")
    (tmp_path / "known.json").write_text(json.dumps(baseline.to_json()), encoding="utf-8")
    one = shown("--baseline", "known.json")
    assert isinstance(one, Shown)
    assert one.known() == baseline
    missing = unreadable(shown("--baseline", "none.json"))
    assert missing.startswith("--baseline none.json: No such file or directory; --format baseline")
    (tmp_path / "timegraph.toml").write_text('baseline = "none.json"', encoding="utf-8")
    assert "No such file" in unreadable(shown())
    old = {**baseline.to_json(), "schema": 7}
    (tmp_path / "known.json").write_text(json.dumps(old), encoding="utf-8")
    assert "known.json: is a baseline of layout 7" in unreadable(shown("--baseline", "known.json"))
