"""Scores of relation classification: labels on given pairs, and closure scores beside them."""

from __future__ import annotations

__all__: list[str] = []
