"""What the calendar says of time expressions, as constraints between endpoints and instants."""

from __future__ import annotations
