"""Checking many documents."""

from __future__ import annotations

from pathlib import Path

from timegraph.checking.document import Selection, check_documents, write_repaired
from timegraph.corpus import Source
from timeml import TimeMLError, read

TEXT = """<TimeML><TEXT>She <EVENT eid="e1">ate</EVENT> and <EVENT eid="e2">slept</EVENT>.</TEXT>
{}</TimeML>"""
LINK = '<TLINK lid="{}" relType="{}" eventID="e1" relatedToEvent="e2"/>\n'
AGREEING = TEXT.format(LINK.format("l1", "BEFORE"))
CONTRADICTING = TEXT.format(
    LINK.format("l1", "BEFORE") + LINK.format("l2", "AFTER") + LINK.format("l3", "BEFORE")
)

GOOD = b'<TimeML><TEXT><EVENT eid="e1" class="OCURRENCE">ate</EVENT></TEXT></TimeML>'


def source(name: str, data: bytes) -> tuple[Source, str]:
    return Source(name, f"d/{name}", data), "d"


def test_each_document_in_order_and_failures_among_them() -> None:
    missing = Source("c.tml", "d/c.tml", error=FileNotFoundError(2, "No such file"))
    wrong = Source("w.tml", "d/w.tml", error=TimeMLError("ambiguous", file="d/w.tml"))
    sources = [source("a.tml", GOOD), source("b.tml", b"<TimeML>\n<"), (missing, "d"), (wrong, "d")]
    good, broken, gone, odd = check_documents(iter(sources))
    assert [finding.code for finding in good.findings] == ["no-dct", "no-instance", "unknown-class"]
    assert good.findings[-1].position is not None
    assert good.findings[-1].position.column == 15
    assert broken.failure is not None
    assert broken.failure.startswith("d/b.tml:2: not well-formed XML")
    assert gone.failure == "d/c.tml: No such file"
    assert odd.failure == "d/w.tml: ambiguous"
    assert [one.folder for one in (good, broken, gone)] == ["d"] * 3


def test_the_selection_goes_along() -> None:
    (one,) = check_documents([source("a.tml", GOOD)], selection=Selection(("unknown-class",)))
    assert [finding.code for finding in one.findings] == ["unknown-class"]


def test_processes_give_the_same(kit: Path) -> None:
    files = sorted((kit / "systems" / "hasty").glob("*.tml"))
    sources = [(Source(f.name, str(f), f.read_bytes()), "") for f in files]
    alone = list(check_documents(iter(sources)))
    assert list(check_documents(iter(sources), jobs=2)) == alone
    assert sum(len(document.findings) for document in alone) > 5


def sources(folder: Path) -> list[tuple[Source, str]]:
    paths = {f"{folder}/a/good.tml": AGREEING, f"{folder}/b/bad.tml": CONTRADICTING}
    return [(Source(path, path, text.encode()), "") for path, text in paths.items()]


def test_what_has_contradictions_is_written_without_links(tmp_path: Path) -> None:
    given = sources(tmp_path / "in")
    checked = list(check_documents(given, time_limit=2))
    written = write_repaired([source for source, _ in given], checked, tmp_path / "out")
    assert written == (tmp_path / "out" / "b" / "bad.tml",)
    repaired = read(written[0])
    assert [link.lid for link in repaired.tlinks] == ["l1", "l3"]
    assert repaired.text == read(CONTRADICTING.encode()).text


def test_without_a_repair_nothing_is_written(tmp_path: Path) -> None:
    given = sources(tmp_path / "in")
    checked = list(check_documents(given))
    assert write_repaired([source for source, _ in given], checked, tmp_path / "out") == ()
    assert not (tmp_path / "out").exists()
