"""A Chromium for the tests of pages and the pictures of the docs; needs the extra ``browser``."""

from __future__ import annotations

import os
import shutil

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


class BrowserMissingError(RuntimeError):
    """There is no Chromium; the message says how to install one."""


def chromium() -> str:
    """The path of a Chromium: that of ``TIMEGRAPH_CHROMIUM``, or the first on the search path.

    Raises :class:`BrowserMissingError` if there is none.
    """
    named = os.environ.get("TIMEGRAPH_CHROMIUM")
    path = named or next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None or (named and not os.access(named, os.X_OK)):
        raise BrowserMissingError(
            "Chromium was not found: install it (apt-get install chromium), or name its path in "
            "TIMEGRAPH_CHROMIUM"
        )
    return path
