"""The reports on relations of pairs: what annotators agree about, and what systems classify."""

from __future__ import annotations

__all__: list[str] = []
