"""The command `atrium`."""
