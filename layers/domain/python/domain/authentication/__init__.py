"""From a request's headers to a caller. Imports no pydantic: this is on every request's cold path."""
