"""The annotations of a document as data."""
