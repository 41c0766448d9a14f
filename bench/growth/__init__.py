"""What lists cost as they grow: calls, units and bytes stay the same, and the time is that of the bare Query."""
