"""What proves a person besides their password: passkeys, codes of an authenticator app, recovery codes."""
