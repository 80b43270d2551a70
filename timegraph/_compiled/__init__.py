"""How kernels are compiled, and loaded beside the caller; knows no kernel."""
