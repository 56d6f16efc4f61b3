"""A citation-style knowledge graph of machine-learning papers."""
