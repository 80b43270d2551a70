"""How far annotators of the same texts agree: on entities, on links, and on what these entail."""
