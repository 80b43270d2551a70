"""The table of answers that cannot all be true."""

from __future__ import annotations

from pathlib import Path

from timegraph.report import TableOptions, render
from timegraph.report.qa_tempeval import questions_report
from timegraph.scoring.qa_tempeval.kits import KitInput, open_kit, score_kit


def test_contradictions_stand_with_their_questions(kit: Path, tmp_path: Path) -> None:
    questions = tmp_path / "questions.txt"
    questions.write_text(
        "1|news-festival-storm.tml|IS ei1 BEFORE ei2|?|yes\n"
        "2|news-festival-storm.tml|IS ei1 AFTER ei2|?|no\n",
        encoding="utf-8",
    )
    file = tmp_path / "model.tsv"
    inputs = KitInput(
        folder=kit, questions=str(questions), systems=(Path("careful"),), predictions={"m": file}
    )
    file.write_text("1\tyes\n2\tyes\n", encoding="utf-8")
    run = score_kit(open_kit(inputs), explain=True)
    report = questions_report(run)
    ((name, document, words),) = report.tables[-1].rows
    assert (name, document) == ("m", "news-festival-storm.tml")
    assert str(words).startswith("1 IS ei1 ")
    assert str(words).count(": yes") == 2
    assert "that no world makes all true" in render(report, TableOptions())
    file.write_text("1\tyes\n2\tno\n", encoding="utf-8")
    tables = questions_report(score_kit(open_kit(inputs))).tables
    assert [table.name for table in tables] == ["systems"]
