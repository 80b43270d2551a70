"""What several commands share: options, messages, files and errors."""

from __future__ import annotations

__all__: list[str] = []
