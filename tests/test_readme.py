"""What the pages show is what happens, and what they point at is there.

Each page's ``python`` and ``pycon`` blocks run from top to bottom in one namespace, the latter as
doctests. Each ``console`` block is a terminal: lines that start with ``$ `` are run, and the lines
below each must be what it prints, errors included. All of it runs in a folder of its own that holds
nothing but a copy of ``examples``.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), ROOT / "examples/README.md"]
SLOW = {"docs/testing.md", "docs/tutorials/testing.md"}  # they search for mistakes, as users do
PAGE_IDS = [page.relative_to(ROOT).as_posix() for page in PAGES]


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its first line's number and its text."""

    language: str
    line: int
    text: str


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a Markdown page, in order."""
    inside: list[str] | None = None
    for number, line in enumerate(page.splitlines(keepends=True), start=1):
        if inside is None:
            if line.startswith("```"):
                language, begin, inside = line[3:].strip(), number + 1, []
        elif line.startswith("```"):
            yield Block(language, begin, "".join(inside))
            inside = None
        else:
            inside.append(line)
    assert inside is None, "a block is not closed"


def sessions(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a ``console`` block, each with the lines that stand below it."""
    command: str | None = None
    shown: list[str] = []
    for line in block.text.splitlines(keepends=True):
        if line.startswith("$ "):
            if command is not None:
                yield command, "".join(shown)
            command, shown = line[2:].rstrip("\n"), []
        else:
            shown.append(line)
    if command is not None:
        yield command, "".join(shown)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a copy of the examples, where the working tree's ``timegraph`` is on PATH."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    scripts = tmp_path / ".bin"
    scripts.mkdir()
    script = scripts / "timegraph"
    script.write_text(
        f"#!{sys.executable}\nimport sys\n\nfrom timegraph.commands.main import main\n\n"
        'sys.argv[0] = "timegraph"\nmain()\n',
        encoding="utf-8",
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def environment() -> dict[str, str]:
    """The environment of a command, without the COLUMNS that readline gives this process.

    readline sets it below ``os.environ``, so that children have it unless they are given another.
    """
    return dict(os.environ)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=name, marks=[pytest.mark.slow] if name in SLOW else [])
        for page, name in zip(PAGES, PAGE_IDS, strict=True)
    ],
)
def test_python_examples(page: Path, place: Path) -> None:
    text = page.read_text(encoding="utf-8")
    namespace: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(text):
        if block.language == "python":
            code = "\n" * (block.line - 1) + block.text
            exec(compile(code, str(page), "exec"), namespace)
        elif block.language == "pycon":
            examples = doctest.DocTestParser().get_doctest(
                block.text, namespace, page.name, str(page), block.line - 1
            )
            assert examples.examples, f"{page.name}:{block.line}: a pycon block without examples"
            said: list[str] = []
            runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
            runner.run(examples, out=said.append, clear_globs=False)
            assert runner.failures == 0, "".join(said)
            namespace.update(examples.globs)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the pages show a POSIX shell")
@pytest.mark.parametrize("page", PAGES, ids=PAGE_IDS)
def test_shell_examples(page: Path, place: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language != "console":
            continue
        for command, shown in sessions(block):
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=place,
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                timeout=600,
                check=False,
            )
            assert done.stdout == shown, f"{page.name}:{block.line}: $ {command}"


@pytest.mark.parametrize("page", PAGES, ids=PAGE_IDS)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target or target.startswith("mailto:"):
            continue
        file, _, section = target.partition("#")
        there = page.parent / file if file else page
        assert there.exists(), target
        assert not section or section in sections(there), target


def sections(page: Path) -> set[str]:
    """The names by which links lead to the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def marked(kind: str, name: str) -> str:
    """The block that follows the comment ``<!-- kind: name -->``, as ``.ci/run`` reads it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(rf"^<!-- {kind}: {name} -->\n```\w*\n(.*?)^```$", text, re.M | re.S)
    assert len(found) == 1, f"README.md needs one block after <!-- {kind}: {name} -->"
    return str(found[0])


@pytest.mark.parametrize("name", ["score", "test"])
def test_each_command_is_one_line_that_makes_its_own_environment(name: str) -> None:
    (line,) = marked("command", name).splitlines()
    assert line.startswith("python3 -m venv ")
    assert "pip install" in line


@pytest.mark.slow
def test_the_first_command_prints_what_the_page_shows(place: Path) -> None:
    # The installation is .ci/run's part; here it is the words after it that are run.
    line = marked("command", "score").strip()
    job = line.rpartition(" && ")[2]
    assert job.startswith(".venv/bin/timegraph score --kit examples/kit")
    done = subprocess.run(
        ["bash", "-c", job.removeprefix(".venv/bin/")],
        cwd=place,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.stdout == marked("output", "score")
    assert done.returncode == 0


def test_the_page_shows_which_tests_are_left_out(root: Path) -> None:
    conftest = (root / "tests" / "conftest.py").read_text(encoding="utf-8")
    (without_data,) = re.findall(r'pytest\.skip\("(.*)"\)', conftest)
    (slow,) = re.findall(r'reasons\["(.*)"\] =', conftest)
    for reason in (without_data, slow):
        assert f" tests: {reason}\n" in marked("output", "test")


def test_the_page_warns_of_the_other_package_of_that_name() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "timegraph-qa" in text
    assert "cannot share" in text


def test_examples_with_the_oracle_have_no_deadline() -> None:
    """A reader has Hypothesis's own deadline, which the profile of these tests lifts."""
    page = (ROOT / "docs/testing.md").read_text(encoding="utf-8")
    chosen = re.findall(r"\bsettings\(([^()]*)\)", page)
    assert len(chosen) > 2
    assert [options for options in chosen if "deadline=None" not in options] == []


def test_pages_install_from_a_clone() -> None:
    """No release is published, so that a package index does not have the distribution."""
    pages = [*PAGES, ROOT / "docs/notebook.ipynb"]
    installing = re.compile(r"pip install [^`\n]*timegraph-qa")
    faulty = [page.name for page in pages if installing.search(page.read_text(encoding="utf-8"))]
    assert faulty == []
