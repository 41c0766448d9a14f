"""Finds the caller behind a request's headers. Imports no pydantic, because the authorizer must start fast."""
