"""Checking many documents: each by itself, those that cannot be read named among the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from timegraph.checking.document import CheckedDocument, check_document, failed_document
from timegraph.checking.selection import Selection
from timegraph.corpus import Item, Journal, Progress, Source, run
from timegraph.options import Interpretation
from timeml import TimeMLError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.options import Choices

__all__ = ["check_documents"]


@dataclass(frozen=True, slots=True)
class _Options:
    """Those of :func:`check_document`."""

    selection: Selection
    interpretation: Interpretation
    time_limit: float | None
    whole_chains: bool


def check_documents(
    sources: Iterable[tuple[Source, str]],
    *,
    selection: Selection = Selection(),
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    time_limit: float | None = None,
    whole_chains: bool = False,
    jobs: int = 1,
    executor: Executor | None = None,
    resume: Journal | None = None,
    progress: Progress | None = None,
    total: int | None = None,
    **choices: Unpack[Choices],
) -> Iterator[CheckedDocument]:
    """Each of ``sources`` checked (:func:`timegraph.checking.document.check_document`), in order.

    With each source comes the folder that a summary counts it in. The other options are those of
    ``check_document`` and of :func:`timegraph.corpus.run`.
    """
    options = _Options(selection, replace(interpretation, **choices), time_limit, whole_chains)
    return run(
        partial(_checked, options),
        (Item(source.path, (source,), folder) for source, folder in sources),
        jobs=jobs,
        executor=executor,
        resume=resume,
        progress=progress,
        total=total,
    )


def _checked(options: _Options, item: Item) -> CheckedDocument:
    (source,) = item.sources
    assert source is not None
    path, folder = item.name, item.rest
    try:
        document = source.read()
    except TimeMLError as error:
        return failed_document(error.message, path=path, folder=folder, line=error.line)
    except OSError as error:
        return failed_document(error.strerror or str(error), path=path, folder=folder)
    return check_document(
        document,
        path=path,
        folder=folder,
        data=source.data or None,
        selection=options.selection,
        interpretation=options.interpretation,
        time_limit=options.time_limit,
        whole_chains=options.whole_chains,
    )
