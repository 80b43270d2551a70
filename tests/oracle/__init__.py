"""Definitions in slow, simple code that no page shows; the rest is timegraph.testing.oracle."""
