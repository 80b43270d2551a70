"""The pictures of the pages in docs/pictures.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scripts import script

MOST_BYTES = 150_000
screens = script("tools/draw_screens.py")
browsers = script("tools/chromium.py")
ROOT, SCREENS, drawn, written = screens.ROOT, screens.SCREENS, screens.drawn, screens.written


@pytest.mark.parametrize("name", [screen.name for screen in SCREENS])
def test_each_picture_is_small_and_shown(name: str) -> None:
    picture = ROOT / "docs" / f"{name}.png"
    assert 10_000 < picture.stat().st_size < MOST_BYTES
    assert f"]({name}.png)" in (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("screen", SCREENS, ids=[screen.name for screen in SCREENS])
def test_each_page_is_there_with_what_is_chosen(screen, tmp_path: Path) -> None:
    html = written(screen, tmp_path).read_text(encoding="utf-8")
    for control, value in screen.choose:
        assert f'id="{control[1:]}"' in html
        assert f'value="{value}"' in html


@pytest.mark.slow
def test_a_picture_can_be_drawn_again(tmp_path: Path) -> None:
    pytest.importorskip("playwright", reason="playwright is not installed (extra browser)")
    try:
        path = browsers.chromium()
    except browsers.BrowserMissingError as error:
        pytest.skip(str(error))
    from playwright.sync_api import sync_playwright

    screen = SCREENS[-1]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        png = drawn(browser, screen, written(screen, tmp_path))
        browser.close()
    assert png.startswith(b"\x89PNG")
    assert len(png) < MOST_BYTES
