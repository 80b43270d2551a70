"""WebAnno TSV 3, an export of WebAnno and INCEpTION (Eckart de Castilho et al. 2016).

The header names the layers: ``#T_SP=`` those of spans, ``#T_RL=`` those of relations, each with its
features. Each token has a line with its place in the text and a column for each feature. Spans of a
layer whose name is that of a time expression are timexes (:mod:`timeml.readers.tools.types`), other
spans that a relation joins, or whose layer is called like an event, events. Relations are links,
named by their first feature; they lead from the governor to the token that they stand at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from timeml.document import Document
from timeml.readers.draft import Draft, Span
from timeml.readers.files import File
from timeml.readers.tools.types import is_creation_time, is_timex, timex_type

__all__ = ["documents"]

_LAYER = re.compile(r"#T_(SP|RL|CH)=([^|]*)\|?(.*)")
_TOKEN = re.compile(r"(\d+-\d+)(\.\d+)?\t(\d+)-(\d+)\t(.*)")
_STACKED = re.compile(r"(.*?)(?:\[(\d+)\])?", re.DOTALL)
_TARGET = re.compile(r"(\d+-\d+)(?:\[(\d+)_(\d+)\])?")
_ESCAPES = re.compile(r"\\([\\\[\]|_*>;t\n r])")


@dataclass(frozen=True, slots=True)
class _Layer:
    """A layer of the header, and the columns of its features."""

    kind: str
    name: str
    features: tuple[str, ...]
    first: int

    @property
    def short(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]


@dataclass(slots=True)
class _Mark:
    """An annotation of a layer over one or more tokens."""

    layer: _Layer
    line: int
    values: tuple[str, ...]
    spans: list[Span] = field(default_factory=list)


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one file. Raises :class:`timeml.TimeMLError` for a line that is not of it."""
    (file,) = files
    lines = file.text().split("\n")
    if not lines[0].startswith("#FORMAT=WebAnno TSV 3"):
        raise file.error("the first line is not #FORMAT=WebAnno TSV 3", 1)
    layers: list[_Layer] = []
    columns = 0
    tokens: list[tuple[str, int, int, str, list[str], int]] = []
    for number, line in enumerate(lines[1:], start=2):
        if header := _LAYER.fullmatch(line):
            features = tuple(filter(None, header[3].split("|"))) or ("",)
            if header[1] != "CH":
                layers.append(_Layer(header[1], header[2], features, columns))
            columns += len(features)
        elif line.strip() and not line.startswith("#"):
            token = _TOKEN.fullmatch(line)
            if token is None:
                message = "a token's line has its number, its place and its word between tabs"
                raise file.error(message, number)
            word, *cells = token[5].rstrip("\t").split("\t")
            cells += ["_"] * (columns - len(cells))
            tokens.append((token[1], int(token[3]), int(token[4]), word, cells, number))
    text = _text(lines, tokens)
    name = re.sub(r"\.tsv$", "", file.base, flags=re.IGNORECASE)
    draft = Draft(file, name, text)
    marks, relations = _marks(file, layers, tokens)
    _add(draft, marks, relations)
    yield draft.document()


def _text(lines: Sequence[str], tokens: Sequence[tuple[str, int, int, str, list[str], int]]) -> str:
    """The text, of which the tokens say where they stand; what lies between them is blank."""
    sentences = [_unescaped(line[6:]) for line in lines if line.startswith("#Text=")]
    end = max((token[2] for token in tokens), default=0)
    characters = [" "] * end
    # A sentence begins where its first token does, apart from blanks.
    starts = [token[1] for token in tokens if token[0].endswith("-1")]
    for start, sentence in zip(starts, sentences, strict=False):
        begin = max(0, start - (len(sentence) - len(sentence.lstrip())))
        stop = min(end, begin + len(sentence))
        characters[begin:stop] = sentence[: stop - begin]
        if begin and characters[begin - 1] == " ":
            characters[begin - 1] = "\n"
    for _, start, stop, word, _, _ in tokens:
        if len(word) == stop - start:
            characters[start:stop] = word
    return "".join(characters)


_Key = tuple[str, str, str]
_Relation = tuple[str, _Key, _Key, int]


def _marks(
    file: File,
    layers: Sequence[_Layer],
    tokens: Sequence[tuple[str, int, int, str, list[str], int]],
) -> tuple[dict[_Key, _Mark], list[_Relation]]:
    """The spans by layer, token and number, and the relations between them."""
    marks: dict[_Key, _Mark] = {}
    relations: list[_Relation] = []
    spans_of = {layer.name: layer for layer in layers if layer.kind == "SP"}
    at: dict[tuple[str, str, str], _Key] = {}
    for number, start, end, _, cells, line in tokens:
        for layer in layers:
            columns = cells[layer.first : layer.first + len(layer.features)]
            stacks = [_stacked(cell) for cell in columns]
            count = max((len(stack) for stack in stacks), default=0)
            for k in range(count):
                values = [stack[k] if k < len(stack) else ("", "") for stack in stacks]
                index = next((index for _, index in values if index), "")
                if layer.kind == "SP":
                    # A number joins the tokens of one annotation; without, each is its own.
                    key = (layer.name, "", index) if index else (layer.name, number, "")
                    mark = marks.get(key)
                    if mark is None:
                        plain = tuple(value for value, _ in values)
                        mark = marks[key] = _Mark(layer, line, plain)
                    if mark.spans and start <= mark.spans[-1][1] + 1:
                        mark.spans[-1] = mark.spans[-1][0], end
                    else:
                        mark.spans.append((start, end))
                    at[layer.name, number, index] = key
                    at.setdefault((layer.name, number, ""), key)
                elif values[-1][0]:
                    relations.append(_relation(file, layer, spans_of, number, values, line))
    found = []
    for label, source, target, line in relations:
        ends = at.get(source), at.get(target)
        if ends[0] is None or ends[1] is None:
            wrong = source if ends[0] is None else target
            raise file.error(f"a relation leads to {wrong[1]}, where {wrong[0]} has nothing", line)
        found.append((label, ends[0], ends[1], line))
    return marks, found


def _relation(
    file: File,
    layer: _Layer,
    spans_of: dict[str, _Layer],
    number: str,
    values: Sequence[tuple[str, str]],
    line: int,
) -> _Relation:
    """A relation, by the tokens and numbers of the spans that it joins."""
    target = _TARGET.fullmatch(values[-1][0])
    joined = layer.features[-1].removeprefix("BT_")
    if target is None or joined not in spans_of:
        raise file.error(f"{values[-1][0]!r} is not the place of a span of {joined}", line)
    governor, own = target[2] or "", target[3] or ""
    governor, own = ("" if one == "0" else one for one in (governor, own))
    label = values[0][0] if len(values) > 1 else layer.short
    return label, (joined, target[1], governor), (joined, number, own), line


def _stacked(cell: str) -> list[tuple[str, str]]:
    """The values of a cell, each with the number that tells it apart; ``*`` is no value."""
    if cell == "_":
        return []
    found = []
    for part in re.split(r"(?<!\\)\|", cell):
        match = _STACKED.fullmatch(part)
        assert match is not None
        value = "" if match[1] == "*" else _unescaped(match[1])
        found.append((value, match[2] or ""))
    return found


def _unescaped(text: str) -> str:
    return _ESCAPES.sub(lambda match: {"t": "\t", "n": "\n"}.get(match[1], match[1]), text)


def _add(draft: Draft, marks: dict[_Key, _Mark], relations: Sequence[_Relation]) -> None:
    joined = {key for _, source, target, _ in relations for key in (source, target)}
    ids: dict[_Key, str] = {}
    for number, (key, mark) in enumerate(marks.items(), start=1):
        short = mark.layer.short
        values = dict(zip(mark.layer.features, mark.values, strict=False))
        extra = tuple((k, v) for k, v in values.items() if v and k)
        kind = next((v for v in mark.values if v), None)
        if is_timex(short) or (kind is not None and is_timex(kind)):
            ids[key] = f"t{number}"
            draft.timex(
                *(ids[key], mark.spans),
                type=values.get("timex3Class") or values.get("type") or timex_type(kind or short),
                value=values.get("value") or None,
                dct=is_creation_time(kind or short) or is_creation_time(short),
                line=mark.line,
                extra=extra,
            )
        elif key in joined or "event" in short.lower():
            ids[key] = f"e{number}"
            draft.event(ids[key], mark.spans, class_=kind, line=mark.line, extra=extra)
    for label, source, target, line in relations:
        draft.link(label, ids[source], ids[target], line=line)
