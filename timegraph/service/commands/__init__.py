"""The commands over graphs that are held, and over claims about them."""
