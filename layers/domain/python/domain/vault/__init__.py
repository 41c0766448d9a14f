"""Credentials: the team asks, the customer fills, nobody reads back."""
