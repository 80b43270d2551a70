"""What ``timegraph decode`` reads, and what it prints."""

from __future__ import annotations

__all__: list[str] = []
