"""How far the work on a document is, and until when it may take."""
