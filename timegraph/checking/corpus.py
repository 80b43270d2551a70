"""Checking many documents, each by itself, and writing those that a check repairs.

Those that cannot be read are named among the others.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timegraph._files import write_bytes
from timegraph._pace.limits import TimeLimitError
from timegraph.checking.all_rules import Selection
from timegraph.checking.document import CheckedDocument, check_document, failed_document
from timegraph.corpus import Item, Progress, Source, run
from timegraph.documents.repair import file_without_links
from timegraph.labels import SchemeError
from timegraph.links import ContradictionError
from timegraph.options import Interpretation
from timeml import TimeMLError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.checking.weighing import Weighing
    from timegraph.options import Choices

__all__ = ["check_documents", "write_repaired"]


def check_documents(
    sources: Iterable[tuple[Source, str]],
    *,
    selection: Selection = Selection(),
    interpretation: Interpretation = Interpretation(on_conflict="drop-link"),
    time_limit: float | None = None,
    weighing: Weighing | None = None,
    whole_chains: bool = False,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    total: int | None = None,
    seconds: float | None = None,
    **choices: Unpack[Choices],
) -> Iterator[CheckedDocument]:
    """Each of ``sources`` checked (:func:`timegraph.checking.document.check_document`), in order.

    With each source comes the folder that a summary counts it in. The other options are those of
    ``check_document`` and of :func:`timegraph.corpus.run`.
    """
    options = {
        "selection": selection,
        "interpretation": replace(interpretation, **choices),
        "time_limit": time_limit,
        "weighing": weighing,
        "whole_chains": whole_chains,
    }
    return run(
        partial(_checked, options),
        (Item(source.path, (source,), folder) for source, folder in sources),
        jobs=jobs,
        executor=executor,
        progress=progress,
        total=total,
        seconds=seconds,
    )


def _checked(options: Mapping[str, Any], item: Item) -> CheckedDocument:
    (source,) = item.sources
    assert source is not None
    path, folder = item.name, item.rest
    try:
        document = source.read()
    except TimeMLError as error:
        return failed_document(error.message, path=path, folder=folder, line=error.line)
    except OSError as error:
        return failed_document(error.strerror or str(error), path=path, folder=folder)
    try:
        return check_document(
            document, path=path, folder=folder, data=source.data or None, **options
        )
    except (SchemeError, TimeLimitError) as error:
        return failed_document(str(error), path=path, folder=folder)
    except TimeMLError as error:
        return failed_document(error.message, path=path, folder=folder, line=error.line)
    except ContradictionError as error:
        line = getattr(error.conflict.link.source, "line", None)
        return failed_document(str(error.conflict), path=path, folder=folder, line=line)


def write_repaired(
    sources: Iterable[Source], checked: Sequence[CheckedDocument], folder: str | os.PathLike[str]
) -> tuple[Path, ...]:
    """Write each of ``sources`` that was checked with a time limit and has contradictions, without
    the links that its repair leaves out, and return the paths of the files. A TimeML file differs
    from its source in nothing but these links.

    A document is written below ``folder``, by its path below the folder that all of ``checked``
    share; folders are made as needed. Raises ``OSError`` if a file cannot be written, and what
    reading a source raises.
    """
    repairs = {document.path: document.repairs.smallest for document in checked if document.repairs}
    folders = [os.path.dirname(os.path.abspath(document.path)) for document in checked]
    written = []
    for source in sources:
        if source.path in repairs:
            data = file_without_links(source.read(), repairs[source.path].links, source.data)
            name = os.path.relpath(os.path.abspath(source.path), os.path.commonpath(folders))
            target = Path(folder, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            write_bytes([data], target)
            written.append(target)
    return tuple(written)
