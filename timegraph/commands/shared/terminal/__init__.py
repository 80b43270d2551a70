"""What commands do only in a terminal: the prompt, and saying how far long work is."""

from __future__ import annotations

__all__: list[str] = []
