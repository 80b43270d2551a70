"""Draws the pictures of docs/pictures.md: pages of our own examples, as Chromium shows them.

    python tools/draw_screens.py [FOLDER]

Needs the extra ``browser`` and a Chromium. The pages are made by the commands that the docs name.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from click.testing import CliRunner  # noqa: E402

from timegraph.commands import main as cli  # noqa: E402
from tools.chromium import chromium  # noqa: E402

EXAMPLES = ROOT / "examples"
GOLD = EXAMPLES / "kit" / "gold"
DOCUMENT = GOLD / "news-festival-storm.tml"
SYSTEMS = [EXAMPLES / "kit" / "systems" / name for name in ("careful", "hasty")]
HEIGHT = 600
SCALE = 0.8  # small files, whose words can still be read


class Screen(NamedTuple):
    """A picture: its name, the command that makes its page, the page in the folder that this
    writes (``""``: the command writes one file), what is chosen on it, how wide it is, and which
    entities of a timeline are selected."""

    name: str
    command: tuple[object, ...]
    page: str
    choose: tuple[tuple[str, str], ...] = ()
    keys: str = ""
    width: int = 1240
    theme: str = "light"
    selected: str = ""


SCREENS = (
    Screen("screen-document", ("view", DOCUMENT, "--output"), "", selected="ei5,ei9"),
    Screen("screen-order", ("view", GOLD / "blog-sourdough-diary.tml", "--output"), ""),
    Screen(
        "screen-system",
        ("view", SYSTEMS[1] / "blog-first-marathon.tml", "--output"),
        "",
        theme="dark",
        selected="conflict=1",
    ),
    Screen(
        "screen-score",
        ("score", "--kit", EXAMPLES / "kit", "--html"),
        "index.html",
        (("#system", "1"), ("#show", "x")),
    ),
    Screen(
        "screen-question",
        ("score", "--kit", EXAMPLES / "kit", "--html"),
        "documents/news-festival-storm.html",
        (("#show", "not-right"),),
        "j",
        800,
        "dark",
    ),
    Screen(
        "screen-links",
        ("awareness", "--gold", GOLD, *SYSTEMS, "--html"),
        "documents/news-festival-storm.html",
        (("#system", "1"), ("#show", "contradicted")),
    ),
)


def written(screen: Screen, folder: Path) -> Path:
    """The page of a screen, made in ``folder``."""
    target = folder / screen.name
    target = target if screen.page else target.with_suffix(".html")
    done = CliRunner().invoke(cli.timegraph, [*map(str, screen.command), str(target)])
    if done.exit_code > 1:  # 1: it is written, and something in it contradicts itself
        raise SystemExit(f"{screen.name}: {done.output}")
    return target / screen.page if screen.page else target


def drawn(browser: Any, screen: Screen, page: Path) -> bytes:
    """The picture of a page, with what the screen chooses on it."""
    shown = browser.new_page(
        viewport={"width": screen.width, "height": HEIGHT},
        color_scheme=screen.theme,
        device_scale_factor=SCALE,
    )
    address = f"#{screen.selected}" if screen.selected else ""
    shown.goto(f"file://{page}{address}")
    for control, value in screen.choose:
        shown.select_option(control, value)
    for key in screen.keys:
        shown.locator("h1").click()
        shown.keyboard.press(key)
    shown.evaluate("window.scrollTo(0, 0)" if not screen.keys else "0")
    picture: bytes = shown.screenshot()
    shown.close()
    return picture


def pictures() -> Iterator[tuple[str, bytes]]:
    """The name of each picture, and its PNG."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for screen in SCREENS:
            page = written(screen, Path(folder))
            yield screen.name, drawn(browser, screen, page)
        browser.close()


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"
    for name, png in pictures():
        (target / f"{name}.png").write_bytes(png)
        print(f"{name}.png: {len(png):,} bytes")
