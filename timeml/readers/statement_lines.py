"""Files of statements about time: lines of JSON, tables, or plain text, one statement a line.

The three spellings say the same::

    {"a": "storm", "relation": "before", "b": "flood", "source": "letter 3"}

    a,relation,b,source
    storm,before,flood,letter 3

    storm BEFORE flood   # letter 3

A statement is read as the data of the first, in which names are strings and dates are
``{"date": "1998-05"}``. In the others what looks like a date is one, and what stands in double
quotes is a name. What the data mean is known to :mod:`timegraph.statements`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from timeml.errors import TimeMLError, counted
from timeml.readers.records import BrokenLine, read_json, records, rows

if TYPE_CHECKING:
    from timeml.edtf import When


ENDINGS = (".txt", ".jsonl", ".csv", ".tsv")
"""The endings of files of statements, which their documents have in their names."""

Data = dict[str, Any]
"""A statement as the data of JSON."""

KINDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "link": (("a", "relation", "b"), ()),
    "order": (("x", "op", "y"), ()),
    "distance": (("x", "y"), ("at_least", "at_most", "exactly")),
    "duration": (("lasts",), ("exactly", "at_least", "at_most")),
    "place": (("of",), ("within", "spanning", "at")),
    "fact": (("subject", "relation", "object"), ("start", "end", "occurrence")),
    "no_overlap": (("no_overlap",), ()),
    "any_of": (("any_of",), ()),
    "one_at_a_time": (("one_at_a_time",), ("per",)),
}
"""The fields of each kind of statement: those that it needs, and those that it may have."""

_OF_FACTS = (*KINDS["fact"][0], *KINDS["fact"][1])

SHARED = ("id", "source", "weight", "said_at")
"""Fields that any statement may have."""

_ALLEN = (
    *("before", "after", "meets", "met_by", "overlaps", "overlapped_by", "starts", "started_by"),
    *("during", "contains", "finishes", "finished_by", "equal"),
)
_WITHIN = "starts | during | finishes | equal"
RELATIONS: Mapping[str, str] = {
    **{name: name for name in _ALLEN},
    **{"ibefore": "meets", "iafter": "met_by", "includes": "contains", "is_included": "during"},
    **{"begins": "starts", "begun_by": "started_by", "ends": "finishes"},
    **{"ended_by": "finished_by", "simultaneous": "equal", "identity": "equal"},
    "during_inv": "equal",  # as in TimeML, whose DURING is not Allen's
    **{"equals": "equal", "same_as": "equal", "at_the_same_time_as": "equal"},
    **{"is_the_same_as": "equal", "within": _WITHIN},
}
"""What people write for relations, in small letters with ``_``, and the names that it means."""

PER = ("subject", "object", "both")
"""For each of which there is one at a time."""
_OPERATORS = ("<=", ">=", "<", ">", "=")
_OF_ENDS = {"before": "<", "after": ">", "equal": "="}
_SIDE = re.compile(r"(.+)\.(start|end)", re.DOTALL)
_DATE = re.compile(r"[+-]?\d{4}(?:-(?:\d\d(?:-\d\d(?:T[\d:.+Z-]*)?)?|W\d\d|Q[1-4]))?")
_SET = re.compile(r"[\[{](?:\.\.)?[+-]?\d\d[\dX]{2}[^\[\]{}]*[\]}]")
_TOKEN = re.compile(r'"(?:[^"]|"")*"(?:\.(?:start|end))?|<=|>=|[<>=](?!\S*\.csv)|[^\s"]+')
_QUOTED = re.compile(r'"[^"]*"')
_BAR = re.compile(rf"{_QUOTED.pattern}|\|")
_NAME = re.compile(r"[^\s\"#|<>=]+")
_LIMIT = re.compile(r"(?:(AT LEAST|AT MOST|EXACTLY) )?((?!MORE |LESS )\S.*)", re.IGNORECASE)
_UNCOMMENTED = re.compile(r'(?:[^"#]+|"[^"]*(?:"|$)|(?<=\S)#)*')
_ONE = re.compile(r"ONE (.+?) AT A TIME(?: PER (\S+))?", re.IGNORECASE)


class Row(NamedTuple):
    """A statement of a file: the line that it ends on, if it has one, and its data."""

    line: int | None
    data: Any


@lru_cache(maxsize=4096)
def relation_named(text: str) -> str:
    """What a relation, or several between ``|`` or commas, is called in statements:
    ``"before | meets"``.

    Raises ``ValueError``, with the nearest, for an unknown one.
    """
    names: dict[str, None] = {}
    for part in re.split("[|,]", text):
        meant = _meaning(part)
        if meant is None:
            from difflib import get_close_matches  # only where something is wrong

            near = get_close_matches(part.strip().lower()[:40], list(RELATIONS), n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(_ALLEN)}"
            raise ValueError(f"unknown relation {part.strip()[:60]!r}; {hint}")
        names.update(dict.fromkeys(meant.split(" | ")))
    return " | ".join(names)


def _meaning(relation: str) -> str | None:
    key = re.sub(r"[\s_-]+", "_", relation.strip().lower())
    return RELATIONS.get(key) or RELATIONS.get(key.removeprefix("is_"))


@lru_cache(maxsize=1 << 14)
def named_date(text: str) -> When:
    """A date as people write it. Raises ``ValueError`` for what is none, with the nearest."""
    from timeml.edtf import when  # most statements have no dates

    return when(" ".join(text.split()))


def _dated(text: str) -> str:
    named_date(text)
    return text


def _entity(text: str) -> Any:
    """A name, or a date where the text looks like one and does not stand in quotes."""
    return {"date": text} if _DATE.fullmatch(text) or _SET.fullmatch(text) else _name(text)


def _name(text: str) -> str:
    """A name, whose quotes are left out."""
    return text[1:-1].replace('""', '"') if text[:1] == text[-1:] == '"' and text[1:] else text


def _point(text: str) -> list[str]:
    match = _SIDE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an end; write NAME.start or NAME.end")
    return [_name(match[1]), match[2]]


def _of(text: str) -> Any:
    return _point(text) if _SIDE.fullmatch(text) else _name(text)


# ---- plain text -------------------------------------------------------------------------------


def line_of_text(line: str) -> Data | None:
    """The statement on a line of plain text; ``None`` for an empty line or a comment.

    Raises ``ValueError`` for what is none, with what to write.
    """
    said, source = _commented(line)
    if not said:
        return None
    if said.count('"') % 2:
        raise ValueError(f'{said[:80]!r} has a quote that is not closed; write "a name" BEFORE b')
    further: Data = {"source": source} if source else {}
    fields = _fields(said)
    if len(fields) > 2 and not _joins_relations(_QUOTED.sub("x", said)):
        return {**_fact(fields), **further}
    words = _TOKEN.findall(said)
    while len(words) > 3 and words[-2].upper() in ("WEIGHT", "SAID"):
        *words, key, value = words
        named = {"weight": _number(value)} if key.upper() == "WEIGHT" else {"said_at": value}
        further = {**named, **further}
    return {**_said(words, line), **further}


def _commented(line: str) -> tuple[str, str]:
    """A line without its comment, and the comment: the source of the statement."""
    said = _UNCOMMENTED.match(line)[0]  # type: ignore[index]
    return said.strip(), line[len(said) + 1 :].strip()


def _fields(said: str) -> list[str]:
    """What stands between ``|`` that are not within quotes."""
    begin, fields = 0, []
    for match in _BAR.finditer(said) if "|" in said else ():
        if match[0] == "|":
            fields.append(said[begin : match.start()])
            begin = match.end()
    return [*fields, said[begin:]]


def _joins_relations(said: str) -> bool:
    """Whether all ``|`` stand between relations, as in ``a BEFORE|MEETS b``: within words that are
    not the first or the last, or between two words that name relations."""
    inside = sum(word.strip("|").count("|") for word in said.split()[1:-1])
    around = (a.split()[-1:] + b.split()[:1] for a, b in pairwise(said.split("|")))
    return inside == said.count("|") or all(
        len(words) == 2 and all(map(_meaning, words)) for words in around
    )


def _number(text: str) -> float | int | str:
    """A number, or the text where it is not one."""
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _fact(fields: Sequence[str]) -> Data:
    if len(fields) > 6:
        raise ValueError(f"a fact is: {' | '.join(_OF_FACTS)}")
    data: Data = {}
    for name, field in zip(_OF_FACTS, map(str.strip, fields), strict=False):
        if not field and name in KINDS["fact"][0]:
            raise ValueError(f"the {name} is empty; a fact is: {' | '.join(_OF_FACTS)}")
        if field and not (field == ".." and name in ("start", "end")):
            data[name] = FIELDS[name].read(field)
    return data


def _said(words: list[str], line: str) -> Data:
    upper = [word.upper() for word in words]
    if "OR" in upper[1:-1]:
        groups = [_split(group, "AND") for group in _split(words, "OR")]
        return {"any_of": [[_relation(link) for link in group] for group in groups]}
    if upper[:2] == ["NO", "OVERLAP"] and len(words) > 3:
        return {"no_overlap": [_name(word.rstrip(",")) for word in words[2:]]}
    if upper[:1] == ["ONE"] and "AT A TIME" in " ".join(upper):
        return _one_at_a_time(" ".join(words))
    if len(words) < 3:
        raise ValueError(
            f"{line.strip()[:80]!r} is not a statement; write a BEFORE b, x WITHIN "
            "1998-05, x LASTS 3 DAYS, or subject | relation | object | start | end"
        )
    second = upper[1]
    if second == "LASTS":
        return {"lasts": _name(words[0]), **lengths(words[2:])}
    if second in _OPERATORS and len(words) == 3:
        return {"x": _point(words[0]), "op": second, "y": _point(words[2])}
    if second == "SPANNING" or (second == "WITHIN" and len(words) > 2 and _are_date(words[2:])):
        return {"of": _of(words[0]), second.lower(): _dated(" ".join(words[2:]))}
    if second == "AT" and upper[2] not in ("LEAST", "MOST", "THE"):
        return {"of": _of(words[0]), "at": words[2]}
    if second in ("AT", "EXACTLY") and upper[2] != "THE":
        return _distance(words, upper)
    return _relation(words)


def _are_date(words: Sequence[str]) -> bool:
    try:
        return words[0][0] != '"' and named_date(" ".join(words)) is not None
    except ValueError:
        return words[0][0].isdigit() or _SET.fullmatch(" ".join(words)) is not None


def _split(words: Sequence[str], at: str) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for word in words:
        if word.upper() == at:
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def _one_at_a_time(said: str) -> Data:
    match = _ONE.fullmatch(said)
    if match is None:
        raise ValueError("write ONE relation AT A TIME PER SUBJECT, OBJECT or BOTH")
    relation, per = match.groups()
    return {"one_at_a_time": _name(relation), **({"per": per.lower()} if per else {})}


def lengths(words: Sequence[str]) -> Data:
    """``AT LEAST 3 DAYS AND AT MOST 5 DAYS`` as fields."""
    data: Data = {}
    for part in _split(words, "AND"):
        match = _LIMIT.fullmatch(" ".join(part))
        key = (match[1] or "exactly").lower().replace(" ", "_") if match else ""
        if match is None or key in data:
            raise ValueError("a length is written AT LEAST 3 DAYS AND AT MOST 5 DAYS, or 3 DAYS")
        data[key] = match[2].lower() if match[2][0].isdigit() else match[2]
    return data


def _distance(words: Sequence[str], upper: Sequence[str]) -> Data:
    if upper[-2] not in ("BEFORE", "AFTER"):
        raise ValueError("a distance is written: a AT LEAST 3 DAYS BEFORE b")
    first, second = (words[0], words[-1]) if upper[-2] == "BEFORE" else (words[-1], words[0])
    ends = {"x": _end(first, "end"), "y": _end(second, "start")}
    return {**ends, **lengths(words[1:-2])}


def _end(text: str, side: str) -> list[str]:
    return _point(text) if _SIDE.fullmatch(text) else [_name(text), side]


def _relation(words: Sequence[str]) -> Data:
    if len(words) < 3:
        raise ValueError(f"{' '.join(words)!r} is not a statement; write a BEFORE b")
    a, b = words[0], words[-1]
    relation = relation_named(" ".join(words[1:-1]))
    if _SIDE.fullmatch(a) and _SIDE.fullmatch(b) and relation in _OF_ENDS:
        return {"x": _point(a), "op": _OF_ENDS[relation], "y": _point(b)}
    return {"a": _entity(a), "relation": relation, "b": _entity(b)}


# ---- printing ---------------------------------------------------------------------------------


def text_of(data: Mapping[str, Any]) -> str:
    """The statement as a line of plain text, which :func:`line_of_text` reads as the same data."""
    said = _WRITERS[kind_of(data)](data)
    if data.get("weight") is not None:
        said += f" WEIGHT {data['weight']}"
    if "said_at" in data:
        said += f" SAID {data['said_at']}"
    return f"{said}   # {data['source']}" if data.get("source") else said


def kind_of(data: Mapping[str, Any]) -> str:
    """The kind of a statement, by its fields. Raises ``ValueError`` if it has those of none."""
    for field in _BY_FIELD:
        if field in data:
            kind = _BY_FIELD[field]
            break
    else:
        of = {kind: len(data.keys() & {*needed, *more}) for kind, (needed, more) in KINDS.items()}
        kind = max(_KINDS_LEFT, key=of.__getitem__)
        if not of[kind]:
            wanted = "; ".join(", ".join(needed) for needed, _ in KINDS.values())
            raise ValueError(f"it has none of these sets of fields: {wanted}")
    for field in KINDS[kind][0]:
        if field not in data:
            raise ValueError(f"{field!r} is missing")
    return kind


_BY_FIELD = {"b": "link", "op": "order", "lasts": "duration", "of": "place", "subject": "fact"}
_BY_FIELD |= {kind: kind for kind in ("no_overlap", "any_of", "one_at_a_time")}
_KINDS_LEFT = ("link", "distance", "fact")


def _quoted(name: str) -> str:
    plain = _NAME.fullmatch(name) and isinstance(_of(name), str) and _entity(name) == name
    known = name.upper() in ("OR", "AND", "NO", "ONE", "WEIGHT", "SAID", "LASTS", "AT", "EXACTLY")
    ok = plain and not known and name.upper() != "WITHIN" and not name.endswith(",")
    return name if ok else '"' + name.replace('"', '""') + '"'


def _written(value: Any) -> str:
    """A name, a date or an end as text."""
    if isinstance(value, Mapping):
        return str(value["date"])
    if isinstance(value, str):
        return _quoted(value)
    return f"{_quoted(value[0])}.{value[1]}"


def _link_in_words(data: Mapping[str, Any]) -> str:
    relation = data["relation"]
    names = relation.split("|") if isinstance(relation, str) else relation
    words = "|".join(name.strip().upper() for name in names)
    return f"{_written(data['a'])} {words} {_written(data['b'])}"


def _lengths_in_words(data: Mapping[str, Any]) -> str:
    words = (("at_least", "AT LEAST"), ("at_most", "AT MOST"), ("exactly", "EXACTLY"))
    return " AND ".join(f"{said} {data[key]}" for key, said in words if key in data)


def _place_in_words(data: Mapping[str, Any]) -> str:
    key = next(key for key in _ONE_OF["place"] if key in data)
    return f"{_written(data['of'])} {key.upper()} {data[key]}"


def _fact_in_words(data: Mapping[str, Any]) -> str:
    fields = [FIELDS[name].write(data[name]) if name in data else ".." for name in _OF_FACTS]
    while len(fields) > 3 and fields[-1] == "..":
        fields.pop()
    return " | ".join(fields)


_WRITERS: Mapping[str, Any] = {
    "link": _link_in_words,
    "order": lambda data: f"{_written(data['x'])} {data['op']} {_written(data['y'])}",
    "distance": lambda data: (
        f"{_written(data['x'])} {_lengths_in_words(data)} BEFORE {_written(data['y'])}"
    ),
    "duration": lambda data: f"{_quoted(data['lasts'])} LASTS {_lengths_in_words(data)}",
    "place": _place_in_words,
    "fact": _fact_in_words,
    "no_overlap": lambda data: f"NO OVERLAP {' '.join(map(_quoted, data['no_overlap']))}",
    "any_of": lambda data: " OR ".join(
        " AND ".join(map(_link_in_words, group)) for group in data["any_of"]
    ),
    "one_at_a_time": lambda data: (
        f"ONE {_named(_name, data['one_at_a_time'])} AT A TIME"
        + (f" PER {data['per'].upper()}" if "per" in data else "")
    ),
}


# ---- tables -----------------------------------------------------------------------------------

_AMISS = re.compile(r'["#|]')
_ONE_OF = {
    "distance": ("at_least", "at_most", "exactly"),
    "duration": ("at_least", "at_most", "exactly"),
    "place": ("within", "spanning", "at"),
}
"""Fields of which a statement of this kind needs one."""
_TABLES = tuple(
    {*needed, *alternative}
    for kind, (needed, _) in KINDS.items()
    for alternative in ([(field,) for field in _ONE_OF[kind]] if kind in _ONE_OF else [()])
    if kind != "any_of"
)


def _columns(fields: Sequence[str]) -> list[str]:
    """The columns that a heading names. Raises ``ValueError`` if it names no statement."""
    names = [re.sub(r"[\s-]+", "_", field.strip().lower()) for field in fields]
    known = [name for name in names if name in _COLUMNS]
    if not any(table <= {*known} for table in _TABLES):
        there = ", ".join(map(repr, (field.strip()[:40] for field in fields[:12])))
        raise ValueError(
            f"the columns are {there}; a table of statements has a, relation, b; or subject, "
            "relation, object, start, end; or x, op, y; or of, within"
        )
    if len({*known}) < len(known):
        raise ValueError("the heading names a column twice")
    return names


def _which(text: str) -> int | str:
    return int(text) if text.isdecimal() else _name(text)


def _named(read: Callable[[str], Any], name: str | Mapping[str, Any]) -> str:
    """A name or a date in a cell, in quotes where it would be ``read`` as something else."""
    if isinstance(name, Mapping):
        return str(name["date"])
    plain = name == name.strip() and not _AMISS.search(name) and name != ".."
    return name if plain and read(name) == name else '"' + name.replace('"', '""') + '"'


def _end_in_cell(value: Any) -> str:
    return f"{_named(_name, value[0])}.{value[1]}"


def columns_of(statements: Iterable[Data]) -> list[str]:
    """The columns of a table of these statements."""
    used = {field for data in statements for field in data} & _COLUMNS
    fields = [field for needed, more in KINDS.values() for field in (*needed, *more)]
    return [column for column in dict.fromkeys([*fields, *SHARED]) if column in used]


def table_row(columns: Sequence[str], fields: Sequence[str]) -> Data:
    if len(fields) != len(columns):
        there = counted(len(fields), "field")
        raise ValueError(f"the row has {there}, the heading {len(columns)}")
    return {
        name: FIELDS[name].read(field.strip())
        for name, field in zip(columns, fields, strict=True)
        if name in _COLUMNS and field.strip()
    }


# ---- files ------------------------------------------------------------------------------------


def spelling_of(head: str) -> str | None:
    """The spelling of a file that begins so: ``json``, ``table`` or ``text``; ``None`` if it holds
    something else."""
    start = head.lstrip("\ufeff \t\r\n")
    if start[:1] in ("{", "["):
        keys = '"(?:op|b|lasts|of|object|no_overlap|any_of|one_at_a_time|at_least|at_most)"'
        first = start.split("\n", 1)[0] if start[0] == "{" else start[:2000]
        return "json" if re.search(rf"{keys}\s*:", first) and not _DOCUMENT.search(first) else None
    lines = [line for line in start.split("\n") if line.strip() and line.lstrip()[0] != "#"]
    if not lines or start[:1] == "<":
        return None
    try:
        _columns(_heading(lines[0]))
        return "table"
    except ValueError:
        pass
    some = lines[:-1][:20] or lines[:1]
    spoken = sum(_SPOKEN.search(line) is not None and _is_statement(line) for line in some)
    # Prose may have a line such as "lunch before noon"; only statements have nothing else.
    return "text" if 2 * spoken > len(some) or all(map(_is_statement, some)) else None


_DOCUMENT = re.compile(r'"(?:text|tokens|marks|allPairs|question|questions|format)"\s*:')
_SPOKEN = re.compile(
    r"\s(?:LASTS|WITHIN|SPANNING|[A-Z]+(?:_[A-Z]+)?(?:\|[A-Z_]+)*|<=?|>=?|=)\s|\s\|\s|^NO OVERLAP"
    r"|AT A TIME"
)


def _is_statement(line: str) -> bool:
    if len(line) > 2000:
        return False
    try:
        said = line_of_text(line)
        # Other formats have bars, too, but without blanks.
        return said is not None and ("subject" not in said or _SPOKEN.search(line) is not None)
    except ValueError:
        return False


def first_fault(lines: Sequence[str], path: str) -> TimeMLError | None:
    """What is wrong with a table, or with a text of which some lines are statements; ``None`` if
    nothing is, or it holds something else."""
    table = path.lower().endswith((".csv", ".tsv"))
    if not table and not any(_SPOKEN.search(line) and _is_statement(line) for line in lines):
        return None
    try:
        list(rows_of(lines, "table" if table else "text", path))
    except TimeMLError as error:
        return error
    return None


def _heading(text: str) -> list[str]:
    return next(rows(text), (1, []))[1]


def unread_columns(head: str) -> list[str]:
    """The columns of a table of statements, which begins so, that say nothing of a statement."""
    names = _heading(head)
    return [name for name, key in zip(names, _columns(names), strict=True) if key not in _COLUMNS]


def rows_of(
    lines: Iterable[str],
    spelling: str,
    path: str,
    read: Callable[[Any, int], Any] | None = None,
) -> Iterator[Row]:
    """The statements of a file of this spelling, one after the other, as its lines come. ``read``
    makes something else than checked statements of their data and lines; then a table in ``json``
    is one of any columns.

    Raises :class:`timeml.TimeMLError`, with the lines, for what is not a statement; nothing behind
    the first such line is one of them.
    """
    number = [1]
    faults: list[tuple[int, str]] = []
    try:
        for parse, said in _SPELLINGS[spelling](lines, number):
            try:
                data = parse(said)
                if data is not None:
                    data = checked(data) if read is None else read(data, number[0])
            except ValueError as error:
                faults.append((number[0], str(error)))
            else:
                if data is not None and not faults:
                    yield Row(number[0], data)
    except RecursionError:
        raise TimeMLError("is nested too deep", file=path, line=number[0]) from None
    except UnicodeDecodeError:
        raise TimeMLError("is not UTF-8; save it as UTF-8", file=path) from None
    except ValueError as error:
        line = getattr(error, "line", None) or number[0]
        faults.append((line, getattr(error, "message", str(error))))
    if faults:
        (line, first), *others = faults
        more = [f"line {number}: {fault}" for number, fault in others[:2]]
        more += [f"{len(others) - 2} more such lines"] * (len(others) > 2)
        raise TimeMLError("; ".join([first, *more]), file=path, line=line)


_Said = tuple["Callable[[Any], Any]", Any]  # what reads a statement, and its text


def _text_rows(lines: Iterable[str], number: list[int]) -> Iterator[_Said]:
    for number[0], line in enumerate(lines, 1):
        yield _line, line


def _line(line: str) -> Any:
    """The data of a line of text, or of JSON if it begins so."""
    return _record(read_json(line)) if line.lstrip()[:1] == "{" else line_of_text(line)


def _records(lines: Iterable[str], number: list[int]) -> Iterator[_Said]:
    for number[0], record in records(lines):
        yield _record, record


def _record(record: Any) -> Any:
    if not isinstance(record, BrokenLine):
        return record
    if record.text.lstrip()[:1] in ("{", "["):
        raise ValueError(record.message)
    return line_of_text(record.text)


def _table_rows(lines: Iterable[str], number: list[int]) -> Iterator[_Said]:
    table = rows(lines)
    number[0], heading = next(table, (1, []))
    columns = _columns(heading)
    for number[0], fields in table:
        yield partial(table_row, columns), fields


_SPELLINGS = {"text": _text_rows, "json": _records, "table": _table_rows}


# ---- fields -----------------------------------------------------------------------------------


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_end(value: Any) -> bool:
    ends = ("start", "end", "at")
    return (
        isinstance(value, (list, tuple))
        and len(value) == 2
        and _is_name(value[0])
        and value[1] in ends
    )


def _is_entity(value: Any) -> bool:
    if isinstance(value, dict):
        return value.keys() == {"date"} and _is_name(value["date"]) and _is_exact(value["date"])
    return _is_name(value)


def _is_exact(date: str) -> bool:
    """Whether a date is one period; raises ``ValueError``, saying why, for what is not."""
    from timeml.edtf import exact_period  # most statements have no dates

    exact_period(date)
    return True


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


_LENGTH = re.compile(
    r"-?P[\dTYMWDHS.,]+|.*(?:\b|\d)(?:(?:milli|micro)?seconds?|[muµ]?s|secs?|min(?:ute)?s?|h(?:ou)?rs?|h"
    r"|days?|d|weeks?|w|months?|quarters?|years?|y(?:rs?)?|decades?|century|centuries)",
    re.IGNORECASE,
)


def _is_length(value: Any) -> bool:
    text = isinstance(value, str) and len(value) < 1000 and _LENGTH.fullmatch(value.strip())
    return bool(text) or _is_number(value)


def _is_date(value: Any) -> bool:
    return _is_name(value) and named_date(value) is not None


def _are_names(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) > 1 and all(map(_is_name, value))


class _Field(NamedTuple):
    """What a field must be, a test of that, how a cell that says it is read, and written."""

    wanted: str
    test: Callable[[Any], bool]
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


def _listed(words: Sequence[str]) -> _Field:
    return _Field(f"one of {', '.join(words)}", lambda value: value in words)


_OF_NAMES = _Field("a name", _is_name, _name, partial(_named, _name))
_LATER = _OF_NAMES._replace(test=lambda value: True)  # checked with the rest of its statement

FIELDS: Mapping[str, _Field] = {
    **dict.fromkeys(
        ("a", "b"),
        _Field('a name or {"date": "1998-05"}', _is_entity, _entity, partial(_named, _entity)),
    ),
    **dict.fromkeys(
        ("x", "y"), _Field('an end: ["storm", "start"]', _is_end, _point, _end_in_cell)
    ),
    **dict.fromkeys(("subject", "object", "lasts", "one_at_a_time"), _OF_NAMES),
    **dict.fromkeys(("relation", "any_of"), _LATER),
    **dict.fromkeys(
        ("at_least", "at_most", "exactly"), _Field('a length: "3 days"', _is_length, _number)
    ),
    **dict.fromkeys(("start", "end", "within"), _Field("a date", _is_date, _dated)),
    **dict.fromkeys(("source", "said_at", "id"), _Field("text", lambda v: isinstance(v, str))),
    "spanning": _Field("a date", lambda value: _is_name(value) and _is_exact(value), _dated),
    "at": _Field("a date and time", _is_name),
    "of": _Field(
        "a name or an end",
        lambda value: _is_name(value) or _is_end(value),
        _of,
        lambda of: _named(_of, of) if isinstance(of, str) else _end_in_cell(of),
    ),
    "op": _listed(_OPERATORS),
    "per": _listed(PER),
    "weight": _Field("a number", _is_number, _number),
    "occurrence": _Field(
        "a number from 1 on, or a name",
        lambda value: _is_name(value) or (type(value) is int and value > 0),
        _which,
        lambda which: str(which) if isinstance(which, int) else _named(_which, which),
    ),
    "no_overlap": _Field(
        "a list of two names or more",
        _are_names,
        lambda text: [_name(part.strip()) for part in _fields(text)],
        lambda names: " | ".join(_named(_name, name) for name in names),
    ),
}
"""All fields of statements."""

_COLUMNS = FIELDS.keys() - {"any_of"}
_FIELDS_OF = {
    kind: {field: FIELDS[field] for field in (*needed, *further, *SHARED)}
    for kind, (needed, further) in KINDS.items()
}


def checked(data: Any) -> Data:
    """The data of a statement, with relations as they are called. Raises ``ValueError`` for what
    is missing, unknown, or not as it must be."""
    if not isinstance(data, dict):
        raise ValueError('a statement is an object, as {"a": "x", "relation": "before", "b": "y"}')
    kind = kind_of(data)
    fields = _FIELDS_OF[kind]
    for field, value in data.items():
        if field not in fields:
            raise ValueError(f"unknown field {field!r}; the fields are {', '.join(fields)}")
        wanted, test, _, _ = fields[field]
        if not test(value):
            raise ValueError(f"{field} must be {wanted}, not {str(value)[:60]!r}")
    if kind == "link":
        return {**data, "relation": _one_relation(data["relation"])}
    if kind == "any_of":
        return {**data, "any_of": _groups(data["any_of"])}
    _check_whole(kind, data)
    return data


def _one_relation(value: Any) -> str:
    if isinstance(value, list):
        value = " | ".join(map(str, value))
    if not _is_name(value):
        raise ValueError(f"relation must be a name or several, not {str(value)[:60]!r}")
    return relation_named(value)


def _groups(groups: Any) -> list[list[Data]]:
    if not isinstance(groups, list) or not all(isinstance(g, list) and g for g in groups):
        raise ValueError("any_of must be a list of lists of links")
    read = [[checked(link) for link in group] for group in groups]
    if not all("b" in link for group in read for link in group):
        raise ValueError("any_of must have links only, a relation b")
    return read


def _check_whole(kind: str, data: Data) -> None:
    """Raise ``ValueError`` if fields do not go together."""
    if kind in _ONE_OF and not any(field in data for field in _ONE_OF[kind]):
        raise ValueError(f"{kind}: one of {', '.join(_ONE_OF[kind])} is missing")
    if kind == "fact":
        if not _is_name(data["relation"]):
            raise ValueError("relation must be a name")
        if span(data, "start")[0] >= span(data, "end")[1]:
            raise ValueError(f"it ends ({data['end']}) before it starts ({data['start']})")


# ---- documents --------------------------------------------------------------------------------


def span(fact: Mapping[str, Any], side: str) -> tuple[Any, Any]:
    """The instants between which a fact starts or ends; infinite where nothing is stated."""
    if side not in fact:
        return -inf, inf
    extent = named_date(fact[side]).extent
    return extent.starts.low, (extent.ends or extent.starts).high
