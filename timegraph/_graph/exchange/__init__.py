"""Graphs in the forms of other programs: one file for each form. Loaded when it is asked for."""
