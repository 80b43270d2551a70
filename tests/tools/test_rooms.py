"""The figures of the layout: rooms, floors and whatever breaks a rule."""

from __future__ import annotations

from tests.architecture.house import house_of
from tests.scripts import script

rooms = script("tools/rooms.py")

HOUSE = house_of(
    {
        "timegraph/__init__.py": "from timegraph.c import C",
        "timegraph/a.py": "",
        "timegraph/b/__init__.py": "",
        "timegraph/b/one.py": "from timegraph import a",
        "timegraph/b/two.py": "from timegraph.b import one\n\nx = graph._links",
        "timegraph/c.py": "from timegraph.b import two\n\n\ndef f():\n    from timegraph import d",
        "timegraph/d.py": "from timegraph import c\nimport sys\nloaded = 'x' in sys.modules",
        "tests/timegraph/test_a.py": "",
    }
)


def test_a_room_is_a_file_or_folder_of_a_package_and_the_packages_are_none() -> None:
    assert rooms.rooms_below(HOUSE) == {
        "timegraph.a": set(),
        "timegraph.b": {"timegraph.a"},
        "timegraph.c": {"timegraph.b", "timegraph.d"},
        "timegraph.d": {"timegraph.c"},
    }


def test_rooms_on_a_circle_stand_on_one_floor() -> None:
    assert rooms.floors(rooms.rooms_below(HOUSE)) == 3


def test_figures_count_what_breaks_a_rule() -> None:
    assert dict(rooms.figures(HOUSE)) == {
        "lines of core": 13,
        "lines of facts": 0,
        "lines of torque": 0,
        "lines of task": 0,
        "lines of times": 0,
        "lines of annotation": 0,
        "lines of service": 0,
        "lines of testing": 0,
        "files": 7,
        "rooms": 4,
        "floors of rooms": 3,
        "files in the longest chain": 4,
        "lines of the longest file": "5 (timegraph/c.py)",
        "modules on circles": 2,
        "imports on circles": 2,
        "reach-ins": 1,
        "looks into sys.modules": 1,
        "imports of our own inside functions": 1,
    }
