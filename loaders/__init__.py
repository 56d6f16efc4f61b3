"""Loaders: files in, papers out."""
