"""The compiled functions of decoding; each file stands alone."""

from __future__ import annotations

__all__: list[str] = []
