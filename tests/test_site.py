"""The site keeps its promises: what is public is on it, and what points at it holds."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from shutil import which
from types import ModuleType
from zlib import decompress

import click
import pytest

from tests.test_public_api import PUBLIC
from tests.test_readme import blocks, sections

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"

# What people type into the search box, and the pages that answer it.
SEARCHED = {
    "how do I install timegraph": "faq index",
    "why is the answer unknown": "faq",
    "what does DURING mean": "faq",
    "put a table into a LaTeX paper": "tables",
    "how sure is a score": "statistics",
    "TREFL": "calendar",
    "Task ABC": "awareness",
    "timegraph": "index",
    "temporal awareness score of TempEval-3": "awareness",
    "fix contradictions in annotations": "tutorials/annotating",
    "agreement of annotators kappa": "agreement",
    "merge annotations of two annotators": "agreement",
    "read brat files": "corpora",
    "convert TimeML to another format": "corpora",
    "labels of MATRES": "corpora relations",
    "score answers to when questions": "time-answers",
    "TimeQA exact match": "facts",
    "TORQUE F1 and consistency": "torque",
    "how to run a shared task": "shared-task",
    "check a question set": "question-sets",
    "annotate a plain text with a language model": "texts",
    "train an annotator": "annotate",
    "save a graph": "exchange",
    "networkx export": "exchange dependencies",
    "two rooms no overlap schedule": "networks",
    "uncertain dates EDTF": "dates",
    "time zone": "dates",
    "duration of an event": "distances",
    "MCP server for agents": "service",
    "JSON-RPC from JavaScript": "service faq",
    "memory of an agent export check": "statements",
    "hypothesis strategies to test my reasoner": "testing",
    "large graphs memory budget": "large",
    "use all processors": "scale commands",
    "exit codes": "files",
    "pre-commit hook pull request": "ci",
    "proof of an answer": "explain",
    "draw a timeline": "pictures",
    "majority vote of several models": "decoding",
    "Graphiti": "why",
}


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    """The module that writes the pages of the reference."""
    spec = spec_from_file_location("reference_pages", DOCS / "reference_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as CONTRIBUTING says; a warning is an error."""
    if find_spec("sphinx") is None or find_spec("furo") is None or find_spec("myst_parser") is None:
        pytest.skip("Sphinx is not installed (extra site)")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(DOCS), str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=1800,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_the_reference_has_every_public_module(reference: ModuleType) -> None:
    modules = [module for modules in reference.MODULES.values() for module in modules]
    assert sorted(modules) == sorted(PUBLIC)


def test_provisional_modules_say_so(reference: ModuleType) -> None:
    stability = (DOCS / "stability.md").read_text(encoding="utf-8")
    for module in reference.PROVISIONAL:
        __import__(module)
        assert "Provisional" in (sys.modules[module].__doc__ or ""), module
        assert f"`{module}`" in stability


def test_every_option_of_every_command_is_in_the_reference(reference: ModuleType) -> None:
    page = "\n".join(reference._commands())
    for words, command in reference.leaf_commands(reference.timegraph, ("timegraph",)):
        assert f"\n## {words}\n" in page
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert max(parameter.opts, key=len) in page, words


def pages_named_in_the_code() -> set[tuple[str, str]]:
    """Each page that a message, help or docstring names, with where."""
    return {
        (page, path.relative_to(ROOT).as_posix())
        for package in ("timegraph", "timeml")
        for path in (ROOT / package).rglob("*.py")
        for page in re.findall(r"\bdocs/[\w./-]+\.md(?:#[\w-]+)?", path.read_text(encoding="utf-8"))
    }


def test_what_messages_point_at_is_there() -> None:
    named = pages_named_in_the_code()
    assert len(named) > 5
    for target, where in named:
        page, _, section = target.partition("#")
        assert (ROOT / page).is_file(), f"{where} points at {target}"
        assert not section or section in sections(ROOT / page), f"{where} points at {target}"


def public_functions() -> Iterator[str]:
    for module, names in PUBLIC.items():
        for name in names.split():
            if inspect.isroutine(getattr(import_module(module), name)):
                yield f"{module}.{name}"


def words_in_examples() -> set[str]:
    """The words of all examples that run, but for lines that only import."""
    pages = [ROOT / "README.md", *DOCS.rglob("*.md")]
    code = "\n".join(
        block.text
        for page in pages
        for block in blocks(page.read_text(encoding="utf-8"))
        if block.language in ("python", "pycon")
    )
    used = re.sub(r"from [\w.]+ import (\([^)]*\)|.*)", "", code)
    return set(re.findall(r"\w+", used))


def test_every_public_function_is_shown_or_has_a_reason() -> None:
    listed = (ROOT / "tests/not_shown.txt").read_text(encoding="utf-8").split()
    shown = words_in_examples()
    missing = [
        name
        for name in public_functions()
        if name.rpartition(".")[2] not in shown
        and not {name, name.rpartition(".")[0] + ".*"} & set(listed)
    ]
    assert missing == [], "show these in a page of docs/, or give the reason in tests/not_shown.txt"


def test_reasons_are_for_names_that_are_public_and_not_shown() -> None:
    text = (ROOT / "tests/not_shown.txt").read_text(encoding="utf-8")
    names = re.findall(
        r"\btime(?:graph|ml)[\w.]*\.\w+\b(?!\.)", re.sub("^#.*$", "", text, flags=re.M)
    )
    shown, public = words_in_examples(), set(public_functions())
    assert [name for name in names if name not in public and name not in PUBLIC] == []
    assert [name for name in names if name.rpartition(".")[2] in shown and name in public] == []


@pytest.mark.slow
def test_every_public_name_is_on_the_site(site: Path) -> None:
    inventory = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    there = {line.split(" ")[0] for line in decompress(inventory).decode().splitlines()}
    missing = {
        f"{module}.{name}"
        for module, names in PUBLIC.items()
        for name in names.split()
        if f"{module}.{name}" not in there and name not in {n.rpartition(".")[2] for n in there}
    }
    assert missing == set()


@pytest.mark.slow
def test_the_site_needs_no_network(site: Path) -> None:
    """Search and styles come with the pages, so that they can be read from a folder."""
    for page in ("index.html", "search.html", "reference/timegraph.html"):
        text = (site / page).read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)"', text)
        assert loaded == [], page


@pytest.mark.slow
def test_search_has_the_right_page_among_the_first_three(site: Path) -> None:
    """The scripts of the search page run in node, and look through the site's own index."""
    node = which("node")
    if node is None:
        pytest.skip("node is not installed")
    done = subprocess.run(
        [node, str(ROOT / "tests/site_search.mjs"), str(site)],
        input=json.dumps([*SEARCHED]),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = dict(zip(SEARCHED, json.loads(done.stdout), strict=True))
    wrong = {
        query: found[query][:5]
        for query, pages in SEARCHED.items()
        if not {*pages.split()} & {*found[query][:3]}
    }
    assert wrong == {}


def test_the_release_refuses_what_is_not_a_release() -> None:
    workflow = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    assert "startsWith(github.ref, 'refs/tags/v')" in workflow
    assert 'test "$TAG" = "v$version"' in workflow
    assert "git status --porcelain" in workflow
