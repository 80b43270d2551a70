"""How many random examples a test draws that needs another number than most."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

__all__ = ["examples"]

_OF_DEFAULT = 100
"""What tests without a number of their own draw under the profile ``default``."""


def examples(number: int, **more: Any) -> settings:
    """Settings with so many examples under the profile ``default``: half as many where slow tests
    are left out, and under ``thorough`` as many more as other tests draw."""
    return settings(max_examples=number * settings().max_examples // _OF_DEFAULT, **more)
