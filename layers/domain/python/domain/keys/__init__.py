"""API keys: what they look like, what they may do, and their lives (interface 2.2, 3.1, 4.1)."""
