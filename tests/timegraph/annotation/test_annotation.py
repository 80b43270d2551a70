"""The baseline annotator: what it learns, keeps, refuses and writes (docs/annotate.md)."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

import timeml
from timegraph.annotation import CONTRADICTIONS, Annotator, ModelError, annotate, train
from timegraph.annotation.annotator import value_of
from timegraph.annotation.command import command
from timegraph.annotation.learning import (
    Classifier,
    Weighted,
    consistent,
    learn,
    pairs_of,
    tokens_of,
)
from timegraph.documents.build import build
from timegraph.labels import find_scheme
from timegraph.scoring.annotation_notices import annotation_faults
from timeml import Document
from timeml.plain_text import creation_time, make_document

if find_spec("sklearn") is None:  # loaded by the tests, in the process that runs them
    pytest.skip("scikit-learn is not installed (extra annotate)", allow_module_level=True)

ROOT = Path(__file__).resolve().parents[3]
GOLD = ROOT / "examples/kit/gold"


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    return [timeml.read(path) for path in sorted(GOLD.glob("*.tml"))]


@pytest.fixture(scope="module")
def model(documents: list[Document]) -> Annotator:
    return train(documents)


def text(words: str, created: str | None = "2024-05-30") -> Document:
    dct = None if created is None else creation_time(created)
    return make_document(words, docid="d", created=dct)


def test_a_classifier_learns_what_separates_its_rows() -> None:
    rows = [["a", "c"], ["a"], ["b", "c"], ["b"]] * 5
    found = learn(rows, ["A", "A", "B", "B"] * 5)
    assert [label for label, _ in found.best([["a"], ["b"], ["a", "unknown"]])] == ["A", "B", "A"]
    assert found.probabilities([["a"], []]).sum(axis=1).tolist() == pytest.approx([1, 1])
    assert len(found.probabilities([])) == 0


def test_one_label_is_certain() -> None:
    assert learn([["a"], ["b"]], ["A", "A"]).best([["c"]]) == [("A", 1.0)]


def test_three_labels_and_none_of_their_features() -> None:
    found = learn([["a"], ["b"], ["c"]] * 9, ["A", "B", "C"] * 9)
    assert [label for label, _ in found.best([["c"], ["b"]])] == ["C", "B"]


def test_order_of_documents_does_not_matter(documents: list[Document], model: Annotator) -> None:
    assert train(reversed(documents)) == model


def test_a_saved_model_is_the_same(model: Annotator, tmp_path: Path) -> None:
    model.save(tmp_path / "m.json")
    assert Annotator.load(tmp_path / "m.json") == model


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a model"),
        (b"[" * 100_000, "is not a model"),
        (b"\x80\x04K\x01.", "is not a model"),
        (b"[]", "is not a model"),
        (b'{"timegraph-model": 99}', "layout 99"),
        (b'{"timegraph-model": 3}', "damaged"),
        (
            b'{"timegraph-model": 3, "link a": {"labels": ["A"], "weights": {"f": [1, 2]}}}',
            "damaged",
        ),
        (b'{"timegraph-model": 3, "link a": {"labels": [], "weights": {}}}', "damaged"),
        (
            b'{"timegraph-model": 3, "link a": {"labels": ["A"], "weights": {"f": ["x"]}}}',
            "damaged",
        ),
    ],
)
def test_files_that_are_not_models(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "m.json").write_bytes(content)
    with pytest.raises(ModelError, match=message):
        Annotator.load(tmp_path / "m.json")


def test_a_model_with_another_scheme_is_damaged(model: Annotator, tmp_path: Path) -> None:
    model.save(tmp_path / "m.json")
    content = json.loads((tmp_path / "m.json").read_text())
    (tmp_path / "m.json").write_text(json.dumps({**content, "scheme": "../x"}))
    with pytest.raises(ModelError, match="damaged"):
        Annotator.load(tmp_path / "m.json")


def test_nothing_to_learn_from(documents: list[Document]) -> None:
    with pytest.raises(ModelError, match="no document"):
        train([])
    with pytest.raises(ModelError, match="has a text"):
        train([Document()])
    with pytest.raises(ModelError, match="several label schemes"):
        train([documents[0], replace(documents[1], scheme="matres")])


def test_what_the_corpus_lacks(documents: list[Document]) -> None:
    bare = [replace(document, tlinks=()) for document in documents]
    assert train(bare, entities=False).lacks == (
        "links",
        "events",
        "times",
        "attributes of events",
    )
    assert annotate(documents[0], train(bare)).tlinks == ()


def test_given_entities_stay(documents: list[Document], model: Annotator) -> None:
    for document in documents:
        found = annotate(document, model)
        assert (found.events, found.timexes, found.text) == (
            document.events,
            document.timexes,
            document.text,
        )
        assert found.tlinks
        assert all(0 < float(dict(link.extra)["weight"]) <= 1 for link in found.tlinks)
        assert len(found.linked) == len(found.tlinks)


@pytest.mark.parametrize("how", [how for how in CONTRADICTIONS if how != "keep"])
def test_links_do_not_contradict(how: str, documents: list[Document], model: Annotator) -> None:
    for document in documents:
        found = annotate(document, model, contradictions=how)  # type: ignore[arg-type]
        assert build(found, on_conflict="drop-link").conflicts == ()


def test_the_lighter_link_goes() -> None:
    links = [
        Weighted("a", "BEFORE", "b", 0.9),
        Weighted("b", "BEFORE", "c", 0.8),
        Weighted("c", "BEFORE", "a", 0.7),
    ]
    scheme = find_scheme("tml")
    assert consistent(links, scheme, "greedy") == links[:2]
    assert consistent(links, scheme, "decode") == links[:2]
    assert consistent(links, scheme, "keep") == links


def test_plain_text(model: Annotator) -> None:
    found = annotate(text("The pump failed on Monday before it was repaired."), model)
    assert timeml.read(timeml.write(found)) == found
    assert [timex.text for timex in found.timexes[1:]] == ["Monday"]
    assert found.timexes[1].value == "2024-05-27"
    assert found.tlinks


def test_a_time_ends_before_the_quote(model: Annotator) -> None:
    found = annotate(text('"We came yesterday", he said.'), model)
    assert [timex.text for timex in found.timexes[1:]] == ["yesterday"]


@pytest.mark.parametrize(
    "words", ["", " ", "...", "日本語の文章です。", "שלום עולם", "\u0301\u200d", "a"]
)
@pytest.mark.parametrize("created", [None, "2024-05-30"])
def test_strange_texts(words: str, created: str | None, model: Annotator) -> None:
    found = annotate(text(words, created), model)
    assert timeml.read(timeml.write(found)).text == found.text


def test_pairs_are_in_text_order(documents: list[Document]) -> None:
    for document in documents:
        order = {id: number for number, id in enumerate(document.entities)}
        for pair in pairs_of(document):
            if not pair.kind.endswith("creation"):
                assert order[pair.a] < order[pair.b]


def test_groups_of_features_are_left_out(documents: list[Document]) -> None:
    without = frozenset(("words", "between", "values", "distance"))
    features = {f for pair in pairs_of(documents[0], without) for f in pair.features}
    assert features
    assert all("w=" not in feature for feature in features)
    found = train(documents, without=without, entities=False)
    assert found.without == tuple(sorted(without))
    assert annotate(documents[0], found).tlinks


def test_tokens_cover_words_and_marks() -> None:
    assert [token.text for token in tokens_of("He didn't pay 1,200.5 (U.S.)")] == (
        ["He", "did", "n't", "pay", "1,200.5", "(", "U", ".", "S", ".", ")"]
    )


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("March 22, 2013", "2013-03-22"),
        ("Friday", "2013-03-22"),
        ("Tuesday", "2013-03-19"),
        ("last week", "2013-W11"),
        ("two years ago", "2011"),
        ("a month", "P1M"),
        ("three years", "P3Y"),
        ("the 1990s", "199"),
        ("right now", "PRESENT_REF"),
        ("blue", None),
    ],
)
def test_values(phrase: str, value: str | None) -> None:
    assert value_of(phrase, "2013-03-22", {"right now": "PRESENT_REF"}) == value


def test_values_without_a_creation_time() -> None:
    assert value_of("last week", None, {}) is None
    assert value_of("2009", "someday", {}) == "2009"


# ---- the command --------------------------------------------------------------------------------


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(command, [str(argument) for argument in arguments])
    return done.exit_code, done.output


def test_train_and_run(tmp_path: Path) -> None:
    assert run("train", "--output", tmp_path / "m.json", GOLD)[0] == 0
    (tmp_path / "one.txt").write_text("The pump failed on Monday.", encoding="utf-8")
    code, _ = run(
        "run", tmp_path / "m.json", "--created", "2024-05-30", "--output", tmp_path / "out",
        tmp_path / "one.txt", GOLD,
    )  # fmt: skip
    assert code == 0
    written = sorted(path.name for path in (tmp_path / "out").glob("*"))
    assert written == sorted([*(path.name for path in GOLD.glob("*.tml")), "one.tml"])
    assert timeml.read(tmp_path / "out/one.tml").dct is not None


def test_run_names_what_it_cannot_annotate(tmp_path: Path) -> None:
    run("train", "--output", tmp_path / "m.json", GOLD)
    for name, data in (("a", b"\xff\xfe\xfa"), ("b", b" "), ("c", b"It \x01 failed.")):
        (tmp_path / f"{name}.txt").write_bytes(data)
    code, output = run("run", tmp_path / "m.json", "--output", tmp_path / "o", tmp_path / "c.txt")
    assert code == 1
    assert "characters that TimeML cannot" in output
    code, output = run(
        "run", tmp_path / "m.json", "--output", tmp_path / "o", *tmp_path.glob("[ab].txt")
    )
    assert code == 1
    assert f"{tmp_path / 'a.txt'}: could not be read" in output
    assert "b: has no text\n" in output


@pytest.mark.parametrize(
    "arguments",
    [
        ("train", "--output", "m.json", "missing"),
        ("run", "missing.json", "--output", "o", GOLD),
        ("run", ROOT / "setup.cfg", "--output", "o", GOLD),
        ("run", "m.json", "--created", "yesterday", "--output", "o", GOLD),
    ],
)
def test_bad_usage(
    arguments: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _ = run(*arguments)
    assert code in (1, 2)
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize("created", ["2024-13-01", "2024-02-30", "2024-05-30T25:00", "2024-05"])
def test_a_creation_time_that_no_calendar_has_is_refused(created: str, tmp_path: Path) -> None:
    run("train", "--output", tmp_path / "m.json", GOLD)
    out = tmp_path / "o"
    code, output = run("run", tmp_path / "m.json", "--created", created, "--output", out, GOLD)
    assert (code, f"--created {created}: " in output, out.exists()) == (2, True, False)


def test_a_label_of_a_classifier_prints() -> None:
    assert repr(Classifier(("A", "B"), {"": (0, 0)})) == "<Classifier of A, B: 1 features>"


@pytest.mark.data
def test_platinum(data: Path) -> None:
    """Links between TempEval-3's gold entities, learnt from a part of its training documents."""
    folder = data / "tempeval3"
    known = [timeml.read(path) for path in sorted(folder.glob("TBAQ-cleaned/TimeBank/*.tml"))[:60]]
    learnt = train(known, entities=False)
    found = annotate(timeml.read(folder / "te3-platinum/AP_20130322.tml"), learnt)
    assert len(found.tlinks) > 20


# ---- what comes in from strangers ----------------------------------------------------------------


def test_processes_write_the_same(model: Annotator, tmp_path: Path) -> None:
    model.save(tmp_path / "m.json")
    for jobs in ("1", "2"):
        code, _ = run("run", tmp_path / "m.json", "--jobs", jobs, "--output", tmp_path / jobs, GOLD)
        assert code == 0
    first, second = ({f.name: f.read_bytes() for f in (tmp_path / n).iterdir()} for n in "12")
    assert first == second


def test_one_label_only(documents: list[Document]) -> None:
    same = [
        replace(d, tlinks=tuple(replace(link, rel_type="BEFORE") for link in d.tlinks))
        for d in documents
    ]
    learnt = train(same, entities=False)
    assert {link.rel_type for link in annotate(documents[0], learnt).tlinks} <= {"BEFORE", "AFTER"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("density", float("nan")),
        ("values", {"monday": "\x01"}),
        ("values", ["a"]),
        ("documents", 5),
        ("event", {"labels": ["\ud800"], "weights": {"": [0]}}),
        ("event", {"labels": ["", "!"], "weights": {"": [1e400, 0]}}),
    ],
)
def test_hostile_models(field: str, value: object, model: Annotator, tmp_path: Path) -> None:
    model.save(tmp_path / "m.json")
    content = json.loads((tmp_path / "m.json").read_text())
    (tmp_path / "m.json").write_text(json.dumps({**content, field: value}))
    code, output = run("run", tmp_path / "m.json", "--output", tmp_path / "o", GOLD)
    assert (code, "damaged" in output) == (2, True)


@pytest.mark.parametrize("words", ["", "d1\tei1\tei2\tBEFORE\n"])
def test_a_corpus_that_teaches_nothing(words: str, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    if words:
        (tmp_path / "corpus/links.txt").write_text('# timegraph labels="matres"\n' + words)
    code, _ = run("train", "--output", tmp_path / "m.json", tmp_path / "corpus")
    assert code == 2
    assert not (tmp_path / "m.json").exists()


def test_a_long_text_is_annotated_in_blocks(
    model: Annotator, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = text("The pump failed on Monday. It was repaired on Tuesday.\n" * 20)
    whole = annotate(document, model)
    monkeypatch.setattr("timegraph.annotation.learning._BATCH", 7)
    assert annotate(document, model) == whole
    monkeypatch.setattr("timegraph.annotation.annotator._BLOCK", 12)
    assert len(annotate(document, model).timexes) == len(whole.timexes)


def test_documents_of_the_training_say_so(documents: list[Document], model: Annotator) -> None:
    seen = annotate(documents[0], model)
    notices = list(annotation_faults(timeml.read(timeml.write(seen)), "a.tml"))
    assert [notice.code for notice in notices] == ["trained-on"]
    unseen = annotate(replace(documents[0], name="another.tml"), model)
    assert not list(annotation_faults(unseen, "a.tml"))
    bare = replace(documents[0], tlinks=())
    only_entities = replace(model, links={})
    assert model.has_seen(bare)
    assert list(annotation_faults(annotate(bare, only_entities), "a.tml"))


def test_a_folder_of_texts_inputs_and_documents(model: Annotator, tmp_path: Path) -> None:
    model.save(tmp_path / "m.json")
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    (mixed / "one.txt").write_text("The pump failed.", encoding="utf-8")
    for number, file in enumerate(sorted(GOLD.glob("*.tml"))[:2]):
        name = ("two.tml.TE3input", "three.tml")[number]
        (mixed / name).write_bytes(file.read_bytes())
    code, _ = run("run", tmp_path / "m.json", "--output", tmp_path / "o", mixed)
    assert code == 0
    assert sorted(f.name for f in (tmp_path / "o").iterdir()) == ["one.tml", "three.tml", "two.tml"]


def test_a_german_corpus_in_brat(tmp_path: Path) -> None:
    corpus = tmp_path / "korpus"
    corpus.mkdir()
    days = ("Montag", "Dienstag", "Mittwoch", "Freitag")
    verbs = (("brannte", "löschten"), ("regnete", "trocknete"), ("stritten", "lachten"))
    for k, (day, (first, second)) in enumerate((d, v) for d in days for v in verbs):
        words = f"Am {day} {first} es im Hof. Danach {second} alle zusammen bis zum Abend."
        marks = [
            f"T{n}\t{kind} {words.index(word)} {words.index(word) + len(word)}\t{word}"
            for n, (kind, word) in enumerate(
                (("TIMEX3", f"Am {day}"), ("EVENT", first), ("EVENT", second)), 1
            )
        ]
        links = ["R1\tIS_INCLUDED Arg1:T2 Arg2:T1", "R2\tBEFORE Arg1:T2 Arg2:T3"]
        (corpus / f"{k}.txt").write_text(words, encoding="utf-8")
        (corpus / f"{k}.ann").write_text("\n".join((*marks, *links, "")), encoding="utf-8")
    assert run("train", "--output", tmp_path / "m.json", corpus)[0] == 0
    words = "Am Donnerstag brannte es im Keller. Danach lachten alle zusammen bis zum Abend."
    (tmp_path / "neu.txt").write_text(words, encoding="utf-8")
    code, _ = run("run", tmp_path / "m.json", "--output", tmp_path / "o", tmp_path / "neu.txt")
    assert code == 0
    found = timeml.read(tmp_path / "o/neu.tml")
    assert [event.text for event in found.events] == ["brannte", "lachten"]
    assert [timex.text for timex in found.timexes if timex.start is not None] == ["Am Donnerstag"]
    assert {link.rel_type for link in found.tlinks} == {"INCLUDES", "BEFORE"}
