"""Distances between points: bounds, kept consistent beside the closure of their order."""
