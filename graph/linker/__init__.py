"""The linker: text in, mentions of entities out."""
