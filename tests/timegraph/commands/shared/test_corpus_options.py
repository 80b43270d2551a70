"""Which documents of which format a command reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.parts import called
from timegraph.commands.shared.command import BadUsage
from timegraph.commands.shared.corpus_options import Chosen, corpus_options
from timegraph.corpus.runner import DocumentsError
from timeml import Document, TLink, open_collection

PATHS = ["in/a.tsv#APW1", "in/a.tsv#APW2", "in/News.TML", "in/old/APW2.tml"]


def run(*args: str) -> Chosen | str:
    """What the command receives, or why it is not called."""
    result, _, values = called((corpus_options(layers=True),), *args)
    assert result.exit_code == (0 if values else 2)
    return values["corpus"] if values else result.stderr


@pytest.mark.parametrize(
    ("names", "picked"),
    [
        (None, PATHS),
        (("APW1",), ["in/a.tsv#APW1"]),
        (("APW2",), ["in/a.tsv#APW2", "in/old/APW2.tml"]),
        (("in/old/APW2.tml",), ["in/old/APW2.tml"]),
        (("news",), ["in/News.TML"]),
        (("news.tml", "APW1"), ["in/a.tsv#APW1", "in/News.TML"]),
        (("apw1", "apw1.tml"), ["in/a.tsv#APW1"]),
    ],
)
def test_documents_are_found_by_their_names(
    names: tuple[str, ...] | None, picked: list[str]
) -> None:
    assert Chosen(names=names).pick(PATHS) == picked


def test_a_name_that_no_document_has_is_bad_usage() -> None:
    with pytest.raises(BadUsage, match=r"no document APW9; did you mean APW"):
        Chosen(names=("APW9",)).pick(PATHS)
    with pytest.raises(BadUsage, match=r"no document xyz; there are APW1, APW2, News.TML"):
        Chosen(names=("xyz",)).pick(PATHS)


def test_the_options_make_one_choice(tmp_path: Path) -> None:
    assert run() == Chosen()
    listed = tmp_path / "dev.txt"
    listed.write_text("# the split\nAPW1\n\n  APW2 \n", "utf-8")
    args = ("--from", "link-list", "--document", "X", "--layer", "TLINK")
    chosen = Chosen("link-list", ("X", "APW1", "APW2"), ("TLINK",), "base")
    assert run(*args, "--document", f"@{listed}", "--texts", "base") == chosen


def test_texts_that_are_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "one.tml").write_bytes(b"<TimeML><TEXT>It rained.</TEXT></TimeML>")
    chosen = Chosen(texts=str(tmp_path))
    assert chosen.narrowed(Document(name="one")).text == "It rained."
    assert chosen.narrowed(Document(name="two")).text == ""
    (tmp_path / "x.tsv").write_bytes(b"one\te1\te2\tb\ntwo\te1\te2\tb\n")
    whole = chosen.of(open_collection(tmp_path / "x.tsv"))
    assert [bool(whole.read(name).text) for name in whole] == [True, False]
    with pytest.raises(DocumentsError, match="--texts"):
        Chosen(texts=str(tmp_path / "none")).narrowed(Document(name="one"))


@pytest.mark.parametrize(
    ("data", "complaint"),
    [(b"", "names no document"), (b"\xff", "is not UTF-8"), (None, "No such file")],
)
def test_a_list_that_cannot_be_used_is_bad_usage(
    tmp_path: Path, data: bytes | None, complaint: str
) -> None:
    listed = tmp_path / "dev.txt"
    if data is not None:
        listed.write_bytes(data)
    message = str(run("--document", f"@{listed}"))
    assert f"--document @{listed}: " in message
    assert complaint in message


def test_the_formats_are_named() -> None:
    assert "'link-list'" in str(run("--from", "tsv"))


def test_links_of_other_layers_are_left_out() -> None:
    links = (
        TLink("l1", "BEFORE", "e1", "e2", extra=(("layer", "main"),)),
        TLink("l2", "BEFORE", "e1", "e2", extra=(("layer", "DocTimeRel"),)),
        TLink("l3", "BEFORE", "e1", "e2"),
    )
    document = Document(tlinks=links)
    assert Chosen().narrowed(document) is document
    assert Chosen(layers=("MAIN", "none")).narrowed(document).tlinks == links[:1]
    Chosen(layers=("MAIN",)).check_layers([document])
    with pytest.raises(BadUsage, match="layer none; the layers are DocTimeRel, main"):
        Chosen(layers=("main", "none")).check_layers([document])
    with pytest.raises(BadUsage, match="layer none; there are none"):
        Chosen(layers=("none",)).check_layers([])


def test_a_document_is_found_by_its_second_name_too() -> None:
    files = ["in/ID1.Temporal.gold.xml", "in/ID2.Temporal.gold.xml"]
    second = dict(zip(files, ("ID1", "ID2"), strict=True))
    assert Chosen(names=("ID2",)).pick(files, second) == files[1:]
    assert Chosen(names=("ID1.Temporal.gold.xml", "id2")).pick(files, second) == files
    with pytest.raises(BadUsage, match=r"no document ID3; there are ID1, ID2"):
        Chosen(names=("ID3",)).pick(files, second)
