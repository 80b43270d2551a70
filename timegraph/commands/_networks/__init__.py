"""What ``check``, ``ask`` and ``closure`` do with networks of any disjunctions (``--from csp``)."""

__all__: list[str] = []
