"""How kernels are compiled, and loaded beside the caller; knows no kernel."""

from __future__ import annotations

__all__: list[str] = []
