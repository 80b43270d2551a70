"""``timegraph convert`` as its users run it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli
from timeml import open_collection, read
from timeml.writers import FORMATS

# Statements have labels of their own: see test_statements_of_every_scheme.
WITH_LABELS = [format for format in FORMATS if format != "statements"]
DENSE = Path("examples/corpora/dense.tsv")


def convert(*args: object, input: bytes = b"") -> Result:
    return CliRunner().invoke(cli.timegraph, ["convert", *map(str, args)], input=input)


@pytest.mark.parametrize("format", WITH_LABELS)
def test_a_folder_is_converted_and_read_again(kit: Path, tmp_path: Path, format: str) -> None:
    output = tmp_path / "out"
    together = {"link-list": "links.tsv", "label-studio": "tasks.json"}.get(format)
    target = output / together if together else output
    if together:
        output.mkdir()
    done = convert("--to", format, "--as-label", "--output", target, kit / "gold")
    assert done.stdout == ""
    assert (done.exit_code, done.stderr) == (0, "") or (done.exit_code, format) > (0, "")
    back = open_collection(target, format=format)
    gold = open_collection(kit / "gold")
    assert {name.removesuffix(".tml") for name in back} == {
        name.removesuffix(".tml") for name in gold
    }


def test_a_file_is_not_replaced_by_what_it_is_converted_to(kit: Path, tmp_path: Path) -> None:
    text = tmp_path / "news-festival-storm.tml"
    text.write_bytes((kit / "gold" / text.name).read_bytes())
    done = convert("--to", "timeml", "--output", tmp_path, text)
    assert done.exit_code == 2
    assert f"its {text.name} is read" in done.stderr
    assert text.read_bytes() == (kit / "gold" / text.name).read_bytes()


def test_a_name_without_an_ending_is_a_folder(kit: Path, tmp_path: Path) -> None:
    note = kit / "eval-questions" / "question-events"
    source = next(note.iterdir())
    for output in ("ls", "tasks.json"):
        assert convert("--to", "label-studio", "--output", tmp_path / output, source).exit_code in (
            0,
            1,
        )
    assert (tmp_path / "ls" / "tasks.json").is_file()
    assert (tmp_path / "tasks.json").is_file()


def test_one_document_of_a_list_goes_to_stdout_with_the_scheme_of_its_labels() -> None:
    done = convert("--to", "timeml", "--as-label", "--document", "storm", DENSE)
    assert done.exit_code == 0
    strange, named = done.stderr.splitlines()
    assert strange.endswith("i 1, v 1; written as they are") or "written as they are" in strange
    assert named == "the labels are those of the scheme tbd, which the files name"
    document = read(done.stdout.encode())
    assert document.scheme == "tbd"
    assert {link.rel_type for link in document.tlinks} <= {"a", "b", "i", "ii", "s", "v"}


def test_what_is_lost_is_reported_and_the_exit_code_is_1(tmp_path: Path) -> None:
    output = ("--output", tmp_path / "out")
    done = convert("--to", "brat", "--as-label", *output, "--document", "storm", DENSE)
    assert done.exit_code == 1
    assert "entities without a position in the text cannot be represented in brat: " in done.stderr
    assert "--texts DIR" in done.stderr


def test_stdin_is_converted(kit: Path) -> None:
    data = (kit / "gold" / "news-festival-storm.tml").read_bytes()
    done = convert("--to", "timeml", "-", input=data)
    assert (done.exit_code, done.stderr) == (0, "")
    assert read(done.stdout.encode()) == read(data)


def test_bad_usage_writes_nothing(kit: Path, tmp_path: Path) -> None:
    many = convert("--to", "brat", "--as-label", DENSE)
    assert (many.exit_code, "give --output DIR" in many.stderr) == (2, True)
    own = convert("--to", "timeml", "--output", kit / "gold", kit / "gold")
    assert (own.exit_code, "its files would be lost" in own.stderr) == (2, True)
    nothing = convert("--to", "brat", "--output", tmp_path / "out", tmp_path)
    assert (nothing.exit_code, "nothing to convert" in nothing.stderr) == (2, True)
    file = tmp_path / "file"
    file.write_text("")
    taken = convert("--to", "brat", "--as-label", "--output", file, DENSE)
    assert (taken.exit_code, "is a file" in taken.stderr) == (2, True)
    assert sorted(tmp_path.iterdir()) == [file]


def test_documents_of_one_name_are_refused(kit: Path, tmp_path: Path) -> None:
    gold = kit / "gold" / "news-festival-storm.tml"
    other = tmp_path / "news-festival-storm.tml"
    other.write_bytes(gold.read_bytes())
    done = convert("--to", "timeml", "--output", tmp_path / "out", gold, other)
    assert (done.exit_code, "would both be called" in done.stderr) == (2, True)


def test_a_broken_file_does_not_keep_others_from_being_written(kit: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.tml"
    broken.write_text("<TimeML><TEXT>")
    output = tmp_path / "out"
    output.mkdir()
    gold = kit / "gold" / "news-festival-storm.tml"
    done = convert("--to", "timeml", "--output", output, gold, broken)
    assert done.exit_code == 1
    assert "broken.tml" in done.stderr
    assert [path.name for path in output.iterdir()] == ["news-festival-storm.tml"]


def test_labels_are_translated_and_what_they_lose_is_counted(tmp_path: Path) -> None:
    done = convert("--to", "link-list", "--to-labels", "tml", DENSE)
    assert done.exit_code == 1
    comment, *lines = done.stdout.splitlines()
    assert comment == '# timegraph labels="tml"'
    assert {line.split("\t")[3] for line in lines} <= {
        "BEFORE",
        "AFTER",
        "IS_INCLUDED",
    }
    assert done.stderr.splitlines() == [
        "labels of links in the scheme tml: 7 exact, 0 weakened, 1 dropped",
        "the labels are those of the scheme tml, which the files name",
        "v (dropped) cannot be represented in the scheme tml: 1 (storm:l5)",
    ]


def test_exact_labels_are_no_loss_and_links_are_turned(tmp_path: Path) -> None:
    source = tmp_path / "d.tsv"
    source.write_text("d\te1\te2\ta\n")
    done = convert("--to", "link-list", "--to-labels", "maven", source)
    assert (done.exit_code, done.stdout) == (
        0,
        '# timegraph labels="maven"\nd\te2\te1\tBEFORE\n',
    )


def test_weakened_labels_are_named_with_their_links(kit: Path, tmp_path: Path) -> None:
    weak = tmp_path / "weak"
    done = convert("--to", "timeml", "--to-labels", "thyme", "--output", weak, kit / "gold")
    assert done.exit_code == 1
    message = (
        "IS_INCLUDED (weakened to CONTAINED-BY) cannot be represented in the scheme thyme: 108"
    )
    assert message in done.stderr


def test_labels_that_are_not_read_are_left_out(tmp_path: Path) -> None:
    source = tmp_path / "d.tsv"
    source.write_text("d\te1\te2\tb\nd\te2\te3\tq\n")
    done = convert("--to", "link-list", "--to-labels", "tml", source)
    assert (done.exit_code, done.stdout) == (
        1,
        '# timegraph labels="tml"\nd\te1\te2\tBEFORE\n',
    )
    message = "links with the unknown label 'q' cannot be represented in the scheme tml: 1 (d:l2)"
    assert message in done.stderr


def test_a_users_scheme_is_a_target_too() -> None:
    ward = "examples/corpora/ward.toml"
    done = convert("--to", "link-list", "--to-labels", ward, "--document", "regatta", DENSE)
    assert (done.exit_code, done.stdout) == (
        1,
        '# timegraph labels="ward"\nregatta\te1\te2\tBEFORE\nregatta\te2\tt0\tBEFORE\n',
    )
    assert "read with --labels FILE.toml" in done.stderr
    wrong = convert("--to", "link-list", "--to-labels", "tyme", DENSE)
    assert (wrong.exit_code, "did you mean thyme?" in wrong.stderr) == (2, True)


def test_during_and_labels_say_how_the_source_is_read(tmp_path: Path) -> None:
    source = tmp_path / "d.tsv"
    source.write_text("d\te1\te2\tDURING\n")
    to_dense = ("--to", "link-list", "--labels", "tml", "--to-labels", "tbd", source)
    assert convert(*to_dense).stdout == "d\te1\te2\ts\n"
    assert convert("--during", "contained", *to_dense).stdout == "d\te1\te2\tii\n"
    alone = convert("--to", "link-list", "--during", "contained", source)
    assert (alone.exit_code, "no effect without --to-labels" in alone.stderr) == (2, True)


CAT = """<Document doc_id="7" doc_name="cars.xml" lang="en">
<token number="1" sentence="1" t_id="2">sold</token>
<token number="2" sentence="1" t_id="3">off</token>
<Markables>
<EVENT_MENTION m_id="1"><token_anchor t_id="2"/></EVENT_MENTION>
<EVENT_MENTION m_id="2"><token_anchor t_id="3"/></EVENT_MENTION>
</Markables>
<Relations>
<TLINK r_id="11" reltype="BEFORE"><source m_id="1"/><target m_id="2"/></TLINK>
</Relations>
</Document>
"""


@pytest.mark.parametrize("labels", ["meantime", "tbd"])
@pytest.mark.parametrize("format", WITH_LABELS)
def test_the_advised_options_read_what_was_written(
    tmp_path: Path, format: str, labels: str
) -> None:
    (tmp_path / "cars.xml").write_text(CAT)
    (tmp_path / "out").mkdir()
    done = convert(
        *("--to", format, "--labels", labels, "--output", tmp_path / "out"), tmp_path / "cars.xml"
    )
    _, _, advice = done.stderr.partition("read with ")
    options = advice.splitlines()[0].split() if advice else []
    # 1 and 2 are ids of other lists, too, unless our own first line says what it is.
    assert ("--from" in options) == (format == "link-list" and labels == "tbd")
    assert "--labels" not in options, "the files name their scheme"
    assert ("which the files name" in done.stderr) == (FORMATS[format].scheme != labels)
    check = CliRunner().invoke(cli.timegraph, ["check", *options, str(tmp_path / "out")])
    assert f"1 link, read by the label scheme {labels}: BEFORE 1" in check.output


@pytest.mark.parametrize("format", ["brat", "label-studio", "anafora", "link-list", "omnitemp"])
def test_a_second_instance_is_reported_where_it_becomes_an_event(
    tmp_path: Path, format: str
) -> None:
    source = tmp_path / "two.tml"
    source.write_text(
        '<TimeML><TEXT><EVENT eid="e1" class="STATE">taught</EVENT></TEXT>'
        '<MAKEINSTANCE eiid="ei1" eventID="e1"/><MAKEINSTANCE eiid="ei2" eventID="e1"/></TimeML>'
    )
    (tmp_path / "out").mkdir()
    done = convert("--to", format, "--output", tmp_path / "out", source)
    message = "further instances of an event (each is read back as an event of its own)"
    assert f"{message} cannot be represented in {format}: 1 (two:ei2)" in done.stderr
    assert done.exit_code == 1


MATRES = "d\tate\tleft\t1\t2\tBEFORE\nd\tate\tpaid\t1\t3\tVAGUE\n"


@pytest.mark.parametrize("format", sorted({*WITH_LABELS} - {"omnitemp"}))  # it has these labels
def test_a_label_that_would_say_more_in_the_target_is_refused(tmp_path: Path, format: str) -> None:
    (tmp_path / "m.tsv").write_text(MATRES)
    (tmp_path / "out").mkdir()
    to = ("--to", format, "--output", tmp_path / "out", tmp_path / "m.tsv")
    done = convert(*to)
    assert (done.exit_code, done.stdout, list((tmp_path / "out").iterdir())) == (2, "", [])
    assert "of the scheme matres cannot be expressed in the labels of" in done.stderr
    assert ": BEFORE 1" in done.stderr
    assert f"--to-labels {FORMATS[format].scheme}" in " ".join(done.stderr.split())
    done = convert("--as-label", *to)
    assert done.exit_code in (0, 1)
    assert ": BEFORE 1" in done.stderr.partition("; written as they are")[0]


@pytest.mark.parametrize("ending", ["txt", "jsonl", "csv", "tsv"])
def test_statements_of_every_scheme_say_the_same(tmp_path: Path, ending: str) -> None:
    (tmp_path / "m.tsv").write_text(MATRES)
    converted = tmp_path / f"d.{ending}"
    done = convert("--to", "statements", "--output", converted, tmp_path / "m.tsv")
    assert "scheme allen: 1 exact, 0 weakened, 1 dropped" in done.stderr
    questions = ("IS ei1.start BEFORE ei2.start", "IS ei1 BEFORE ei2", "IS ei2 BEFORE ei1")
    ask = CliRunner().invoke(cli.timegraph, ["ask", str(converted), *questions])
    assert [line.split()[-1] for line in ask.stdout.splitlines()][-3:] == ["yes", "unknown", "no"]


def test_a_folder_becomes_files_of_statements(kit: Path, tmp_path: Path) -> None:
    done = convert("--to", "statements", "--output", tmp_path / "out", kit / "gold")
    assert "scheme allen" in done.stderr
    before, after = open_collection(kit / "gold"), open_collection(tmp_path / "out")
    assert {name.removesuffix(".txt") for name in after} == {
        name.removesuffix(".tml") for name in before
    }
    for name in before:
        read = after.read(f"{name.removesuffix('.tml')}.txt")
        assert len(read.tlinks) == len(before.read(name).tlinks)


@pytest.mark.parametrize("name", ["news", "APW19980227.0487", "notes.txt"])
def test_a_document_keeps_its_name_as_statements_and_back(
    kit: Path, tmp_path: Path, name: str
) -> None:
    document = min((kit / "gold").iterdir()).read_bytes()
    (tmp_path / f"{name}.tml").write_bytes(document)
    convert("--to", "statements", "--output", tmp_path / "s", tmp_path / f"{name}.tml")
    assert [path.name for path in (tmp_path / "s").iterdir()] == [f"{name}.txt"]
    to = ("--to", "timeml", "--to-labels", "tml", "--output", tmp_path / "back")
    convert(*to, tmp_path / "s")
    assert [path.name for path in (tmp_path / "back").iterdir()] == [f"{name}.tml"]


def test_what_is_known_of_starts_stays_so(tmp_path: Path) -> None:
    (tmp_path / "m.tsv").write_text(MATRES)
    converted = tmp_path / "d.tml"
    convert("--to", "timeml", "--as-label", "--output", converted, tmp_path / "m.tsv")
    ask = CliRunner().invoke(cli.timegraph, ["ask", str(converted), "IS ei1 BEFORE ei2"])
    assert ask.stdout == "unknown\n"
    check = CliRunner().invoke(cli.timegraph, ["check", str(converted)])
    assert "read by the label scheme matres: BEFORE 1, VAGUE 1" in check.stdout
    convert("--to", "timeml", "--to-labels", "tml", "--output", converted, tmp_path / "m.tsv")
    assert read(converted).scheme == "tml"
    ask = CliRunner().invoke(cli.timegraph, ["ask", str(converted), "IS ei1 BEFORE ei2"])
    assert ask.stdout == "unknown\n"


def test_a_closure_has_the_labels_of_timeml_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "d.tsv"
    path.write_text("d\te1\te2\tb\nd\te2\te3\tb\n")
    done = CliRunner().invoke(cli.timegraph, ["closure", str(path)])
    document = read(done.stdout.encode())
    assert (document.scheme, {link.rel_type for link in document.tlinks}) == ("tml", {"BEFORE"})


def test_labels_cannot_be_translated_and_kept() -> None:
    done = convert("--to", "timeml", "--to-labels", "tml", "--as-label", DENSE)
    assert (done.exit_code, "--as-label has no effect" in done.stderr) == (2, True)


@pytest.mark.parametrize("command", ["check", "ask", "convert", "closure", "agreement"])
def test_a_scheme_that_nobody_knows_is_named_with_the_way_out(tmp_path: Path, command: str) -> None:
    path = tmp_path / "own.tml"
    path.write_text(
        '<?timegraph labels="mine"?><TimeML><TEXT><EVENT eid="e1" class="STATE">a</EVENT> '
        '<EVENT eid="e2" class="STATE">b</EVENT></TEXT><TLINK lid="l1" relType="FIRST" '
        'eventID="e1" relatedToEvent="e2"/></TimeML>'
    )
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "own.tml").write_bytes(path.read_bytes())
    arguments = {
        "check": [path],
        "ask": [path, "IS e1 BEFORE e2"],
        "convert": ["--to", "brat", path],
        "closure": [path],
        "agreement": [tmp_path, tmp_path / "other"],
    }[command]
    done = CliRunner().invoke(cli.timegraph, [command, *map(str, arguments)])
    assert done.exit_code in (1, 2), done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert "'mine'" in done.output
    assert "--labels FILE.toml" in " ".join(done.output.split())
