"""How the site is made of the pages in this folder: ``sphinx-build -W -b html docs build/site``.

The reference is not kept in files: it is made of docstrings and of the command line at each build
(``reference_pages.py``).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent), str(DOCS)]

import reference_pages  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402

from timegraph import __version__  # noqa: E402

project = "timegraph"
author = "The timegraph maintainers"
project_copyright = "The timegraph maintainers"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["*.ipynb"]
root_doc = "index"

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

# Names of the field's papers and of libraries stand in docstrings in the way that reST reads.
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
autodoc_type_aliases = reference_pages.type_aliases()
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"timegraph {release}"
html_static_path = ["_static"]
html_css_files = ["timegraph.css"]
html_search_scorer = str(DOCS / "_static" / "scorer.js")
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
# Terminal sessions and doctests read well without colours that guess at words.
highlight_language = "none"
suppress_warnings = ["myst.xref_ambiguous"]


# Pages point at files of the repository as readers of the repository need it; these are pages here.
PAGES_OUTSIDE = {"CHANGELOG": "changelog", "CONTRIBUTING": "contributing", "README": "index"}


def _point_within_the_site(app: Sphinx, page: str, source: list[str]) -> None:
    up = "../" * page.count("/")
    for file, name in PAGES_OUTSIDE.items():
        source[0] = source[0].replace(f"]({up}../{file}.md", f"]({up}{name}.md")
    source[0] = source[0].replace(f"]({up}../examples/README.md", f"]({up}examples.md")


def _link_pages(app: Sphinx, what: str, name: str, thing: object, *rest: object) -> None:
    """In a docstring, ``docs/testing.md`` is a link to that page."""
    lines = rest[-1]
    assert isinstance(lines, list)
    lines[:] = [
        re.sub(r"(?:``)?\bdocs/([a-z-]+)\.md(?:``)?", r":doc:`/\1`", line) for line in lines
    ]


def setup(app: Sphinx) -> None:
    """Make the pages of the reference before Sphinx looks for pages."""
    app.connect("builder-inited", lambda _: reference_pages.write(DOCS / "reference"))
    app.connect("source-read", _point_within_the_site)
    app.connect("autodoc-process-docstring", _link_pages)
