"""Plays held-out conversations with the CEO and the assistant, in one process with an emulated AWS (moto)."""
