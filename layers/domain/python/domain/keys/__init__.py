"""API keys: their form, their scopes and their life cycle (interface 2.2, 3.1, 4.1)."""
