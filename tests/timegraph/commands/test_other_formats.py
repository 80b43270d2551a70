"""Documents of other formats, in every command that reads links."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import timeml
from tests.json_reports import score_of
from tests.timeml.readers.examples import ANAFORA, BRAT, CAT, EXAMPLES
from tests.timeml.readers.test_broken import CASES
from timegraph.commands.main import timegraph

LISTED = b"""\
storm\te1\tt0\tb
storm\te2\te1\tii
storm\te3\te2\ta
storm\te3\te1\tii
storm\te3\tt0\tv
storm\te1\te3\tb
regatta\te1\te2\tb
regatta\te2\tt0\tb
"""


def run(*arguments: object, given: bytes = b"") -> Result:
    return CliRunner().invoke(timegraph, list(map(str, arguments)), input=given)


def write(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    return write(tmp_path, {"list.tsv": LISTED}) / "list.tsv"


def test_check_names_the_document_and_counts_labels(listed: Path) -> None:
    done = run("check", listed)
    assert done.exit_code == 1
    assert f"{listed}#storm:6: l6: e1 b e3 (e1.end < e3.start) contradicts" in done.stdout
    assert done.stdout.endswith(
        "\n8 links, read by the label scheme tbd: b 4, ii 2, a 1, v 1 (says nothing)\n"
    )
    summary = json.loads(run("check", "--format", "json", listed).stdout)["summary"]
    assert (summary["links"], summary["say_nothing"], summary["links_left_out"]) == (8, 1, 1)
    assert run("check", "--jobs", 2, listed).stdout == done.stdout


def test_documents_are_chosen_by_name_list_and_layer(listed: Path, tmp_path: Path) -> None:
    assert run("check", "--document", "regatta", listed).exit_code == 0
    names = tmp_path / "names.txt"
    names.write_text("regatta\n")
    assert run("check", "--document", f"@{names}", listed).exit_code == 0
    wrong = run("check", "--document", "regata", listed)
    assert wrong.exit_code == 2
    assert "no document regata; did you mean" in wrong.stderr
    notes = write(tmp_path / "notes", ANAFORA)
    kept = json.loads(run("check", "--layer", "tlink", "--format", "json", notes).stdout)
    assert kept["summary"]["links"] == 1
    wrong = run("check", "--layer", "x", notes)
    assert wrong.exit_code == 2
    assert "none of the links is of the layer x; the layers are DocTimeRel, TLINK" in wrong.stderr


@pytest.mark.parametrize(("layer", "pairs"), [("TLINK", 1), ("doctimerel", 2)])
def test_scores_may_be_of_one_layer(tmp_path: Path, layer: str, pairs: int) -> None:
    notes = write(tmp_path / "notes", ANAFORA)
    more = ("--layer", layer, "--format", "json")
    (system,) = json.loads(run("relations", *more, "--gold", notes, notes).stdout)["systems"]
    assert (score_of(system)["pairs"], score_of(system)["micro"]) == (pairs, 1.0)
    assert f"|layers:{layer.lower()}|" in system["signature"]
    (system,) = json.loads(run("awareness", *more, "--gold", notes, notes).stdout)["systems"]
    assert score_of(system)["gold_total"] == pairs
    both = json.loads(run("agreement", *more, notes, write(tmp_path / "b", ANAFORA)).stdout)
    (group,) = both["systems"]
    assert group["scores"][0]["pairs"] == pairs
    assert f"|layers:{layer.lower()}|" in group["signature"]


def test_a_layer_that_gold_or_a_system_cannot_have_is_refused(tmp_path: Path) -> None:
    notes = write(tmp_path / "notes", ANAFORA)
    wrong = run("relations", "--layer", "x", "--gold", notes, notes)
    assert wrong.exit_code == 2
    assert "none of the links is of the layer x; the layers are DocTimeRel, TLINK" in wrong.stderr
    other = write(tmp_path / "other", {"note.tml": b"<TimeML><TEXT>Fever</TEXT></TimeML>"})
    wrong = run("relations", "--layer", "TLINK", "--gold", notes, other)
    assert wrong.exit_code == 2
    assert "--layer TLINK: other is TimeML, which has no layers" in wrong.stderr


def test_stdin_may_be_of_any_format() -> None:
    done = run("check", "--format", "json", "-", given=LISTED)
    assert json.loads(done.stdout)["summary"]["documents"] == 2


def test_labels_are_read_by_another_scheme(listed: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        '[labels]\nb = "a.start < b.start"\na = "converse of b"\nii = "nothing"\nv = "b"\n'
    )
    done = run("check", "--labels", own, listed)
    assert done.exit_code == 2
    assert f"{own}: label 'v': unknown Allen relation 'b'" in done.stderr
    own.write_text('[labels]\nb = "a.start < b.start"\na = "converse of b"\nii = "nothing"\n')
    done = run("check", "--labels", own, listed)
    assert "TLINK l5 (e3 v t0): 'v' is not a label of the scheme own; left out" in done.stdout
    assert "b 4, ii 2 (says nothing), a 1, v 1" in done.stdout
    assert "did you mean nt?" in run("check", "--labels", "NT", listed).stderr


def test_a_file_that_is_broken_is_named_and_the_others_are_checked(tmp_path: Path) -> None:
    write(tmp_path, {"a.tsv": LISTED, "b.tsv": b"x\te1\te2\tb\nx\te1\n"})
    done = run("check", "--format", "json", tmp_path)
    content = json.loads(done.stdout)
    assert (content["summary"]["documents"], content["summary"]["failed"]) == (3, 1)
    assert (
        f"{tmp_path}/b.tsv:2: a line of a link list has 4 or 6 tab-separated fields" in done.stderr
    )


def test_ask_takes_one_document_of_many(listed: Path) -> None:
    assert run("ask", "--document", "storm", listed, "IS e2 BEFORE t0").stdout == "yes\n"
    several = run("ask", listed, "IS e2 BEFORE t0")
    assert several.exit_code == 2
    assert "holds 2 documents; --document NAME takes one: storm, regatta" in several.stderr


def test_closure_has_labels_of_timeml(listed: Path) -> None:
    done = run("closure", "--document", "regatta", listed)
    assert done.exit_code == 0
    written = timeml.read(done.stdout.encode())
    assert [(k.lid, k.rel_type, k.source, k.target) for k in written.tlinks] == [
        ("l1", "BEFORE", "e1", "e2"), ("l2", "BEFORE", "e2", "t0"), ("l3", "BEFORE", "e1", "t0")
    ]  # fmt: skip


def test_closure_says_what_timeml_cannot_say(tmp_path: Path) -> None:
    notes = write(tmp_path, ANAFORA) / "note/note.Temporal-Relation.gold.completed.xml"
    done = run("closure", notes)
    assert done.exit_code == 1
    assert "TLINKs cannot express what is known about" in done.stderr
    relations = json.loads(run("closure", "--format", "json", notes).stdout)["relations"]
    assert {relation["relation"] for relation in relations} >= {None, "AFTER"}


def test_systems_in_other_formats_are_scored_with_their_scheme(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold", CAT)
    done = run("awareness", "--gold", gold, gold, "--format", "json")
    (system,) = json.loads(done.stdout)["systems"]
    assert (score_of(system)["f1"], score_of(system)["gold_total"]) == (1.0, 1)
    assert "|labels:meantime|" in system["signature"]
    named = run("awareness", "--labels", "tml", "--gold", gold, gold, "--format", "json")
    assert "labels:" not in json.loads(named.stdout)["systems"][0]["signature"]
    assert run("entities", "--gold", gold, gold).exit_code == 0


def test_what_has_no_text_is_compared_by_ids_or_not_at_all(listed: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.tsv"
    other.write_bytes(b"".join(reversed(LISTED.splitlines(keepends=True)[-2:])))
    done = run("awareness", "--gold", listed, other)
    assert done.exit_code == 1
    assert "has no text to align ids by" in done.stderr
    bare = {name: data for name, data in ANAFORA.items() if name.endswith(".xml")}
    gold = write(tmp_path / "gold", bare)
    renamed = {name: data.replace(b"@gold", b"@own") for name, data in bare.items()}
    by_spans = run("relations", "--gold", gold, write(tmp_path / "own", renamed))
    assert by_spans.exit_code == 0, by_spans.output
    assert "1.000" in by_spans.stdout
    by_ids = run(
        *("awareness", "--align", "off", "--document", "regatta", "--gold", listed, other),
        *("--format", "json"),
    )
    assert score_of(json.loads(by_ids.stdout)["systems"][0])["f1"] == 1.0


def test_texts_from_elsewhere_make_alignment_possible(listed: Path, tmp_path: Path) -> None:
    base = tmp_path / "base"
    for name in ("storm", "regatta"):
        events = " ".join(f'<EVENT eid="e{n}" class="OCCURRENCE">w{n}</EVENT>' for n in range(1, 4))
        write(base, {f"{name}.tml": f"<TimeML><TEXT>{events}</TEXT></TimeML>".encode()})
    done = run("awareness", "--texts", base, "--gold", listed, listed, "--format", "json")
    assert score_of(json.loads(done.stdout)["systems"][0])["f1"] == 1.0
    assert '"w1"' in run("check", "--texts", base, listed).stdout


def test_brat_is_read_with_its_text(tmp_path: Path) -> None:
    done = run("check", "--severity", "note", write(tmp_path, BRAT) / "trip.ann")
    assert "2 links, read" not in done.stdout
    assert done.exit_code == 0, done.stdout


# What is planted in the example of a format: what kind of fault, what is changed (nothing: the file
# with the text is missing), the rule of `check` ("": nothing is wrong; "unreadable": no document),
# and how the other commands name it.
PLANTED = [
    ("timeml", "relation", (b"<SLINK", b"<CLINK"), "unread-relation", "CLINK 1"),
    ("timeml", "label", (b'"IS_INCLUDED"', b'"IS_INCLUDD"'), "unknown-reltype", "IS_INCLUDD 1"),
    ("timeml", "attribute", (b' relatedToTime="t0"', b""), "dangling-id", "a.tml:6 l1"),
    ("timeml", "text", (b"TEXT>", b"TXT>"), "", ""),
    ("anafora", "span", CASES["anafora"].outside, "bad-span", "note:15 2@e@note@gold"),
    ("anafora", "relation", (b">ALINK<", b">CAUSE<"), "unread-relation", "CAUSE 1"),
    ("anafora", "label", (b"CONTAINS", b"CONTANS"), "unknown-reltype", "CONTANS 1"),
    ("anafora", "attribute", (b"<Target>1@e@note@gold</Target>", b""), "dangling-id", "1@r@note"),
    ("anafora", "text", "note/note", "", ""),
    ("cat", "span", CASES["cat"].outside, "bad-span", "cars:12 2"),
    ("cat", "relation", (b"CLINK", b"QLINK"), "unread-relation", "QLINK 1"),
    ("cat", "label", (b'"BEFORE"', b'"BEFOR"'), "unknown-reltype", "BEFOR 1"),
    ("cat", "attribute", (b'<target m_id="9"/>', b""), "dangling-id", "cars:16 11"),
    ("estonian", "relation", None, "unread-relation", "clink-events 1"),
    ("estonian", "label", (b"BEFORE-OR-", b"BEFOR-OR-"), "unknown-reltype", "BEFOR-OR-OVERLAP 1"),
    ("estonian", "attribute", (b"\tt1", b"\t"), "dangling-id", "a.sol:2 tlink-event-timex:2"),
    ("i2b2", "span", CASES["i2b2"].outside, "bad-span", "12:6 E1"),
    ("i2b2", "relation", (b'<TLINK id="TL1"', b'<QLINK id="TL1"'), "unread-relation", "QLINK 1"),
    ("i2b2", "label", (b'"OVERLAP"', b'"OVRLAP"'), "unknown-reltype", "OVRLAP 1"),
    ("i2b2", "text", (b"TEXT>", b"TXT>"), "unreadable", "has no <TEXT>"),
    ("i2b2", "attribute", (b' toID="S0"', b""), "dangling-id", "12:9 TL1"),
    ("ttk", "span", CASES["ttk"].outside, "bad-span", "fido:16 ei2"),
    ("ttk", "relation", (b"<SLINK", b"<QLINK"), "unread-relation", "QLINK 1"),
    ("ttk", "label", (b'"BEFORE"', b'"BEFOR"'), "unknown-reltype", "BEFOR 1"),
    ("ttk", "attribute", (b' relatedToTime="t1"', b""), "dangling-id", "fido:18 l1"),
    ("ttk", "text", (b"text>", b"txt>"), "unreadable", "has no <text>"),
    ("webanno", "span", CASES["webanno"].outside, "unreadable", "note.tsv:9: token 1-2 ends at 70"),
    ("webanno", "relation", None, "unread-relation", "CoreferenceLink 1, Event:args 1"),
    ("webanno", "label", (b"AFTER", b"AFTR"), "unknown-reltype", "AFTR 1"),
    ("webanno", "attribute", (b"2-1[0_1]", b"_"), "", ""),
    ("webanno", "text", (b"#Text=He fell ill .\n", b""), "", ""),
    ("brat", "span", CASES["brat"].outside, "bad-span", "trip:3 T3"),
    ("brat", "relation", (b"Equiv", b"Coref"), "unknown-reltype", "Coref 1"),
    ("brat", "label", (b"IS_INCLUDED", b"INCLUDD"), "unknown-reltype", "INCLUDD 1"),
    ("brat", "attribute", (b" Arg2:T2", b""), "unreadable", "is not a line of brat"),
    ("brat", "text", "trip.txt", "", ""),
    ("marks", "span", CASES["marks"].outside, "bad-span", "e2"),
    ("marks", "relation", (b'"links"', b'"arrows"'), "bad-span", "marks"),
    ("marks", "label", (b'"BEFORE"', b'"BEFOR"'), "unknown-reltype", "BEFOR"),
    ("marks", "attribute", (b', "b": "e2"', b""), "dangling-id", "e1"),
    ("marks", "text", "pump.txt", "unreadable", "its text pump.txt is not next to it"),
    ("label-studio", "span", CASES["label-studio"].outside, "bad-span", "trip:5 b"),
    (
        *("label-studio", "relation", (b'relation", "dir', b'arrow", "dir')),
        *("unread-relation", "arrow 2"),
    ),
    ("label-studio", "label", (b'"IBEFORE"', b'"IBEFOR"'), "unknown-reltype", "IBEFOR 1"),
    (
        "label-studio",
        "attribute",
        (b'"to_id": "a", ', b""),
        "unreadable",
        "a field 'to_id' is miss",
    ),
    (
        "label-studio",
        "text",
        (b'"text": "He left on', b'"x": "'),
        "unreadable",
        "task 1 has no text",
    ),
    ("narrativetime", "span", CASES["narrativetime"].outside, "bad-span", "d1:1 e3"),
    (
        *("narrativetime", "relation", (b'"invis', b'"causal_links": [["0", "1"]], "invis')),
        *("unread-relation", "causal_links 1"),
    ),
    ("narrativetime", "attribute", (b'"span": [1, 1], ', b""), "unreadable", "is not a list"),
    ("narrativetime", "text", (b'"text"', b'"txt"'), "unreadable", "'text' is missing"),
    ("uima", "span", CASES["uima"].outside, "bad-span", "trip:12 x2"),
    ("uima", "relation", (b"Dependent", b"Other"), "unread-relation", "TLINK 1"),
    ("uima", "label", (b'"IS_INCLUDED"', b'"IS_INCLUDD"'), "unknown-reltype", "IS_INCLUDD 1"),
    ("uima", "text", (b"sofaString", b"sofaText"), "", ""),
    ("uima", "attribute", (b', "@Dependent": 3', b""), "dangling-id", "trip:14 l1"),
    ("maven-ere", "span", CASES["maven-ere"].outside, "bad-span", "d1:1 TIME_1"),
    (
        "maven-ere",
        "relation",
        (b"temporal_rel", b"part_rel"),
        "unread-relation",
        "part_relations 2",
    ),
    ("maven-ere", "label", (b'"BEFORE"', b'"BEFOR"'), "unknown-reltype", "BEFOR 1"),
    ("maven-ere", "attribute", (b', "EVENT_2"]]', b"]]"), "unreadable", "has 1 id, not 2"),
    ("maven-ere", "text", (b'"tokens"', b'"words"'), "unreadable", "a field 'tokens' is missing"),
    ("omnitemp", "span", CASES["omnitemp"].outside, "bad-span", "trip:4 0"),
    (
        *("omnitemp", "relation", (b'"allPairs"', b'"causePairs": [["0", "1"]], "allPairs"')),
        *("unread-relation", "causePairs 1"),
    ),
    ("omnitemp", "label", (b'"before"', b'"befor"'), "unknown-reltype", "befor 1"),
    ("omnitemp", "attribute", (b', "_secondId": "1"', b""), "unreadable", "'_secondId' is missing"),
    ("omnitemp", "text", (b'"tokens": [', b'"words": ['), "unreadable", "'tokens' is missing"),
    ("tempeval2", "relation", None, "unread-relation", "slinks-event-event 1"),
    ("tempeval2", "label", (b"BEFORE-OR", b"BEFOR-OR"), "unknown-reltype", "BEFOR-OR-OVERLAP 1"),
    ("tempeval2", "attribute", (b"\tt1", b"\t"), "dangling-id", "a:1 tlinks-timex-event:1"),
    ("link-list", "label", (b"\tii", b"\tix"), "unknown-reltype", "ix 1"),
    (
        "link-list",
        "attribute",
        (b"\te2\tii", b"\tii"),
        "unreadable",
        "has 4 or 6 tab-separated fie",
    ),
    ("matres", "label", (b"BEFORE", b"BEFOR"), "unknown-reltype", "BEFOR 1"),
    (
        "matres",
        "attribute",
        (b"\t2\tBEF", b"\tBEF"),
        "unreadable",
        "has 4 or 6 tab-separated fields",
    ),
    (
        "narrativetime",
        "label",
        (b'"type": 2', b'"type": 9'),
        "unreadable",
        "is not a NarrativeTime",
    ),
    ("statements", "label", (b"BEFORE", b"BEFOR"), "unreadable", "unknown relation 'BEFOR'"),
    ("statements", "attribute", (b"BEFORE", b""), "unreadable", "'storm  flood"),
    ("timeline", "attribute", (b"2\tXXXX-XX-XX\t5-6-stage", b"2"), "unreadable", "must begin with"),
]
TIMEML = b"""\
<TimeML>
<DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02" functionInDocument="CREATION_TIME"/></DCT>
<TEXT>It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>,
she <EVENT eid="e2" class="REPORTING">said</EVENT>.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1"/><MAKEINSTANCE eiid="ei2" eventID="e2"/>
<TLINK lid="l1" relType="IS_INCLUDED" eventInstanceID="ei1" relatedToTime="t0"/>
<SLINK lid="l2" relType="EVIDENTIAL" eventInstanceID="ei2" subordinatedEventInstance="ei1"/>
</TimeML>
"""
OTHER_LINKS = {
    "estonian": ("corpus/clink-events", b"# fileName\tA\trelation\tB\na.sol\te1\tCAUSE\te1\n"),
    "webanno": (
        "note.tsv",
        b"#FORMAT=WebAnno TSV 3.3\n#T_SP=x.Event|ROLE_x.Event:args_x.Args|x.Event|class\n"
        b"#T_CH=x.CoreferenceLink|referenceType|referenceRelation\n\n\n#Text=a b\n"
        b"1-1\t0-1\ta\twho\t1-2\tA\tpr[3]\tcoref->1-1\t\n"
        b"1-2\t2-3\tb\t_\t_\tB\tpr[3]\t*->1-2\t\n",
    ),
    "tempeval2": ("slinks-event-event.tab", b"a\te1\te1\tMODAL\n"),
}
NAMES = {
    "link-list": "one",
    "label-studio": "trip",
    "maven-ere": "d1",
    "estonian": "a.sol",
    "tempeval2": "a",
}
# Commands that name what cannot be read and go on; the others have nothing left to do.
WITHOUT_DOCUMENT = {"check": 1, "view": 1, "open": 1}


@pytest.mark.parametrize(
    ("format", "fault", "change", "rule", "named"),
    PLANTED,
    ids=[f"{format}-{fault}" for format, fault, *_ in PLANTED],
)
def test_a_fault_is_named_by_every_command(
    tmp_path: Path,
    format: str,
    fault: str,
    change: tuple[bytes, bytes] | str | None,
    rule: str,
    named: str,
) -> None:
    if format == "uima":
        pytest.importorskip("cassis", reason="dkpro-cassis is not installed (extra uima)")
    files = dict(EXAMPLES.get(format, {"a.tml": TIMEML}))
    place = CASES[format].file if format in CASES else "a.tml"
    if isinstance(change, str):
        del files[change]
    elif change is None:
        place, files[place] = OTHER_LINKS[format]
    else:
        assert change[0] in files[place], fault
        files[place] = files[place].replace(*change)
    folder = write(tmp_path / "in", files)
    path = folder / place if format not in ("estonian", "tempeval2") else (folder / place).parent
    again = write(tmp_path / "again", files)
    chosen = ["--from", format]
    if format in NAMES and rule != "unreadable":
        chosen += ["--document", NAMES[format]]
    commands = {
        "check": [path],
        "ask": [path, "LIST AFTER 2000"],
        "view": ["--format", "svg", "--output", tmp_path / "view.svg", path],
        "convert": ["--to", "marks", "--as-label", "--output", tmp_path, path],
        "closure": ["--format", "json", path],
        "open": [path],
        "decode": [path],
        "agreement": [
            *("--align", "off"),
            *((folder, again) if format == "timeml" else (path, again / path.relative_to(folder))),
        ],
        **{
            command: ["--gold", *[folder if format == "timeml" else path] * 2]
            for command in ("awareness", "entities", "relations")
        },
    }
    for command, arguments in commands.items():
        done = run(command, *chosen, *arguments)
        if not rule:
            assert "fault" not in done.stderr, command
            assert "not read" not in done.stderr, command
            assert command == "convert" or done.exit_code == 0, command
            continue
        code = 1 if rule != "unreadable" else WITHOUT_DOCUMENT.get(command, 2)
        assert done.exit_code == code, (command, done.output)
        said = rule if command == "check" and rule != "unreadable" else named
        assert said in done.output, command
