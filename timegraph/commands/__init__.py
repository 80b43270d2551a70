"""The commands, one a file, each a few lines over the library: ``command`` is the click command."""

__all__: list[str] = []
