"""Question sets of a shared task: checked with the reasoner, drawn from gold, merged, studied."""
