"""Counts the AWS calls of each request, their request units and bytes, in one process with an emulated AWS (moto)."""
