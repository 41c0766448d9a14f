"""Verifies an account's export from Atrium, from the export alone. Needs Python 3.11 and nothing else."""
