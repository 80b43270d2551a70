"""Pictures as PNG, drawn by a browser; needs the extra ``browser`` and a Chromium."""

from __future__ import annotations

import os
import shutil

__all__ = ["BrowserMissingError", "chromium", "png_of"]

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


class BrowserMissingError(RuntimeError):
    """What draws PNG files is not installed; the message says how to install it."""


def chromium() -> str:
    """The path of a Chromium: that of ``TIMEGRAPH_CHROMIUM``, or the first on the search path.

    Raises :class:`BrowserMissingError` if there is none.
    """
    named = os.environ.get("TIMEGRAPH_CHROMIUM")
    path = named or next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None or (named and not os.access(named, os.X_OK)):
        raise BrowserMissingError(
            "PNG files are drawn by Chromium, which was not found: install it (apt-get install "
            "chromium), or name its path in TIMEGRAPH_CHROMIUM; SVG does not need it"
        )
    return path


def png_of(svg: str, *, scale: float = 2) -> bytes:
    """The SVG picture as PNG, ``scale`` pixels for each of its own.

    Raises :class:`BrowserMissingError` without playwright or without a Chromium.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise BrowserMissingError(
            "PNG files need playwright: pip install 'timegraph-qa[browser]'; SVG does not need it"
        ) from None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            page = browser.new_page(device_scale_factor=scale)
            page.set_content(f'<!DOCTYPE html><body style="margin:0">{svg}</body>')
            png: bytes = page.locator("svg").first.screenshot()
            return png
        finally:
            browser.close()
