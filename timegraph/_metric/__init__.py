"""Distances between points: bounds, kept consistent with the closure of their order."""
