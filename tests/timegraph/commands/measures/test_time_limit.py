"""``--time-limit``, in every command that closes the links of documents."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from timegraph import _pace
from timegraph.commands.main import timegraph

KIT = Path(__file__).resolve().parents[4] / "examples" / "kit"
BAD = "news-festival-storm.tml"
"""The document that becomes one full of contradictions."""
LOOKS = 70
"""Looks at the clock that suffice for a document of the kit."""

COMMANDS = {
    "agreement": ("agreement", "gold", "systems/hasty"),
    "awareness": ("awareness", "--gold", "gold", "systems/hasty"),
    "check": ("check", "systems/hasty"),
    "closure": ("closure", f"systems/hasty/{BAD}"),
    "compare": ("compare", "--kit", "."),
    "draw": ("questions", "draw", "systems/hasty", "--output", "drawn", "--number", "40"),
    "open": ("open", "systems/hasty"),
    "relations": ("relations", "--gold", "gold", "systems/hasty"),
    "score": ("score", "--kit", "."),
    "view": ("view", "--format", "text", "systems/hasty", "--output", "drawn"),
}


def full_of_contradictions(events: int) -> str:
    draw = random.Random(events)
    marked = " ".join(f'<EVENT eid="e{k}">ran</EVENT>' for k in range(events))
    made = "".join(f'<MAKEINSTANCE eiid="ei{k}" eventID="e{k}"/>\n' for k in range(events))
    links = ""
    for number in range(5 * events):
        a, b = draw.sample(range(events), 2)
        label = draw.choice(["BEFORE", "AFTER", "INCLUDES"])
        links += (
            f'<TLINK lid="l{number}" relType="{label}" eventInstanceID="ei{a}" '
            f'relatedToEventInstance="ei{b}"/>\n'
        )
    return f"<TimeML>\n<TEXT>{marked}</TEXT>\n{made}{links}</TimeML>\n"


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The kit of the examples, where a document of a system takes long, and a clock that goes on
    by a second at each look."""
    kit = tmp_path / "kit"
    shutil.copytree(KIT, kit)
    (kit / "systems" / "hasty" / BAD).write_text(full_of_contradictions(400), encoding="utf-8")
    now = [0.0]

    def look() -> float:
        now[0] += 1
        return now[0]

    monkeypatch.setattr(_pace, "time", SimpleNamespace(monotonic=look))
    monkeypatch.chdir(kit)
    return kit


def run(*arguments: object) -> Result:
    return CliRunner().invoke(timegraph, [str(argument) for argument in arguments])


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_the_document_fails_and_the_others_go_on(arguments: tuple[str, ...], kit: Path) -> None:
    done = run(*arguments, "--time-limit", LOOKS)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert done.exit_code == 1
    named = [line for line in done.output.splitlines() if f"not done after {LOOKS} s" in line]
    assert named
    assert BAD in named[0]
    assert " of 2,000 links closed; give a longer --time-limit" in named[0]


@pytest.mark.parametrize("name", ["agreement", "awareness", "relations", "score"])
def test_signatures_say_that_a_document_ran_out_of_time(name: str, kit: Path) -> None:
    assert f"|time-limit:{LOOKS}|" in run(*COMMANDS[name], "--time-limit", LOOKS).stdout
    (kit / "systems" / "hasty" / BAD).write_bytes((KIT / "gold" / BAD).read_bytes())
    assert "|time-limit:" not in run(*COMMANDS[name], "--time-limit", 1000 * LOOKS).stdout


def test_gold_that_takes_too_long_fails_as_well(kit: Path) -> None:
    (kit / "gold" / BAD).write_text(full_of_contradictions(400), encoding="utf-8")
    done = run(*COMMANDS["awareness"], "--time-limit", LOOKS)
    assert done.exit_code == 1
    assert "1 document not done in time" in done.stderr


def test_one_document_alone_is_named(kit: Path) -> None:
    done = run("ask", "--time-limit", LOOKS, kit / "systems" / "hasty" / BAD, "WHEN ei4")
    assert done.exit_code == 2
    assert f"{BAD}: not done after {LOOKS} s" in done.stderr


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_a_limit_is_a_number_above_0(seconds: str, kit: Path) -> None:
    done = run("check", "--time-limit", seconds, "gold")
    assert done.exit_code == 2
    assert "not a number of seconds above 0; leave the option out for no limit" in done.stderr


def test_processes_have_the_same_limit() -> None:
    arguments = ("check", KIT / "gold", "--format", "json", "--time-limit", "1e-9")
    alone, several = run(*arguments), run(*arguments, "--jobs", 2)
    assert json.loads(alone.stdout) == json.loads(several.stdout)
    assert alone.exit_code == several.exit_code
