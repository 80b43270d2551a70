"""The baseline: trained on a corpus, it finds events, times and links in a text.

Events and times come with their attributes and, in English, values.

Each token gets a label: the beginning of an event or a time, its continuation, or none.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from timegraph.annotation.learning import (
    Classifier,
    Contradictions,
    ModelError,
    Token,
    consistent,
    joined,
    learn,
    learn_links,
    likeliest,
    probable_links,
    read_model,
    tokens_of,
    with_links,
    writable,
    write_model,
)
from timegraph.labels import SCHEMES, find_scheme
from timegraph.scoring.annotation_notices import TRAINED_ON_IT
from timegraph.times import Named, named
from timeml import Document, Event, Instance, Timex3
from timeml.collection import bare_name
from timeml.gregorian import date_of

OTHER, MORE, START = "", "+", "!"
"""Labels of tokens: outside, the continuation of an entity, the beginning of one."""

ATTRIBUTES = ("class_", "tense", "aspect", "polarity", "modality", "pos")
"""What is learnt of events: their class, and the attributes of their first instance."""

TYPE = "type"
"""What is learnt of times."""

_LEAST_EVENT, _LEAST_TIME = 0.3, 0.35
"""The least probability of an event; and of a time, compared with that of none. Found by
cross-validation on TempEval-3's training documents."""

_STRENGTH = 0.3
"""The inverse of the regularisation, found so, too."""

_ENDING = re.compile(r"(?<=...)(?:ing|ed|e?s|ments?|ions?|e|e?rs?|als?)$")
"""Endings after which words of European languages mean much the same."""


# ---- features -----------------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def _shape(word: str) -> str:
    shape = re.sub(r"[^\W\d_]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d", "9", word)))
    return re.sub(r"(.)\1{2,}", r"\1\1", shape)


@lru_cache(maxsize=65536)
def _parts(word: str) -> tuple[str, ...]:
    """The features of a word by itself."""
    found = [f"w={word}", f"s2={word[-2:]}", f"s3={word[-3:]}", f"s4={word[-4:]}"]
    found += [f"b3={word[:3]}", f"b4={word[:4]}", f"b5={word[:5]}", f"b6={word[:6]}"]
    return (*found, f"st={_ENDING.sub('', word)}")


class Rows:
    """The features of each token, made when they are asked for: the word, its ends and shape, and
    the words around it."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._words = ["|", "|", "|", *(token.text.lower() for token in tokens), "|", "|", "|"]
        self._shapes = ["|", *(_shape(token.text) for token in tokens), "|"]
        self._count = len(tokens)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, k: int) -> list[str]:
        p3, p2, p1, word, n1, n2, n3 = self._words[k : k + 7]
        before, shape, after = self._shapes[k : k + 3]
        found = [*_parts(word), f"sh={shape}", f"sp={before},{shape}"]
        found += [f"p1={p1}", f"p2={p2}", f"p3={p3}", f"n1={n1}", f"n2={n2}", f"n3={n3}"]
        found += [f"pw={p1},{word}", f"wn={word},{n1}", f"pn={p1},{n1}", f"pp={p2},{p1}"]
        found += [f"ps={p1},{word[-3:]}", f"nn={n1},{n2}", f"p1s={p1[-3:]}", f"n1s={n1[-3:]}"]
        found += [f"nsh={after}", f"p1s2={p1[-2:]},{word[-2:]}", f"ps2={p2},{p1[-2:]}"]
        return found

    def blocks(self) -> Iterator[list[list[str]]]:
        """All rows in their order, so many at a time that a long text needs little memory."""
        for start in range(0, self._count, _BLOCK):
            yield [self[k] for k in range(start, min(start + _BLOCK, self._count))]


_BLOCK = 20_000
"""Tokens whose features are held at once."""


def _after(label: str, rows: Iterable[list[str]]) -> list[list[str]]:
    """The features that each row has where this label is before it."""
    return [[f"y={label},{row[0]}", f"y={label},{row[_NEXT]}"] for row in rows]


_NEXT = 14
"""Where a row has the word after its token."""


def _labels(tokens: Sequence[Token], spans: Iterable[tuple[int, int]]) -> list[str]:
    """The label of each token, where these spans are marked."""
    labels = [OTHER] * len(tokens)
    starts = {token.start: k for k, token in enumerate(tokens)}
    for start, stop in spans:
        k, label = starts.get(start), START
        while k is not None and k < len(tokens) and tokens[k].start < stop:
            labels[k], label, k = label, MORE, k + 1
    return labels


def _phrase(rows: Rows, first: int, last: int) -> list[str]:
    """The features of the tokens of a phrase, with those around it."""
    inside = {f for k in range(first, last + 1) for f in rows[k] if f[:2] in ("w=", "sh", "s3")}
    last_word = (f"l{f}" for f in rows[last] if f[:2] in ("w=", "sh", "n1"))
    return [
        *sorted(inside),
        *last_word,
        *rows[first][_NEXT - 3 : _NEXT],
        f"n={min(last - first, 4)}",
    ]


# ---- learning -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class EntityModel:
    """What finds events and times; a part that the corpus has no example of is empty. ``values``
    has the values of phrases that name no date, such as ``PRESENT_REF``."""

    event: Classifier | None = None
    time: Classifier | None = None
    attributes: Mapping[str, Classifier] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def both(self) -> Classifier:
        """What finds events and what finds times, as one."""
        return joined([each for each in (self.event, self.time) if each is not None])


def learn_entities(documents: Sequence[Document]) -> EntityModel:
    """What these documents show of events and times; those without text are passed over."""
    rows: list[list[str]] = []
    events: list[str] = []
    times: list[str] = []
    attributes: dict[str, tuple[list[list[str]], list[str]]] = defaultdict(lambda: ([], []))
    for document in documents:
        tokens = tokens_of(document.text)
        found = Rows(tokens)
        rows += chain.from_iterable(found.blocks())
        events += _labels(tokens, ((e.start or 0, e.end) for e in document.events if e.end))
        marked = _labels(tokens, ((t.start or 0, t.end or 0) for t in _times_in(document)))
        times += marked
        types = {t.start: t.type or "" for t in _times_in(document)}
        for first, last in _spans(marked):
            attributes[TYPE][0].append(_phrase(found, first, last))
            attributes[TYPE][1].append(types[tokens[first].start])
        at = {token.start: k for k, token in enumerate(tokens)}
        for event in document.events:
            if event.start in at:
                for name, value in _attributes_of(event):
                    attributes[name][0].append(found[at[event.start]])
                    attributes[name][1].append(value)
    return EntityModel(
        _learn_sequence(rows, events) if any(events) else None,
        _learn_sequence(rows, times) if any(times) else None,
        {name: learn(*examples) for name, examples in attributes.items() if any(examples[1])},
        _phrases(documents),
    )


def _learn_sequence(rows: Sequence[list[str]], labels: Sequence[str]) -> Classifier:
    before = [OTHER, *labels]
    follows = ([*_after(p, [row])[0], f"y={p}"] for p, row in zip(before, rows, strict=False))
    return learn(
        [row + more for row, more in zip(rows, follows, strict=True)], labels, strength=_STRENGTH
    )


def _times_in(document: Document) -> Iterator[Timex3]:
    for timex in document.timexes:
        if timex is not document.dct and timex.start is not None and timex.end is not None:
            yield timex


def _attributes_of(event: Event) -> Iterator[tuple[str, str]]:
    yield "class_", event.class_ or ""
    for instance in event.instances[:1]:
        for name in ATTRIBUTES[1:]:
            yield name, getattr(instance, name) or ""


def _phrases(documents: Iterable[Document]) -> dict[str, str]:
    """The usual value of each phrase whose value is not a date."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for document in documents:
        for timex in document.timexes:
            if timex.value and (timex.value[0] == "P" or timex.value.endswith("_REF")):
                found[_folded(timex.text)][timex.value] += 1
    return {text: min(c, key=lambda v: (-c[v], v)) for text, c in sorted(found.items())}


def _folded(text: str) -> str:
    return " ".join(text.lower().split())


# ---- annotating ---------------------------------------------------------------------------------


def with_entities(document: Document, model: EntityModel) -> Document:
    """The document with the events and times that are found in its text; what it has of them but
    the creation time is replaced."""
    tokens = tokens_of(document.text)
    rows = Rows(tokens)
    as_events, as_times = _decided(rows, model)
    dct = () if document.dct is None else (document.dct,)
    taken = {timex.tid for timex in dct}
    times = list(_times(document, tokens, rows, as_times, model))
    covered = [(timex.start or 0, timex.end or 0) for timex in times]
    names = (name for name in (f"t{n}" for n in range(1, len(times) + 3)) if name not in taken)
    numbered = tuple(replace(timex, tid=name) for timex, name in zip(times, names, strict=False))
    events = tuple(_events(document.text, tokens, rows, as_events, model, covered))
    return replace(document, events=events, timexes=dct + numbered)


def _spans(labels: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The first and last token of each entity."""
    first: int | None = None
    for k, label in enumerate([*labels, OTHER]):
        if first is not None and label != MORE:
            yield first, k - 1
            first = None
        if label != OTHER and first is None:  # a continuation of nothing is a beginning
            first = k


_CLOSING = '"”’» \n'
"""What no time ends with."""


def _times(
    document: Document, tokens: list[Token], rows: Rows, labels: list[str], model: EntityModel
) -> Iterator[Timex3]:
    created = document.dct.value if document.dct is not None else None
    spans = list(_spans(labels))
    typed = model.attributes.get(TYPE)
    phrases = [_phrase(rows, first, last) for first, last in spans]
    types = [t for t, _ in typed.best(phrases)] if typed else ["DATE"] * len(spans)
    for (first, last), type in zip(spans, types, strict=True):
        start, stop = tokens[first].start, tokens[last].stop
        text = document.text[start:stop].rstrip(_CLOSING) or document.text[start:stop]
        stop = start + len(text)
        value = value_of(text, created, model.values)
        yield Timex3(f"t{first}", type, value, start, stop, text)


def _decided(rows: Rows, model: EntityModel) -> tuple[list[str], list[str]]:
    """The most probable labels of tokens as events and as times, where that of being outside counts
    for less."""
    import numpy as np  # only models load it

    found: tuple[list[str], list[str]] = [], []
    kinds = zip((model.event, model.time), (_LEAST_EVENT, _LEAST_TIME), found, strict=True)
    known = [(each, least, labels) for each, least, labels in kinds if each is not None]
    both = model.both
    for block in rows.blocks() if known else ():
        plain = both.scores(block)
        steps = {p: plain + both.scores(_after(p, block), f"y={p}") for p in set(both.labels)}
        first = 0
        for classifier, least, labels in known:
            after = first + len(classifier.labels)
            own = np.stack([steps[p][:, first:after] for p in classifier.labels], axis=1)
            odds = [least / (1 - least) if p == OTHER else 1.0 for p in classifier.labels]
            labels += [classifier.labels[n] for n in likeliest(own, odds)]
            first = after
    return found


def _events(
    text: str,
    tokens: list[Token],
    rows: Rows,
    labels: list[str],
    model: EntityModel,
    covered: Sequence[tuple[int, int]],
) -> Iterator[Event]:
    starts = [token.start for token in tokens]
    inside = {k for a, b in covered for k in range(bisect_left(starts, a), bisect_left(starts, b))}
    spans = [
        span for span in _spans(labels) if not inside.intersection(range(span[0], span[1] + 1))
    ]
    heads = [rows[first] for first, _ in spans]
    known = {
        name: [value for value, _ in model.attributes[name].best(heads)]
        for name in ATTRIBUTES
        if name in model.attributes
    }
    for number, (first, last) in enumerate(spans):
        own = {name: values[number] or None for name, values in known.items()}
        start, stop = tokens[first].start, tokens[last].stop
        eid = f"e{number + 1}"
        class_ = own.pop("class_", None)
        instance = Instance(f"ei{number + 1}", eid, **own)  # type: ignore[arg-type]
        yield Event(eid, class_, start, stop, text[start:stop], (instance,))


# ---- values -------------------------------------------------------------------------------------

_UNITS = {"day": (1, "D"), "week": (7, "W"), "month": (30.44, "M"), "year": (365.25, "Y")}
_UNITS |= {"decade": (3652.5, "0Y"), "quarter": (91.3, "Q"), "century": (36525, "00Y")}


def value_of(text: str, created: str | None, phrases: Mapping[str, str]) -> str | None:
    """The value of an English time, read by :func:`timegraph.times.named` on the day of creation;
    of a phrase without a date the one that the corpus has. ``None`` where neither is known."""
    phrase = phrases.get(_folded(text))
    if phrase is not None:
        return phrase
    anchor = created[:10] if created and re.match(r"\d{4}-\d\d-\d\d", created) else None
    try:
        found = named(text, anchor, year=int(anchor[:4]) if anchor else None)
    except ValueError:
        return None
    return next((value for value in (_value(time, anchor) for time in found[:1]) if value), None)


def _value(one: Named, anchor: str | None) -> str | None:
    first, after = one.readings[0][:2] if one.readings else (None, None)
    if first is None:
        return None
    if one.kind == "length" and after is not None:
        days, letter = _UNITS.get(one.precision, (0, ""))
        return f"P{max(1, round((first + after) / 2880 / days))}{letter}" if days else None
    return _date(first, one.precision) if one.kind == "stretch" else None


def _date(minute: int, unit: str) -> str | None:
    """The calendar unit that begins at a minute, as TIMEX3 writes it."""
    year, month, day = date_of(minute // 1440)
    if unit == "week":
        from datetime import date  # the library of Python numbers weeks

        iso = date(year, month, day).isocalendar()
        return f"{iso[0]:04d}-W{iso[1]:02d}"
    if unit == "quarter":
        return f"{year:04d}-Q{(month + 2) // 3}"
    written = {"year": 4, "month": 7, "day": 10, "decade": 3, "century": 2}.get(unit)
    return f"{year:04d}-{month:02d}-{day:02d}"[:written] if written else None


@dataclass(frozen=True)
class Annotator:
    """What was learnt of a corpus: the label ``scheme``, classifiers of ``links`` by the kind of
    pair, how many pairs are linked for each entity (``density``), what finds ``entities``, and the
    names of the ``documents``; ``without`` are the groups of features that it does not look at."""

    scheme: str
    links: Mapping[str, Classifier]
    density: float
    entities: EntityModel
    documents: tuple[str, ...] = field(default=(), repr=False)
    without: tuple[str, ...] = ()

    def __repr__(self) -> str:
        learnt, lacks = len(self.documents), ", ".join(self.lacks) or "nothing"
        return f"<Annotator, {self.scheme}: {learnt} documents; lacks {lacks}>"

    @property
    def lacks(self) -> tuple[str, ...]:
        """What the corpus has no example of, so that it is not annotated."""
        found = {
            "links": self.links,
            "events": self.entities.event,
            "times": self.entities.time,
            "attributes of events": self.entities.attributes,
        }
        return tuple(name for name, part in found.items() if not part)

    def has_seen(self, document: Document) -> bool:
        """Whether it was trained on a document of this name."""
        return bool(document.name) and _folded_name(document.name) in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(map(_folded_name, self.documents))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as JSON. Raises ``OSError``."""
        parts: dict[str, Any] = {"scheme": self.scheme, "density": self.density}
        parts |= {
            "documents": self.documents,
            "without": self.without,
            "values": self.entities.values,
        }
        parts |= {f"link {kind}": classifier for kind, classifier in self.links.items()}
        parts |= {f"attribute {name}": c for name, c in self.entities.attributes.items()}
        ends = {"event": self.entities.event, "time": self.entities.time}
        write_model(path, parts | {name: part for name, part in ends.items() if part})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Annotator:
        """The model in a file. Raises ``OSError``, and :class:`ModelError` for a file that is not a
        model of this version."""
        content = read_model(path)
        try:
            parts = {k: v for k, v in content.items() if isinstance(v, Classifier)}
            scheme, values = content["scheme"], content["values"]
            density, documents = float(content["density"]), tuple(map(str, content["documents"]))
            without = tuple(map(str, content["without"]))
            if scheme not in SCHEMES or not writable(values.values()) or not 0 <= density < 1e6:
                raise ValueError
        except (AttributeError, KeyError, TypeError, ValueError):
            raise ModelError(f"{path}: is damaged; train the model again") from None
        entities = EntityModel(
            parts.get("event"), parts.get("time"), _named(parts, "attribute "), values
        )
        return cls(scheme, _named(parts, "link "), density, entities, documents, without)


def _folded_name(name: str) -> str:
    return bare_name(name).casefold()


def _named(parts: Mapping[str, Classifier], start: str) -> dict[str, Classifier]:
    return {name.removeprefix(start): c for name, c in parts.items() if name.startswith(start)}


def train(
    documents: Iterable[Document], *, without: Iterable[str] = (), entities: bool = True
) -> Annotator:
    """The annotator that these documents teach. ``without`` names groups of features of links that
    are left out (:data:`timegraph.annotation.GROUPS`); with ``entities=False`` it learns links
    only. The same documents, in whatever order, give the same annotator.

    Raises :class:`ModelError` if there is no document, none has a text, or their links are of
    several label schemes; needs scikit-learn (the extra ``annotate``)."""
    without = frozenset(without)
    known = sorted(documents, key=lambda document: (document.name, document.text))
    texts = [document for document in known if document.text.strip()]
    if not texts:
        missing = "none of the documents has a text" if known else "there is no document"
        raise ModelError(f"nothing to learn from: {missing}")
    schemes = sorted({document.scheme for document in texts})
    if len(schemes) > 1:
        raise ModelError(f"the documents have several label schemes: {', '.join(schemes)}")
    links, density = learn_links(texts, without=without)
    found = learn_entities(texts) if entities else EntityModel()
    names = tuple(document.name for document in texts)
    return Annotator(schemes[0], links, density, found, names, tuple(sorted(without)))


def annotate(
    document: Document, model: Annotator, *, contradictions: Contradictions = "greedy"
) -> Document:
    """The document with links by ``model``, each with its probability as ``weight``. Where it has
    neither events nor times in its text, these are found first; else they stay as they are.
    ``contradictions`` says what becomes of links that contradict each other
    (:data:`timegraph.annotation.CONTRADICTIONS`). Links of a document by whose name the model was
    trained say so in the attribute ``model``, and scores in their notes."""
    inside: Sequence[object] = document.timexes[document.dct is not None :]
    if not document.events and not inside:
        document = with_entities(document, model.entities)
    # So many links as the corpus has: of the rules that were compared, the best for texts by other
    # annotators (docs/annotate.md).
    most = round(model.density * len(document.entities))
    found = probable_links(document, model.links, without=frozenset(model.without))[:most]
    kept = consistent(found, find_scheme(model.scheme), contradictions)
    linked = replace(with_links(document, kept), scheme=model.scheme)
    return _marked(linked) if model.has_seen(document) else linked


def _marked(document: Document) -> Document:
    """The document with :data:`TRAINED_ON_IT` on its links, and on its events if it has none."""
    mark = (TRAINED_ON_IT,)
    if document.tlinks:
        links = tuple(replace(link, extra=link.extra + mark) for link in document.tlinks)
        return replace(document, tlinks=links)
    return replace(document, events=tuple(replace(e, extra=mark) for e in document.events))
