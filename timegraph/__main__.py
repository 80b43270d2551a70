"""``python -m timegraph``: the command line, where ``timegraph`` is not on the path."""

from __future__ import annotations

from timegraph.commands.main import main

if __name__ == "__main__":
    main()
