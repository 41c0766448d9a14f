"""Leaving: deleting and restoring projects and accounts, and taking everything along as a file."""
