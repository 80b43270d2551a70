"""The state of one graph: its links and constraints, their closure, and what changes them."""
