"""Makes the parts of the pages in docs that explain rules, from the rules themselves.

python tools/make_rule_pages.py
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from timegraph.checking.document import RULES, SECTIONS
from timegraph.findings import Rule
from timegraph.task.files import TASK_RULES
from timegraph.task.question_sets import RULES as QUESTION_RULES

DOCS = Path(__file__).resolve().parent.parent / "docs"

_WIDTH = 120
_MADE = re.compile(r"(?<=stands here\. -->\n\n).*?(?=<!-- End of what is made)", re.DOTALL)
_INTRODUCTIONS = {
    "Attributes": 'Capitals count, as in XML: `class="occurrence"` is a finding. An absent or '
    "empty attribute is not, apart from [missing-attribute](#missing-attribute).",
    "Values of time expressions": "The [calendar](questions.md) reads these values. What it "
    "cannot read it leaves out, so that nothing follows from them.",
}


def sections() -> str:
    """The rules of checks, each with its explanation, its fix and its example."""
    return "\n\n".join(_paragraphs())


def _paragraphs() -> Iterator[str]:
    for title, rules in SECTIONS.items():
        yield f"## {title}"
        if title in _INTRODUCTIONS:
            yield _wrapped(_INTRODUCTIONS[title])
        for rule in rules:
            yield f"### {rule.code}"
            yield _wrapped(f"{rule.severity.capitalize()}. {rule.explanation}")
            yield _wrapped(f"Fix: {_with_code(_fix(rule))}.")
            yield f"```xml\n{rule.example}\n```"


def _fix(rule: Rule) -> str:
    """How to fix it, without the values that the explanation lists already."""
    start, listed, values = rule.fix.partition("write one of ")
    known = not start and all(value in rule.explanation for value in values.split(", "))
    return "write one of these" if listed and known else rule.fix


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _with_code(text: str) -> str:
    """Elements as code, which Markdown would take for HTML."""
    return re.sub(r"<\w+>", r"`\g<0>`", text)


def explained_table() -> str:
    """The rules of question sets, each with what it means; the command says how to fix it."""
    rows = ((rule, rule.explanation) for rule in QUESTION_RULES.values())
    return _table("| rule | severity | what it means |", rows)


def table_of_titles() -> str:
    """The rules that only the files of a shared task have, each with its title."""
    rows = ((rule, rule.title) for code, rule in TASK_RULES.items() if code not in RULES)
    return _table("| code | severity | what |", rows)


def _table(head: str, rows: Iterable[tuple[Rule, str]]) -> str:
    lines = [f"| `{rule.code}` | {rule.severity} | {text} |" for rule, text in rows]
    return "\n".join([head, "|---|---|---|", *lines])


PAGES: dict[str, Callable[[], str]] = {
    "checks.md": sections,
    "question-sets.md": explained_table,
    "shared-task.md": table_of_titles,
}


def page(name: str) -> str:
    """The page of docs as it is to be: what is made put in, all else as it stands there."""
    text = (DOCS / name).read_text(encoding="utf-8")
    made, count = _MADE.subn(lambda old: PAGES[name]() + "\n\n", text)
    assert count == 1, f"docs/{name} marks {count} parts that are made"
    return made


def main() -> None:
    """Write all pages."""
    for name in PAGES:
        (DOCS / name).write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
