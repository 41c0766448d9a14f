"""Counts under faults: what was asked for twice, broken off, refused or killed, and what came of it."""
