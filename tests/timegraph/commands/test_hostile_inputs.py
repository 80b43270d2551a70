"""Every command on input that is broken or means harm: an exit code and few words that name what
is wrong, never a traceback, quickly."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.limits import cpu_limit
from timegraph.commands import main as cli

GOOD = b"<TimeML><TEXT>It <EVENT eid='e1'>rained</EVENT>.</TEXT></TimeML>"


def run(*args: object) -> Result:
    with cpu_limit(20):
        done = CliRunner().invoke(cli.timegraph, list(map(str, args)))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert "Traceback" not in done.stderr
    return done


def _nothing(path: Path) -> None:
    """Leaves ``path`` missing."""


def _folder(path: Path) -> None:
    path.mkdir()


def _junk(path: Path) -> None:
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")


def _broken_archive(path: Path) -> None:
    path.write_bytes(b"PK\3\4 and no more")


def _escaping_archive(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../a.tml", GOOD)


def _bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name in ("a.tml", "b.tml"):
            with archive.open(name, "w") as member:
                for _ in range(300):
                    member.write(bytes(2**20))


def _folder_as_document(path: Path) -> None:
    (path / "a.tml").mkdir(parents=True)


def _link_to_itself(path: Path) -> None:
    path.mkdir()
    (path / "a.tml").symlink_to(path / "a.tml")


def _link_to_nowhere(path: Path) -> None:
    path.mkdir()
    (path / "a.tml").symlink_to("nowhere.tml")


def _fifo_as_document(path: Path) -> None:
    path.mkdir()
    os.mkfifo(path / "a.tml")


def _broken_document(path: Path) -> None:
    path.mkdir()
    (path / "a.tml").write_bytes(b"<TimeML><TEXT>It rai")


def _link_to_its_parent(path: Path) -> None:
    path.mkdir()
    (path / "again").symlink_to(path)


MADE = [
    *(_nothing, _folder, _junk, _broken_archive, _escaping_archive, _folder_as_document),
    *(_link_to_itself, _link_to_nowhere, _fifo_as_document, _broken_document, _link_to_its_parent),
]
# Each is given the bad path, a good system, a good key and a good question set.
COMMANDS: dict[str, Callable[[Path, Path], list[object]]] = {
    "score-system": lambda bad, kit: [
        *("score", "--questions", kit / "eval-questions" / "question-set.txt"),
        *("--key", kit / "gold", bad),
    ],
    "score-key": lambda bad, kit: [
        *("score", "--questions", kit / "eval-questions" / "question-set.txt"),
        *("--key", bad, kit / "systems" / "careful"),
    ],
    "score-questions": lambda bad, kit: [
        *("score", "--questions", bad, "--key", kit / "gold", kit / "systems" / "careful"),
    ],
    "score-kit": lambda bad, kit: ["score", "--kit", bad],
    "questions-check": lambda bad, kit: ["questions", "check", bad, "--key", kit / "gold"],
    "questions-check-key": lambda bad, kit: [
        *("questions", "check", kit / "eval-questions" / "question-set.txt", "--key", bad),
    ],
    "questions-check-gold": lambda bad, kit: [
        *("questions", "check", "--kit", kit, "--gold", bad),
    ],
    "questions-draw": lambda bad, kit: [
        *("questions", "draw", bad, "--output", bad.parent / "out"),
    ],
    "ask": lambda bad, kit: ["ask", bad, "IS e1 BEFORE e2"],
    "check": lambda bad, kit: ["check", bad],
    "closure": lambda bad, kit: ["closure", bad],
    "awareness": lambda bad, kit: ["awareness", "--gold", kit / "gold", bad],
    "awareness-gold": lambda bad, kit: ["awareness", "--gold", bad, kit / "systems" / "careful"],
    "entities": lambda bad, kit: ["entities", "--gold", kit / "gold", bad],
    "convert": lambda bad, kit: [
        *("convert", "--to", "timeml", "--ids-of", kit / "gold", bad),
        *("--output", bad.parent / "out"),
    ],
    "convert-ids": lambda bad, kit: [
        *("convert", "--to", "timeml", "--ids-of", bad, kit / "systems" / "careful"),
        *("--output", bad.parent / "out"),
    ],
}


@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("command", COMMANDS)
def test_paths_that_hold_nothing_good_are_named(
    command: str, make: Callable[[Path], None], kit: Path, tmp_path: Path
) -> None:
    bad = tmp_path / ("bad.zip" if "archive" in make.__name__ else "bad")
    make(bad)
    done = run(*COMMANDS[command](bad, kit))
    assert done.exit_code in (1, 2)
    assert "bad" in done.stderr or "a.tml" in done.stderr
    assert len(done.stderr.splitlines()) < 30


@pytest.fixture(scope="module")
def bomb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bomb") / "bad.zip"
    _bomb(path)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("command", ["score-system", "score-key", "check", "awareness"])
def test_archives_that_unpack_to_very_much_are_refused(command: str, kit: Path, bomb: Path) -> None:
    done = run(*COMMANDS[command](bomb, kit))
    assert done.exit_code == 2
    assert "larger than 512 MB when unpacked" in done.stderr


def _document(links: str, count: int, timexes: str = "") -> bytes:
    events = "".join(f"<EVENT eid='e{n}'>x</EVENT>\n" for n in range(count))
    return f"<TimeML>\n<TEXT>{events}{timexes}</TEXT>\n{links}</TimeML>".encode()


def _link(a: int, b: int, relation: str = "BEFORE") -> str:
    return (
        f"<TLINK lid='l{a}_{b}' eventInstanceID='e{a}' relatedToEventInstance='e{b}'"
        f" relType='{relation}'/>\n"
    )


def _links(count: int) -> dict[str, str]:
    return {
        "loop-of-all": "".join(_link(n, (n + 1) % count) for n in range(count)),
        "loops-of-one": "".join(_link(n, n) for n in range(count)),
        "loops-of-two": "".join(_link(n, n ^ 1) for n in range(count)),
        "all-at-one-time": "".join(_link(n, (n + 1) % count, "IDENTITY") for n in range(count)),
        "to-nothing": "".join(_link(n, n + count) for n in range(count)),
        "of-no-type": "".join(_link(n, n - 1, "PERHAPS") for n in range(1, count)),
        "without-ends": "<TLINK/>\n" * count,
        "huge-attributes": f"<TLINK lid='{'l' * 500 * count}' relType='{'B' * 500 * count}'/>",
    }


def _answered(command: str, name: str, count: int, path: Path) -> None:
    path.write_bytes(_document(_links(count)[name], count))
    done = run(command, path, *["IS e1 BEFORE e2"] * (command == "ask"))
    # A label too long to be one is an error of the document: `ask` and `closure` have nothing else.
    refused = name == "huge-attributes" and command != "check"
    assert done.exit_code in ((2,) if refused else (0, 1))
    if name != "all-at-one-time":
        assert "a.tml" in done.stdout + done.stderr
    longest = max(map(len, (done.stdout + done.stderr).splitlines()), default=0)
    assert longest < 2000 or name == "huge-attributes"


@pytest.mark.parametrize("name", _links(2))
@pytest.mark.parametrize("command", ["check", "ask", "closure"])
def test_links_of_all_sorts_end_in_an_answer(command: str, name: str, tmp_path: Path) -> None:
    _answered(command, name, 100, tmp_path / "a.tml")


@pytest.mark.slow
@pytest.mark.parametrize("name", _links(2))
@pytest.mark.parametrize("command", ["check", "ask"])
def test_very_many_links_end_in_an_answer(command: str, name: str, tmp_path: Path) -> None:
    _answered(command, name, 1000, tmp_path / "a.tml")


VALUES = [
    *("9" * 5000, "-" + "9" * 5000, "1998-" + "0" * 5000 + "1", "P" + "9" * 5000 + "Y"),
    *("P1Y" * 1000, "1998-13-45", "٣٣٣٣-٠١", "1998-W99-9", "T99:99:99", "XXXX" * 1000),
    *("1998-01-01T00:00:00." + "9" * 5000, "", "&lt;value&gt;", "PRESENT_REF" * 100),
]


def test_timex_values_of_all_sorts_end_in_an_answer(tmp_path: Path) -> None:
    timexes = "".join(
        f"<TIMEX3 tid='t{n}' type='DATE' value='{value}'>x</TIMEX3>\n"
        for n, value in enumerate(VALUES, start=1)
    )
    path = tmp_path / "a.tml"
    path.write_bytes(_document("", 1, timexes))
    questions = [f"WHEN t{n}" for n in range(1, len(VALUES) + 1)]
    done = run("ask", path, *questions, "IS t1 BEFORE t2", "LIST AFTER t1")
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == len(questions) + 2
    assert run("check", "--calendar", path).exit_code in (0, 1)


@pytest.mark.parametrize("command", ["score", "awareness", "relations", "entities", "agreement"])
def test_a_link_to_nowhere_is_named_once(command: str, kit: Path, tmp_path: Path) -> None:
    system = shutil.copytree(kit / "systems" / "careful", tmp_path / "careful")
    broken = min(system.iterdir())
    broken.unlink()
    broken.symlink_to("nowhere.tml")
    gold = {"score": ["--kit", kit], "agreement": [kit / "gold"]}
    done = run(command, *gold.get(command, ["--gold", kit / "gold"]), system)
    assert f"{broken}: No such file or directory" in done.stderr
    assert "Errno" not in done.stderr
