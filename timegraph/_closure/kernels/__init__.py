"""The compiled functions of the closure; each file stands alone."""
