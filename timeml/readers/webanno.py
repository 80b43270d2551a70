"""WebAnno TSV 3, an export of WebAnno and INCEpTION (Eckart de Castilho et al. 2016).

The header names the layers: ``#T_SP=`` those of spans, ``#T_CH=`` those of chains, ``#T_RL=`` those
of relations, each with its features. Each token has a line with its place in the text and a column
for each feature; parts of tokens that have annotations of their own have lines, too (``1-2.1``).
Places count units of UTF-16. Spans of a layer whose name is that of a time expression are timexes
(:mod:`timeml.readers.draft`), other spans that a relation joins, or whose layer is called
like an event, events. Relations are links, named by their first feature; they lead from the
governor to the token that they stand at; those on tokens make events of these. The links of chains
and slots are not read, but counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from timeml.document import Document
from timeml.errors import counted
from timeml.readers.draft import Draft, Span, characters_at, is_creation_time, is_timex, timex_type
from timeml.readers.files import File

_FORMAT = "#FORMAT=WebAnno TSV 3"
_LAYER = re.compile(r"#T_(SP|RL|CH)=([^|]*)\|?(.*)")
_UNIT = re.compile(r"(\d+-\d+(?:\.\d+)?)\t(\d{1,12})-(\d{1,12})\t(.*)")
_STACKED = re.compile(r"(.*?)(?:\[(\d+)\])?", re.DOTALL)
_TARGET = re.compile(r"(\d+-\d+(?:\.\d+)?)(?:\[(\d+)_(\d+)\])?")
_ESCAPES = re.compile(r"\\(->|.)", re.DOTALL)
_CHAINED = re.compile(r"->(\d+)-(\d+)")
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "b": "\b"}
# A text may have blanks between its sentences, which the file does not show; but not this many.
_SPARSE = 100


class _Layer(NamedTuple):
    """A layer of the header, and the first of the columns of its features."""

    kind: str
    name: str
    features: tuple[str, ...]
    first: int

    @property
    def short(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]

    @property
    def plain(self) -> tuple[int, ...]:
        """The columns of features that have values of their own: not those of slots."""
        slots = [name.startswith("ROLE_") for name in self.features]
        return tuple(n for n in range(len(slots)) if not (slots[n] or (n and slots[n - 1])))

    def cells(self, unit: _Unit) -> list[str]:
        """The columns of the layer in the line of a token."""
        return unit.cells[self.first : self.first + len(self.features)]

    def slots(self, values: Sequence[tuple[str, str]]) -> Iterator[tuple[str, int]]:
        """The slots that an annotation with these values fills, each with the number of its
        targets, which the column after it has."""
        for n, name in enumerate(self.features[:-1]):
            if name.startswith("ROLE_") and values[n + 1][0]:
                slot = name.partition(":")[2].partition("_")[0]
                yield f"{self.short}:{slot}", len(values[n + 1][0].split(";"))


class _Unit(NamedTuple):
    """A token or a part of one: its number, place and word, its columns, and its line."""

    id: str
    start: int
    end: int
    word: str
    cells: list[str]
    line: int


@dataclass(slots=True)
class _Sentence:
    """The text of a sentence, and its tokens."""

    text: str
    units: list[_Unit] = field(default_factory=list)


@dataclass(slots=True)
class _Mark:
    """An annotation of a layer, from the first to the last of its tokens, with the values of its
    features."""

    layer: _Layer
    line: int
    values: tuple[tuple[str, str], ...]
    start: int
    end: int


_Key = tuple[str, str, str]
_Relation = tuple[str, _Key, _Key, int]


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one file. Raises :class:`timeml.TimeMLError` for a line that is not of it."""
    (file,) = files
    layers, sentences = _parsed(file)
    text, units = _text(file, sentences)
    name = re.sub(r"\.tsv$", "", file.base, flags=re.IGNORECASE)
    draft = Draft(file, name, text)
    _compare(draft, units)
    _add(draft, *_marks(draft, layers, units))
    yield draft.document()


def _parsed(file: File) -> tuple[list[_Layer], list[_Sentence]]:
    """The layers of the header, and the sentences with their tokens."""
    content = file.text()
    lines = content.split("\n")
    if not lines[0].startswith(_FORMAT):
        raise file.error(
            f"the first line is not {_FORMAT}; if this is another format, name it with --from", 1
        )
    layers: list[_Layer] = []
    columns = 0
    words: list[str] = []
    sentences: list[_Sentence] = []
    ids: set[str] = set()
    for number, line in enumerate(lines[1:], start=2):
        if line.startswith("#Text="):
            words.append(_unescaped(line[6:]))
        elif header := _LAYER.fullmatch(line):
            if sentences:
                message = f"the header {line[:60]!r} stands after the first token"
                raise file.error(f"{message}; move it to the headers at the beginning", number)
            features = tuple(filter(None, header[3].split("|"))) or ("",)
            layers.append(_Layer(header[1], header[2], features, columns))
            columns += len(features)
        elif line.startswith(_FORMAT):
            message = "a second document begins here; give each document a file of its own"
            raise file.error(message, number)
        elif line.strip() and line[0] != "#":
            unit = _unit(file, line, number, columns, last=number == len(lines))
            if unit.id in ids:
                message = f"token {unit.id} comes twice; give each document a file of its own"
                raise file.error(message, number)
            ids.add(unit.id)
            if unit.end > _SPARSE * (len(content) + 1):
                message = f"token {unit.id} ends at {unit.end}, far beyond the end of the text"
                raise file.error(f"{message}; correct its position", number)
            if words or not sentences:
                sentences.append(_Sentence("\n".join(words)))
                words = []
            sentences[-1].units.append(unit)
    return layers, sentences


def _unit(file: File, line: str, number: int, columns: int, *, last: bool) -> _Unit:
    token = _UNIT.fullmatch(line)
    if token is None:
        message = "a token's line has its number, position and word, separated by tabs"
        raise file.error(f"{message}, such as 1-2<TAB>3-7<TAB>word", number)
    word, *cells = token[4].rstrip("\t").split("\t")
    missing = columns - len(cells)
    if missing < 0 or (missing and last):
        message = (
            f"token {token[1]} has {counted(len(cells), 'column')}, the header names {columns}"
        )
        hint = "is the file complete?" if missing > 0 else "is a layer missing from the header?"
        raise file.error(f"{message}; {hint}", number)
    start, end = int(token[2]), int(token[3])
    if start > end:
        raise file.error(f"token {token[1]} ends at {end}, before it begins", number)
    return _Unit(token[1], start, end, _unescaped(word), cells + ["_"] * missing, number)


def _text(file: File, sentences: Sequence[_Sentence]) -> tuple[str, list[_Unit]]:
    """The text, and the tokens with their places in characters.

    A sentence begins where its first token does; what lies between sentences is blank.
    """
    characters: list[str] = []
    units: list[_Unit] = []
    wide = 0  # how many units more than characters the text has so far
    for sentence in sentences:
        line = sentence.text
        first = sentence.units[0].start
        begin = first - (len(line) - len(line.lstrip())) if line.strip() else first
        at = characters_at(line)
        gap = begin - wide - len(characters)
        if gap < 0:
            message = f"token {sentence.units[0].id} begins before the sentence before it ends"
            raise file.error(f"{message}; correct its position", sentence.units[0].line)
        if gap and characters:
            characters += [" "] * (gap - 1) + ["\n"]
        else:
            characters += [" "] * gap
        start = len(characters)
        if not line:  # no #Text: the words are all there is
            characters += [" "] * (max(unit.end for unit in sentence.units) - begin)
        characters += line
        before = first
        for unit in sentence.units:
            if "." not in unit.id:
                if unit.start < before:
                    message = f"token {unit.id} begins before the token before it ends"
                    raise file.error(f"{message}; correct its position", unit.line)
                before = unit.end
            here = [unit.start - begin, unit.end - begin]
            if line:
                if not 0 <= here[0] <= here[1] < len(at):
                    message = (
                        f"token {unit.id} ends at {unit.end}, outside the text of its sentence"
                    )
                    raise file.error(f"{message}; correct its position", unit.line)
                here = [at[token] for token in here]
            elif len(unit.word) == here[1] - here[0]:
                characters[start + here[0] : start + here[1]] = unit.word
            place = start + here[0], start + here[1]
            units.append(_Unit(unit.id, *place, unit.word, unit.cells, unit.line))
        wide += len(at) - 1 - len(line)
    return "".join(characters), units


def _compare(draft: Draft, units: Sequence[_Unit]) -> None:
    """Report words that do not stand in their places."""
    text = draft.text or ""
    wrong = [unit for unit in units if unit.word and text[unit.start : unit.end] != unit.word]
    if wrong:
        first = wrong[0]
        place = text[first.start : first.end]
        message = f"token {first.id} is {first.word!r}, but the text at its position is {place!r}"
        more = f"; {len(wrong)} such tokens in all" if len(wrong) > 1 else ""
        draft.fault("bad-span", f"{message}{more}", first.id, first.line)


def _chain_links(layer: _Layer, units: Sequence[_Unit]) -> int:
    """How many links the chains of a layer have: from each element to the next."""
    cells = (cell for unit in units for cell in layer.cells(unit))
    elements = {found for cell in cells for found in _CHAINED.findall(cell)}
    return len(elements) - len({chain for chain, _ in elements})


def _marks(
    draft: Draft, layers: Sequence[_Layer], units: Sequence[_Unit]
) -> tuple[dict[_Key, _Mark], list[_Relation]]:
    """The spans by layer, token and number, and the relations between them."""
    marks: dict[_Key, _Mark] = {}
    relations: list[_Relation] = []
    spans_of = {layer.name for layer in layers if layer.kind == "SP"}
    tokens = {unit.id: unit for unit in units}
    at: dict[_Key, _Key] = {}
    for layer in layers:
        if layer.kind == "CH" and (links := _chain_links(layer, units)):
            draft.unread(layer.short, units[0].line, links)
    for unit in units:
        for layer in layers:
            if layer.kind == "CH":
                continue
            stacks = [_stacked(cell) for cell in layer.cells(unit)]
            for k in range(max(map(len, stacks))):
                values = [stack[k] if k < len(stack) else ("", "") for stack in stacks]
                if layer.kind == "RL":
                    if values[-1][0]:
                        relations.append(_relation(draft.file, layer, spans_of, unit, values))
                    continue
                # A number joins the tokens of one annotation; without, each is its own. Numbers
                # in columns of slots are those of other annotations.
                plain_values = [values[n] for n in layer.plain] or values[:1]
                index = next((number for _, number in plain_values if number), "")
                key = (layer.name, "", index) if index else (layer.name, unit.id, "")
                mark = marks.get(key)
                if mark is None:
                    given = tuple((layer.features[n], values[n][0]) for n in layer.plain)
                    marks[key] = _Mark(layer, unit.line, given, unit.start, unit.end)
                    for slot, targets in layer.slots(values):
                        draft.unread(slot, unit.line, targets)
                else:
                    mark.start, mark.end = min(mark.start, unit.start), max(mark.end, unit.end)
                at[layer.name, unit.id, index] = key
                at.setdefault((layer.name, unit.id, ""), key)
    joined = []
    for label, source, target, line in relations:
        for key in (source, target):
            token = tokens.get(key[1])
            if key[0] not in spans_of and token is not None and key not in at:
                at[key] = (key[0], key[1], "")
                layer = _Layer("SP", key[0], (), 0)
                marks[at[key]] = _Mark(layer, token.line, (), token.start, token.end)
        ends = at.get(source), at.get(target)
        if ends[0] is None or ends[1] is None:
            layer_name, id, number = source if ends[0] is None else target
            which = f" {number}" if number else ""
            message = f"a relation leads to {id}, where {layer_name} has no annotation{which}"
            raise draft.file.error(f"{message}; correct the position in its last column", line)
        joined.append((label, ends[0], ends[1], line))
    return marks, joined


def _relation(
    file: File,
    layer: _Layer,
    spans_of: set[str],
    unit: _Unit,
    values: Sequence[tuple[str, str]],
) -> _Relation:
    """A relation, by the tokens and numbers of the spans that it joins."""
    target = _TARGET.fullmatch(values[-1][0])
    joined = layer.features[-1].removeprefix("BT_")
    if target is None or (joined not in spans_of and not joined.endswith(".Token")):
        message = f"{values[-1][0]!r} is not the position of an annotation of {joined}"
        raise file.error(f"{message}; a position is 1-2, or 1-2[0_3] with numbers", unit.line)
    governor, dependent = (
        "" if number in (None, "0") else number for number in (target[2], target[3])
    )
    label = values[0][0] if len(values) > 1 else layer.short
    return label, (joined, target[1], governor), (joined, unit.id, dependent), unit.line


def _stacked(cell: str) -> list[tuple[str, str]]:
    """The values of a cell, each with its number; ``*`` is not a value."""
    if cell == "_":
        return []
    stacked = []
    for part in re.findall(r"(?:\\.|[^|\\]|\\$)+", cell, re.DOTALL) if "|" in cell else [cell]:
        # The place of a relation's end has two numbers, [1_2], and stays as it is.
        match = _STACKED.fullmatch(part)
        assert match is not None
        stacked.append(("" if match[1] == "*" else _unescaped(match[1]), match[2] or ""))
    return stacked


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPES.sub(lambda match: _CONTROLS.get(match[1], match[1]), text)


def _add(draft: Draft, marks: dict[_Key, _Mark], relations: Sequence[_Relation]) -> None:
    joined = {key for _, source, target, _ in relations for key in (source, target)}
    ids: dict[_Key, str] = {}
    for number, (key, mark) in enumerate(marks.items(), start=1):
        short = mark.layer.short
        values = dict(mark.values)
        extra = tuple((k, v) for k, v in values.items() if v and k)
        kind = next((v for v in values.values() if v), None)
        # A span without characters cannot be located in the text.
        spans: list[Span] = [(mark.start, mark.end)] if mark.start < mark.end else []
        if is_timex(short) or (kind is not None and is_timex(kind)):
            ids[key] = f"t{number}"
            draft.timex(
                *(ids[key], spans),
                type=values.get("timex3Class") or values.get("type") or timex_type(kind or short),
                value=values.get("value") or None,
                dct=is_creation_time(kind or short) or is_creation_time(short),
                line=mark.line,
                extra=extra,
            )
        elif key in joined or "event" in short.lower():
            ids[key] = f"e{number}"
            draft.event(ids[key], spans, class_=kind, line=mark.line, extra=extra)
    for label, source, target, line in relations:
        draft.link(label, ids[source], ids[target], line=line)
