"""Conversations with a model: recorded by a person who played it, replayed and graded by code."""
