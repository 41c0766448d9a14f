"""`make conformance`: the official judges of an MCP server, let loose on the deployed template."""
