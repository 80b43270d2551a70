"""``--html`` of the measures: pages that lead to each other, and to the entities."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli


def run(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, [*map(str, args)])


@pytest.fixture
def awareness(kit: Path) -> list[object]:
    return [
        *("awareness", "--gold", kit / "gold"),
        *(kit / "systems" / name for name in ("careful", "hasty")),
    ]


@pytest.fixture
def agreement(kit: Path) -> list[object]:
    return ["agreement", *(kit.parent / "agreement" / name for name in ("ada", "ben"))]


def selecting(folder: Path) -> list[tuple[Path, list[str]]]:
    """The page of each address in the pages of a folder, and the entities that it selects; each
    page is there and has them."""
    pages = {path.resolve(): path.read_text("utf-8") for path in folder.rglob("*.html")}
    addresses = []
    for path, html in pages.items():
        for address, ids in re.findall(r'href="([^"#]+)(?:#([^"]*))?"', html):
            target = (path.parent / unquote(address)).resolve()
            assert target in pages, address
            selected = [id for id in ids.split(",") if id]
            assert all(f'["{id}",' in pages[target] for id in selected)
            addresses.append((target, selected))
    return addresses


# Awareness


def test_every_link_of_awareness_leads_to_its_entities(
    awareness: list[object], tmp_path: Path
) -> None:
    done = run(*awareness, "--html", tmp_path / "pages", "--method", "acl11")
    assert done.exit_code == 0
    assert f"open {tmp_path / 'pages' / 'index.html'}" in done.stderr
    assert any(ids for _, ids in selecting(tmp_path / "pages"))
    index = (tmp_path / "pages" / "index.html").read_text("utf-8")
    assert "[0." in index  # intervals, which the command line has with --confidence
    assert "|intervals:jackknife-t-arcsine|" in index
    assert "By document" in index
    assert "By relation" in index


def test_a_system_that_cannot_be_scored_is_on_the_pages(
    awareness: list[object], tmp_path: Path
) -> None:
    (tmp_path / "gold").mkdir()
    done = run(*awareness, tmp_path / "gold", "--html", tmp_path / "pages")
    assert done.exit_code == 1
    assert "not scored" in (tmp_path / "pages" / "index.html").read_text("utf-8")


# Agreement


def test_the_tables_of_annotators_have_a_page(agreement: list[object], tmp_path: Path) -> None:
    done = run(*agreement, "--html", tmp_path / "pages")
    assert done.exit_code == 0
    assert f"open {tmp_path / 'pages' / 'index.html'}" in done.stderr
    index = (tmp_path / "pages" / "index.html").read_text("utf-8")
    assert "What all say together" in index
    assert "3 documents" not in index
    assert "ada and ben" in index


def test_annotators_that_share_nothing_are_bad_usage_still(
    agreement: list[object], kit: Path, tmp_path: Path
) -> None:
    done = run(*agreement[:2], kit / "gold", "--html", tmp_path / "pages")
    assert done.exit_code == 2


# Scores


def test_chosen_tables_stand_beside_those_of_every_run(kit: Path, tmp_path: Path) -> None:
    args = ["--kit", kit, "--by", "answer", "--html", tmp_path, "--quiet"]
    assert run("score", *args).exit_code == 0
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    for caption in ("By document", "By relation", "By answer"):
        assert f"<summary>{caption}</summary>" in index
    assert "[0." in index  # intervals
    assert "|intervals:jackknife-t-arcsine|" in index
    assert any(ids for _, ids in selecting(tmp_path))


def test_a_comparison_has_pages_too(kit: Path, tmp_path: Path) -> None:
    assert run("compare", "--kit", kit, "--html", tmp_path / "pages").exit_code == 0
    index = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert "McNemar" in index
    assert "[0." not in index
    assert "intervals:" not in index
