"""Limits how often something may be done from an address or for an account. Imports no other domain."""
