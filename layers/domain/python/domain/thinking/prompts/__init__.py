"""The instructions for a language model, each step in a file of its own. A changed text gets the next version."""
