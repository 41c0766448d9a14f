"""Verifies what Atrium says of an account, from the account's export alone. Needs Python 3.11 and nothing else."""
