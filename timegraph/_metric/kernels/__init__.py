"""The compiled functions of distances; each file stands alone."""
