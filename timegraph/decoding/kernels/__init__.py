"""The compiled functions of decoding; each file stands alone."""
