"""What our own tests draw and no page shows; the rest is timegraph.testing.strategies."""
