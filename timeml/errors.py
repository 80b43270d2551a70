"""The errors and diagnostics of reading annotations. Each says where and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

# Numbers with their nouns, for messages and reprs.


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """``1 link``, ``2 links`` or ``1,000 links``; ``plural`` is for nouns that take more than an s
    (``entities``)."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


class TimeMLError(ValueError):
    """A document that cannot be read as TimeML.

    The text is ``file:line: what is wrong; what to do``. ``message`` is this text without file and
    line; ``file`` and ``line`` are ``None`` where they are not known.
    """

    def __init__(self, message: str, *, file: str | None = None, line: int | None = None) -> None:
        where = ":".join(str(part) for part in (file, line) if part is not None)
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.file = file
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        # Worker processes return errors pickled, and by default an exception with keyword-only
        # arguments cannot be unpickled.
        return _unpickled, (type(self), self.message, self.file, self.line)


class ReaderFault(TimeMLError):
    """A document that a reader stumbled over: the fault is the reader's, which should have reported
    what is wrong with the file. ``__cause__`` is the exception, where the process has it."""


@contextmanager
def faults_named(file: str | None, format: str) -> Iterator[None]:
    """Whatever fails inside, such as an index, is a :class:`ReaderFault` of this file, so that a
    run over many documents goes on. What readers raise on purpose, ``OSError`` and
    :class:`TimeMLError`, passes as it is."""
    try:
        yield
    except (OSError, TimeMLError):
        raise
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        message = f"the reader of {format} failed at this file ({what})"
        hint = "check that the file is complete, and report this with the file"
        raise ReaderFault(f"{message}; {hint}", file=file) from error


def _unpickled(
    kind: type[TimeMLError], message: str, file: str | None, line: int | None
) -> TimeMLError:
    return kind(message, file=file, line=line)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something in a document that was repaired, or left out of its graph.

    ``code`` is a stable short name:

    * ``duplicate-id``, ``missing-id``: another annotation has the same id, or there is no id;
    * ``dangling-id``: nothing in the document has the id that is referred to (an end of a TLINK,
      the event of a MAKEINSTANCE);
    * ``unknown-reltype``: the type of a TLINK is not one of its label scheme's;
    * ``self-link``: a TLINK relates an entity to itself (it stays in the graph);
    * ``no-instance``: an EVENT without MAKEINSTANCE; only one diagnostic if the document has no
      MAKEINSTANCE at all;
    * ``no-dct``: there is no document creation time;
    * ``unresolved-entity``: a reference to an entity that the document does not declare;
    * ``unexpected-root``: the root element is not TimeML;
    * ``unread-relation``: relations of types that the reader does not know, counted in one;
    * ``unread-columns``: a table of statements has columns that say nothing of them;
    * ``dialect``: elements or attributes are spelt in another way than in TimeML, and are read;
    * ``no-annotation``: the document has words, but no event, time expression or link;
    * ``bad-span``: the place of an annotation is not in the text, or has other words than the
      annotation says (formats with offsets).

    ``id`` is the annotation's id (``""`` if it has none), ``line`` its line in the file (``None``
    for a document made in Python).
    """

    code: str
    message: str
    id: str = ""
    line: int | None = None

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line is not None else ""
        return f"{where}{self.message} [{self.code}]"


def unread_relations(types: Mapping[str, int], line: int | None) -> Diagnostic:
    """The diagnostic that relations of these ``types``, so many of each, are not read."""
    by_number = sorted(types.items(), key=lambda pair: (-pair[1], pair[0]))
    named = ", ".join(f"{name or '(none)'} {number:,}" for name, number in by_number)
    number = counted(sum(types.values()), "relation")
    be = "is" if number.startswith("1 ") else "are"
    message = f"{number} {be} not read, of types that are not known here: {named}"
    return Diagnostic("unread-relation", message, "", line)
