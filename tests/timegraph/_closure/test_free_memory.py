"""How much memory is free, whatever the system reports."""

from __future__ import annotations

from timegraph._closure import int_rows


def test_free_memory_is_asked_of_the_system_or_guessed(monkeypatch):
    assert int_rows.free_memory() > 2**20

    def nothing(*_args, **_options):
        raise OSError

    monkeypatch.setattr(int_rows, "open", nothing, raising=False)
    assert int_rows.free_memory() > 2**20
    monkeypatch.setattr(int_rows.os, "sysconf", nothing, raising=False)
    assert int_rows.free_memory() == 4 * 2**30
