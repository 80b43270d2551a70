"""``timegraph score`` as its users run it."""

from __future__ import annotations

import csv
import io
import json
import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.json_reports import groups_of, score_of
from timegraph import __version__
from timegraph.commands import main as cli


def score(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["score", *map(str, args)])


@pytest.fixture
def parts(kit: Path) -> list[object]:
    """Questions, key and systems of the shipped kit, one by one."""
    questions = kit / "eval-questions"
    return [
        "--questions",
        questions / "question-set.txt",
        "--key",
        questions / "question-events",
        kit / "systems" / "careful",
        kit / "systems" / "hasty",
    ]


EVENTS = 'It <EVENT eid="e1" class="STATE">rained</EVENT>, then <EVENT eid="e2">froze</EVENT>.'
ENDS = '<TLINK lid="l1" relType="BEFORE" eventID="e1" relatedToEvent="e2"/>'


def of_one_text(folder: Path, name: str, text: str, more: str = "") -> Path:
    (folder / name).mkdir()
    content = f"<TimeML><TEXT>{text}</TEXT>{more}</TimeML>"
    (folder / name / "a.tml").write_text(content, encoding="utf-8")
    return folder / name


@pytest.mark.parametrize(
    "text",
    ["It rained, then froze.", 'It rained, <TIMEX3 tid="t1" type="DATE">then</TIMEX3> froze.'],
)
def test_a_key_without_events_is_named(tmp_path: Path, text: str) -> None:
    questions = tmp_path / "set.txt"
    questions.write_text("1|a|IS e1 BEFORE e2||yes\n")
    system = of_one_text(tmp_path, "system", EVENTS, ENDS)
    right = score("--questions", questions, "--key", of_one_text(tmp_path, "key", EVENTS), system)
    assert (right.exit_code, right.stderr) == (0, "")
    done = score("--questions", questions, "--key", of_one_text(tmp_path, "bare", text), system)
    assert done.exit_code == 1
    assert "key: 1 document of the key without events\n  a: the document of the key" in done.stderr


@pytest.mark.parametrize(
    ("text", "more", "named"),
    [
        (EVENTS, ENDS.replace("e2", "e7"), "system: 1 fault in the annotations: a.tml:1 l1"),
        (EVENTS, ENDS.replace("TLINK", "CLINK"), "CLINK 1"),
        ("It rained, then froze.", "", "no event, time expression or link is annotated"),
        (EVENTS.replace("EVENT", "event"), ENDS, "system: 1 fault of the whole document"),
    ],
)
def test_faults_of_a_system_are_named_and_end_with_1(
    tmp_path: Path, text: str, more: str, named: str
) -> None:
    questions = tmp_path / "set.txt"
    questions.write_text("1|a|IS e1 BEFORE e2||yes\n")
    key = of_one_text(tmp_path, "key", EVENTS)
    system = of_one_text(tmp_path, "system", text, more)
    commands = (
        ["score", "--questions", questions, "--key", key, system],
        ["convert", "--to", "timeml", "--ids-of", key, "--output", tmp_path / "out", system],
    )
    for words in commands:
        done = CliRunner().invoke(cli.timegraph, list(map(str, words)))
        assert done.exit_code == 1, words
        assert named.partition(": ")[2] in done.stderr, words


def test_the_kit_is_scored(kit: Path) -> None:
    done = score("--kit", kit)
    assert done.exit_code == 0
    head, careful, hasty, best, signature = done.stdout.splitlines()
    assert head.split() == [
        "system",
        "questions",
        "answered",
        "correct",
        "coverage",
        "P",
        "R",
        "F1",
    ]
    assert careful.split()[0] == "careful"
    assert hasty.split()[0] == "hasty"
    assert careful.endswith("*")
    assert float(careful.split()[-1].rstrip("*")) > float(hasty.split()[-1])
    assert best == "*: best of the systems"
    assert signature.startswith("signature: measure:qa-tempeval|questions:")
    assert signature.endswith(f"|version:{__version__}")
    assert "hasty: " in done.stderr
    assert max(map(len, done.stderr.splitlines())) <= 80


def test_other_texts_beside_the_question_sets_do_not_matter(kit: Path, tmp_path: Path) -> None:
    copied = tmp_path / "kit"
    shutil.copytree(kit, copied)
    (copied / "eval-questions" / "README.txt").write_text("about these questions")
    assert score("--kit", copied).stdout == score("--kit", kit).stdout


def test_a_kit_and_its_parts_give_the_same(kit: Path, parts: list[object]) -> None:
    assert score(*parts).stdout == score("--kit", kit).stdout


def test_json_is_as_promised(kit: Path) -> None:
    content = json.loads(score("--kit", kit, "--format", "json").stdout)
    assert content["schema"] == 2
    assert content["measure"] == "qa-tempeval"
    assert content["version"] == __version__
    figures = "questions answered correct coverage precision recall f1"
    for system in content["systems"]:
        assert list(system) == ["name", "signature", "warnings", "scores"]
        whole = score_of(system)
        assert list(whole) == figures.split()
        assert whole["precision"] == whole["correct"] / whole["answered"]
        assert whole["recall"] == whole["correct"] / whole["questions"]
        assert whole["coverage"] == whole["answered"] / whole["questions"]
    assert [system["name"] for system in content["systems"]] == ["careful", "hasty"]
    assert any("contradicts" in warning for warning in content["systems"][1]["warnings"])


def test_what_is_undefined_is_null(kit: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    shutil.copytree(kit / "eval-questions" / "question-events", empty)  # a key has no links
    questions = tmp_path / "q.txt"
    questions.write_text("1|news-festival-storm.tml|IS ei4 BEFORE ei6||yes\n", encoding="utf-8")
    done = score("--questions", questions, "--align", "off", "--format", "json", empty)
    (system,) = json.loads(done.stdout)["systems"]
    whole = score_of(system)
    assert (whole["answered"], whole["precision"], whole["recall"]) == (0, None, 0)


@pytest.mark.parametrize("by", ["document", "relation"])
def test_groups_add_up_to_the_whole(kit: Path, by: str) -> None:
    for system in json.loads(score("--kit", kit, "--format", "json", "--by", by).stdout)["systems"]:
        for count in ("questions", "answered", "correct"):
            assert sum(group[count] for group in groups_of(system, by)) == score_of(system)[count]
    rows = list(
        csv.DictReader(io.StringIO(score("--kit", kit, "--format", "csv", "--by", by).stdout))
    )
    assert {row["name"] for row in rows} == {"careful", "hasty"}
    assert all(row["signature"].startswith("measure:qa-tempeval|") for row in rows)
    text = score("--kit", kit, "--by", by, "--columns", "F1").stdout.splitlines()
    assert [line.split()[:2] for line in text if " all " in line] == [
        ["careful", "all"],
        ["hasty", "all"],
    ]


@pytest.mark.parametrize("format", ["text", "json", "csv", "markdown", "latex"])
def test_a_file_gets_what_stdout_would(kit: Path, tmp_path: Path, format: str) -> None:
    out = tmp_path / "out"
    done = score("--kit", kit, "--format", format, "--output", out)
    assert (done.exit_code, done.stdout) == (0, "")
    assert out.read_text(encoding="utf-8") == score("--kit", kit, "--format", format).stdout
    assert list(tmp_path.iterdir()) == [out]


def test_answers_have_every_question_of_every_system(kit: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers.tsv"
    done = score("--kit", kit, "--answers", out, "--format", "json")
    lines = out.read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == [
        "system",
        "question",
        "document",
        "query",
        "expected",
        "predicted",
        "words",
        "proof",
        *("correct", "text", "sentence", "reason"),
    ]
    rows = [line.split("\t") for line in lines[1:]]
    for system in json.loads(done.stdout)["systems"]:
        own = [row for row in rows if row[0] == system["name"]]
        assert len(own) == score_of(system)["questions"]
        assert sum(row[4] == row[5] for row in own) == score_of(system)["correct"]
        assert sum(row[8] == "yes" for row in own) == score_of(system)["correct"]
    assert {row[5] for row in rows} == {"yes", "no", "unknown"}
    assert {row[5] for row in rows if not row[7]} == {"unknown"}
    assert {row[5] for row in rows if ", since " in row[7]} == {"yes", "no"}


def test_archives_are_systems_too(parts: list[object], kit: Path, tmp_path: Path) -> None:
    archive = tmp_path / "careful.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for document in (kit / "systems" / "careful").iterdir():
            file.write(document, document.name)
    packed = score(*parts[:4], archive)
    assert packed.exit_code == 0
    assert packed.stdout == score(*parts[:4], kit / "systems" / "careful").stdout


def test_equal_names_are_told_apart(parts: list[object], kit: Path, tmp_path: Path) -> None:
    for team in ("one", "two"):
        shutil.copytree(kit / "systems" / "careful", tmp_path / team / "run")
    done = score(*parts[:4], "--format", "json", tmp_path / "one" / "run", tmp_path / "two" / "run")
    assert [s["name"] for s in json.loads(done.stdout)["systems"]] == ["one/run", "two/run"]
    twice = score(*parts[:4], tmp_path / "one" / "run", tmp_path / "one" / "run")
    assert twice.exit_code == 1
    assert "given twice" in twice.stderr
    assert [line.split()[0] for line in twice.stdout.splitlines()[1:3]] == ["run", "run"]


def test_a_bad_document_is_named_and_the_exit_code_says_so(
    parts: list[object], kit: Path, tmp_path: Path
) -> None:
    system = tmp_path / "system"
    shutil.copytree(kit / "systems" / "careful", system)
    (system / "news-kelp-takeover.tml").write_text("<TimeML>", encoding="utf-8")
    done = score(*parts[:4], system, kit / "systems" / "hasty")
    assert done.exit_code == 1
    assert "news-kelp-takeover.tml:1" in done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()[1:3]] == ["system", "hasty"]


def test_a_key_with_none_of_the_ids_is_a_problem(
    parts: list[object], kit: Path, tmp_path: Path
) -> None:
    line = "{0}|news-kelp-takeover.tml|IS {1} BEFORE {2}|?|yes\n"
    questions = tmp_path / "questions.txt"
    questions.write_text(line.format(1, "ei980", "ei990") + line.format(2, "ei980", "1998"))
    done = score("--questions", questions, *parts[2:4], kit / "systems" / "hasty")
    assert done.exit_code == 1
    assert "questions.txt: the key has none of the ids; score with the key of" in done.stderr
    questions.write_text(line.format(1, "ei980", "ei990") + line.format(2, "ei980", "ei1"))
    done = score("--questions", questions, *parts[2:4], kit / "systems" / "hasty")
    assert (done.exit_code, "none of the ids" in done.stderr) == (0, False)


def test_a_missing_document_is_a_problem_and_named(
    parts: list[object], kit: Path, tmp_path: Path
) -> None:
    system = tmp_path / "system"
    shutil.copytree(kit / "systems" / "careful", system)
    (system / "news-kelp-takeover.tml").unlink()
    done = score(*parts[:4], system)
    assert done.exit_code == 1
    assert "system: 1 document missing: news-kelp-takeover.tml" in done.stderr


def test_a_system_with_none_of_the_documents_is_a_problem(
    parts: list[object], kit: Path, tmp_path: Path
) -> None:
    system = tmp_path / "system"
    system.mkdir()
    shutil.copy(kit / "systems" / "careful" / "news-kelp-takeover.tml", system / "other.tml")
    done = score(*parts[:4], system)
    assert done.exit_code == 1
    assert "document not asked about: other.tml" in done.stderr


def test_options_reach_the_signature(kit: Path) -> None:
    done = score(
        "--kit", kit, "--on-conflict", "drop-link", "--during", "contained", "--align", "off"
    )
    assert "|align:none|on-conflict:drop-link|during:contained|" in done.stdout
    assert "|align-by:-|" in done.stdout
    done = score("--kit", kit, "--align", "first-token")
    assert "|align:text|" in done.stdout
    assert "|align-by:first-token|" in done.stdout


def test_lenient_counts_faulty_lines(parts: list[object], tmp_path: Path) -> None:
    questions = tmp_path / "q.txt"
    text = Path(str(parts[1])).read_text(encoding="utf-8") + "94|x.tml|IS a NEAR b||yes\n" * 9
    questions.write_text(text, encoding="utf-8")
    refused = score("--questions", questions, *parts[2:])
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert f"{questions}:94: unknown relation 'NEAR'" in refused.stderr


def test_lenient_tells_a_few_of_many_faults(parts: list[object], tmp_path: Path) -> None:
    questions = tmp_path / "q.txt"
    text = Path(str(parts[1])).read_text(encoding="utf-8").splitlines()[0]
    document = text.split("|")[1]
    faulty = f"2|{document}|IS ei1 NEAR ei2||yes\n" * 9
    questions.write_text(f"{text}\n{faulty}", encoding="utf-8")
    done = score("--questions", questions, *parts[2:], "--lenient", "--format", "json")
    assert done.exit_code == 0
    systems = json.loads(done.stdout)["systems"]
    assert [score_of(system)["questions"] for system in systems] == [10, 10]
    assert "more such lines" in done.stderr
    assert len(json.loads(done.stdout)["warnings"]) == 17  # nine faults, eight repeated numbers


def test_a_kit_of_several_question_files_wants_one_named(kit: Path, tmp_path: Path) -> None:
    copy = tmp_path / "kit"
    shutil.copytree(kit, copy)
    questions = copy / "eval-questions"
    (questions / "question-set.txt").rename(questions / "question-set-yes.txt")
    shutil.copy(questions / "question-set-yes.txt", questions / "question-set-no.txt")
    done = score("--kit", copy)
    assert done.exit_code == 2
    assert "  question-set-no.txt\n  question-set-yes.txt\n" in done.stderr
    for name in ("question-set-yes.txt", "question-set-yes", "yes"):
        assert score("--kit", copy, "--questions", name).exit_code == 0
    assert "has no such file" in score("--kit", copy, "--questions", "maybe").stderr


def test_a_kit_can_score_one_of_its_systems_or_another(kit: Path, tmp_path: Path) -> None:
    assert score("--kit", kit, "hasty").stdout.splitlines()[1].startswith("hasty ")
    shutil.copytree(kit / "systems" / "hasty", tmp_path / "mine")
    assert score("--kit", kit, tmp_path / "mine").stdout.splitlines()[1].startswith("mine ")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "no questions"),
        (["--kit", "nowhere"], "--kit nowhere: does not exist"),
        (["--kit", "examples"], "has no eval-questions/question-set*.txt"),
        (["--kit", "README.md"], "is not a folder"),
        (["--kit", "examples/kit", "--key", "x"], "exclude each other"),
        (["--questions", "Q"], "no system"),
        (["--questions", "Q", "S"], "no key: give --key DIR"),
        (["--questions", "nowhere", "--key", "K", "S"], "--questions nowhere: No such file"),
        (["--questions", "examples", "--key", "K", "S"], "--questions examples: Is a directory"),
        (["--questions", "LICENSE", "--key", "K", "S"], "is this file a question set"),
        (["--questions", "Q", "--key", "nowhere", "S"], "--key nowhere: No such file"),
        (["--questions", "Q", "--key", "README.md", "S"], "is not a folder, .zip or .tar.gz"),
        (["--questions", "Q", "--key", "K", "nowhere"], "system nowhere: No such file"),
        (["--questions", "Q", "--key", "K", "timegraph/pictures"], "holds no TimeML documents"),
        (["--questions", "Q", "--key", "K", "K/news-kelp-takeover.tml"], "is a document; give"),
        (["--questions", "Q", "--key", "K", "S", "--output", "examples"], "is a folder"),
        (["--kit", "examples/kit", "--answers", "-"], "would mix with the results"),
        (
            ["--questions", "Q", "--key", "K", "S", "--answers", "no/x"],
            "the folder no does not exist",
        ),
    ],
)
def test_bad_usage_scores_nothing_and_says_the_way_out(
    root: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], said: str
) -> None:
    monkeypatch.chdir(root)
    places = {
        "Q": "examples/kit/eval-questions/question-set.txt",
        "K": "examples/kit/eval-questions/question-events",
        "K/news-kelp-takeover.tml": "examples/kit/gold/news-kelp-takeover.tml",
        "S": "examples/kit/systems/careful",
    }
    done = score(*(places.get(arg, arg) for arg in args))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr


def test_a_question_set_without_answers_cannot_be_scored(kit: Path, tmp_path: Path) -> None:
    questions = tmp_path / "q.txt"
    questions.write_text("1|news-kelp-takeover.tml|IS e1 BEFORE e2|so?\n", encoding="utf-8")
    done = score("--questions", questions, "--align", "off", kit / "systems" / "careful")
    assert done.exit_code == 2
    assert "no question has an answer to compare with" in done.stderr


def test_a_link_stays_a_link_and_modes_stay(kit: Path, tmp_path: Path) -> None:
    real = tmp_path / "real.txt"
    real.write_text("old", encoding="utf-8")
    real.chmod(0o600)
    link = tmp_path / "link.txt"
    try:
        link.symlink_to(real)
    except OSError:
        pytest.skip("no symbolic links here")
    assert score("--kit", kit, "--output", link).exit_code == 0
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8").startswith("system ")
    assert real.stat().st_mode & 0o777 == 0o600


def test_confidence_adds_intervals_and_p(kit: Path) -> None:
    content = json.loads(score("--kit", kit, "--confidence", "--format", "json").stdout)
    careful, hasty = map(score_of, content["systems"])
    for whole in (careful, hasty):
        low, high = whole["intervals"]["f1"]
        assert low < whole["f1"] < high
    assert careful["against"] is None
    assert hasty["against"]["system"] == "careful"
    assert hasty["against"]["f1_difference"] == pytest.approx(hasty["f1"] - careful["f1"])
    assert 0 < hasty["against"]["p"] < 0.05
    assert hasty["against"]["p_holm"] == hasty["against"]["p"]  # one pair
    done = score("--kit", kit, "--confidence", "--seed", "3", "--by", "document")
    lines = done.stdout.splitlines()
    assert any("F1 [95% interval]" in line for line in lines)
    assert "seed 3" in done.stdout
    assert "Holm's method for the pair of the 2 systems" in done.stdout
    assert "0.351† [0.223, 0.492]" in done.stdout
    assert "†: F1 differs from that of the best system with p < 0.05; ‡: with p < 0.01" in lines
    assert done.stdout.count("|intervals:jackknife-t-arcsine|version:") == 1
    assert "intervals:" not in score("--kit", kit).stdout


def test_columns_and_decimals_are_chosen(kit: Path) -> None:
    chosen = ("--kit", kit, "--confidence", "--columns", "F1, correct", "--decimals", "2")
    assert score(*chosen).stdout.splitlines()[:3] == [
        "system    F1 [95% interval]  correct",
        "careful  0.64* [0.54, 0.74]       47",
        "hasty    0.35† [0.22, 0.49]       26",
    ]
    rows = score(*chosen, "--format", "csv").stdout.splitlines()
    assert rows[0] == "name,f1,f1_low,f1_high,correct,signature"
    assert rows[1].startswith("careful,0.64,0.54,0.74,47,measure:")
    below = {
        names: score("--kit", kit, "--confidence", "--columns", names).stdout.splitlines()[3:]
        for names in ("questions", "questions,p", "F1")
    }
    assert [len(lines) for lines in below.values()] == [1, 4, 6]
    assert below["questions"][0].startswith("signature: ")
    done = score("--kit", kit, "--columns", "presicion")
    assert done.exit_code == 2
    assert "no column is called presicion; did you mean precision?" in done.stderr
    short = score("--kit", kit, "--columns", "prec").stderr
    assert "did you mean precision?" in short
    assert short.count("source (") == 1
    done = score("--kit", kit, "--columns", "p")  # it needs --confidence
    assert (done.exit_code, done.stdout) == (2, "")


@pytest.mark.parametrize("width", [40, 80])
def test_a_narrow_terminal_loses_no_figure(
    kit: Path, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = score("--kit", kit, "--confidence").stdout.splitlines()
    assert all(len(line) <= width for line in lines if not line.startswith("signature: "))
    words = " ".join(lines).split()
    for figure in ("93", "54", "47", "0.581", "0.870*", "0.505*", "0.639*", "[0.535,", "0.738]"):
        assert figure in words


def test_three_systems_are_three_pairs(kit: Path) -> None:
    chosen = ("--kit", kit, "--confidence", "--format", "json", "careful", "hasty")
    two = json.loads(score(*chosen).stdout)["systems"]
    three = json.loads(score(*chosen, kit / "gold").stdout)["systems"]
    against = [score_of(system)["against"] for system in three]
    assert against.pop() is None
    assert {test["system"] for test in against} == {"gold"}
    tested = sorted([*(test["p"] for test in against), score_of(two[1])["against"]["p"]])
    for test in against:
        assert test["p_holm"] >= (3 - tested.index(test["p"])) * test["p"] - 1e-12
        assert test["p_holm"] <= min(1, 3 * test["p"])


def test_the_system_to_compare_with_is_chosen(kit: Path) -> None:
    chosen = ("--kit", kit, "--confidence", "--against", "hasty", kit / "gold", "careful", "hasty")
    systems = json.loads(score(*chosen, "--format", "json").stdout)["systems"]
    against = [score_of(system)["against"] for system in systems]
    assert [test and test["system"] for test in against] == ["hasty", "hasty", None]
    assert all(test["f1_difference"] > 0 for test in against[:2])
    first, second = sorted(against[:2], key=lambda test: test["p"])
    # Corrected for the two comparisons that are made, not for all pairs.
    assert first["p_holm"] == pytest.approx(2 * first["p"])
    assert second["p_holm"] == pytest.approx(max(first["p_holm"], second["p"]))
    text = score(*chosen).stdout
    assert "F1 against that of hasty" in text
    assert "chosen by these scores" not in text


def test_few_documents_get_a_warning(kit: Path, tmp_path: Path) -> None:
    whole = (kit / "eval-questions" / "question-set.txt").read_text(encoding="utf-8").splitlines()
    few = tmp_path / "few.txt"
    few.write_text("\n".join(whole[:1]) + "\n", encoding="utf-8")
    parts = ("--kit", kit, "--questions", few, "careful", "--confidence", "--format", "json")
    done = score(*parts)
    warning = "1 document only: intervals from fewer than 5 are unreliable"
    assert warning in done.stderr
    assert warning in json.loads(done.stdout)["warnings"]
    assert "relied on" not in score("--kit", kit, "--confidence").stderr


def test_a_paper_has_the_best_in_bold(kit: Path) -> None:
    lines = score("--kit", kit, "--format", "latex").stdout.splitlines()
    careful, hasty = (next(row for row in lines if row.startswith(n)) for n in ("careful", "hasty"))
    assert careful.count(r"\textbf{") == 3
    assert r"\textbf{" not in hasty


def test_questions_without_answers_are_answered_if_someone_wants_to_read_them(
    kit: Path, tmp_path: Path
) -> None:
    questions, answers = tmp_path / "questions.txt", tmp_path / "answers.tsv"
    document = "blog-sourdough-diary.tml"
    questions.write_text(
        f"1|{document}|IS e11 BEFORE e13|Did it?\n"
        f"2|{document}|LIST AFTER e13|What came later?\n"
        f"3|{document}|WHEN e13|When was that?\n",
        encoding="utf-8",
    )
    given = ["--questions", questions, "--align", "off", kit / "gold", "--calendar"]
    refused = score(*given)
    assert refused.exit_code == 2
    assert "--answers FILE" in refused.stderr
    done = score(*given, "--answers", answers)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1].split() == ["gold", "0", "0", "0", "-", "-", "-", "-"]
    text = answers.read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(text), delimiter="\t"))[1:]
    assert [row[3] for row in rows] == ["IS e11 BEFORE e13", "LIST AFTER e13", "WHEN e13"]
    yes, later, when = (row[5] for row in rows)
    assert yes == "yes"
    command = ["ask", str(kit / "gold" / document), "LIST AFTER e13", "WHEN e13"]
    asked = CliRunner().invoke(cli.timegraph, [*command, "--format", "json"])
    listed, _ = json.loads(asked.stdout)["answers"]
    assert later.split("|") == listed["answer"]["certain"]
    assert CliRunner().invoke(cli.timegraph, command).stdout.splitlines()[1] == when


def test_every_problem_of_a_key_is_named_if_wanted(kit: Path, tmp_path: Path) -> None:
    questions = kit / "eval-questions" / "question-set.txt"
    shutil.copytree(kit / "gold", tmp_path / "key")
    for document in sorted((tmp_path / "key").iterdir())[:7]:
        document.unlink()
    arguments = ("--questions", questions, "--key", tmp_path / "key", kit / "systems" / "hasty")
    brief, full = score(*arguments), score(*arguments, "--verbose")
    assert brief.exit_code == full.exit_code == 2
    assert "and 2 more" in brief.stderr
    assert "(--verbose names them all)" in brief.stderr
    assert full.stderr.count("document missing, but questions ask about it") == 7


def test_answers_of_files_are_systems(kit: Path, tmp_path: Path) -> None:
    answers = tmp_path / "model.jsonl"
    lines = [json.dumps({"number": n, "answer": "Yes."}) for n in range(1, 94)]
    answers.write_text("\n".join(lines), encoding="utf-8")
    done = score("--kit", kit, "careful", "--predictions", f"m={answers}", "--format", "json")
    assert done.exit_code == 0
    record = json.loads(done.stdout)
    assert [system["name"] for system in record["systems"]] == ["careful", "m"]
    assert record["systems"][1]["scores"][0]["answered"] == 93
    assert record["systems"][1]["scores"][0]["consistent"] < 1
    assert {row["name"] for row in record["tables"]["contradictions"]} == {"m"}
    answers.write_text("1\tyes\n2\tperhaps\n", encoding="utf-8")
    chatty = score("--kit", kit, "careful", "--predictions", answers)
    assert chatty.exit_code == 1
    assert "model: 91 questions of the set are not in the file" in chatty.stderr
    assert "'perhaps' is not yes, no or unknown" in chatty.stderr
    answers.write_text("chatter\n", encoding="utf-8")
    wrong = score("--kit", kit, "careful", "--predictions", answers).stdout
    assert "in each line; " in wrong
    assert "\\n" not in wrong


def test_consistency_of_annotations_is_a_column_for_who_wants_it(kit: Path) -> None:
    done = score("--kit", kit, "--columns", "consistent")
    assert [line.split() for line in done.stdout.splitlines()[:3]] == [
        ["system", "consistent"],
        ["careful", "1.000"],
        ["hasty", "0.625"],
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--predictions", "m=none.tsv"], "none.tsv: No such file"),
        (["--predictions", "README.md", "--predictions", "x/README.md"], "is called README"),
    ],
)
def test_files_of_answers_that_cannot_be_used(kit: Path, given: list[str], message: str) -> None:
    done = score("--kit", kit, *given)
    assert done.exit_code in (1, 2)
    assert message in done.stderr
    assert "Traceback" not in done.output
