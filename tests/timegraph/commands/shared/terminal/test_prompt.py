"""The prompt: what it completes and answers; test_ask.py types into a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.commands._prompt import completions, run_prompt
from timeml import read


@pytest.fixture
def document(kit: Path) -> Path:
    return kit / "gold" / "news-festival-storm.tml"


def test_completion_offers_what_fits(document: Path) -> None:
    read_document = read(document)

    def offered(*words: str) -> list[str]:
        return completions(words[:-1], words[-1], read_document)

    assert offered("i") == ["IS"]
    assert offered("") == ["IS", "LIST", "WHEN", "HOW", "why", "help", "entities", "quit"]
    assert "ei4" in offered("IS", "ei")
    assert offered("IS", "ei4", "over") == ["OVERLAPS", "OVERLAPPED_BY"]
    assert offered("IS", "ei4", "BEFORE", "t0") == ["t0"]
    assert offered("IS", "ei4", "BEFORE", "ei6", "e") == []
    assert offered("help", "e") == []
    assert offered("LIST", "w") == ["WITHIN"]
    assert offered("WHEN", "t0") == ["t0"]
    assert offered("WHEN", "t0", "e") == []


def test_completion_offers_words_that_occur_once(document: Path) -> None:
    read_document = read(document)

    def offered(*words: str) -> list[str]:
        return completions(words[:-1], words[-1], read_document)

    assert offered("IS", "ev") == ["evacuation"]
    assert offered("IS", "sa") == []  # "said" occurs twice
    assert offered("WHEN", '"ten') == ['"ten to five"']
    assert offered("IS", '"ten', "to", 'five"', "IB") == ["IBEFORE"]
    assert offered("HOW", "LONG", "BETWEEN", "ev") == ["evacuation.start", "evacuation.end"]


def test_the_prompt_goes_on_until_the_end_of_input(
    document: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(
        [
            "Why?",
            "IS ei4 BEFORE Evacuation",
            "why",
            "",
            "WHEN said",
            "what?",
            "help",
            "entities evac",
            "entities nothing",
        ]
    )

    def type_line(prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise EOFError
        return line

    def ask(line: str) -> str:
        if line == "what?":
            raise ValueError("not a question")
        asked.append(line)
        return f"answer to {line}"

    def why() -> str:
        if not asked:
            raise ValueError("ask first")
        return f"proof of {asked[-1]}"

    asked: list[str] = []
    monkeypatch.setattr("builtins.input", type_line)
    run_prompt(read(document), "LIST BETWEEN a b\n", ask, why)
    printed = capsys.readouterr().out
    assert "ask first\nanswer to IS ei4 BEFORE Evacuation\nproof of IS ei4 BEFORE Evac" in printed
    assert "answer to WHEN said\nnot a question\n" in printed
    assert "LIST BETWEEN a b" in printed
    assert 'ei6 "evacuation"' in printed
    assert "'nothing'" in printed
