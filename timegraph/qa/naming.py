"""Questions that name what they ask about by its words: ``IS storm BEFORE "last week"``."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from timegraph._wording import quoted
from timegraph.documents.build import label_for
from timegraph.findings import described
from timegraph.qa.questions import ListRelation, Question, StatedRelation, parse_question
from timeml import RelType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from timegraph.qa.answering import Session
    from timeml import Document


_WORD = re.compile(r'"[^"]*"?[^\s"]*|\S+')
_END = re.compile(r"\.(?:start|end)$", re.IGNORECASE)
_LANGUAGE = frozenset(
    [
        "IS",
        "LIST",
        "WHEN",
        "HOW",
        "LONG",
        "AT",
        "LEAST",
        "MOST",
        "MORE",
        "LESS",
        "THAN",
        "EXACTLY",
        "AND",
    ]
    + [member.value for member in (*RelType, *ListRelation)]
)
_SHOWN = 8
"""How many of the ids that the same words stand for are named."""


def split_words(line: str) -> list[str]:
    """The words of a line; what stands in double quotes is one."""
    return _WORD.findall(line)


def words_that_name(document: Document) -> list[str]:
    """The words that stand for one entity of ``document`` each, in text order, as they are written
    in a question: in quotes where they are several, a word of the language or an id."""
    return [
        _written(document, _words(document, ids[0]))
        for ids in _index(document).values()
        if len(ids) == 1 and '"' not in _words(document, ids[0])
    ]


def question_about(session: Session, text: str) -> Question:
    """The question in ``text``, which may name entities of the document by words that occur once.

    Raises ``ValueError``, which quotes ``text``, as :func:`timegraph.qa.parse_question` and
    :func:`with_ids` do.
    """
    with suppress(ValueError):
        question = parse_question(text)
        if '"' not in text and not session.missing(question):
            return question
    line = with_ids(session.document, text, session.is_date)
    try:
        return parse_question(line)
    except ValueError:
        stated = _in_words_of_statements(line)
        if stated is not None:
            return stated
        parse_question(text)  # whose message quotes what was typed
        raise


def _in_words_of_statements(line: str) -> Question | None:
    """The question whose relation is one of statements, as ``equals``, ``is the same as``,
    ``finishes`` or ``before|meets``; ``None`` if it is not."""
    words = split_words(line)
    if len(words) < 4 or words[0].upper() != "IS":
        return None
    from timeml.readers.statement_lines import relation_named  # for what is in no question's words

    try:
        label = relation_named(" ".join(words[2:-1]))
        meaning = StatedRelation(label).meaning
        one = label_for(next(iter(meaning))).value if len(meaning) == 1 else RelType.BEFORE.value
        question = parse_question(f"IS {words[1]} {one} {words[-1]}")
    except ValueError:
        return None
    return question if len(meaning) == 1 else replace(question, relation=StatedRelation(label))


def with_ids(document: Document, line: str, is_date: Callable[[str], bool] | None = None) -> str:
    """``line`` with ids in place of words of ``document``, in any case, that stand for one entity.

    Words of the language, ids and what begins with a digit stay as they are; in double quotes
    anything is words of the document, unless ``is_date`` knows it as a time. Raises ``ValueError``,
    with the ids, for words that stand for several entities, and for words in quotes that stand for
    none.
    """
    words, ids = split_words(line), _index(document)
    longest = max((name.count(" ") + 1 for name in ids), default=0)
    result: list[str] = []
    while words:
        if is_date is not None and _is_time(ids, words[0], is_date):
            id, used = words[0], 1
        else:
            id, used = _first(document, ids, words, longest)
        result.append(id)
        del words[:used]
    return " ".join(result)


def _is_time(ids: Mapping[str, object], word: str, is_date: Callable[[str], bool]) -> bool:
    """Whether a word in quotes names a time and nothing in the document."""
    name = _parted(word)[0].replace('"', "")
    return word[0] == '"' and _folded(name) not in ids and is_date(name)


def _first(
    document: Document, ids: Mapping[str, Sequence[str]], words: Sequence[str], longest: int
) -> tuple[str, int]:
    """The id that the longest possible beginning of ``words`` stands for, or the first word as it
    is; and how many words that takes."""
    if words[0].startswith('"'):
        name, end = _parted(words[0])
        return _only(document, ids.get(_folded(name.replace('"', "")), ()), name) + end, 1
    if words[0][0].isdigit():
        return words[0], 1
    for used in range(min(longest, len(words)), 0, -1):
        name, end = _parted(" ".join(words[:used]))
        if used == 1 and (name.upper() in _LANGUAGE or document.resolve(name) is not None):
            break
        if _folded(name) in ids:
            return _only(document, ids[_folded(name)], name) + end, used
    return words[0], 1


def _parted(words: str) -> tuple[str, str]:
    """Words and what a question may have after them: ``.start``, ``.end``; a question mark goes."""
    words = words.rstrip("?") or words
    end = _END.search(words)
    return (words[: end.start()], end.group()) if end else (words, "")


def _only(document: Document, ids: Sequence[str], name: str) -> str:
    name = name.replace('"', "")
    if len(ids) == 1:
        return f'"{ids[0]}"' if " " in ids[0] else ids[0]
    if not ids:
        raise ValueError(f"the document has no event or time with the words {quoted(name)}")
    shown = ", ".join(described(document, id) for id in ids[:_SHOWN])
    more = ", ..." if len(ids) > _SHOWN else ""
    raise ValueError(f"{quoted(name)} stands for {len(ids)} entities; ask by id: {shown}{more}")


def _folded(words: str) -> str:
    return " ".join(words.split()).casefold()


def _written(document: Document, words: str) -> str:
    words = " ".join(words.split())
    other = words.upper() in _LANGUAGE or document.resolve(words) is not None
    return f'"{words}"' if other or " " in words or words[0].isdigit() else words


def _words(document: Document, id: str) -> str:
    """The words of an entity; its id, which is its name, in documents without a text, such as
    statements and networks."""
    return document.entity(id).text if document.text else id


def _index(document: Document) -> dict[str, list[str]]:
    """The ids of the entities by their words, in text order."""
    index: dict[str, list[str]] = {}
    for id in document.entities:
        words = _folded(_words(document, id))
        if words:
            index.setdefault(words, []).append(id)
    return index
