"""``timegraph view`` as its users run it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli


def view(*args: object, input: bytes = b"") -> Result:
    return CliRunner().invoke(cli.timegraph, ["view", *map(str, args)], input=input)


@pytest.fixture
def document(kit: Path) -> Path:
    return kit / "gold" / "news-festival-storm.tml"


def test_a_page_of_a_document(document: Path, tmp_path: Path) -> None:
    output = tmp_path / "page.html"
    done = view(document, "--output", output)
    assert (done.exit_code, done.output) == (0, "")
    html = output.read_text(encoding="utf-8")
    assert "<title>news-festival-storm.tml: timeline</title>" in html
    assert view("-", input=document.read_bytes()).stdout.startswith("<!DOCTYPE html>")


def test_pictures_of_a_part(document: Path) -> None:
    whole = view("--format", "svg", document)
    part = view("--format", "svg", "--only", "ei4, ei5,t3", document)
    assert whole.exit_code == part.exit_code == 0
    assert part.stdout.count('class="bar') < whole.stdout.count('class="bar')
    assert "ei4" in view("--format", "text", "--only", "ei4", document).stdout


@pytest.mark.parametrize(
    ("name", "begin"),
    [("a.svg", "<svg"), ("a.HTML", "<!DOCTYPE html>"), ("a", "<!DOCTYPE html>"), ("a.txt", "")],
)
def test_the_ending_of_the_output_says_the_format(
    document: Path, tmp_path: Path, name: str, begin: str
) -> None:
    assert view(document, "--output", tmp_path / name).exit_code == 0
    drawn = (tmp_path / name).read_text(encoding="utf-8")
    assert drawn.startswith(begin) if begin else "<" not in drawn.splitlines()[0]
    # What is asked for in words goes first.
    view("--format", "html", document, "--output", tmp_path / name)
    assert (tmp_path / name).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_an_ending_that_says_no_format_is_refused(document: Path, tmp_path: Path) -> None:
    done = view(document, "--output", tmp_path / "a.xyz")
    assert done.exit_code == 2
    assert "its ending says no format; end it in .html, .svg or .txt" in done.stderr
    assert not (tmp_path / "a.xyz").exists()
    assert view(document, "--format", "svg", "--output", tmp_path / "a.xyz").exit_code == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--only", "ei999", "--format", "svg"], "no entity 'ei999' in the graph"),
        (["--only", "ei4"], "--only is for pictures"),
        (["--output", "nowhere/page.html"], "the folder nowhere does not exist"),
    ],
)
def test_bad_usage_says_the_way_out(document: Path, args: list[str], message: str) -> None:
    done = view(document, *args)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_folder_of_pages_has_a_list(kit: Path, tmp_path: Path) -> None:
    pages = tmp_path / "new" / "pages"
    done = view(kit / "gold", "--output", pages)
    assert done.exit_code == 0
    names = {path.name for path in pages.iterdir()}
    assert len(names) == 9
    index = (pages / "index.html").read_text(encoding="utf-8")
    assert all(f'href="{name}"' in index for name in names - {"index.html"})
    assert 'href="index.html"' in (pages / "blog-canal-ride.html").read_text(encoding="utf-8")
    assert "give --output FOLDER" in view(kit / "gold").stderr
    again = view(kit / "gold", kit / "systems" / "hasty", "--output", pages, "--quiet")
    assert again.exit_code in (0, 1)
    assert (pages / "blog-canal-ride-2.html").exists()


def test_what_cannot_be_read_is_named(tmp_path: Path, document: Path) -> None:
    broken = tmp_path / "broken.tml"
    broken.write_text("<TimeML><TEXT>", encoding="utf-8")
    done = view(broken, document, "--output", tmp_path / "pages")
    assert done.exit_code == 1
    assert "broken.tml" in done.stderr
    assert "nothing to view" in view(tmp_path / "none.tml").stderr
    assert view(tmp_path / "none.tml").exit_code == 2


def test_an_output_that_is_a_file_is_no_folder(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = view(kit / "gold", "--output", tmp_path / "file")
    assert done.exit_code == 2
    assert f"--output {tmp_path / 'file'}" in done.stderr


def test_a_picture_says_that_choices_are_not_decided(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text("storm BEFORE|AFTER flood\n", encoding="utf-8")
    done = view(path, "--format", "text")
    assert done.exit_code == 0
    assert f"{path}: choices are not decided in a picture" in done.stderr
