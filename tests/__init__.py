"""Tests of citegraph; never shipped."""
