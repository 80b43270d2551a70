"""What a service remembers in a file: a journal of the changes, in SQLite.

A change is acknowledged after its commit, so a killed process loses nothing that it acknowledged.
Several processes may use one file: each change is made while the file is locked, after what others
have changed meanwhile; each question is asked after it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import Any

from timegraph.service.graphs import ServiceError

Row = tuple[int, str, dict[str, Any]]
"""Number, method, and request of a change."""

_TABLE = """
CREATE TABLE IF NOT EXISTS journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    graph TEXT NOT NULL,
    method TEXT NOT NULL,
    request TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS by_graph ON journal (graph, seq);
"""
_VERSION = 1


class Journal:
    """The changes in the file ``path``, which is made if need be."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._reading, self._writing = RLock(), RLock()
        with self._refusing():
            self._writer, self._reader = self._open(), self._open()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=30, isolation_level=None, check_same_thread=False
        )
        connection.execute("BEGIN")  # both of one moment, while others may make the file
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
        connection.execute("COMMIT")
        if version not in (0, _VERSION) or (version == 0 and tables):
            connection.close()
            raise sqlite3.DatabaseError("is not a state of this version of timegraph")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        if version == 0:
            connection.executescript(
                f"BEGIN IMMEDIATE; {_TABLE} PRAGMA user_version={_VERSION}; COMMIT;"
            )
        return connection

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            way_out = "check that the file can be written and is one that `serve --state` made"
            raise ServiceError("state", f"{self.path}: {error}", way_out) from None

    def after(self, graph: str, seq: int) -> list[Row]:
        """The changes of a graph after that of number ``seq``, in order."""
        query = "SELECT seq, method, request FROM journal WHERE graph = ? AND seq > ? ORDER BY seq"
        with self._reading, self._refusing():
            rows = self._reader.execute(query, (graph, seq)).fetchall()
        return [(number, method, json.loads(request)) for number, method, request in rows]

    def names(self) -> list[str]:
        """The graphs that there are, in alphabetical order."""
        query = (
            "SELECT graph FROM journal WHERE method != 'drop' AND seq IN "
            "(SELECT max(seq) FROM journal GROUP BY graph) ORDER BY graph"
        )
        with self._reading, self._refusing():
            return [name for (name,) in self._reader.execute(query)]

    @contextmanager
    def change(self) -> Iterator[None]:
        """``with journal.change():`` nobody else changes anything meanwhile; what the block has
        written is there after it, or nothing of it if it raises."""
        with self._writing, self._refusing():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    def write(self, graph: str, method: str, request: Mapping[str, Any]) -> int:
        """Write a change, inside :meth:`change`, and return its number."""
        if method == "drop":
            self._writer.execute("DELETE FROM journal WHERE graph = ?", (graph,))
        text = json.dumps(request, separators=(",", ":"))
        values = (graph, method, text)
        cursor = self._writer.execute(
            "INSERT INTO journal (graph, method, request) VALUES (?, ?, ?)", values
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def close(self) -> None:
        """Close the file."""
        self._writer.close()
        self._reader.close()
