"""Cypher texts and their reader."""
