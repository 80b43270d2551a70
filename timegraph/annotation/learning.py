"""Links between the entities of a document, learnt from pairs of words: scikit-learn's logistic
regression, kept as JSON.

Only training needs scikit-learn. A row is a list of features that are present, each a string; the
answers are probabilities, so that they can be compared between rows and be the weights of links.
"""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from timegraph._files import write_bytes
from timegraph.allen import AllenSet
from timegraph.decoding import decode
from timegraph.documents.build import build, labelled
from timegraph.documents.closure import tlink_of
from timegraph.graph import TimeGraph
from timegraph.labels import NOTHING, Scheme, find_scheme
from timegraph.links import Link
from timegraph.options import Interpretation
from timegraph.sentences import Sentences
from timeml import Document, Event, Timex3
from timeml.plain_text import unwritable

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SCALE = 1000
"""Weights are kept as whole thousandths."""

_LEAST = 15
"""The least weight of a feature, for some label, that is kept."""

_LAYOUT = 3
_MOST_BYTES = 500_000_000
_NEEDED = "training needs scikit-learn: pip install 'timegraph-qa[annotate]'"


class ModelError(ValueError):
    """A file that is not a model, a model that this version does not read, or a corpus that has
    nothing to learn from."""


@dataclass(frozen=True)
class Classifier:
    """Probabilities of ``labels`` for rows of features; ``weights`` has thousandths by feature, one
    for each label. What always holds is the feature ``""``."""

    labels: tuple[str, ...]
    weights: Mapping[str, tuple[int, ...]]

    def __repr__(self) -> str:
        return f"<Classifier of {', '.join(self.labels)}: {len(self.weights):,} features>"

    @cached_property
    def _table(self) -> tuple[dict[str, int], NDArray[Any]]:
        import numpy as np  # only models load it

        numbers = {feature: number for number, feature in enumerate(self.weights, 1)}
        nothing = (0,) * len(self.labels)
        rows = [nothing, *self.weights.values(), nothing]
        return numbers, np.array(rows, dtype=np.float64) / _SCALE

    def probabilities(self, rows: Sequence[Iterable[str]]) -> Any:
        """An array with a line for each row: the probability of each label."""
        import numpy as np

        scores = self.scores(rows)
        if len(rows):
            scores = np.exp(scores - scores.max(axis=1, keepdims=True))
            scores /= scores.sum(axis=1, keepdims=True)
        return scores

    def scores(self, rows: Sequence[Iterable[str]], first: str = "") -> Any:
        """An array with a line for each row: the sum of weights for each label, with those of the
        feature ``first``."""
        import numpy as np

        numbers, weights = self._table
        number, always = numbers.get, numbers.get(first, -1)
        starts: list[int] = []
        known: list[int] = []
        for row in rows:
            starts.append(len(known))
            known.append(always)
            known += filter(None, map(number, row))
        if not rows:
            return np.zeros((0, len(self.labels)))
        return np.add.reduceat(weights[known], starts, axis=0)

    def best(self, rows: Sequence[Iterable[str]]) -> list[tuple[str, float]]:
        """The most probable label of each row, with its probability."""
        found = self.probabilities(rows)
        winners = found.argmax(axis=1).tolist() if len(rows) else []
        return [(self.labels[w], float(line[w])) for w, line in zip(winners, found, strict=True)]


def joined(classifiers: Sequence[Classifier]) -> Classifier:
    """The classifiers as one, with the labels of the first, then those of the next: what rows have
    is looked up once."""
    weights: dict[str, tuple[int, ...]] = {}
    labels: tuple[str, ...] = ()
    for each in classifiers:
        lacking = (0,) * len(each.labels)
        for feature in (*weights, *(f for f in each.weights if f not in weights)):
            known = weights.get(feature, (0,) * len(labels))
            weights[feature] = known + each.weights.get(feature, lacking)
        labels += each.labels
    return Classifier(labels, weights)


def likeliest(scores: Any, odds: Any) -> list[int]:
    """The most probable labels, by number, of rows that follow each other; ``scores`` are those of
    each row, by the label before and its own. The probability of each label counts ``odds`` times.
    Before the first row is the first label."""
    import numpy as np

    count = len(odds)
    steps = scores - scores.max(axis=2, keepdims=True)
    steps += np.log(odds) - np.log(np.exp(steps).sum(axis=2, keepdims=True))
    best, *others = steps.tolist()
    sums, origins = best[0], []
    for step in others:
        to = [max(range(count), key=lambda p: sums[p] + step[p][n]) for n in range(count)]
        sums = [sums[p] + step[p][n] for n, p in enumerate(to)]
        origins.append(to)
    path = [max(range(count), key=sums.__getitem__)]
    for to in reversed(origins):
        path.append(to[path[-1]])
    return path[::-1]


def learn(
    rows: Sequence[Sequence[str]], labels: Sequence[str], *, strength: float = 0.1, least: int = 2
) -> Classifier:
    """The classifier of these rows: features that fewer than ``least`` rows have are left out, and
    ``strength`` is the inverse of the regularisation. The same rows in the same order give the same
    classifier; nothing is drawn by chance."""
    names = sorted(set(labels))
    if len(names) < 2:
        return Classifier(tuple(names), {"": (0,) * len(names)})
    counts = Counter(feature for row in rows for feature in set(row))
    features = sorted(feature for feature, count in counts.items() if count >= least)
    fitted = _fitted(rows, labels, features, strength)
    columns = dict(zip(["", *features], _whole(fitted, len(names)), strict=True))
    return Classifier(
        tuple(names), {f: w for f, w in columns.items() if not f or max(map(abs, w)) >= _LEAST}
    )


def _fitted(
    rows: Sequence[Sequence[str]], labels: Sequence[str], features: list[str], strength: float
) -> Any:
    try:
        from scipy.sparse import csr_matrix
        from sklearn.linear_model import LogisticRegression
        from threadpoolctl import threadpool_limits
    except ImportError:
        raise ModelError(_NEEDED) from None
    numbers = {feature: number for number, feature in enumerate(features)}
    starts, columns = [0], []
    for row in rows:
        columns += sorted({numbers[feature] for feature in row if feature in numbers})
        starts.append(len(columns))
    data = csr_matrix(([1.0] * len(columns), columns, starts), shape=(len(rows), len(features)))
    with threadpool_limits(1):  # sums do not depend on threads, and rows this short are faster
        return LogisticRegression(C=strength, max_iter=200, tol=1e-4).fit(data, labels)


def _whole(fitted: Any, count: int) -> list[tuple[int, ...]]:
    """The weights as thousandths: of what always holds, then of each feature."""
    import numpy as np

    weights = np.hstack([fitted.intercept_[:, None], fitted.coef_])
    if count == 2:  # scikit-learn keeps only the second of two labels
        weights = np.vstack([np.zeros_like(weights), weights])
    return [tuple(line) for line in np.rint(weights * _SCALE).astype(int).T.tolist()]


# ---- files --------------------------------------------------------------------------------------


def write_model(path: str | os.PathLike[str], content: Mapping[str, Any]) -> None:
    """Write a model, JSON of classifiers and plain values, with the layout of this version."""
    data = {"timegraph-model": _LAYOUT, **{k: _plain(v) for k, v in content.items()}}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    write_bytes([text.encode("utf-8", "surrogatepass")], Path(path))


def _plain(value: Any) -> Any:
    if isinstance(value, Classifier):
        return {"labels": value.labels, "weights": value.weights}
    return value


def read_model(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The content that :func:`write_model` wrote. Raises ``OSError``, and :class:`ModelError` for
    what is not a model of this version. JSON is data: nothing in the file is run."""
    if os.path.getsize(path) > _MOST_BYTES:
        raise ModelError(f"{path}: has more than {_MOST_BYTES:,} bytes, and is not a model")
    try:
        with open(path, encoding="utf-8") as stream:
            content = json.load(stream)
        layout = content.pop("timegraph-model")
    except (ValueError, RecursionError, KeyError, AttributeError, TypeError):
        raise ModelError(f"{path}: is not a model of timegraph annotate") from None
    if layout != _LAYOUT:
        raise ModelError(
            f"{path}: is a model of layout {layout!r}, and this timegraph reads {_LAYOUT}; train "
            "it again"
        )
    return {name: _read(value, f"{path}: {name}") for name, value in content.items()}


def writable(texts: Iterable[object]) -> bool:
    """Whether all are text that TimeML can hold."""
    return all(isinstance(t, str) and next(unwritable(t), None) is None for t in texts)


def _read(value: Any, where: str) -> Any:
    if not isinstance(value, dict) or set(value) != {"labels", "weights"}:
        return value
    labels, weights = value["labels"], value["weights"]
    sound = (
        isinstance(labels, list)
        and labels
        and writable(labels)
        and isinstance(weights, dict)
        and all(isinstance(w, list) and len(w) == len(labels) for w in weights.values())
        and all(type(n) is int and abs(n) < 10**9 for w in weights.values() for n in w)
    )
    if not sound:
        raise ModelError(f"{where}: is damaged; train the model again")
    return Classifier(tuple(labels), {f: tuple(w) for f, w in weights.items()})


Contradictions = Literal["greedy", "decode", "keep"]
CONTRADICTIONS: tuple[Contradictions, ...] = get_args(Contradictions)
"""What becomes of links that contradict each other: the lighter ones go, those go that leave the
most weight, or all stay."""

GROUPS = ("words", "attributes", "distance", "between", "values")
"""Groups of features, as ablations name them."""

NO_LINK = ""
"""The label of pairs of whose order the annotation says nothing."""

_WORD = re.compile(r"[^\W\d_]+(?=n['’]t\b)|n['’]t\b|[^\W\d_]+|\d+(?:[.,]\d+)*|[^\w\s]|_")
_FAR = 24
"""Tokens between two events of a sentence, beyond which they do not pair."""


class Token(NamedTuple):
    """A word, number or mark of a text, and the number of its sentence."""

    start: int
    stop: int
    text: str
    sentence: int


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text in its order."""
    number = Sentences(text).number
    words: dict[str, str] = {}  # each word once, however long the text
    return [
        Token(*m.span(), words.setdefault(m[0], m[0]), number(m.start()))
        for m in _WORD.finditer(text)
    ]


_NEAR = 1024
"""Entities of which is kept what their features are."""


class Place(NamedTuple):
    """An entity in the text: its first and last token, its sentence, its number in the text."""

    id: str
    first: int
    last: int
    sentence: int
    order: int
    event: bool


class Pair(NamedTuple):
    """Two entities that may be linked, the creation time second, else in text order."""

    kind: str
    a: str
    b: str
    features: list[str]


@dataclass(frozen=True, slots=True)
class Weighted:
    """A link and the probability of its label."""

    a: str
    label: str
    b: str
    weight: float


class _Text:
    """A document as its features see it."""

    def __init__(self, document: Document, without: frozenset[str]) -> None:
        self.document = document
        self.without = without
        self.tokens = tokens_of(document.text)
        lower = lru_cache(maxsize=None)(str.lower)
        self.words = [lower(token.text) for token in self.tokens]
        self.starts = [token.start for token in self.tokens]
        # Neighbours are asked for again and again, others never.
        self.attributes = lru_cache(maxsize=_NEAR)(partial(_attributes, document))
        self.own = lru_cache(maxsize=_NEAR)(self._own)
        self.side = lru_cache(maxsize=2 * _NEAR)(self._side)

    @cached_property
    def places(self) -> list[Place]:
        """The entities that stand in the text, in its order."""
        found: list[Place] = []
        for id in self.document.entities:
            entity = self.document.entity(id)
            if entity.start is None or entity.end is None or entity is self.document.dct:
                continue
            first = max(0, bisect_right(self.starts, entity.start) - 1)
            last = max(first, bisect_left(self.starts, entity.end) - 1)
            if first < len(self.tokens):
                sentence = self.tokens[first].sentence
                found.append(
                    Place(id, first, last, sentence, len(found), isinstance(entity, Event))
                )
        return found

    def word(self, number: int) -> str:
        return self.words[number] if 0 <= number < len(self.words) else "|"

    def _side(self, side: str, place: Place) -> list[str]:
        """What an entity is, as the first or as the second of a pair."""
        return [f"{side}.{feature}" for feature in self.own(place)]

    def _own(self, place: Place) -> list[str]:
        """What an entity is."""
        entity = self.document.entity(place.id)
        head = self.word(place.last if isinstance(entity, Timex3) else place.first)
        found = []
        if "words" not in self.without:
            found += [f"w={head}", f"s={head[-3:]}", f"n={self.word(place.last + 1)}"]
            found += [f"p{k}={self.word(place.first - k)}" for k in (1, 2, 3)]
        if "attributes" not in self.without:
            found += [f"{name}={value}" for name, value in self.attributes(place.id).items()]
        if isinstance(entity, Timex3) and "values" not in self.without:
            found += self._value(entity)
        return found

    def _value(self, timex: Timex3) -> list[str]:
        value, dct = timex.value or "", self.document.dct
        shape = re.sub(r"\d", "9", value)[:10]
        against = _against(value, dct.value or "" if dct is not None else "")
        return [f"v={shape}", f"dct={against}"]


def _attributes(document: Document, id: str) -> dict[str, str]:
    entity = document.entity(id)
    if isinstance(entity, Timex3):
        return {"class": entity.type or "", "kind": entity.type or "", "mod": entity.mod or ""}
    instance = next((i for i in entity.instances if i.eiid == id), None)
    if instance is None:
        return {"class": entity.class_ or "", "kind": ""}
    return {
        "class": entity.class_ or "",
        "kind": f"{instance.tense}-{instance.aspect}",
        "tense": instance.tense or "",
        "aspect": instance.aspect or "",
    }


def _against(value: str, other: str) -> str:
    """How one value of TIMEX3 stands to another by its digits."""
    if value in ("PAST_REF", "PRESENT_REF", "FUTURE_REF"):
        return value
    if not (value[:4].isdigit() and other[:4].isdigit()):
        return "?"
    width = min(len(value), len(other))
    if "W" in value or "W" in other or "Q" in value:
        width = min(width, 4)
    a, b = value[:width], other[:width]
    return "<" if a < b else ">" if a > b else "=" if len(value) == len(other) else "~"


def _bin(count: int) -> str:
    return str(count) if count < 4 else "4-6" if count < 7 else "7-11" if count < 12 else "12+"


# ---- pairs and their features -------------------------------------------------------------------


def pairs_of(document: Document, without: frozenset[str] = frozenset()) -> Iterator[Pair]:
    """The pairs of a document that may be linked: each entity with the creation time, the entities
    of a sentence with each other, and those of neighbouring sentences. ``without`` names groups of
    features that are left out."""
    text = _Text(document, without)
    dct = document.dct
    for place in text.places if dct is not None else ():
        kind = "event-creation" if place.event else "time-creation"
        yield Pair(kind, place.id, dct.tid if dct is not None else "", text.own(place))
    places = text.places
    for number, a in enumerate(places):
        for later in range(number + 1, len(places)):
            b = places[later]
            apart = b.sentence - a.sentence
            if apart > 1:
                break
            if b.first > a.last and (apart or b.first - a.last <= _FAR):
                kind = "-".join("event" if p.event else "time" for p in (a, b))
                kind += "-next" if apart else ""
                yield Pair(kind, a.id, b.id, _of_pair(text, a, b, apart))


def _of_pair(text: _Text, a: Place, b: Place, apart: int) -> list[str]:
    attributes = {place.id: text.attributes(place.id) for place in (a, b)}
    found = [*text.side("a", a), *text.side("b", b)]
    if "attributes" not in text.without:
        for name in ("class", "kind"):
            found.append(f"{name}2={attributes[a.id].get(name)},{attributes[b.id].get(name)}")
        both = ",".join(attributes[p.id]["class"] + attributes[p.id]["kind"] for p in (a, b))
        found.append(f"all2={both}")
    if "words" not in text.without:
        first, second = text.word(a.first), text.word(b.first)
        found.append(f"w2={first},{second}")
        found.append(f"same={first == second}")
        found.append(f"wk={first},{attributes[b.id]['kind']}")
        found.append(f"kw={attributes[a.id]['kind']},{second}")
    if "distance" not in text.without:
        found += _distances(text, a, b)
    if not (a.event or b.event) and "values" not in text.without:
        values = [getattr(text.document.entity(p.id), "value", None) or "" for p in (a, b)]
        found.append(f"cmp={_against(*values)}")
    if "between" not in text.without and not apart:
        between = text.words[a.last + 1 : b.first]
        found += [f"i={word}" for word in between[:12]]
        found.append(f"path={' '.join(between[:4])}" if len(between) < 5 else "path=long")
    return found


def _distances(text: _Text, a: Place, b: Place) -> Iterator[str]:
    yield f"far={_bin(b.first - a.last)}"
    yield f"among={_bin(b.order - a.order)}"
    between = text.places[a.order + 1 : b.order]
    yield f"events={_bin(sum(p.event for p in between))},times={any(not p.event for p in between)}"
    first = a.order == 0 or text.places[a.order - 1].sentence != a.sentence
    last = b.order + 1 == len(text.places) or text.places[b.order + 1].sentence != b.sentence
    opens = text.places[b.order - 1].sentence != b.sentence
    closes = text.places[a.order + 1].sentence != a.sentence
    yield f"ends={first},{closes},{opens},{last}"


# ---- learning -----------------------------------------------------------------------------------


class _Known:
    """What a document says of its pairs, followed to its consequences."""

    def __init__(self, document: Document) -> None:
        document = labelled(document, Interpretation())
        self.scheme = find_scheme(document.scheme)
        self.graph = build(document, on_conflict="drop-link")
        self.vague = {
            frozenset((a, b)): link.rel_type
            for link, a, b in document.linked
            if self.scheme.says_nothing(link.rel_type)
        }

    def label(self, a: str, b: str) -> str:
        """The strongest label of the scheme that holds of the pair."""
        known = self.graph.relations(a, b) if a in self.graph and b in self.graph else NOTHING
        label = _strongest(self.scheme, known)
        return label or self.vague.get(frozenset((a, b)), NO_LINK)


@lru_cache(maxsize=4096)
def _strongest(scheme: Scheme, known: AllenSet) -> str:
    meanings = ((name, scheme.meaning(name)) for name in scheme.names)
    fitting = [(len(m), name) for name, m in meanings if m is not None and known <= m != NOTHING]
    exact = scheme.label_of(known) if known != NOTHING else None
    return exact or (min(fitting, key=lambda one: one[0])[1] if fitting else NO_LINK)


def learn_links(
    documents: Iterable[Document], *, without: frozenset[str] = frozenset()
) -> tuple[dict[str, Classifier], float]:
    """A classifier for each kind of pair of which these documents link any, and how many such pairs
    there are for each entity. The labels are those that their links entail, and :data:`NO_LINK`;
    links that contradict earlier ones are left out."""
    rows: dict[str, list[list[str]]] = {}
    labels: dict[str, list[str]] = {}
    entities = 0
    for document in documents:
        known = _Known(document)
        entities += len(document.entities)
        for pair in pairs_of(document, without):
            rows.setdefault(pair.kind, []).append(pair.features)
            labels.setdefault(pair.kind, []).append(known.label(pair.a, pair.b))
    linked = sum(map(bool, chain.from_iterable(labels.values())))
    return {
        kind: learn(rows[kind], labels[kind]) for kind in sorted(rows) if any(labels[kind])
    }, linked / max(1, entities)


# ---- linking ------------------------------------------------------------------------------------


def probable_links(
    document: Document,
    classifiers: Mapping[str, Classifier],
    *,
    least: float = 0.02,
    without: frozenset[str] = frozenset(),
) -> list[Weighted]:
    """The most probable label of each pair, where its probability is at least ``least``, by
    falling probability."""
    found: list[Weighted] = []
    pairs = pairs_of(document, without)
    while batch := list(islice(pairs, _BATCH)):
        kinds: dict[str, list[Pair]] = {}
        for pair in batch:
            kinds.setdefault(pair.kind, []).append(pair)
        for kind, alike in kinds.items():
            if kind in classifiers:
                found += _likely(alike, classifiers[kind], least)
    return sorted(found, key=lambda link: -link.weight)


_BATCH = 20_000
"""Pairs whose features are held at once."""


def _likely(pairs: list[Pair], classifier: Classifier, least: float) -> Iterator[Weighted]:
    probabilities = classifier.probabilities([pair.features for pair in pairs])
    if NO_LINK in classifier.labels:
        probabilities[:, classifier.labels.index(NO_LINK)] = 0
    best = probabilities.argmax(axis=1)
    weights = probabilities.max(axis=1).round(3).tolist()
    for pair, label, weight in zip(pairs, best.tolist(), weights, strict=True):
        if weight >= least:
            yield Weighted(pair.a, classifier.labels[label], pair.b, weight)


def consistent(links: list[Weighted], scheme: Scheme, how: Contradictions) -> list[Weighted]:
    """The links that stay, of links by falling weight."""
    ordered = list(links)
    if how == "keep":
        return ordered
    meant = [(link, scheme.meaning(link.label) or NOTHING) for link in ordered]
    if how == "greedy":
        graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
        graph.extend(Link(w.a, meaning, w.b, w.label) for w, meaning in meant)
        dropped = {(c.link.a, c.link.b) for c in graph.conflicts if isinstance(c.link, Link)}
        return [link for link in ordered if (link.a, link.b) not in dropped]
    found = decode(
        [(w.a, w.b, w.label, w.weight) for w in ordered], labels=scheme, mode="links", time_limit=5
    )
    return [link for link in ordered if found.labels.get((link.a, link.b)) == link.label]


def with_links(document: Document, links: Iterable[Weighted]) -> Document:
    """The document with these links instead of its own; the attribute ``weight`` has the
    probability of each."""
    tlinks = (
        tlink_of(document, f"l{n}", link.label, (link.a, link.b), (("weight", f"{link.weight:g}"),))
        for n, link in enumerate(links, 1)
    )
    return replace(document, tlinks=tuple(tlinks))
