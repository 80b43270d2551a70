"""What ships: the sdist and the wheel hold what they should, and the wheel works elsewhere.

Both are built from a copy of the working tree, once, the way ``python -m build`` does it: the sdist
from the tree, and the wheel from the sdist.
"""

from __future__ import annotations

import configparser
import email
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.slow

NOT_SOURCE = shutil.ignore_patterns(
    ".git", ".*_cache", ".hypothesis", ".venv", "venv", "build", "dist", "*.egg-info", "__pycache__"
)


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs it, and fails with what it said if it fails."""
    outside = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**outside, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


@dataclass(frozen=True)
class Built:
    """The copy that was built, the two files that came of it and the names in each."""

    source: Path
    wheel: Path
    wheel_names: frozenset[str]
    sdist_names: frozenset[str]

    def files(self, *folders: str, ending: str = "") -> set[str]:
        """The files in these folders of the copy, as posix paths relative to its root."""
        return {
            path.relative_to(self.source).as_posix()
            for folder in folders
            for path in (self.source / folder).rglob(f"*{ending}")
            if path.is_file()
            and not path.is_relative_to(self.source / "build")
            and not any(part.endswith(".egg-info") for part in path.parts)
        }


def version_of(distribution: str) -> tuple[int, ...] | None:
    """The first two numbers of what is installed; importing setuptools or pip to ask would patch
    the import system of the process that runs the tests."""
    try:
        found = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None
    return tuple(int(part) for part in found.split(".")[:2])


def isolation() -> list[str]:
    """Builds in this environment if its setuptools can, else in one that the build tool makes."""
    found = version_of("setuptools")
    # Older ones need the package `wheel` as well.
    return ["--no-isolation"] if found is not None and found >= (70, 1) else []


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    place = tmp_path_factory.mktemp("packaging")
    source = place / "source"
    shutil.copytree(ROOT, source, ignore=NOT_SOURCE)
    # What an installation from an older checkout leaves behind must not ship.
    stale = source / "build" / "lib" / "timegraph" / "deleted_long_ago.py"
    stale.parent.mkdir(parents=True)
    stale.write_text('"""Stale."""\n', encoding="utf-8")

    output = place / "dist"
    run(sys.executable, "-m", "build", *isolation(), "--outdir", output, source, cwd=place)
    (wheel,) = output.glob("*.whl")
    (sdist,) = output.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        wheel_names = frozenset(name for name in archive.namelist() if not name.endswith("/"))
    with tarfile.open(sdist) as archive:
        members = [member.name for member in archive.getmembers() if member.isfile()]
    sdist_names = frozenset(name.partition("/")[2] for name in members)
    return Built(source, wheel, wheel_names, sdist_names)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the wheel is installed into, away from the source."""
    if version_of("pip") is None:
        pytest.skip("this environment has no pip")
    target = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index")
    run(*pip, "--target", target, built.wheel, cwd=target)
    return target


def test_the_wheel_holds_the_packages_and_nothing_else(built: Built) -> None:
    modules = built.files("timegraph", "timeml", ending=".py")
    assert {"timegraph/__init__.py", "timeml/__init__.py"} <= modules
    expected = modules | {"timegraph/py.typed", "timeml/py.typed"}
    expected |= built.files("timegraph/pictures/static")
    expected |= built.files("timegraph", "timeml", ending=".schema.json")
    expected |= built.files("timegraph/testing", ending=".jsonl")
    assert {name for name in built.wheel_names if ".dist-info/" not in name} == expected


def test_every_folder_of_modules_is_a_package(built: Built) -> None:
    # setuptools leaves a folder without __init__.py out, and nothing else would notice.
    modules = built.files("timegraph", "timeml", ending=".py")
    folders = {name.rpartition("/")[0] for name in modules}
    assert {folder for folder in folders if f"{folder}/__init__.py" not in modules} == set()


def test_the_sdist_holds_what_a_reader_wants_to_run(built: Built) -> None:
    folders = ("timegraph", "timeml", "tests", "examples", "benchmarks", "docs", "tools", ".ci")
    pages = {"README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"}
    settings = {"setup.cfg", "pyproject.toml", "ruff.toml", "MANIFEST.in"}
    named = {"cli.py", "tests/conftest.py", ".ci/run", "examples/README.md"}
    wanted = built.files(*folders) | pages | settings | named
    made = ("benchmarks/results/", "docs/reference/")  # here, once
    measured = {name for name in wanted if name.startswith(made)}
    assert wanted - measured - built.sdist_names == set()
    assert measured & built.sdist_names == set()


def test_nothing_stale_or_compiled_ships(built: Built) -> None:
    for names in (built.wheel_names, built.sdist_names):
        assert [n for n in names if "deleted_long_ago" in n or n.startswith("build/")] == []
        assert [
            n for n in names if "__pycache__" in n or n.endswith((".pyc", ".nbi", ".nbc"))
        ] == []


def test_the_metadata_says_what_setup_cfg_says(built: Built) -> None:
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    with zipfile.ZipFile(built.wheel) as archive:
        (name,) = (n for n in built.wheel_names if n.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(name))
        (name,) = (n for n in built.wheel_names if n.endswith(".dist-info/entry_points.txt"))
        entry_points = archive.read(name).decode()
    import timegraph

    assert metadata["Name"] == "timegraph-qa"
    assert metadata["Version"] == timegraph.__version__
    assert metadata["Requires-Python"] == ">=3.10"
    assert metadata["License-Expression"] or metadata["License"] == "Apache-2.0"
    assert metadata["Description-Content-Type"].startswith("text/markdown")
    assert set(metadata.get_all("Provides-Extra")) == set(setup["options.extras_require"])
    assert "timegraph = timegraph.commands.main:main" in entry_points
    assert any(n.endswith("LICENSE") and ".dist-info/" in n for n in built.wheel_names)


def test_dev_brings_what_testing_brings() -> None:
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    extras = setup["options.extras_require"]
    assert set(extras["testing"].split("\n")) <= set(extras["dev"].split("\n"))


def test_the_installed_command_scores_from_another_folder(
    built: Built, installed: Path, kit: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "kit"
    shutil.copytree(kit, copy)
    script = installed / "bin" / "timegraph"
    arguments = ("score", "--kit", copy, "--format", "json")
    done = run(sys.executable, script, *arguments, cwd=tmp_path, PYTHONPATH=str(installed))
    result = json.loads(done.stdout)
    assert result["schema"] == 2
    assert len(result["systems"]) == 2
    for system in result["systems"]:
        (score,) = system["scores"]
        assert score["questions"] >= score["answered"] >= score["correct"] > 0


def test_the_installed_packages_are_the_ones_imported(installed: Path, tmp_path: Path) -> None:
    code = "import timegraph, timeml; print(timegraph.__file__, timeml.__file__)"
    done = run(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(installed))
    files = [Path(name).resolve() for name in done.stdout.split()]
    assert len(files) == 2
    assert all(file.is_relative_to(installed.resolve()) for file in files)


def test_a_type_checker_sees_the_types(installed: Path, tmp_path: Path) -> None:
    if version_of("mypy") is None:
        pytest.skip("mypy is not installed")
    # Types of an installed package count only if it has a py.typed where site-packages are.
    environment = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=tmp_path)
    (site,) = environment.glob("**/site-packages")
    shutil.copytree(installed, site, dirs_exist_ok=True)
    user = tmp_path / "user.py"
    user.write_text(
        "from timegraph import Answer, TimeGraph\n"
        "graph = TimeGraph()\n"
        'answer: Answer = graph.ask("a", "before", "b")\n'
        "wrong: int = answer\n",
        encoding="utf-8",
    )
    python = str(environment / "bin" / "python")
    options = ("--strict", "--python-executable", python, "--cache-dir", str(tmp_path / "cache"))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, user.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.count(" error: ") == 1, done.stdout + done.stderr
    (error,) = (line for line in done.stdout.splitlines() if " error: " in line)
    assert error.startswith("user.py:4:"), done.stdout
