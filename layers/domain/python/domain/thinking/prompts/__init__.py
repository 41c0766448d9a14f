"""What a model is told, each step in a file of its own. A changed text gets the next version."""
