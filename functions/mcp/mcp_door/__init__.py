"""The parts of the MCP door: tool table, protocol server, bridge."""
