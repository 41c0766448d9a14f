"""Deploys this code over a stack of the first edition that holds data, and looks what became of it."""
