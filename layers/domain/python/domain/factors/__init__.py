"""Factors, which prove a person besides the password: passkeys, codes of an authenticator app, recovery codes."""
