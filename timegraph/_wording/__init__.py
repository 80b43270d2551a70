"""How messages are worded."""
