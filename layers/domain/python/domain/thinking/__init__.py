"""How the team thinks with a model: what is asked of it, what it may state, and what code checks of it."""
