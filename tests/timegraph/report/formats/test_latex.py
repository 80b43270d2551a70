"""Tables as LaTeX: complete, escaped, and compiled where pdflatex is there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from timegraph.report import Report, TableOptions
from timegraph.report.formats import render_latex
from timegraph.report.tables import Column, Estimate, Table

TABLE = Table(
    (Column("name", "system", kind="key"), Column("f1", "F1 [95% interval]"), Column("p")),
    (
        ("TIPSem_v2 & co #1 100%", Estimate(0.5, 0.25, 0.75), None),
        ("[b]", Estimate(0.25, None, None), 0.0001),
        ('* \\o/ {a}^c~$<|>"é', 0.125, 0.25),
    ),
    notes=("†: differs with p < 0.05, 100% of {it} & #1",),
    signatures=("measure:m|of:50%_&",) * 3,
    best=frozenset({(0, 1)}),
    marks={(1, 1): "‡", (2, 1): "†"},
)


def test_a_table_says_what_it_needs_and_what_its_marks_mean() -> None:
    assert render_latex(Report((TABLE,)), TableOptions(decimals=3)).splitlines() == [
        r"% requires booktabs: \usepackage{booktabs}",
        "% signature: measure:m|of:50%_&",
        r"\begin{table}",
        r"\centering",
        r"% \caption{...}\label{...}",
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"system & F1 [95\% interval] & p \\",
        r"\midrule",
        r"TIPSem\_v2 \& co \#1 100\% & \textbf{0.500} [0.250, 0.750] & - \\",
        r"{}[b] & 0.250\textsuperscript{\ddag{}} [-, -] & \textless{}0.001 \\",
        r"{}* \textbackslash{}o/ \{a\}\textasciicircum{}c\textasciitilde{}\$\textless{}"
        r'\textbar{}\textgreater{}"é & 0.125\textsuperscript{\dag{}} & 0.250 \\',
        r"\bottomrule",
        r"\end{tabular}",
        "",
        r"\smallskip",
        r"{\footnotesize",
        "Bold: best of the systems.",
        r"\dag{}: differs with p \textless{} 0.05, 100\% of \{it\} \& \#1.\par}",
        r"\end{table}",
    ]


def test_latex_is_a_table_with_booktabs() -> None:
    columns = (Column("name", "system"), Column("answered"), Column("precision", "P"))
    table = Table(columns, (("A_b", 12, 2 / 3), ("c", 0, None)))
    text = render_latex(Report((table,)), TableOptions())
    assert "\\begin{tabular}{lrr}\n\\toprule\nsystem & answered & P \\\\\n\\midrule\n" in text
    assert "A\\_b & 12 & 0.667 \\\\\nc & 0 & - \\\\\n\\bottomrule\n" in text


def test_each_table_has_all_of_its_notes_for_a_paper_takes_one() -> None:
    text = render_latex(Report((TABLE, TABLE), notes=("of the report",)), TableOptions())
    assert text.count("% signature: measure:m") == 2
    assert text.count("Bold: best of the systems.") == 2
    assert text.count("of the report.") == 1


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex (TeX Live)")
def test_pdflatex_compiles_it(tmp_path: Path) -> None:
    document = tmp_path / "paper.tex"
    document.write_text(
        "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n"
        + render_latex(Report((TABLE,)), TableOptions(decimals=3))
        + "\\end{document}\n",
        encoding="utf-8",
    )
    run = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", document.name],
        cwd=tmp_path,
        capture_output=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout.decode(errors="replace")[-2000:]
    assert (tmp_path / "paper.pdf").stat().st_size
