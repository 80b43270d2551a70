"""Question sets drawn from gold annotations, with the shares that were asked for."""
