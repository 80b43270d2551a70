"""The compiled search of networks."""
