"""What commands do only in a terminal: the prompt, and saying how far long work is."""
