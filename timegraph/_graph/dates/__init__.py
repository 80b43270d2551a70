"""Dates in graphs: how they are given, and dates that are entities."""
