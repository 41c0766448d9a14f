"""`make conformance`: runs the official tests for MCP servers ("judges") against the deployed template."""
