"""Pairing the annotations of two documents of one text, and renaming one by the other."""
