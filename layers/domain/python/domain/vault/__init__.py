"""Credentials: the team asks for access, the customer deposits it, and nobody can read a secret back."""
