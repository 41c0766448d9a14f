"""The MCP door: its tools, who may call them, and the protocol server that clients talk to."""
