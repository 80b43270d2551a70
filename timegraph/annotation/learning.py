"""A classifier whose features are words: scikit-learn's logistic regression, kept as JSON.

Only training needs scikit-learn. A row is a list of features that are present, each a string; the
answers are probabilities, so that they can be compared between rows and be the weights of links.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timegraph._files import write_bytes
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
