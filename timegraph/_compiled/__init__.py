"""How kernels are compiled, and loaded while the caller goes on; knows no kernel."""
