"""``timegraph check`` as its users run it."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph import __version__
from timegraph.commands import main as cli

ROOT = Path(__file__).resolve().parents[3]

HEAD = """\
<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02"
 functionInDocument="CREATION_TIME">2 January 2020</TIMEX3></DCT>
<TEXT>She <EVENT eid="e1" class="STATE">ate</EVENT>, <EVENT eid="e2" class="STATE">slept</EVENT> and
<EVENT eid="e3" class="STATE">dreamt</EVENT>, %, on <TIMEX3 tid="t1" type="DATE"
value="2020-01-03">the third</TIMEX3>.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1"/>
<MAKEINSTANCE eiid="ei2" eventID="e2"/>
<MAKEINSTANCE eiid="ei3" eventID="e3"/>
"""  # 8 lines: the first link is on line 9
CLEAN = """\
<TLINK lid="l1" eventInstanceID="ei1" relType="BEFORE" relatedToEventInstance="ei2"/>
<TLINK lid="l2" eventInstanceID="ei2" relType="BEFORE" relatedToEventInstance="ei3"/>
"""
CIRCLE = (
    CLEAN
    + """\
<TLINK lid="l3" eventInstanceID="ei3" relType="BEFORE" relatedToEventInstance="ei1"/>
"""
)
SELF = (
    CLEAN
    + """\
<TLINK lid="l3" eventInstanceID="ei3" relType="SIMULTANEOUS" relatedToEventInstance="ei3"/>
<TLINK lid="l4" eventInstanceID="ei3" relType="INCLUDES" relatedToEventInstance="ei3"/>
"""
)
FAULTS = (
    CLEAN
    + """\
<TLINK lid="l2" eventInstanceID="ei2" relType="BEFORE" relatedToEventInstance="ei3"/>
<TLINK lid="l5" eventInstanceID="ei9" relType="BEFORE" relatedToEventInstance="ei3"/>
<TLINK lid="l6" eventInstanceID="ei2" relType="VAGUE" relatedToEventInstance="ei3"/>
"""
)
APART = """\
<TLINK lid="l1" eventInstanceID="ei3" relType="BEGINS" relatedToEventInstance="ei2"/>
<TLINK lid="l2" eventInstanceID="ei1" relType="AFTER" relatedToEventInstance="ei3"/>
<TLINK lid="l3" timeID="t1" relType="ENDS" relatedToEventInstance="ei2"/>
<TLINK lid="l4" eventInstanceID="ei1" relType="BEFORE" relatedToTime="t1"/>
<TLINK lid="l9" eventInstanceID="ei1" relType="SIMULTANEOUS" relatedToEventInstance="ei2"/>
"""
LATE = (
    CLEAN
    + """\
<TLINK lid="l7" timeID="t1" relType="BEFORE" relatedToTime="t0"/>
"""
)


def check(*args: object, input: str | bytes = "") -> Result:
    return CliRunner().invoke(cli.timegraph, ["check", *map(str, args)], input=input)


def checked(*args: object) -> dict[str, object]:
    content: dict[str, object] = json.loads(check(*args, "--format", "json").stdout)
    return content


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two subfolders, of which one holds a document that cannot be read."""
    for name, links in {
        "a/clean": CLEAN,
        "a/circle": CIRCLE,
        "b/self": SELF,
        "b/faults": FAULTS,
    }.items():
        file = tmp_path / "docs" / f"{name}.tml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{HEAD}{links}</TimeML>", encoding="utf-8")
    (tmp_path / "docs" / "b" / "broken.tml").write_text("<TimeML>\n<TEXT>", encoding="utf-8")
    (tmp_path / "docs" / "b" / "notes.txt").write_text("no TimeML", encoding="utf-8")
    return tmp_path / "docs"


def test_a_clean_folder_says_so_by_its_exit_code(kit: Path) -> None:
    done = check(kit / "gold")
    assert (done.exit_code, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 2


def test_text_shows_each_conflict_with_its_chain(folder: Path) -> None:
    done = check(folder / "a")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[:7] == [
        "contradiction (error): link that contradicts other links: 1 finding in 1 document",
        "  Fix: read the sentences, decide which of these links is wrong, and change or remove it",
        f'  {folder}/a/circle.tml:11:1: l3: ei3 "dreamt" BEFORE ei1 "ate" (ei3.end < ei1.start) '
        "contradicts",
        '      line 9: l1: ei1 "ate" BEFORE ei2 "slept" (ei1.end < ei2.start)',
        '      line 10: l2: ei2 "slept" BEFORE ei3 "dreamt" (ei2.end < ei3.start)',
        "      | She [ate ei1], [slept ei2] and [dreamt ei3], %, on the third.",
        "",
    ]
    assert done.stdout.splitlines()[-1].split() == [f"{folder}/a", "2", "1", "1", "0", "0"]


def test_a_document_that_cannot_be_read_stops_nothing(folder: Path) -> None:
    done = check(folder)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"{folder}/b/broken.tml:2: ")
    assert done.stdout.splitlines()[-1].split() == ["all", "5", "2", "2", "5", "1"]


def test_json(folder: Path) -> None:
    content = checked(folder)
    assert (content["schema"], content["version"]) == (2, __version__)
    assert content["summary"] == {
        "documents": 5,
        "inconsistent": 2,
        "links_left_out": 2,
        "diagnostics": 5,
        "failed": 1,
        "links": 14,
        "say_nothing": 0,
    }
    documents = content["documents"]
    assert isinstance(documents, list)
    names = [Path(document["path"]).stem for document in documents]
    assert names == ["circle", "clean", "broken", "faults", "self"]
    circle, clean, broken, faults, self = documents
    assert circle["links_left_out"] == 1
    (conflict,) = circle["conflicts"]
    assert (conflict["link"]["lid"], conflict["link"]["line"]) == ("l3", 11)
    assert conflict["constraints"] == ["ei3.end < ei1.start"]
    assert [link["lid"] for link in conflict["against"]] == ["l1", "l2"]
    assert conflict["chain"]["conclusion"] == "ei1.start <= ei3.end"
    assert {**clean, "path": ""} == {
        "path": "",
        "diagnostics": [],
        "conflicts": [],
        "links_left_out": 0,
        "scheme": "tml",
        "labels": {"BEFORE": 2},
        "says_nothing": [],
    }
    assert broken["error"]
    assert (broken["diagnostics"], broken["conflicts"]) == ([], [])
    assert [(d["code"], d["id"], d["line"]) for d in faults["diagnostics"]] == [
        ("duplicate-id", "l2", 11),
        ("dangling-id", "l5", 12),
        ("unknown-reltype", "l6", 13),
    ]
    assert faults["links_left_out"] == 0
    assert [d["code"] for d in self["diagnostics"]] == ["self-link", "self-link"]
    assert (self["links_left_out"], self["conflicts"][0]["against"]) == (1, [])


def test_annotations_for_ci(folder: Path) -> None:
    done = check(folder, "--format", "github")
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert len(lines) == 8
    place = str(folder).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    assert lines[0] == (
        f"::error file={place}/a/circle.tml,line=11,endLine=11,col=1,endColumn=85,"
        "title=contradiction%3A link that contradicts other links::"
        'TLINK l3: ei3 "dreamt" BEFORE ei1 "ate" (ei3.end < ei1.start) contradicts '
        'l1: ei1 "ate" BEFORE ei2 "slept"; l2: ei2 "slept" BEFORE ei3 "dreamt"%0A'
        "She [ate ei1], [slept ei2] and [dreamt ei3], %25, on the third.%0A"
        "Fix: read the sentences, decide which of these links is wrong, and change or "
        "remove it"
    )
    assert lines[1].startswith(f"::error file={place}/b/broken.tml,line=2,endLine=2,title=")
    assert lines[-1].startswith(f"::error file={place}/b/self.tml,line=12,")
    assert "cannot hold by itself" in lines[-1]
    assert [line.split()[0] for line in lines].count("::warning") == 2  # self-link


def test_annotations_for_ci_are_escaped(tmp_path: Path) -> None:
    odd = tmp_path / "50%, a:b.tml"
    links = CLEAN.replace('"BEFORE"', '"100%&#10;::"')
    odd.write_text(f"{HEAD}{links}</TimeML>", encoding="utf-8")
    lines = check(odd, "--format", "github").stdout.splitlines()
    assert len(lines) == 2
    assert "/50%25%2C a%3Ab.tml,line=9," in lines[0]
    assert "100%25" in lines[0]


@pytest.mark.parametrize("format", ["markdown"])
def test_tables_give_the_summary(folder: Path, format: str) -> None:
    done = check(folder, "--format", format)
    assert done.exit_code == 1
    assert len([line for line in done.stdout.splitlines() if "docs" in line]) == 2


def test_repair_shows_what_file_order_drops_beside_the_least_that_must_go(tmp_path: Path) -> None:
    # l1 stands first and contradicts each of the others.
    links = """\
<TLINK lid="l1" eventInstanceID="ei3" relType="BEFORE" relatedToEventInstance="ei1"/>
<TLINK lid="l2" eventInstanceID="ei1" relType="BEFORE" relatedToEventInstance="ei3"/>
<TLINK lid="l3" eventInstanceID="ei1" relType="IBEFORE" relatedToEventInstance="ei2"/>
<TLINK lid="l4" eventInstanceID="ei2" relType="BEFORE" relatedToEventInstance="ei3"/>
"""
    file = tmp_path / "a.tml"
    file.write_text(f"{HEAD}{links}</TimeML>", encoding="utf-8")
    done = check(file, "--repair")
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert lines[2:5] == [
        f"  {file}: leave out 1 link, and the others agree (a smallest set; file order leaves out "
        "2)",
        '    - line 9: l1: ei3 "dreamt" BEFORE ei1 "ate"',
        '  line 9: l1: ei3 "dreamt" BEFORE ei1 "ate": in 2 of 2 contradictions',
    ]
    (document,) = checked(file, "--repair")["documents"]  # type: ignore[misc]
    assert [link["lid"] for link in document["repair"]["links"]] == ["l1"]
    assert document["repair"]["exact"] is True
    assert document["repair"]["at_least"] == 1
    assert document["repair"]["time_limit"] == 2.0
    assert len(document["independent_conflicts"]) == 1


def test_repair_says_when_it_ran_out_of_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = '<TLINK lid="l{}" eventInstanceID="ei1" relType="{}" relatedToEventInstance="ei2"/>\n'
    types = ("BEFORE", "AFTER", "SIMULTANEOUS")
    links = "".join(one.format(k, rel_type) for k, rel_type in enumerate(types))
    file = tmp_path / "a.tml"
    file.write_text(f"{HEAD}{links}</TimeML>", encoding="utf-8")
    monkeypatch.setattr("timegraph.commands.check._REPAIR_SECONDS", 0.0)
    done = check(file, "--repair")
    assert "leave out 2 links, and the others agree (the best found in 0 s, " in done.stdout
    assert "so fewer may be enough; at least 1 must be removed; file order" in done.stdout


def test_the_calendar_is_off_by_default_and_never_repaired(tmp_path: Path) -> None:
    file = tmp_path / "a.tml"
    file.write_text(f"{HEAD}{LATE}</TimeML>", encoding="utf-8")
    assert check(file).exit_code == 0
    done = check(file, "--calendar", "--repair")
    assert done.exit_code == 1
    assert ':11:1: l7: t1 "the third" BEFORE t0 "2 January 2020" (t1.end < ' in done.stdout
    assert "      calendar: " in done.stdout
    assert "leave out 1 link, and the others agree (a smallest set;" in done.stdout


def test_coarse_values_may_be_read_as_some_time_within(tmp_path: Path) -> None:
    file = tmp_path / "a.tml"
    month = f"{HEAD}{LATE}</TimeML>".replace('"2020-01-03"', '"2020-01"')
    file.write_text(month, encoding="utf-8")
    assert check(file, "--coarse", "bounds").exit_code == 0
    done = check(file, "--calendar")
    assert done.exit_code == 1
    assert ':11:1: l7: t1 "the third" BEFORE t0 ' in done.stdout
    bounds = ("--calendar", "--calendar-reading", "exact", "--coarse", "bounds")
    assert check(file, *bounds).exit_code == 0
    never = month.replace('"BEFORE" relatedToTime', '"BEGINS" relatedToTime').replace(
        '"2020-01"', '"2020-02"'
    )
    file.write_text(never, encoding="utf-8")
    done = check(file, *bounds, "--repair")
    assert done.exit_code == 1
    assert "leave out 1 link, and the others agree (a smallest set;" in done.stdout


def test_archives_stdin_and_files_of_any_ending(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "docs.zip"
    with zipfile.ZipFile(archive, "w") as opened:
        for file in sorted(folder.rglob("*.*")):
            opened.write(file, file.relative_to(folder))
    assert checked(archive)["summary"] == checked(folder)["summary"]
    assert checked(archive)["documents"][0]["path"] == f"{archive}/a/circle.tml"  # type: ignore[index]
    odd = tmp_path / "circle.xml"
    shutil.copy(folder / "a" / "circle.tml", odd)
    assert checked(odd)["summary"]["inconsistent"] == 1  # type: ignore[index]
    done = check("-", "--format", "json", input=odd.read_bytes())
    assert json.loads(done.stdout)["documents"][0]["path"] == "-"


def test_a_document_named_twice_counts_once(folder: Path) -> None:
    content = checked(folder, folder / "a", folder / "a" / "circle.tml")
    assert content["summary"]["documents"] == 5  # type: ignore[index]


def test_nothing_usable(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.zip").write_bytes(b"no archive")
    for path in ("missing.tml", "missing", "empty", "bad.zip"):
        done = check(tmp_path / path)
        assert done.exit_code == 2, path
        assert done.stdout == ""
        assert done.stderr.count(str(tmp_path / path)) == 1
        both = check(tmp_path / path, folder / "a" / "clean.tml")
        assert both.exit_code == 1, path
        assert str(tmp_path / path) in both.stderr
        assert "clean.tml" not in both.stderr
        told = check(tmp_path / path, folder / "a" / "clean.tml", "--format", "github")
        assert told.exit_code == 1
        (error,) = told.stdout.splitlines()
        assert error.startswith(f"::error file={tmp_path / path},title=unreadable%3A ")
        content = checked(tmp_path / path, folder / "a" / "clean.tml")
        (named,) = content["errors"]  # type: ignore[misc]
        assert named["path"] == str(tmp_path / path)
        assert f"{named['path']}: {named['error']}\n" == both.stderr
        assert content["summary"]["documents"] == 1  # type: ignore[index]
    assert check().exit_code == 2


def test_documents_of_which_none_can_be_read_are_reported_all_the_same(folder: Path) -> None:
    broken = folder / "b" / "broken.tml"
    text = check(broken)
    assert (text.exit_code, text.stderr.count(f"{broken}:2: ")) == (1, 1)
    assert text.stdout.splitlines()[-1].split() == [f"{folder}/b", "1", "0", "0", "0", "1"]
    github = check(broken, "--format", "github")
    assert github.exit_code == 1
    assert github.stdout.startswith(f"::error file={broken},line=2,endLine=2,title=")
    done = check(broken, "--format", "json")
    content = json.loads(done.stdout)
    assert done.exit_code == 1
    assert (content["summary"]["failed"], content["errors"]) == (1, [])
    (document,) = content["documents"]
    assert document["path"] == str(broken)
    assert document["error"] in text.stderr
    stdin = check("-", "--format", "json", input="<TimeML>")
    assert (stdin.exit_code, json.loads(stdin.stdout)["summary"]["failed"]) == (1, 1)


def test_missing_creation_time_and_instances(tmp_path: Path) -> None:
    file = tmp_path / "a.tml"
    text = HEAD.partition("<TEXT>")[2].replace('<MAKEINSTANCE eiid="ei3" eventID="e3"/>\n', "")
    file.write_text(f"<TimeML><TEXT>{text}</TimeML>", encoding="utf-8")
    (document,) = checked(file)["documents"]  # type: ignore[misc]
    assert [d["code"] for d in document["diagnostics"]] == ["no-dct", "no-instance"]
    assert check(file).exit_code == 1


def test_a_key_file_without_instances_has_one_diagnostic(tmp_path: Path) -> None:
    file = tmp_path / "a.tml"
    file.write_text(f"{HEAD.partition('<MAKE')[0]}</TimeML>", encoding="utf-8")
    (document,) = checked(file)["documents"]  # type: ignore[misc]
    assert document["diagnostics"] == [
        {
            "code": "no-instance",
            "id": None,
            "line": None,
            "message": "the document has no MAKEINSTANCE; the eids of its 3 EVENTs "
            "are used instead",
        }
    ]
    assert check(file).exit_code == 1  # as for any other diagnostic
    graph = CliRunner().invoke(cli.timegraph, ["closure", str(file)])
    assert (graph.exit_code, graph.stderr) == (0, "")


@pytest.mark.parametrize("policy", ["drop-link", "drop-constraint"])
def test_each_constraint_left_out_is_shown_with_its_own_chain(tmp_path: Path, policy: str) -> None:
    file = tmp_path / "a.tml"
    file.write_text(f"{HEAD}{APART}</TimeML>", encoding="utf-8")
    (document,) = checked(file, "--on-conflict", policy)["documents"]  # type: ignore[misc]
    (conflict,) = document["conflicts"]
    assert [link["lid"] for link in conflict["against"]] == ["l1", "l2"]
    assert conflict["chains"][0]["chain"] == conflict["chain"]
    assert [
        (
            chain["constraint"],
            [link["lid"] for link in chain["against"]],
            chain["chain"]["conclusion"],
        )
        for chain in conflict["chains"]
    ] == [
        ("ei1.start = ei2.start", ["l1", "l2"], "ei2.start < ei1.start"),
        ("ei1.end = ei2.end", ["l3", "l4"], "ei1.end < ei2.end"),
    ]
    assert check(file, "--on-conflict", policy).stdout.splitlines()[2:8] == [
        f'  {file}:13:1: l9: ei1 "ate" SIMULTANEOUS ei2 "slept" (ei1.start = ei2.start, '
        "ei1.end = ei2.end) contradicts",
        '      line 9: l1: ei3 "dreamt" BEGINS ei2 "slept" (ei2.start = ei3.start)',
        '      line 10: l2: ei1 "ate" AFTER ei3 "dreamt" (ei3.end < ei1.start)',
        '      line 12: l4: ei1 "ate" BEFORE t1 "the third" (ei1.end < t1.start)',
        '      line 11: l3: t1 "the third" ENDS ei2 "slept" (t1.end = ei2.end)',
        "      | She [ate ei1], [slept ei2] and [dreamt ei3], %, on [the third t1].",
    ]


def test_links_without_lid_are_cited_by_line(tmp_path: Path) -> None:
    file = tmp_path / "a.tml"
    links = CIRCLE.replace(' lid="l2"', "").replace(' lid="l3"', "")
    file.write_text(f"{HEAD}{links}</TimeML>", encoding="utf-8")
    told = check(file, "--repair").stdout
    assert f'{file}:11:1: ei3 "dreamt" BEFORE ei1 "ate" (ei3.end < ei1.start) contradicts' in told
    assert '      line 10: ei2 "slept" BEFORE ei3 "dreamt" (ei2.end < ei3.start)\n' in told
    assert '    - line 11: ei3 "dreamt" BEFORE ei1 "ate"\n' in told
    github = check(file, "--format", "github").stdout.splitlines()
    assert ",line=11,endLine=11," in github[-1]
    assert 'contradicts l1: ei1 "ate" BEFORE ei2 "slept"; ei2 "slept" BEFORE' in github[-1]
    (document,) = checked(file)["documents"]  # type: ignore[misc]
    assert document["conflicts"][0]["link"] == {
        "text": "line 11: ei3 BEFORE ei1",
        "lid": None,
        "line": 11,
        "source": None,
    }


def test_independent_conflicts_are_shown_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.tml"
    links = CIRCLE + LATE.removeprefix(CLEAN) + LATE.removeprefix(CLEAN).replace("BEFORE", "AFTER")
    file.write_text(f"{HEAD}{links.replace('l7', 'l8', 1)}</TimeML>", encoding="utf-8")
    told = check(file).stdout
    assert f"  {file}: 2 contradictions; at least 2 links must be removed (--repair says" in told
    (document,) = checked(file)["documents"]  # type: ignore[misc]
    shown = [[link["lid"] for link in conflict] for conflict in document["independent_conflicts"]]
    assert shown == [["l8", "l7"], ["l1", "l2", "l3"]]
    assert "repair" not in document
    monkeypatch.setattr("timegraph.documents.closure._MOST_STEPS", 1)
    assert f"  {file}: 2 contradictions (--repair says which)" in check(file).stdout
    (document,) = checked(file)["documents"]  # type: ignore[misc]
    assert document["independent_conflicts"] is None
    (document,) = checked(file, "--repair")["documents"]  # type: ignore[misc]
    assert len(document["independent_conflicts"]) == 2


def test_the_result_can_go_to_a_file(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.json"
    done = check(folder, "--format", "json", "--output", output)
    assert (done.exit_code, done.stdout) == (1, "")
    assert json.load(io.StringIO(output.read_text(encoding="utf-8")))["summary"]["documents"] == 5


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "documents", "inconsistent", "left_out"),
    [
        ("tempeval3/TBAQ-cleaned/TimeBank", 183, 13, 14),
        ("tempeval3/TBAQ-cleaned/AQUAINT", 73, 26, 64),
        ("qa-tempeval/fold1/TIPSem-fold1-normalized", 25, 25, 205),
        ("qa-tempeval/fold1/test-fold1-normalized", 25, 6, 12),
        ("qa-tempeval/fold1/trios-fold1-normalized", 25, 2, 6),
    ],
)
def test_corpora(data: Path, place: str, documents: int, inconsistent: int, left_out: int) -> None:
    summary = checked(data / place)["summary"]
    assert isinstance(summary, dict)
    found = (summary["documents"], summary["inconsistent"], summary["links_left_out"])
    assert found == (documents, inconsistent, left_out)


def codes(*args: object) -> list[str]:
    return [finding["code"] for finding in checked(*args)["findings"]]  # type: ignore[attr-defined]


def _with_a_note(folder: Path) -> Path:
    """A document in the folder in which e3 has no link."""
    file = folder / "a" / "lonely.tml"
    file.write_text(f"{HEAD}{CLEAN.splitlines()[0]}</TimeML>", encoding="utf-8")
    return file


def test_rules_are_selected_and_ignored(folder: Path) -> None:
    _with_a_note(folder)
    every = codes(folder, "--severity", "note")
    assert "unlinked-event" in every
    shown = codes(folder)
    assert "unlinked-event" not in shown
    assert set(codes(folder, "--select", "self-link")) == {"self-link", "unreadable"}
    ignored = codes(folder, "--ignore", "self-link,dangling-*")
    assert [code for code in shown if code not in ("self-link", "dangling-id")] == ignored
    summary = checked(folder, "--select", "self-link")["summary"]
    assert (summary["inconsistent"], summary["links_left_out"]) == (None, None)  # type: ignore[index]
    unknown = check(folder, "--select", "self-lik")
    assert unknown.exit_code == 2
    assert "there is no rule 'self-lik'; did you mean self-link?" in unknown.stderr


def test_the_exit_code_counts_what_is_shown(folder: Path) -> None:
    alone = folder / "b" / "self.tml"  # a contradiction and two self links
    assert check(alone, "--ignore", "contradiction").exit_code == 1
    assert check(alone, "--severity", "error").exit_code == 1
    assert check(alone, "--severity", "error", "--ignore", "contradiction").exit_code == 0
    notes = check(_with_a_note(folder), "--select", "unlinked-event")
    assert (notes.exit_code, "unlinked-event (note)" in notes.stdout) == (0, True)
    # What cannot be read is shown whatever is selected.
    assert check(folder / "b" / "broken.tml", "--select", "self-link").exit_code == 1


def test_text_shows_at_most_so_many(folder: Path) -> None:
    assert "  and 1 more; --max 0 shows all\n" in check(folder, "--max", "1").stdout
    assert "more; --max" not in check(folder, "--max", "0").stdout


def test_the_message_and_the_words_survive_a_locale_without_utf_8(folder: Path) -> None:
    file = folder / "a" / "clean.tml"
    text = file.read_text(encoding="utf-8").replace('class="x"', "").replace("ate", "été")
    file.write_text(text.replace('"BEFORE"', '"BEFOR"'), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "cli.py", "check", str(file)],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert 'ei1 "été"' in done.stdout.decode("utf-8")


def test_the_hook_of_pre_commit_runs_a_command_that_there_is() -> None:
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    fields = dict(line[2:].split(": ", 1) for line in hook.splitlines())
    assert fields["id"] == "timegraph-check"
    program, *args = fields["entry"].split()
    assert program == "timegraph"
    assert CliRunner().invoke(cli.timegraph, [*args, "--help"]).exit_code == 0
    assert re.search(fields["files"], "a/b.tml")
    assert not re.search(fields["files"], "a/b.tml.txt")


def test_headings_are_coloured_if_wanted(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = kit / "systems" / "hasty"
    plain = check(system).stdout
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = check(system).stdout
    assert coloured.startswith("\x1b[1;31mcontradiction (error)")
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert check(system).stdout == plain


def test_repaired_documents_are_written(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "repaired"
    done = check(folder, "--repair", "--output-repaired", target)
    assert " written, without " in done.stderr
    written = sorted(target.rglob("*.tml"))
    assert written
    assert check(target, "--select", "contradiction").exit_code == 0
    assert all((folder / path.relative_to(target)).exists() for path in written)
    assert "--output-repaired goes with --repair" in check(folder, "--output-repaired", "x").stderr
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert check(folder, "--repair", "--output-repaired", tmp_path / "file").exit_code == 2
    for source, own in ((target, target), (written[0], written[0].parent)):
        refused = check(source, "--repair", "--output-repaired", own)
        assert (refused.exit_code, "own folder" in refused.stderr) == (2, True)


def test_long_chains_are_shown_by_their_ends(tmp_path: Path) -> None:
    events = "".join(f'<EVENT eid="e{k}">x{k}</EVENT> ' for k in range(41))
    link = '<TLINK lid="l{}" relType="BEFORE" eventID="e{}" relatedToEvent="e{}"/>\n'
    links = "".join(link.format(k, k, k + 1) for k in range(40)) + link.format(99, 40, 0)
    file = tmp_path / "long.tml"
    file.write_text(f"<TimeML><TEXT>{events}</TEXT>\n{links}</TimeML>", encoding="utf-8")
    text = check(file).stdout
    assert "... 20 more" in text
    assert "l9: " in text
    assert "l15: " not in text
    assert "l15: " in check(file, "--verbose").stdout
    (document,) = checked(file)["documents"]  # type: ignore[misc]
    chain = document["conflicts"][0]["chain"]
    assert chain["steps_between"] > 0
    (document,) = checked(file, "--verbose")["documents"]  # type: ignore[misc]
    assert len(document["conflicts"][0]["chain"]["steps"]) == chain["steps_between"]


def test_long_chains_are_in_json_once(tmp_path: Path) -> None:
    """A row of links with as many backwards: what a contradiction has does not grow with the
    row."""
    sizes = []
    for n in (60, 120):
        link = '<TLINK lid="l{}" relType="BEFORE" eventID="e{}" relatedToEvent="e{}"/>\n'
        events = "".join(f'<EVENT eid="e{k}">x{k}</EVENT> ' for k in range(n + 1))
        links = "".join(link.format(k, k, k + 1) for k in range(n))
        links += "".join(link.format(n + k, n, k) for k in range(20))
        file = tmp_path / "row.tml"
        file.write_text(f"<TimeML><TEXT>{events}</TEXT>\n{links}</TimeML>", encoding="utf-8")
        (document,) = checked(file)["documents"]  # type: ignore[misc]
        sizes.append(len(json.dumps(document["conflicts"])))
        assert {conflict["links_between"] for conflict in document["conflicts"]} == set(
            range(n - 19, n + 1)
        )
    assert sizes[1] < 1.05 * sizes[0]
    assert sizes[1] < 20 * 1_500


def test_slips_in_values_of_edtf_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "a.tml"
    text = f"{HEAD}{CLEAN}</TimeML>".replace('"2020-01-03">the third', '"1984/1985">in 1994')
    file.write_text(text, encoding="utf-8")
    done = check(file, "--calendar", "--calendar-reading", "edtf")
    assert done.exit_code == 1
    assert "value='1984/1985', which contradicts the year in its text" in done.stdout
    assert "a form that TimeML does not have" not in done.stdout
