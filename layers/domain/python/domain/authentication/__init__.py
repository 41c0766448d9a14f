"""Finds the caller behind a request's headers. It imports no pydantic, because the authorizer must start fast."""
