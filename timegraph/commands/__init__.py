"""The commands, one per file, each a few lines over the library. ``command`` is click's command."""

import gc

# Loading modules and documents makes many objects and hardly any garbage. Set here, before any
# command or click is loaded.
gc.set_threshold(50_000)
