"""The folder of pages of temporal awareness."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from timegraph.pictures.pages import awareness_folder
from timegraph.pictures.pages.awareness_folder import write_awareness_pages
from timegraph.pictures.pages.folder import NO_TIMELINES
from timegraph.scoring import AWARENESS, AwarenessScore, Gold, Run, Unusable, read_gold, run_measure
from timeml import Collection, open_collection


@pytest.fixture(scope="module")
def gold(kit: Path) -> Gold:
    return read_gold(open_collection(kit / "gold"))


@pytest.fixture(scope="module")
def systems(kit: Path) -> dict[str, Collection]:
    return {name: open_collection(kit / "systems" / name) for name in ("careful", "hasty")}


@pytest.fixture(scope="module")
def run(gold: Gold, systems: dict[str, Collection]) -> Run[AwarenessScore]:
    tasks = [
        AWARENESS.task(gold=gold, system=system, method="minimal") for system in systems.values()
    ]
    lost = Unusable("lost", "there is no such folder")
    return run_measure(AWARENESS, tasks, statistics=True, unusable=[lost])


def test_every_address_leads_to_a_page_with_the_entities(
    gold: Gold, systems: dict[str, Collection], run: Run[AwarenessScore], tmp_path: Path
) -> None:
    folder = tmp_path / "pages"
    path = write_awareness_pages(folder, run, gold=gold, systems=systems, method="minimal")
    assert path == folder / "index.html"
    pages = {page: page.read_text("utf-8") for page in folder.rglob("*.html")}
    addresses = set()
    for page, html in pages.items():
        for address, ids in re.findall(r'href="([^"#]+)(?:#([^"]*))?"', html):
            target = (page.parent / address).resolve()
            assert target in pages, address
            addresses.add((target, ids))
    assert any(ids for _, ids in addresses)
    for page, ids in addresses:
        assert all(f'["{id}",' in pages[page] for id in ids.split(",") if id)
    index = pages[path]
    assert "[0." in index  # intervals
    assert "By document" in index
    assert "By relation" in index
    assert "lost: not scored: there is no such folder" in index


def test_timelines_of_very_many_documents_are_left_out(
    gold: Gold,
    systems: dict[str, Collection],
    run: Run[AwarenessScore],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(awareness_folder, "MOST_TIMELINES", 23)
    html = write_awareness_pages(tmp_path, run, gold=gold, systems=systems).read_text("utf-8")
    assert NO_TIMELINES in html
    assert not (tmp_path / "timelines").exists()
