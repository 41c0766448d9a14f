"""Leaving: deleting and restoring projects and accounts, and exporting all data of an account as a file."""
