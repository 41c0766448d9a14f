"""Playbooks: what experienced builders know about the topics of a product, in one TOML file for each topic."""
