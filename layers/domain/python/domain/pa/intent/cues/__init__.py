"""The cues of every topic, as tables."""
