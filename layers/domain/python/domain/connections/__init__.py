"""Connecting by signing in: programs that get tokens for `/mcp` by OAuth 2.1, instead of an API key (ADR 37)."""
